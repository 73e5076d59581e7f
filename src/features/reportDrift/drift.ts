import type { Call, Input, Json } from '../../table/define';
import { lookOf, looksLike } from '../../readings/name';
import { inParallel } from '../../table/inParallel';
import { type ColumnChange, compareRow } from '../applyTable/tableCompare';
import { orError } from '../applyTable/rowFaults';
import type { OtherRows } from '../applyTable/rowPlans';
import { endpointsNotNamed } from '../applyTable/tableExtras';
import { matchedTable } from '../applyTable/tableMatch';
import { quotasThatDiffer } from '../applyTable/tableQuotas';
import { type Row, sharedOptions, simKey, type Wants } from '../applyTable/tableRows';
import type { Endpoint } from '../../fleet/endpoint';
import { driftFields, type DriftOptions, SHARED_OPTIONS } from './form';
import { type ComparedNames, comparedNames } from './names';

/* The differences between a fleet and a table, by reads alone. */

/** One difference: an endpoint that is not there, one that no row is about, or a column of one. */
export interface Drift {
	kind: 'missing' | 'unmanaged' | 'differing';
	/** The endpoint; undefined for one that is not there. */
	state?: Endpoint;
	/** What its row calls it; its name for one that no row is about. */
	called: string;
	/** The column that differs, what its row says and how it is. */
	column?: string;
	wanted?: unknown;
	is?: unknown;
}

/** A compared row: what was found, or why it could not be compared. */
interface ComparedRow {
	readonly row: Row;
	/** Its endpoint; undefined for one that is not there, and for a row with an error. */
	readonly state: Endpoint | undefined;
	/** Why it could not be compared. */
	readonly error: unknown;
	readonly drifts: readonly Drift[];
}

export interface ComparedTable {
	options: DriftOptions;
	/** All rows, in the order of the inputs. */
	rows: ComparedRow[];
	/** Endpoints that no row is about and the table manages; undefined where that is not known. */
	unmanaged: Drift[] | undefined;
	/** Endpoints whose tags the service does not name, so that it is not known whether the table manages them. */
	undecided: number;
}

/** Quotas that are read at a time; the lane spaces them. */
const READ_AT_A_TIME = 25;

/** Lists of tags are text, so that a difference fits into the cells of a table. */
const shownValue = (value: unknown): unknown =>
	Array.isArray(value) ? [...value].sort().join(', ') : value;

/** The difference of the SIM, where a row names one or wants none; nobody asks whether that SIM is free. */
function simDifference(
	wants: Wants,
	{ sim }: Endpoint,
): Array<Pick<ColumnChange, 'before' | 'after'>> {
	const before = sim?.iccid ?? null;
	if (wants.clear?.includes('simId')) return sim ? [{ before, after: null }] : [];
	if (wants.simId === undefined) return [];
	const wanted = simKey(wants.simId);
	const isSame = sim !== undefined && [sim.iccid, String(sim.id)].includes(wanted);
	return isSame ? [] : [{ before, after: wanted }];
}

/** The differences of a row and its endpoint. @throws InputError for what cannot be compared */
async function differencesOf(
	call: Call,
	{ wants, key }: Row,
	state: Endpoint,
	{
		options: { tagChange = 'exact' },
		directory,
	}: { options: DriftOptions; directory: ComparedNames },
): Promise<Drift[]> {
	const { clear } = wants;
	const withoutSim: Wants = {
		...wants,
		...(clear && { clear: clear.filter((field) => field !== 'simId') }),
	};
	const changes = compareRow(state, withoutSim, { options: { tagChange }, directory });
	const sims = simDifference(wants, state).map((change) => ({ field: 'iccid', ...change }));
	const quotas = await quotasThatDiffer(call, wants, state.id);
	return [...changes, ...sims, ...quotas].map(({ field, before, after }) =>
		differing(state, key.value, field, before, after),
	);
}

const differing = (
	state: Endpoint,
	called: string,
	column: string,
	is: unknown,
	wanted: unknown,
): Drift => ({
	kind: 'differing',
	state,
	called,
	column,
	wanted: shownValue(wanted),
	is: shownValue(is),
});

/** Whether a name fits a pattern in which `*` stands for any text; letters in any case. */
export function fitsPattern(name: string, pattern: string): boolean {
	const text = lookOf(name).toLowerCase();
	const [first = '', ...others] = lookOf(pattern).toLowerCase().split('*');
	const last = others.pop();
	if (last === undefined) return text === first;
	if (!text.startsWith(first) || !text.endsWith(last)) return false;
	const end = text.length - last.length;
	let at = first.length;
	for (const part of others) {
		const found = text.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return at <= end;
}

/** Whether the table manages an endpoint; undefined where its tags are not known. */
function isManagedBy(options: DriftOptions, state: Endpoint): boolean | undefined {
	const { managedTags, managedName, managedStatus } = options;
	if (managedStatus !== undefined && state.status !== managedStatus) return false;
	if (managedName !== undefined && !fitsPattern(state.name, managedName)) return false;
	if (managedTags === undefined) return true;
	const { tags } = state;
	return tags && managedTags.some((tag) => tags.some((own) => looksLike(own, tag)));
}

/**
 * Compares the rows of a table with the endpoints that there are.
 * @throws InputError where rows differ in an option
 * @throws IncompleteListError where an endpoint may be missing in the list
 */
export async function compareTable(
	call: Call,
	inputs: Input[],
	indices: number[],
	others: OtherRows,
): Promise<ComparedTable> {
	const options = sharedOptions(inputs, SHARED_OPTIONS, driftFields) as DriftOptions;
	const asksUnmanaged = options.unmanaged !== false;
	const { given, fleet, found } = await matchedTable(call, inputs, indices, {
		whole: asksUnmanaged,
		// Only the list tells for certain that an endpoint is not there.
		mayMiss: true,
		creates: false,
		elsewhere: others.elsewhere,
		rowsOfItems: others.rowsOfItems,
		findAbsent: () => undefined,
	});
	const directory = await comparedNames(call, inputs as Wants[], fleet);
	const compared = new Map<Row, ComparedRow>();
	const working = given.filter((row) => !found.repeats.has(row));
	await inParallel(working, READ_AT_A_TIME, async (row) => {
		const state = found.states.get(row);
		const known = found.errors.get(row);
		const findDrifts = async (): Promise<Drift[]> =>
			state
				? await differencesOf(call, row, state, { options, directory })
				: [{ kind: 'missing', called: row.key.value }];
		const result = known === undefined ? await orError(findDrifts) : { error: known };
		const drifts = 'done' in result ? result.done : [];
		const error = 'error' in result ? result.error : undefined;
		compared.set(row, { row, state, error, drifts });
	});
	const rows = given.map((row): ComparedRow => {
		const first = found.repeats.get(row);
		// A row that repeats another has its error, and nothing to tell.
		return first ? { ...compared.get(first)!, row, drifts: [] } : compared.get(row)!;
	});
	const notNamed = asksUnmanaged
		? endpointsNotNamed({
				fleet,
				rows,
				others,
			})
		: [];
	const managed = notNamed?.filter((state) => isManagedBy(options, state) === true);
	const undecided = notNamed?.filter((state) => isManagedBy(options, state) === undefined) ?? [];
	return {
		options,
		rows,
		unmanaged: managed?.map((state) => ({ kind: 'unmanaged', state, called: state.name })),
		undecided: undecided.length,
	};
}

/** The column of a difference and both of its values, as its item has them. */
export const shownDrift = ({ kind, state, called, column, wanted, is }: Drift): Json => ({
	drift: kind,
	endpoint_id: state?.id ?? null,
	endpoint: state?.name ?? null,
	row: kind === 'unmanaged' ? null : called,
	column: column ?? null,
	wanted: wanted ?? null,
	is: is ?? null,
});
