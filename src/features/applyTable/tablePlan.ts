import { InputError } from '../../errors';
import type { RefusedRow } from '../../run/items';
import type { Call, Input, Json } from '../../table/define';
import { inParallel } from '../../table/inParallel';
import { describeValue, groupedBy } from '../../table/values';
import {
	assignment,
	type ColumnChange,
	compareRow,
	type PlannedChange,
	STATUS_NAMES,
	usual,
} from './tableCompare';
import { tableError, type TableOptions } from './tableFields';
import { type TableFleet, readFleet } from './tableFleet';
import { type Directory, readDirectory, readFreeSims } from './tableNames';
import { planQuotas, type QuotaChange, quotasIn } from './tableQuotas';
import {
	findContradictions,
	isClaimed,
	keyIn,
	mostChangesIn,
	optionsOf,
	type Row,
	simKey,
	uniteRows,
	type Wants,
} from './tableRows';
import {
	ENDPOINT_DISABLED,
	type ProfileField,
	SIM_ACTIVATED,
	type TableSim,
	type EndpointState,
} from './tableState';

/* The plan of a table: each row's endpoint and changes, before anything is sent. */

/** The rows of a run that are not among the inputs of a table. */
export interface OtherRows {
	/** Those refused so far; complete once every table of the run has been planned. */
	refused: RefusedRow[];
	/** The inputs of rows that act in other workspaces. */
	elsewhere: Input[];
}

/** A row with the plan for it. */
export interface RowPlan extends Row {
	/** Its endpoint; undefined for one that is to be created, and after an error. */
	state?: EndpointState;
	repeats?: RowPlan;
	changes: PlannedChange[];
	quotas: QuotaChange[];
	/** The new endpoint: its fields, and its tags by name. */
	creates?: { input: Input; tags: string[] };
	/** Another row wants its SIM, which has to be taken off first. */
	release?: boolean;
}

/** An endpoint that no row is about, and what is done with it. */
export interface Extra {
	state: EndpointState;
	change: ColumnChange;
}

export interface TablePlan {
	options: TableOptions;
	fleet: TableFleet;
	directory: Directory;
	/** The rows that do something: of equal ones the first. */
	rows: RowPlan[];
	/** All rows, in the order of the inputs. */
	all: RowPlan[];
	extras: Extra[];
	others: OtherRows;
}

/** Whether a row has anything to write. */
export const isChanged = ({ changes, quotas, creates }: RowPlan): boolean =>
	creates !== undefined || changes.length > 0 || quotas.length > 0;

/** The tags that the changes of a row add, or those that they take off. */
export function changedTags({ changes }: RowPlan, adding: boolean): string[] {
	const { before, tags } = changes.find((change) => change.tags) ?? {};
	if (!tags) return [];
	const was = before as string[];
	return adding ? tags.filter((t) => !was.includes(t)) : was.filter((t) => !tags.includes(t));
}

/** Quotas that are read at a time; the lane spaces them. */
const READ_AT_A_TIME = 25;

const KEY_LABELS = { iccid: 'ICCID', imei: 'IMEI', name: 'name', id: 'ID', eid: 'EID' };
const calledBy = ({ by, value }: Row['key']) => `the ${KEY_LABELS[by]} ${describeValue(value)}`;

/** The error of a row without an endpoint. */
function absent({ key }: Row): InputError {
	const rule = `must be exactly one endpoint; none has ${calledBy(key)}`;
	// A new endpoint cannot be given an ID.
	const hint = key.by === 'id' ? '' : '; switch on "Create What Is Missing" to create it';
	return tableError('endpointId', `${rule}${hint}`);
}

/** Gives each row its endpoint, or the reason why it has none. */
function match(
	plans: RowPlan[],
	fleet: TableFleet,
	findAbsent: (row: Row) => InputError | undefined,
): void {
	for (const plan of plans) {
		if (plan.error !== undefined || plan.repeats) continue;
		const { key } = plan;
		const [state, ...others] = fleet.named(key);
		if (!state) {
			plan.error = findAbsent(plan);
			continue;
		}
		if (others.length > 0) {
			const ids = [state, ...others].map(({ id }) => id).join(', ');
			const rule = `must be exactly one endpoint; ${others.length + 1} have ${calledBy(key)}: IDs ${ids}`;
			plan.error = tableError('endpointId', rule);
			continue;
		}
		plan.state = state;
	}
	const found = plans.filter(({ state }) => state !== undefined);
	for (const [id, same] of groupedBy(found, ({ state }) => state!.id)) {
		uniteRows(same, `endpoint ${id}`);
	}
}

/**
 * The SIM that a row wants, by its ICCID or its ID: that of its column, or the SIM by which it names an
 * endpoint that is to be created.
 */
function wantedSim({ state, key, wants }: RowPlan): string | undefined {
	if (wants.simId !== undefined) return simKey(wants.simId);
	return state === undefined && key.by === 'iccid' ? key.value : undefined;
}

const simError = (sim: string, why: string) =>
	tableError('simId', `must be a free SIM of this organisation; ${sim} ${why}`);

/** The SIMs that rows get, and the rows that give them up. */
type FoundSims = Map<RowPlan, { sim: TableSim; holder?: RowPlan }>;

/**
 * Finds the SIM of each row. A SIM that another endpoint holds becomes free only if that endpoint's own
 * row gives it up, or takes another.
 */
async function findSims(call: Call, plans: RowPlan[], fleet: TableFleet): Promise<FoundSims> {
	const rowOf = new Map(plans.map((plan) => [plan.state?.id, plan]));
	const wantedSims = new Set<string>();
	const wanted = plans.flatMap((plan) => {
		const sim = plan.error === undefined ? wantedSim(plan) : undefined;
		if (sim !== undefined && !fleet.holderOf(sim)) wantedSims.add(sim);
		return sim === undefined ? [] : [[plan, sim] as const];
	});
	const free = await readFreeSims(call, wantedSims);
	const found: FoundSims = new Map();
	const takers = new Map<number, RowPlan>();
	for (const [plan, key] of wanted) {
		const holder = fleet.holderOf(key);
		const sim = holder?.sim ?? free.get(key);
		if (!sim) {
			plan.error = simError(key, 'is not one, or an endpoint outside the table holds it');
			continue;
		}
		const error = (other: Row) => simError(key, `is wanted by item ${other.index}, too`);
		if (!isClaimed(takers, sim.id, plan, error)) continue;
		if (!holder || holder.id === plan.state?.id) {
			found.set(plan, { sim });
			continue;
		}
		const from = rowOf.get(holder.id);
		const givesUp = from && (from.wants.simId !== undefined || from.wants.clear?.includes('simId'));
		if (from && givesUp) found.set(plan, { sim, holder: from });
		else plan.error = simError(key, `is held by endpoint ${holder.id}, which keeps it`);
	}
	return found;
}

/** The fields of a new endpoint, and its changes as they are shown. */
function planNewEndpoint(
	plan: RowPlan,
	sim: TableSim | undefined,
	directory: Directory,
	{ simActivate = true }: TableOptions,
): void {
	const { wants, key } = plan;
	const changes: PlannedChange[] = [];
	const shown = (field: string, after: unknown, more: Partial<ColumnChange> = {}) => {
		if (after === undefined) return;
		changes.push({ field, before: null, after, ...usual, ...more });
	};
	const profile = (field: ProfileField) => {
		const given = wants[field];
		if (given !== undefined) return directory.profile(field, given);
		throw tableError(field, 'must be given for an endpoint that is created');
	};
	const service = profile('serviceProfileId');
	const tariff = profile('tariffProfileId');
	const name = wants.name ?? (key.by === 'name' ? key.value : undefined);
	const imei = wants.imei ?? (key.by === 'imei' ? key.value : undefined);
	const status = wants.status ?? 0;
	const tags = directory.tagNames(wants.tagAssignments ?? []);
	shown('name', name);
	shown('status', STATUS_NAMES[status]);
	shown('tags', tags.length > 0 ? tags : undefined);
	if (sim) changes.push(assignment(sim, null, simActivate));
	shown('service_profile', service.name ?? service.id);
	shown('tariff_profile', tariff.name ?? tariff.id);
	shown('imei', imei);
	shown('imei_lock', wants.imeiLock);
	plan.changes = changes;
	plan.creates = {
		tags,
		input: {
			serviceProfileId: service.id,
			tariffProfileId: tariff.id,
			status,
			...(name !== undefined && { name }),
			...(imei !== undefined && { imei }),
			...(wants.imeiLock !== undefined && { imeiLock: wants.imeiLock }),
			...(sim && { simId: sim.id, simActivate }),
		},
	};
}

/** Refuses rows whose SIM comes from a row with an error. */
function dropBroken(sims: FoundSims): void {
	let again = true;
	while (again) {
		again = false;
		for (const [plan, { sim, holder }] of sims) {
			if (!holder || plan.error !== undefined || holder.error === undefined) continue;
			plan.error = simError(sim.iccid, `is held by item ${holder.index}, which has an error`);
			again = true;
		}
	}
	for (const [plan, { holder }] of sims) {
		if (plan.error === undefined && holder) holder.release = true;
	}
}

/**
 * The endpoints of a fleet that was read as a whole which no row of the run names; undefined where a row was refused:
 * what it names may look as if no row were about it.
 */
export function endpointsNotNamed({
	fleet,
	rows,
	others: { refused, elsewhere },
}: Pick<TablePlan, 'fleet' | 'rows' | 'others'>): EndpointState[] | undefined {
	if (refused.length > 0 || rows.some(({ error }) => error !== undefined)) return undefined;
	const named = elsewhere.flatMap((input) => fleet.named(keyIn(input as Wants)));
	const own = new Set([...named, ...rows.flatMap(({ state }) => state ?? [])].map(({ id }) => id));
	return [...fleet.byId.values()].filter(({ id }) => !own.has(id));
}

/** The change of endpoints that no row of the run names; none where a row was refused. */
function extrasOf(table: Omit<TablePlan, 'extras'>): Extra[] {
	const { notInTable = 'leave' } = table.options;
	if (notInTable === 'leave') return [];
	const others = endpointsNotNamed(table) ?? [];
	if (notInTable === 'disable') {
		const change = { field: 'status', before: 'Enabled', after: 'Disabled', ...usual };
		const enabled = others.filter(({ status }) => status !== ENDPOINT_DISABLED);
		return enabled.map((state) => ({ state, change }));
	}
	const change = { field: 'sim_status', before: 'Activated', after: 'Suspended', ...usual };
	const activated = others.filter(({ sim }) => sim?.status === SIM_ACTIVATED);
	return activated.map((state) => ({ state, change }));
}

/** Refuses a table that changes more than it may. @throws InputError */
function holdMost({ options, rows, all, others, extras }: TablePlan): void {
	const most = mostChangesIn(options.mostChanges, all.length + others.refused.length);
	const count = rows.filter(isChanged).length + extras.length;
	if (options.dryRun || most === undefined || count <= most) return;
	const rule = `allows ${most}, and the table would change ${count}: nothing was changed`;
	throw tableError('mostChanges', rule);
}

/**
 * Makes a part of a row's plan. Wrong input is the error of the row; any other error is that of the table.
 */
async function attempt(plan: RowPlan, part: () => Promise<void> | void): Promise<void> {
	if (plan.error !== undefined) return;
	try {
		await part();
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		plan.error = error;
	}
}

/**
 * Rows of a table with their endpoints, and the endpoints that were read for it. A row that contradicts another, or
 * names several endpoints, has its error. `whole`: all endpoints are read; `mayMiss`: some rows are expected to name
 * none.
 * @throws IncompleteListError
 */
export async function matchedRows(
	call: Call,
	inputs: Input[],
	numbers: number[],
	{
		whole,
		mayMiss,
		elsewhere,
		findAbsent,
	}: {
		whole: boolean;
		mayMiss: boolean;
		/** The inputs of rows that act in other workspaces. */
		elsewhere: Input[];
		/** The error of a row that names no endpoint; none where that is no error. */
		findAbsent: (row: Row) => InputError | undefined;
	},
): Promise<{ all: RowPlan[]; fleet: TableFleet }> {
	const all = inputs.map((input, i): RowPlan => {
		const wants = input as Wants;
		return { index: numbers[i] ?? i, wants, key: keyIn(wants), changes: [], quotas: [] };
	});
	findContradictions(all);
	const keys = all
		.filter(({ error, repeats }) => error === undefined && !repeats)
		.map(({ key }) => key);
	const others = elsewhere.map((input) => keyIn(input as Wants));
	const fleet = await readFleet(call, keys, { whole, mayMiss, elsewhere: others });
	match(all, fleet, findAbsent);
	return { all, fleet };
}

/** Plans a table. Sends only reads. @throws InputError for a table that is refused as a whole */
export async function planTable(
	call: Call,
	inputs: Input[],
	numbers: number[],
	others: OtherRows,
): Promise<TablePlan> {
	const options = optionsOf(inputs);
	const { createMissing = false, notInTable = 'leave' } = options;
	const { all, fleet } = await matchedRows(call, inputs, numbers, {
		whole: notInTable !== 'leave',
		mayMiss: createMissing,
		elsewhere: others.elsewhere,
		findAbsent: (row) => (createMissing && row.key.by !== 'id' ? undefined : absent(row)),
	});
	const plans = all.filter(({ repeats }) => !repeats);
	const directory = await readDirectory(call, inputs as Wants[], createMissing);
	const sims = await findSims(call, plans, fleet);
	for (const plan of plans) {
		await attempt(plan, () => {
			const sim = sims.get(plan)?.sim;
			if (!plan.state) planNewEndpoint(plan, sim, directory, options);
			else plan.changes = compareRow(plan.state, plan.wants, { options, directory, sim });
		});
	}
	await inParallel(
		plans.filter(({ wants }) => quotasIn(wants).length > 0),
		READ_AT_A_TIME,
		async (plan) =>
			await attempt(plan, async () => {
				plan.quotas = await planQuotas(call, plan.wants, plan.state?.id);
			}),
	);
	dropBroken(sims);
	for (const plan of plans) {
		if (plan.error === undefined) continue;
		Object.assign(plan, { changes: [], quotas: [], creates: undefined });
	}
	const table = { options, fleet, directory, rows: plans, all, others };
	const plan: TablePlan = { ...table, extras: extrasOf(table) };
	holdMost(plan);
	return plan;
}

/** The changes of a row, for a person. */
export const diffOf = ({ changes, quotas }: RowPlan): Json[] =>
	[...changes, ...quotas.flatMap(({ shows }) => shows)].map(shownChange);

/** Lists of tags are text, so that a change fits into the cells of a table. */
const shownValue = (value: unknown): unknown => (Array.isArray(value) ? value.join(', ') : value);

export const shownChange = ({ field, before, after, billed, reversible }: ColumnChange): Json => ({
	field,
	before: shownValue(before),
	after: shownValue(after),
	billed,
	reversible,
});
