import { InputError } from '../../errors';
import type { RefusedRow } from '../../run/items';
import { rowNumber } from '../../run/refusedRows';
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
import { tableError, tableFields, type TableOptions } from './tableFields';
import { type TableFleet, readFleet } from './tableFleet';
import { type Directory, readDirectory, readFreeSims } from './tableNames';
import { planQuotas, type QuotaChange, quotasIn } from './tableQuotas';
import {
	Claims,
	contradictionsIn,
	isAtWork,
	keyIn,
	mostChangesIn,
	optionsOf,
	type Row,
	type RowFindings,
	simKey,
	unitedRows,
	type Wants,
} from './tableRows';
import { PROFILE_FIELDS, type ProfileField, type Sim, type Endpoint } from '../../fleet/endpoint';
import { EndpointStatus, SimStatus } from '../../fleet/statuses';
import type { IdOrReference } from './tableState';

/* The plan of a table: each row's endpoint and changes, before anything is sent. */

/** The rows of a run that are not among the inputs of a table. */
export interface OtherRows {
	/** Those refused so far. */
	readonly refused: readonly RefusedRow[];
	/** The inputs of rows that act in other workspaces. */
	readonly elsewhere: readonly Input[];
	/** How rows stand for items. */
	readonly standing: RowsOfItems;
}

/** How the rows of a run stand for its items: usually one for each. */
export interface RowsOfItems {
	/** The number of the item of a row. */
	readonly itemOf: (index: number) => number;
	/** Names of the tags whose endpoints rows are about. */
	readonly claimedTags: readonly string[];
	/** The name of the tag by which the endpoint of a row was found; undefined where it was found by itself. */
	readonly tagOf: (index: number) => string | undefined;
}

/** A row for each item. */
export const EACH_ITEM: RowsOfItems = {
	itemOf: (index) => index,
	claimedTags: [],
	tagOf: () => undefined,
};

/** Whether a row of the run is about an endpoint by its tag, or may be. */
export const isClaimedByTag = (
	{ tags }: Endpoint,
	{ standing: { claimedTags } }: OtherRows,
): boolean =>
	tags === undefined ? claimedTags.length > 0 : tags.some((tag) => claimedTags.includes(tag));

/**
 * The errors of rows, where rows of one item share theirs: they are rows of a tag, which is refused as a whole.
 */
export function ofWholeItems<R extends Row>(
	rows: readonly R[],
	errors: ReadonlyMap<R, unknown>,
): Map<R, unknown> {
	const all = new Map(errors);
	for (const same of groupedBy([...rows], ({ item }) => item).values()) {
		const wrong = same.find((row) => errors.has(row));
		for (const row of wrong ? same : []) all.set(row, errors.get(wrong!));
	}
	return all;
}

/** What a row needs: changes of its endpoint, or a new one. */
interface RowPart {
	readonly changes: readonly PlannedChange[];
	/** The new endpoint: its fields, and its tags by name. */
	readonly creates?: { readonly input: Input; readonly tags: readonly string[] } | undefined;
}

/** A row with the plan for it. */
export interface RowPlan extends Row, RowPart {
	/** Why it cannot be applied. It needs nothing then. */
	readonly error?: unknown;
	/** An earlier row that wants the same of the same endpoint: this one does nothing. */
	readonly repeats?: RowPlan | undefined;
	/** Its endpoint; undefined for one that is to be created. */
	readonly state?: Endpoint | undefined;
	readonly quotas: readonly QuotaChange[];
	/** Another row wants its SIM, which has to be taken off first. */
	readonly release: boolean;
}

/** An endpoint that no row is about, and what is done with it. */
export interface Extra {
	state: Endpoint;
	change: ColumnChange;
}

export interface TablePlan {
	readonly options: TableOptions;
	readonly fleet: TableFleet;
	readonly directory: Directory;
	/** The rows that do something: the first of those that are equal. */
	readonly rows: readonly RowPlan[];
	/** All rows, in the order of the inputs. */
	readonly all: readonly RowPlan[];
	readonly extras: readonly Extra[];
	readonly others: OtherRows;
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

const KEY_LABELS = {
	iccid: 'ICCID',
	imei: 'IMEI',
	name: 'name',
	id: 'ID',
	eid: 'EID',
	tag: 'tag',
};
const calledBy = ({ by, value }: Row['key']) => `the ${KEY_LABELS[by]} ${describeValue(value)}`;

/** The error of a row without an endpoint. */
function absent({ key }: Row): InputError {
	const rule = `must be exactly one endpoint; none has ${calledBy(key)}`;
	// A new endpoint cannot be given an ID.
	const hint = key.by === 'id' ? '' : '; switch on "Create What Is Missing" to create it';
	return tableError('endpointId', `${rule}${hint}`);
}

/** The error of a row whose endpoint the list lacks, and which no filter can ask for. */
const notAskedFor = ({ key }: Row): InputError =>
	tableError(
		'endpointId',
		`must be an endpoint of which it can be known whether it exists: the list, which was read in pages, has none with ${calledBy(key)}, and no filter can ask for a name with , : | or *. Name it by another column`,
	);

/** The endpoints of rows, beside what else is known of rows. */
export interface MatchedRows extends RowFindings {
	readonly states: ReadonlyMap<Row, Endpoint>;
}

/** The error of a row that names no endpoint; undefined if that is no error. */
type FindAbsent = (row: Row) => InputError | undefined;

/** Gives each row its endpoint, or the reason why it has none. */
function matched(
	rows: Row[],
	fleet: TableFleet,
	findAbsent: FindAbsent,
	before: RowFindings,
): MatchedRows {
	const errors = new Map(before.errors);
	const repeats = new Map(before.repeats);
	const states = new Map<Row, Endpoint>();
	for (const row of rows) {
		if (!isAtWork(row, before)) continue;
		const { key } = row;
		const [state, ...others] = fleet.named(key);
		if (!state) {
			const error = fleet.mayLack(key) ? notAskedFor(row) : findAbsent(row);
			if (error) errors.set(row, error);
			continue;
		}
		if (others.length > 0) {
			const ids = [state, ...others].map(({ id }) => id).join(', ');
			const rule = `must be exactly one endpoint; ${others.length + 1} have ${calledBy(key)}: IDs ${ids}`;
			errors.set(row, tableError('endpointId', rule));
			continue;
		}
		states.set(row, state);
	}
	for (const [id, same] of groupedBy([...states.keys()], (row) => states.get(row)!.id)) {
		const united = unitedRows(same, `endpoint ${id}`);
		for (const [row, error] of united.errors) errors.set(row, error);
		for (const [row, first] of united.repeats) repeats.set(row, first);
	}
	return { errors: ofWholeItems(rows, errors), repeats, states };
}

/**
 * The SIM that a row wants, by its ICCID or its ID: that of its column, or the SIM by which it names an
 * endpoint that is to be created.
 */
function wantedSim({ key, wants }: Row, state: Endpoint | undefined): string | undefined {
	if (wants.simId !== undefined) return simKey(wants.simId);
	return state === undefined && key.by === 'iccid' ? key.value : undefined;
}

const simError = (sim: string, why: string) =>
	tableError('simId', `must be a free SIM of this organisation; ${sim} ${why}`);

/** The SIMs that rows get, and the rows that give them up. */
type FoundSims = Map<Row, { sim: Sim; holder?: Row }>;

/**
 * Finds the SIM of each row. A SIM that another endpoint holds becomes free only if that endpoint's own
 * row gives it up, or takes another. Gives the errors of all rows, those of before included.
 */
async function findSims(
	call: Call,
	rows: Row[],
	fleet: TableFleet,
	{ states, errors }: MatchedRows,
): Promise<{ sims: FoundSims; errors: ReadonlyMap<Row, unknown> }> {
	const rowOf = new Map(rows.map((row) => [states.get(row)?.id, row]));
	const wantedSims = new Set<string>();
	const wanted = rows.flatMap((row) => {
		const sim = errors.has(row) ? undefined : wantedSim(row, states.get(row));
		if (sim !== undefined && !fleet.holderOf(sim)) wantedSims.add(sim);
		return sim === undefined ? [] : [[row, sim] as const];
	});
	const free = await readFreeSims(call, wantedSims);
	const sims: FoundSims = new Map();
	const claims = new Claims<number>(errors);
	for (const [row, key] of wanted) {
		const holder = fleet.holderOf(key);
		const sim = holder?.sim ?? free.get(key);
		if (!sim) {
			const why = 'is not one, or an endpoint outside the table holds it';
			claims.refuse(row, simError(key, why));
			continue;
		}
		const error = (other: Row) => simError(key, `is wanted by row ${rowNumber(other.item)}, too`);
		if (!claims.claim(sim.id, row, error)) continue;
		if (!holder || holder.id === states.get(row)?.id) {
			sims.set(row, { sim });
			continue;
		}
		const from = rowOf.get(holder.id);
		const givesUp = from && (from.wants.simId !== undefined || from.wants.clear?.includes('simId'));
		if (from && givesUp) sims.set(row, { sim, holder: from });
		else claims.refuse(row, simError(key, `is held by endpoint ${holder.id}, which keeps it`));
	}
	return { sims, errors: claims.errors };
}

/** The profiles of endpoints that are created, where their rows name none. */
function profilesOfNew({
	newServiceProfileId: service,
	newTariffProfileId: tariff,
}: TableOptions): Partial<Record<ProfileField, IdOrReference>> {
	return {
		...(service !== undefined && { serviceProfileId: service }),
		...(tariff !== undefined && { tariffProfileId: tariff }),
	};
}

/** The fields of a new endpoint, and its changes as they are shown. */
function newEndpoint(
	{ wants, key }: Row,
	sim: Sim | undefined,
	directory: Directory,
	options: TableOptions,
): RowPart {
	const { simActivate = true } = options;
	const changes: PlannedChange[] = [];
	const shown = (field: string, after: unknown, more: Partial<ColumnChange> = {}) => {
		if (after === undefined) return;
		changes.push({ field, before: null, after, ...usual, ...more });
	};
	const given = { ...profilesOfNew(options), ...wants };
	const [missing, ...others] = PROFILE_FIELDS.filter((field) => given[field] === undefined);
	if (missing !== undefined) {
		const also = others.map((field) => `, and so must ${tableFields[field].label}`).join('');
		throw tableError(
			missing,
			`must be given for an endpoint that is created${also}: in a column, or below "Create What Is Missing"`,
		);
	}
	const profile = (field: ProfileField) => directory.profile(field, given[field]!);
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
	const creates = {
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
	return { changes, creates };
}

/** Refuses rows whose SIM comes from a row with an error. Gives the errors of all rows. */
function withoutBrokenSims(sims: FoundSims, before: ReadonlyMap<Row, unknown>): Map<Row, unknown> {
	const errors = new Map(before);
	let again = true;
	while (again) {
		again = false;
		for (const [row, { sim, holder }] of sims) {
			if (!holder || errors.has(row) || !errors.has(holder)) continue;
			errors.set(
				row,
				simError(sim.iccid, `is held by row ${rowNumber(holder.item)}, which has an error`),
			);
			again = true;
		}
	}
	return errors;
}

/**
 * The endpoints of a fleet, read as a whole, that no row of the run names. Undefined if any row was refused: its
 * endpoint may look as if no row were about it.
 */
export function endpointsNotNamed({
	fleet,
	rows,
	others,
}: {
	fleet: TableFleet;
	rows: ReadonlyArray<Pick<RowPlan, 'state' | 'error'>>;
	others: OtherRows;
}): Endpoint[] | undefined {
	const { refused, elsewhere } = others;
	if (refused.length > 0 || rows.some(({ error }) => error !== undefined)) return undefined;
	const named = elsewhere.flatMap((input) => fleet.named(keyIn(input as Wants)));
	const own = new Set([...named, ...rows.flatMap(({ state }) => state ?? [])].map(({ id }) => id));
	return [...fleet.byId.values()].filter(
		(state) => !own.has(state.id) && !isClaimedByTag(state, others),
	);
}

/** The change of endpoints that no row of the run names; none if any row was refused. */
function extrasOf(table: Omit<TablePlan, 'extras'>): Extra[] {
	const { notInTable = 'leave' } = table.options;
	if (notInTable === 'leave') return [];
	const outside = endpointsNotNamed(table) ?? [];
	if (notInTable === 'disable') {
		const change = { field: 'status', before: 'Enabled', after: 'Disabled', ...usual };
		const enabled = outside.filter(({ status }) => status !== EndpointStatus.Disabled);
		return enabled.map((state) => ({ state, change }));
	}
	const change = { field: 'sim_status', before: 'Activated', after: 'Suspended', ...usual };
	const activated = outside.filter(({ sim }) => sim?.status === SimStatus.Activated);
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

/** The result of a job for a row, or its wrong input as its error; any other error is the table's. */
export async function orError<T>(
	job: () => Promise<T> | T,
): Promise<{ done: T } | { error: InputError }> {
	try {
		return { done: await job() };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { error };
	}
}

/** Rows with all that is planned for them; those that repeat another have its plan. */
function plansOf(
	rows: Row[],
	{ states, repeats }: MatchedRows,
	planned: {
		errors: ReadonlyMap<Row, unknown>;
		parts: ReadonlyMap<Row, RowPart>;
		quotas: ReadonlyMap<Row, QuotaChange[]>;
		released: ReadonlySet<Row>;
	},
): Map<Row, RowPlan> {
	const plans = new Map<Row, RowPlan>();
	const planOf = (row: Row): RowPlan => {
		const known = plans.get(row);
		if (known) return known;
		const error = planned.errors.get(row);
		const first = repeats.get(row);
		const part = error === undefined ? planned.parts.get(row) : undefined;
		const plan: RowPlan = {
			...row,
			error,
			repeats: first && planOf(first),
			state: states.get(row),
			changes: part?.changes ?? [],
			creates: part?.creates,
			quotas: (error === undefined && planned.quotas.get(row)) || [],
			release: planned.released.has(row),
		};
		plans.set(row, plan);
		return plan;
	};
	rows.forEach(planOf);
	return plans;
}

/** Rows of a table with their endpoints, and the endpoints that were read for it. */
export interface MatchedTable {
	/** All rows, in the order of the inputs. */
	given: Row[];
	fleet: TableFleet;
	found: MatchedRows;
}

/**
 * Finds the endpoints of rows. A row that contradicts another, or names several endpoints, has its error. `whole`: all
 * endpoints are read. `mayMiss`: some rows are expected to name none.
 * @throws IncompleteListError
 */
export async function matchedTable(
	call: Call,
	inputs: Input[],
	numbers: number[],
	how: {
		whole: boolean;
		mayMiss: boolean;
		/** The inputs of rows that act in other workspaces. */
		elsewhere: readonly Input[];
		standing: RowsOfItems;
		findAbsent: FindAbsent;
	},
): Promise<MatchedTable> {
	const given = inputs.map((input, i): Row => {
		const wants = input as Wants;
		const index = numbers[i] ?? i;
		return { index, item: how.standing.itemOf(index), wants, key: keyIn(wants) };
	});
	const contradictions = contradictionsIn(given);
	const keys = given.filter((row) => isAtWork(row, contradictions)).map(({ key }) => key);
	const elsewhere = how.elsewhere.map((input) => keyIn(input as Wants));
	const { whole, mayMiss, findAbsent } = how;
	const fleet = await readFleet(call, keys, { whole, mayMiss, elsewhere });
	return { given, fleet, found: matched(given, fleet, findAbsent, contradictions) };
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
	const { given, fleet, found } = await matchedTable(call, inputs, numbers, {
		whole: notInTable !== 'leave',
		mayMiss: createMissing,
		elsewhere: others.elsewhere,
		standing: others.standing,
		findAbsent: (row) => (createMissing && row.key.by !== 'id' ? undefined : absent(row)),
	});
	const working = given.filter((row) => !found.repeats.has(row));
	const directory = await readDirectory(
		call,
		[...(inputs as Wants[]), profilesOfNew(options)],
		createMissing,
	);
	const { sims, errors: withSims } = await findSims(call, working, fleet, found);
	const errors = new Map(withSims);
	const parts = new Map<Row, RowPart>();
	for (const row of working) {
		if (errors.has(row)) continue;
		const sim = sims.get(row)?.sim;
		const state = found.states.get(row);
		const part = await orError((): RowPart => {
			if (!state) return newEndpoint(row, sim, directory, options);
			return { changes: compareRow(state, row.wants, { options, directory, sim }) };
		});
		if ('error' in part) errors.set(row, part.error);
		else parts.set(row, part.done);
	}
	const quotas = new Map<Row, QuotaChange[]>();
	const withQuotas = working.filter((row) => quotasIn(row.wants).length > 0 && !errors.has(row));
	await inParallel(withQuotas, READ_AT_A_TIME, async (row) => {
		const id = found.states.get(row)?.id;
		const planned = await orError(async () => await planQuotas(call, row.wants, id));
		if ('error' in planned) errors.set(row, planned.error);
		else quotas.set(row, planned.done);
	});
	const allErrors = ofWholeItems(given, withoutBrokenSims(sims, errors));
	const released = new Set<Row>();
	for (const [row, { holder }] of sims) {
		if (holder && !allErrors.has(row)) released.add(holder);
	}
	const plans = plansOf(given, found, { errors: allErrors, parts, quotas, released });
	const all = given.map((row) => plans.get(row)!);
	const rows = working.map((row) => plans.get(row)!);
	const table = { options, fleet, directory, rows, all, others };
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
