import { outputOf } from '../../../demo/lib/api';
import { SERVICE_PROFILES, TAGS } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { byHand, itemsNode, n8nNode, workflowOf } from '../stage/workflows';
import { during, tag } from './fleet';
import { ENTERPRISE, fleetOf, mustSucceed, type Stage } from './stage';
import { control } from './waits';

/* Workflows that give devices another service profile for a while: until a moment, or until a budget allows. */

const USUAL = 'Enterprise standard';
const OTHER = 'Enterprise metered SMS';
/** A second tag of the enterprise. */
const POOL = 9_720;
const REALLY = { dryRun: false };

type Cells = Record<string, string | number>;

/** Makes a data table of n8n with columns like those of its rows, or writes rows to it again. */
async function writeTable(
	{ api }: Stage,
	table: string,
	[key, ...others]: [string, ...string[]],
	rows: Cells[],
): Promise<void> {
	const names = [key, ...others];
	const columns = names.map((name) => ({ name, type: typeof rows[0]![name] }));
	const dataTableId = { __rl: true, mode: 'name', value: table };
	const workflow = workflowOf(`Table ${table}`, [
		byHand,
		n8nNode('Table', 'dataTable', 1.1, {
			resource: 'table',
			operation: 'create',
			tableName: table,
			columns: { column: columns },
			options: { createIfNotExists: true },
		}),
		itemsNode('Rows', rows),
		n8nNode('Write', 'dataTable', 1.1, {
			resource: 'row',
			operation: 'upsert',
			dataTableId,
			matchType: 'allConditions',
			filters: { conditions: [{ keyName: key, condition: 'eq', keyValue: `={{ $json.${key} }}` }] },
			columns: {
				mappingMode: 'defineBelow',
				value: Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`])),
			},
			options: {},
		}),
	]);
	const id = await api.createWorkflow(workflow);
	mustSucceed(await api.runToEnd(id, 'Start'));
}

/** A device is boosted until a moment that lies ahead, then behind. */
export async function boost(stage: Stage): Promise<Figure[]> {
	const { load } = stage;
	const [device, other] = fleetOf(stage, ENTERPRISE).slice(30, 32);
	if (!device || !other) throw new Error('too few endpoints');
	const columns: [string, ...string[]] = ['device', 'usual', 'boost', 'until'];
	const row = { device: device.name, usual: USUAL, boost: OTHER };
	const until = async (ms: number) =>
		await writeTable(stage, 'boosts', columns, [
			{ ...row, until: new Date(Date.now() + ms).toISOString() },
		]);
	await until(3_600_000);
	const run = await load('boost-with-an-end', {
		user: 'trial',
		trigger: 'Every minute',
		parameters: { Apply: REALLY },
	});
	const profiles: number[] = [];
	const writes: number[] = [];
	const minute = async () => {
		const { writes: own } = await during(stage, async () => mustSucceed(await run()));
		profiles.push(device.serviceProfileId);
		writes.push(own.length);
	};
	await minute();
	await minute();
	await until(-1_000);
	await minute();
	await minute();
	const { enterprise, enterpriseMetered } = SERVICE_PROFILES;
	return [
		exactly(
			'boost: profiles of the device while it lasts, twice, and after its end, twice',
			[enterpriseMetered, enterpriseMetered, enterprise, enterprise].join(', '),
			profiles.join(', '),
		),
		exactly('boost: calls that write', '1, 0, 1, 0', writes.join(', ')),
		exactly('boost: profile of another', String(enterprise), String(other.serviceProfileId)),
	];
}

/** One of two tags is over its budget until that is raised; then a device has both tags. */
export async function budget(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = fleetOf(stage, ENTERPRISE);
	sim.store.tags.set(POOL, { id: POOL, organisationId: ENTERPRISE, name: 'pool', colorId: 1 });
	const over = own.slice(50, 54);
	const under = own.slice(54, 57);
	for (const endpoint of own) {
		const tags = over.includes(endpoint) ? [TAGS.enterprise] : [];
		tag(endpoint, under.includes(endpoint) ? [POOL] : tags);
	}
	sim.store.touch();
	for (const { id } of over) {
		await control(stage, '/_sim/consume', { endpointId: id, volume: 0, data: 50 });
	}
	const columns: [string, ...string[]] = ['tag', 'usual', 'throttled', 'budget_mb'];
	const profiles = { usual: USUAL, throttled: OTHER };
	const budgetOf = async (fleet: number) =>
		await writeTable(stage, 'budgets', columns, [
			{ tag: 'fleet', ...profiles, budget_mb: fleet },
			{ tag: 'pool', ...profiles, budget_mb: 1_000_000 },
		]);
	await budgetOf(100);
	const run = await load('budget-per-tag', {
		user: 'trial',
		trigger: 'Every hour',
		parameters: { Apply: REALLY },
	});
	const hour = async () => {
		let errors: string[] = [];
		const { writes } = await during(stage, async () => {
			const rows = outputOf(mustSucceed(await run()), 'Apply');
			errors = rows.flatMap(({ error }) => (error === undefined ? [] : [String(error)]));
		});
		const count = (endpoints: typeof own) =>
			endpoints.filter(
				(endpoint) => endpoint.serviceProfileId === SERVICE_PROFILES.enterpriseMetered,
			).length;
		return { throttled: `${count(over)} and ${count(under)}`, writes: writes.length, errors };
	};
	const exceeded = await hour();
	const again = await hour();
	await budgetOf(1_000_000);
	const raised = await hour();
	await budgetOf(100);
	tag(over[0]!, [TAGS.enterprise, POOL]);
	sim.store.touch();
	const both = await hour();
	return [
		exactly(
			'budget: throttled devices of a tag over its budget and of one under it; again; after it was raised',
			'4 and 0, 4 and 0, 0 and 0',
			[exceeded, again, raised].map(({ throttled }) => throttled).join(', '),
		),
		exactly(
			'budget: calls that write',
			'1, 0, 1',
			[exceeded, again, raised].map(({ writes }) => writes).join(', '),
		),
		exactly(
			'budget: a device with both tags, which want different profiles: rows refused, throttled, calls that write',
			'2, 0 and 0, 0',
			`${both.errors.filter((error) => error.includes(String(over[0]!.id))).length}, ${both.throttled}, ${both.writes}`,
		),
	];
}
