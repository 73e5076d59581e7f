import { outputOf } from '../../../demo/lib/api';
import type { SimulatorHandle } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { by, type Cells, Stage } from '../../unit/table/applyTable/stage';
import { accountNode, byHand, itemsNode, workflowOf } from '../stage/workflows';
import { inRealN8n, killedMidway } from './inN8n';

/* Tables of a fleet: number of calls and effects of kills, in the client and in a real n8n. */

const PAGE = 1000;
const IN_BULK = 2000;

const fleetOf = ({ store }: SimulatorHandle) =>
	[...store.endpoints.values()].filter(
		({ organisationId, statusId }) => organisationId === 1001 && statusId !== 2,
	);

/** The table columns of a fleet's state, as one text. */
const stateOf = (sim: SimulatorHandle): string =>
	fleetOf(sim)
		.map(
			({ id, name, statusId, tagIds }) => `${id} ${name} ${statusId} ${[...tagIds].sort().join()}`,
		)
		.join('\n');

/** A row per endpoint; every hundredth has another name, status and tags. */
const rowsOf = (sim: SimulatorHandle): Cells[] =>
	fleetOf(sim).map(({ id, name }, i) => {
		const isChanged = i % 100 === 7;
		return {
			endpointId: id,
			name: isChanged ? `pump-${id}` : name,
			status: isChanged ? 1 : 0,
			...(isChanged && { tagAssignments: [by('name', 'lab'), by('name', 'field')] }),
		};
	});

/** A table of a whole fleet with 1 % changes: number of calls, a second run, and kills at calls. */
export async function tables(size: { endpoints: number; kills: number }): Promise<Figure[]> {
	const stage = await Stage.open({ endpoints: size.endpoints, endpointSims: false });
	try {
		const rows = rowsOf(stage.sim);
		const changed = rows.filter(({ status }) => status === 1).length;
		const outcomesOf = async () => {
			const counts: Record<string, number> = {};
			for (const result of await stage.apply(rows)) {
				const outcome = 'items' in result ? String(result.items[0]!.outcome) : 'failed';
				counts[outcome] = (counts[outcome] ?? 0) + 1;
			}
			return JSON.stringify(counts);
		};
		const started = performance.now();
		const first = await outcomesOf();
		const seconds = (performance.now() - started) / 1000;
		const calls = [...stage.sent];
		// Each page of the fleet, the tags, the second read, and the changes: none can be omitted.
		const fewest = Math.ceil(rows.length / PAGE) + 2 + Math.ceil(changed / IN_BULK);
		const end = stateOf(stage.sim);
		stage.forget();
		const second = await outcomesOf();
		const writes = stage.writes.length;
		// The last calls write, so most kills target them.
		const writing = calls.findIndex(({ method }) => method !== 'GET');
		let wrong = 0;
		for (let kill = 0; kill < size.kills; kill++) {
			const at =
				kill % 5 === 4
					? 1 + Math.floor(Math.random() * writing)
					: writing + (kill % (calls.length - writing)) + 1;
			await stage.reset();
			await stage.killed(at, kill % 2 === 1, rows, {});
			await outcomesOf();
			if (stateOf(stage.sim) !== end) wrong += 1;
			say(`  ${kill + 1} of ${size.kills} kills`);
		}
		return [
			{
				name: `table of ${rows.length}, ${changed} changed: calls`,
				wanted: `at most ${Math.floor(fewest * 1.05)}, 1.05 times the fewest`,
				got: `${calls.length}, ${(calls.length / fewest).toFixed(3)} times; ${seconds.toFixed(1)} s`,
				held: calls.length <= fewest * 1.05,
			},
			exactly(
				'table: rows',
				`${JSON.stringify({ unchanged: rows.length - changed, changed })}; again ${JSON.stringify({ unchanged: rows.length })}, 0 writes`,
				`${first}; again ${second}, ${writes} writes`,
			),
			exactly('table: other ends after kills', `0 of ${size.kills}`, `${wrong} of ${size.kills}`),
		];
	} finally {
		await stage.sim.close();
	}
}

const TABLE = {
	resource: 'endpoint',
	operation: 'applyTable',
	dryRun: false,
	valuesFrom: 'columns',
	createMissing: true,
	namingColumn: 'iccid',
	columns: { mappingMode: 'autoMapInputData', value: null },
};

/** ICCIDs become endpoints with a quota in a real n8n, which is killed and restarted. */
export const tablesInN8n = async (size: { sims: number; kills: number }): Promise<Figure[]> =>
	await inRealN8n({ seed: { sims: size.sims } }, async (stage) => {
		const { sim, credential } = stage;
		const cards = [...sim.store.sims.values()]
			.filter((card) => card.endpointId === null && card.organisationId === 1001)
			.slice(-size.sims);
		const rows = cards.map(({ iccid }, i) => ({
			iccid,
			name: `pump-${i}`,
			tags: 'lab',
			service_profile: 'Standard',
			tariff_profile: i % 2 ? 'Europe' : 'World',
			sms_quota: 100,
			quota_expiry_date: '2099-01-01',
		}));
		const job = workflowOf('Table', [
			byHand,
			itemsNode('Rows', rows),
			accountNode('Table', credential, TABLE, 'cellularIotJobs'),
		]);
		const done = () => sim.ledger().effects.length;
		// An endpoint, its SIM and its activation, and its quota.
		const all = 4 * rows.length;
		const { kills } = size;
		const again = await killedMidway(stage, job, { kills, all, done, what: 'effects' });
		await again();
		const made = sim.ledger().effects.filter(({ kind }) => kind === 'endpoint.created').length;
		const held = cards.filter(({ endpointId, statusId }) => {
			const quota = sim.store.quotas.get(endpointId ?? -1);
			return statusId === 1 && quota?.volume === 100;
		}).length;
		const count = done();
		const same = outputOf(await again(), 'Table').filter(
			({ outcome }) => outcome === 'unchanged',
		).length;
		return [
			exactly(
				`table in n8n, ${size.kills} kills: endpoints made, whole, unchanged in the next run, effects of that`,
				`${rows.length}, ${rows.length}, ${rows.length}, 0`,
				`${made}, ${held}, ${same}, ${done() - count}`,
			),
		];
	});
