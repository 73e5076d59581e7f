import { TAGS } from '../../../../simulator';
import { retireEndpoints } from '../../../../src/features/retire/entry';
import { knownOf } from '../../../../src/errors';
import type { ItemResult } from '../../../../src/run/items';
import { GENERATIONS } from '../../../support/simulator';
import { type Cells, type Sent, Stage } from '../../table/applyTable/stage';

/*
 * Endpoint: Retire while a colleague saves one of the devices, before each of its requests. What is not meant any more
 * is left from the next look on, and each SIM that was touched is named.
 */

const RETIRED = [10001, 10002, 10003, 10004];
const SAVED = 10002;
const ACTIVATED = 1;
const SUSPENDED = 2;
const DELETED = 2;
/** An organisation that the login does not see. */
const OTHER_ORGANISATION = 4_711;

let stage: Stage;
afterEach(async () => await stage.sim.close());

const device = (id: number) => stage.sim.store.endpoints.get(id)!;
const card = (id: number) => stage.sim.store.sims.get(id)!;

async function prepare(): Promise<void> {
	await stage.reset();
	for (const endpoint of stage.sim.store.endpoints.values()) {
		const tagIds = RETIRED.includes(endpoint.id) ? [TAGS.lab, TAGS.field] : [TAGS.field];
		const imei = `35776208301${endpoint.id}`;
		Object.assign(endpoint, { tagIds, tagged: true, imei });
	}
	stage.sim.store.touch();
}

const nameOf = (id: number) => `device-${String(id - 10000).padStart(6, '0')}`;
const one = { endpointsBy: 'item', confirmCount: RETIRED.length };
const oneBy = (reference: (id: number) => unknown) => (): Cells[] =>
	RETIRED.map((id) => ({ ...one, endpointId: reference(id) }));

const WAYS: Record<string, () => Cells[]> = {
	'a tag': () => [{ endpointsBy: 'tag', tagId: TAGS.lab, confirmTag: 'lab' }],
	names: oneBy((id) => ({ by: 'name', value: nameOf(id) })),
	IMEIs: oneBy((id) => ({ by: 'imei', value: device(id).imei! })),
	ICCIDs: oneBy((id) => ({ by: 'iccid', value: card(device(id).simId!).iccid })),
	IDs: oneBy((id) => id),
};

const freeSim = () =>
	[...stage.sim.store.sims.values()].find(
		({ endpointId, organisationId }) => endpointId === null && organisationId === 1001,
	)!;
const takeOff = () => {
	const { simId } = device(SAVED);
	if (simId !== null) card(simId).endpointId = null;
	device(SAVED).simId = null;
};

/** How a colleague saves a device, and the ways of naming it by which that is seen. */
const SAVES: Array<[string, string[], () => void]> = [
	['takes the tag off', ['a tag'], () => (device(SAVED).tagIds = [TAGS.field])],
	['renames it', ['names'], () => (device(SAVED).name = 'spare-pump')],
	['puts the SIM into another device', ['IMEIs'], () => (device(SAVED).imei = '3577620830199999')],
	[
		'moves it to another workspace',
		Object.keys(WAYS),
		() => (device(SAVED).organisationId = OTHER_ORGANISATION),
	],
	[
		'puts another SIM into it',
		Object.keys(WAYS),
		() => {
			takeOff();
			const other = freeSim();
			other.statusId = ACTIVATED;
			other.endpointId = SAVED;
			device(SAVED).simId = other.id;
		},
	],
];

const CASES = SAVES.flatMap(([what, ways, save]) =>
	ways.flatMap((way) => ['suspend', 'keep'].map((sims) => ({ what, way, sims, save }))),
).filter(({ way, sims }) => way !== 'ICCIDs' || sims === 'suspend');

const retire = async (way: string, sims: string, more: Cells = {}) =>
	await stage.perform(
		retireEndpoints,
		WAYS[way]!().map((item) => ({ ...item, sims, ...more })),
	);
/** All that a person reads of a run. */
const told = (results: ItemResult[]): string =>
	results
		.map((result) =>
			'error' in result ? knownOf(result.error).message : JSON.stringify(result.items),
		)
		.join('\n');

/** Whether a request is the one that does something of a kind: what was read before it cannot know better. */
const does = (kind: string, { method, path }: Sent): boolean =>
	({
		'quota.deleted': method === 'DELETE' && path.includes('/quota/'),
		'sim.suspended': path.startsWith('/api/v1/sim/'),
		'sim.unassigned': method === 'PATCH' && path.endsWith('/multi'),
		'endpoint.updated': method === 'PATCH' && path.endsWith('/multi'),
		'tag.unassigned': path.endsWith('/remove-tags'),
		'endpoint.deleted': method === 'DELETE' && path.endsWith('/multi'),
	})[kind] ?? false;

describe.each(GENERATIONS)('with answers in the form "%s"', (generation) => {
	beforeEach(async () => {
		stage = await Stage.open({ endpoints: 6, sims: 2, quotaVolume: 20 }, generation);
	});

	test.each(CASES)('endpoints by $way, SIMs $sims: somebody $what', async ({ way, sims, save }) => {
		await prepare();
		await retire(way, sims, { dryRun: true });
		const planned = stage.sent.length;
		await retire(way, sims);
		const requests = stage.sent.length - planned;
		expect(requests).toBeGreaterThan(planned + 5);
		for (let at = planned + 1; at <= requests; at++) {
			await prepare();
			const ownSim = device(SAVED).simId!;
			let before = Infinity;
			let during: Sent | undefined;
			stage.before = (number, request) => {
				if (number !== at) return;
				during = request;
				before = stage.sim.ledger().effects.length;
				save();
				stage.sim.store.touch();
			};
			const results = await retire(way, sims);
			const text = told(results);
			const { effects } = stage.sim.ledger();
			const ids = [ownSim, device(SAVED).simId].filter((id) => id !== null);
			const blind = effects
				.slice(before)
				.filter(({ endpointId, simId }) => endpointId === SAVED || ids.includes(simId ?? -1))
				.filter(({ kind }) => !does(kind, during!));
			// A SIM that is swapped after the last look comes off with the call that is on its way.
			const isTooLate = during!.method !== 'GET' && during!.path.endsWith('/multi');
			if (!isTooLate) expect([at, during, blind]).toEqual([at, during, []]);
			const touched = ids.filter((id) => effects.some(({ simId }) => simId === id));
			const unnamed = touched.filter(
				(id) => !text.includes(`SIM ${id}`) && !text.includes(`"sim_id":${id}`),
			);
			if (!isTooLate) expect([at, during, unnamed]).toEqual([at, during, []]);
			const saidRetired = results
				.flatMap((result) => ('items' in result ? result.items : []))
				.filter(({ endpoint_id, outcome }) => endpoint_id === SAVED && outcome === 'retired');
			if (device(SAVED).statusId !== DELETED)
				expect([at, during, saidRetired]).toEqual([at, during, []]);
		}
	});

	test('a SIM that comes off in place of one that somebody has put into another device is named', async () => {
		await prepare();
		const ownSim = device(SAVED).simId!;
		const other = freeSim();
		const spare = device(10006);
		const isRelease = ({ method, path }: Sent) => method === 'PATCH' && path.endsWith('/multi');
		stage.before = (_, request) => {
			if (!isRelease(request) || device(SAVED).simId !== ownSim) return;
			Object.assign(card(spare.simId!), { endpointId: null });
			Object.assign(card(ownSim), { endpointId: spare.id });
			Object.assign(other, { endpointId: SAVED, statusId: ACTIVATED });
			spare.simId = ownSim;
			device(SAVED).simId = other.id;
			stage.sim.store.touch();
		};
		const text = told(await retire('names', 'keep'));
		expect(text).toContain(`SIM ${ownSim} (${card(ownSim).iccid}) is on endpoint ${spare.id}`);
		expect(text).toContain(`taken off it, and to be looked after: SIM ${other.id}`);
		expect([device(SAVED).statusId, spare.simId]).toEqual([0, ownSim]);
	});

	/** Runs the retirement by name, and lets somebody act once this run has done something. */
	const retireWhile = async (kind: string, act: () => void) => {
		await prepare();
		let isDone = false;
		stage.after = () => {
			if (isDone || !stage.sim.ledger().effects.some((effect) => effect.kind === kind)) return;
			isDone = true;
			act();
			stage.sim.store.touch();
		};
		return told(await retire('names', 'suspend'));
	};

	test('a SIM that somebody activates again is left on its endpoint, and named', async () => {
		await prepare();
		const ownSim = device(SAVED).simId!;
		stage.after = () => {
			if (card(ownSim).statusId === SUSPENDED) card(ownSim).statusId = ACTIVATED;
			stage.sim.store.touch();
		};
		const text = told(await retire('names', 'suspend'));
		expect(text).toContain(`has SIM ${ownSim} (${card(ownSim).iccid}) activated again`);
		expect(device(SAVED).statusId).toBe(0);
	});

	test('an endpoint that somebody deletes while its SIM is on it is an error that names the SIM', async () => {
		let ownSim = 0;
		const text = await retireWhile('quota.deleted', () => {
			ownSim = device(SAVED).simId!;
			takeOff();
			device(SAVED).statusId = 2;
		});
		expect(text).toContain('was deleted by somebody else; look after its SIM ' + String(ownSim));
		expect(card(ownSim).statusId).toBe(ACTIVATED);
	});
});
