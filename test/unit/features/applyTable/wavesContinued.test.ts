import type { ItemResult } from '../../../../src/run/items';
import { given, outcomes } from '../../table/applyTable/stage';
import { NEW_TARIFF, OLD_TARIFF, WavesStage } from './wavesStage';

/*
 * What lies between a look and its call, or between two runs: a person who changes a device while a call waits to be
 * repeated, and the limit of failures over a kill.
 */

const FLEET = 60;
const GONE = 3;

let stage: WavesStage;
let ids: number[];
let gone: number[];
beforeEach(async () => {
	stage = await WavesStage.open(FLEET);
	const all = await stage.devices(GONE);
	({ goneIds: gone } = stage);
	const { tariffProfiles } = stage.sim.store;
	const own = tariffProfiles.get(stage.tariff(OLD_TARIFF))!;
	tariffProfiles.set(OTHER_TARIFF, { ...own, id: OTHER_TARIFF, name: 'Other' });
	ids = [...gone, ...all.filter((id) => !gone.includes(id))].slice(0, 10);
});
afterEach(async () => await stage.close());

const endpoint = (id: number) => stage.sim.store.endpoints.get(id)!;
/** A profile that neither the table nor the devices have. */
const OTHER_TARIFF = 9_999;
const errorOf = (result: ItemResult) => String((result as { error: unknown }).error);

/** Loses a bulk update before the service has it: the first one for which `isMeant`. Somebody acts meanwhile. */
function losesOnce(isMeant: () => boolean, meanwhile: () => void): void {
	let isLost = false;
	stage.before = (method, path) => {
		if (isLost || method !== 'PATCH' || !path.endsWith('/endpoint/multi') || !isMeant()) return;
		isLost = true;
		meanwhile();
		throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', syscall: 'read' });
	};
}

/** Somebody else gives a device a tariff. */
function personSets(id: number, tariffProfileId: number): void {
	Object.assign(endpoint(id), { tariffProfileId, lastUpdated: stage.sim.clock.now() });
}

const withoutWaves = {
	waveSize: undefined,
	wavePause: undefined,
	waveCondition: undefined,
	waveMinutes: undefined,
};

describe('a call without an answer is repeated minutes later', () => {
	test.each([
		['in a wave', {}],
		['without waves', withoutWaves],
	])('%s: what a person has set meanwhile is left, and the others go', async (_, options) => {
		const [touched, ...others] = ids.slice(GONE);
		losesOnce(
			() => true,
			() => personSets(touched!, OTHER_TARIFF),
		);
		const results = await stage.migrate([touched!, ...others], options);
		expect(endpoint(touched!).tariffProfileId).toBe(OTHER_TARIFF);
		expect(errorOf(results[0]!)).toContain('Tariff Profile was changed meanwhile');
		expect(stage.on(NEW_TARIFF, others)).toEqual(others);
	});

	test('what is as the table wants it by then is not written again', async () => {
		const [done, ...others] = ids.slice(GONE);
		losesOnce(
			() => true,
			() => personSets(done!, stage.tariff(NEW_TARIFF)),
		);
		const results = await stage.migrate([done!, ...others], withoutWaves);
		expect(outcomes(results)).toEqual(results.map(() => 'changed'));
		expect(stage.moved.has(done!)).toBe(false);
		expect(stage.on(NEW_TARIFF, others)).toEqual(others);
	});

	test('a put-back, too: what a person has set meanwhile is left, and named', async () => {
		const [touched, ...others] = gone;
		losesOnce(
			() => stage.moved.has(touched!),
			() => personSets(touched!, OTHER_TARIFF),
		);
		const results = await stage.migrate(ids);
		expect(endpoint(touched!).tariffProfileId).toBe(OTHER_TARIFF);
		expect(given(results[0]!)).toMatchObject([
			{ outcome: 'putBack', left: [{ field: 'tariff_profile', value: OTHER_TARIFF }] },
		]);
		expect(stage.on(OLD_TARIFF, others)).toEqual(others);
	});
});

describe('the limit of failures over a kill', () => {
	const limited = { waveSize: 5, stopAbove: 50 };

	/** Kills the run at the first request for which `isMeant`. */
	const killedAt = async (isMeant: (method: string, path: string) => boolean, options: object) => {
		const killed = new Promise<void>((resolve) => {
			stage.before = (method, path) => {
				if (!isMeant(method, path)) return;
				stage.kill();
				resolve();
			};
		});
		await Promise.race([killed, stage.migrate(ids, { ...limited, ...options })]);
	};
	const isUpdate = (method: string, path: string) =>
		method === 'PATCH' && path.endsWith('/endpoint/multi');

	test.each([
		['under judgement', (method: string, path: string) => path.endsWith('/connectivity')],
		[
			'with the put-back under way',
			(...of: [string, string]) => isUpdate(...of) && stage.moved.size > 0,
		],
	])(
		'killed %s, the next run sends nothing after a wave with too many sick',
		async (_, isMeant) => {
			await killedAt(isMeant, {});
			const results = await stage.migrate(ids, limited);
			expect(stage.on(OLD_TARIFF, gone)).toEqual(gone);
			expect(outcomes(results).slice(5)).toEqual(ids.slice(5).map(() => 'failed'));
			expect(errorOf(results[5]!)).toContain('3 of the 5 items');
			expect(stage.moved.has(ids[5]!)).toBe(false);
			expect(stage.kept.text).toBeUndefined();
			// The run after it begins anew.
			const later = await stage.migrate(ids, { ...limited, stopAbove: 60 });
			expect(outcomes(later).slice(5)).toEqual(ids.slice(5).map(() => 'changed'));
		},
	);

	test('killed when all of the wave was settled, it stops as well', async () => {
		const write = stage.kept.write.bind(stage.kept);
		let isKilled = false;
		const killed = new Promise<void>((resolve) => {
			stage.kept.write = async (text) => {
				const isSettled = text === undefined || !text.includes('"open"');
				if (isKilled || !isSettled || stage.moved.size === 0) return await write(text);
				isKilled = true;
				await write(text);
				stage.kill();
				resolve();
			};
		});
		await Promise.race([killed, stage.migrate(ids, limited)]);
		const results = await stage.migrate(ids, limited);
		expect(outcomes(results).slice(5)).toEqual(ids.slice(5).map(() => 'failed'));
		expect(stage.moved.has(ids[5]!)).toBe(false);
	});

	test('below the limit the next run goes on', async () => {
		await killedAt((_, path) => path.endsWith('/connectivity'), { stopAbove: 60 });
		const results = await stage.migrate(ids, { ...limited, stopAbove: 60 });
		expect(outcomes(results).slice(5)).toEqual(ids.slice(5).map(() => 'changed'));
	});

	test('devices that no row names are items also where nothing else is sent', async () => {
		await killedAt((_, path) => path.endsWith('/connectivity'), {});
		const results = await stage.migrate(ids.slice(5), limited);
		const last = results.at(-1) as { error: unknown; beside: object[] };
		expect(String(last.error)).toContain('3 of the 5 items');
		expect(last.beside).toEqual(
			expect.arrayContaining(
				gone.map((id) => expect.objectContaining({ endpoint_id: id, outcome: 'putBack' })),
			),
		);
		expect(last.beside).toHaveLength(5);
	});
});

test('what came back before the next run began counts, by the date that the service gives to the change', async () => {
	const well = ids.slice(GONE);
	await stage.killedWithUpdateUnderWay(0, async () => await stage.migrate(well));
	await stage.arrive();
	await stage.pass(10 * 60_000);
	stage.isOperated = false;
	const results = await stage.migrate(well);
	expect(outcomes(results)).toEqual(well.map(() => 'unchanged'));
	for (const id of well) expect(stage.moved.get(id)).toBe(1);
});

describe('while endpoints of a run in waves are open', () => {
	beforeEach(async () => {
		const killed = new Promise<void>((resolve) => {
			stage.before = (_, path) => {
				if (!path.endsWith('/connectivity')) return;
				stage.kill();
				resolve();
			};
		});
		await Promise.race([killed, stage.migrate(ids)]);
	});

	test('a run without waves sends nothing, and names them', async () => {
		const before = stage.kept.text;
		const moves = stage.sim.ledger().effects.length;
		const results = await stage.apply([{ endpointId: ids[0]!, name: 'other' }], withoutWaves);
		expect(errorOf(results[0]!)).toContain(String(ids[0]!));
		expect(stage.sim.ledger().effects.length).toBe(moves);
		expect(stage.kept.text).toBe(before);
	});

	test('a dry run says so, with waves and without', async () => {
		for (const options of [withoutWaves, {}]) {
			stage.notes.length = 0;
			await stage.migrate(ids, { ...options, dryRun: true });
			expect(stage.notes.join()).toContain('endpoints under judgement');
		}
	});
});
