import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from '../../../demo/lib/api';
import { iccidOf, TAGS } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { during, tag } from './fleet';
import { fleetOf, mustSucceed, RESELLER, settings, type Stage } from './stage';

/* Tables in one node: applying a file to a fleet, and creating endpoints from SIMs. */

/** 500 endpoints with names, tags, a status and an SMS quota; then a table with too many changes. */
export async function table(stage: Stage): Promise<Figure[]> {
	const { sim, files, load } = stage;
	const own = fleetOf(stage, RESELLER)
		.filter(({ statusId }) => statusId !== 2)
		.slice(-500);
	own.forEach((endpoint, i) => {
		Object.assign(endpoint, { name: `table-${i}`, statusId: 0 });
		tag(endpoint, [TAGS.lab]);
		sim.store.quotas.delete(endpoint.id);
	});
	sim.store.touch();
	const file = join(files, 'fleet.csv');
	const write = (count: number) => {
		const lines = own.map(({ name }, i) => {
			const isOther = i < count;
			return `${name},${isOther ? 'Disabled,"field,spare",40' : 'Enabled,lab,'},2099-01-01`;
		});
		// A date without a quota is refused, so rows without a quota have no date.
		const rows = lines.map((line) => line.replace(/,,2099-01-01$/, ',,'));
		writeFileSync(file, ['name,status,tags,sms_quota,quota_expiry_date', ...rows].join('\n'));
	};
	const run = async (really: boolean) => {
		const job = await load('fleet-from-a-table', {
			user: 'totp',
			parameters: { ...settings({ really }), 'Read fleet.csv': { fileSelector: file } },
		});
		return await job();
	};
	const outcomes = (items: Array<Record<string, unknown>>) =>
		['unchanged', 'changed'].map(
			(wanted) => items.filter(({ outcome }) => outcome === wanted).length,
		);
	write(40);
	let told: number[] = [];
	const dry = await during(stage, async () => {
		told = outcomes(outputOf(mustSucceed(await run(false)), 'Apply the table'));
	});
	const real = await during(stage, async () => mustSucceed(await run(true)));
	const again = await during(stage, async () => mustSucceed(await run(true)));
	const wrong = own.filter((e, i) => {
		const quota = sim.store.quotas.get(e.id)?.volume;
		const want = i < 40 ? [1, TAGS.field, TAGS.spare, 40] : [0, TAGS.lab, undefined];
		return [e.statusId, ...[...e.tagIds].sort(), quota].join() !== want.join();
	}).length;
	// 40 of them match already, and the example allows a tenth of 500.
	write(120);
	const many = await during(stage, async () => await run(true));
	return [
		exactly('table: rows of a dry run unchanged, changed', '460, 40', told.join(', ')),
		exactly('table: calls that write in it', '0', String(dry.writes.length)),
		exactly(
			'table: calls that write, bulk and quotas; again',
			'1, 40; 0',
			`${real.writes.filter(({ method }) => method === 'PATCH').length}, ${real.writes.filter(({ method }) => method === 'POST').length}; ${again.writes.length}`,
		),
		exactly('table: endpoints that are not as it says', '0', String(wrong)),
		exactly('table: calls that write where too many rows change', '0', String(many.writes.length)),
	];
}

/** Registers a batch of 1,000 SIMs and creates endpoints by a rule; then reruns everything. */
export async function iccids(stage: Stage): Promise<Figure[]> {
	const { sim, files, load } = stage;
	const bic = 'BATCHTHOUSAND001';
	const { quantity } = sim.store.batches.get(bic)!;
	const file = join(files, 'iccids.csv');
	const values = { bic, prefix: 'csv', tag: 'csv', really: true };
	const profiles = { service_profile: 'Standard', tariff_home: 'Europe', tariff_abroad: 'World' };
	const run = async () => {
		const job = await load('iccids-to-endpoints', {
			user: 'totp',
			parameters: {
				...settings({ ...values, ...profiles }),
				'Read iccids.csv': { fileSelector: file },
			},
		});
		return await job();
	};
	// The packing list is known before its SIMs are registered, since their numbers are consecutive.
	const last = Math.max(...sim.store.sims.keys());
	const lines = Array.from({ length: quantity }, (_, i) => {
		return `${iccidOf(last + 1 + i)},${i % 4 ? 'DE' : 'FR'}`;
	});
	writeFileSync(file, ['iccid,country', ...lines].join('\n'));
	const first = await during(stage, async () => mustSucceed(await run()));
	let unchanged = 0;
	const second = await during(stage, async () => {
		const items = outputOf(mustSucceed(await run()), 'Apply the table');
		unchanged = items.filter(({ outcome }) => outcome === 'unchanged').length;
	});
	const of = (kind: string) => first.made.filter((effect) => effect.kind === kind).length;
	const made = [...sim.store.endpoints.values()].filter(({ name }) => name.startsWith('csv-'));
	const abroad = made.filter(({ tariffProfileId }) => tariffProfileId === 202).length;
	return [
		exactly(
			'iccids: registered, created, activated, with the tariff abroad',
			`${quantity}, ${quantity}, ${quantity}, ${quantity / 4}`,
			[of('sim.registered'), of('endpoint.created'), of('sim.activated'), abroad].join(', '),
		),
		exactly(
			'iccids: lines unchanged when all is run again; calls that write',
			`${quantity}; 0`,
			`${unchanged}; ${second.writes.length}`,
		),
	];
}
