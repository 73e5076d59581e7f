import type { RefusedRow } from '../../run/items';
import type { Call, Input, Json } from '../../table/define';
import { inParallel } from '../../table/inParallel';
import { InputError } from '../../errors';
import { type ColumnChange, compareRow } from '../applyTable/tableCompare';
import { endpointsNotNamed, matchedRows, type RowPlan } from '../applyTable/tablePlan';
import { quotasIn, quotasThatDiffer } from '../applyTable/tableQuotas';
import { sharedOptions, simKey } from '../applyTable/tableRows';
import type { Wants } from '../applyTable/tableRows';
import type { EndpointState } from '../applyTable/tableState';
import { driftFields, type DriftOptions, SHARED_OPTIONS } from './form';
import { comparedNames } from './names';

/* The differences between a fleet and a table, by reads alone. */

/** One difference: an endpoint that is not there, one that no row is about, or a column of one. */
export interface Drift {
	kind: 'missing' | 'unmanaged' | 'differing';
	/** The endpoint; undefined for one that is not there. */
	state?: EndpointState;
	/** What its row calls it; its name for one that no row is about. */
	called: string;
	/** The column that differs, what its row says and how it is. */
	column?: string;
	wanted?: unknown;
	is?: unknown;
}

/** A compared row: what was found, or why it could not be compared. */
export interface ComparedRow {
	plan: RowPlan;
	drifts: Drift[];
}

export interface ComparedTable {
	options: DriftOptions;
	rows: ComparedRow[];
	/** Endpoints that no row is about and the table claims; undefined where that is not known. */
	unmanaged: Drift[] | undefined;
	/** Endpoints whose tags the service does not name, so that it is not known whether the table claims them. */
	undecided: number;
}

/** Quotas that are read at a time; the lane spaces them. */
const READ_AT_A_TIME = 25;

/** Lists of tags are text, so that a difference fits into the cells of a table. */
const shownValue = (value: unknown): unknown =>
	Array.isArray(value) ? [...value].sort().join(', ') : value;

/** The difference of the SIM, where a row names one or wants none; nobody asks whether that SIM is free. */
function simDifference({ wants, state }: RowPlan): Pick<ColumnChange, 'before' | 'after'>[] {
	const { sim } = state!;
	const before = sim?.iccid ?? null;
	if (wants.clear?.includes('simId')) return sim ? [{ before, after: null }] : [];
	if (wants.simId === undefined) return [];
	const wanted = simKey(wants.simId);
	const isSame = sim !== undefined && [sim.iccid, String(sim.id)].includes(wanted);
	return isSame ? [] : [{ before, after: wanted }];
}

/** The differences of a row whose endpoint was found. @throws InputError for what cannot be compared */
function differencesOf(
	plan: RowPlan,
	options: DriftOptions,
	directory: Awaited<ReturnType<typeof comparedNames>>,
): Drift[] {
	const { state, wants, key } = plan;
	const { tagChange = 'exact' } = options;
	const { clear } = wants;
	const withoutSim: Wants = {
		...wants,
		...(clear && { clear: clear.filter((field) => field !== 'simId') }),
	};
	const changes = compareRow(state!, withoutSim, { options: { tagChange }, directory });
	const sims = simDifference(plan).map((one) => ({ field: 'iccid', ...one }));
	return [...changes, ...sims].map(({ field, before, after }) =>
		differing(state!, key.value, field, before, after),
	);
}

const differing = (
	state: EndpointState,
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

/** Compares a row. What is wrong with it is its own error; any other is the run's. */
async function compared(plan: RowPlan, compare: () => Promise<Drift[]>): Promise<Drift[]> {
	if (plan.error !== undefined || plan.repeats) return [];
	if (!plan.state) return [{ kind: 'missing', called: plan.key.value }];
	try {
		return await compare();
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		plan.error = error;
		return [];
	}
}

/** Whether a name fits a pattern in which `*` stands for any text; letters in any case. */
function fitsPattern(name: string, pattern: string): boolean {
	const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`, 'is').test(name);
}

/** Whether the table claims an endpoint; undefined where its tags are not known. */
function isClaimedBy(options: DriftOptions, state: EndpointState): boolean | undefined {
	const { managedTags, managedName, managedStatus } = options;
	if (managedStatus !== undefined && state.status !== managedStatus) return false;
	if (managedName !== undefined && !fitsPattern(state.name, managedName)) return false;
	if (managedTags === undefined) return true;
	return state.tags && managedTags.some((tag) => state.tags!.includes(tag.trim()));
}

/**
 * Compares the rows of a table with the endpoints that there are.
 * @throws InputError where rows differ in an option
 * @throws IncompleteListError where an endpoint may be missing in the list
 */
export async function compareTable(
	call: Call,
	inputs: Input[],
	places: number[],
	others: { refused: readonly RefusedRow[]; elsewhere: Input[] },
): Promise<ComparedTable> {
	const options = sharedOptions(inputs, SHARED_OPTIONS, driftFields) as DriftOptions;
	const asksUnmanaged = options.unmanaged !== false;
	const { all, fleet } = await matchedRows(call, inputs, places, {
		whole: asksUnmanaged,
		// Only the list tells for certain that an endpoint is not there.
		mayMiss: true,
		elsewhere: others.elsewhere,
		findAbsent: () => undefined,
	});
	const directory = await comparedNames(call, inputs as Wants[], fleet);
	const rows: ComparedRow[] = [];
	for (const plan of all) {
		const drifts = await compared(plan, async () => differencesOf(plan, options, directory));
		rows.push({ plan, drifts });
	}
	await inParallel(
		rows.filter(({ plan }) => plan.state && quotasIn(plan.wants).length > 0),
		READ_AT_A_TIME,
		async ({ plan, drifts }) => {
			const quotas = await compared(plan, async () => {
				const { state, wants, key } = plan;
				const differences = await quotasThatDiffer(call, wants, state!.id);
				return differences.map(({ field, before, after }) =>
					differing(state!, key.value, field, before, after),
				);
			});
			drifts.push(...quotas);
		},
	);
	const notNamed = asksUnmanaged
		? endpointsNotNamed({
				fleet,
				rows: all.filter(({ repeats }) => !repeats),
				others: { refused: [...others.refused], elsewhere: others.elsewhere },
			})
		: [];
	const claimed = notNamed?.filter((state) => isClaimedBy(options, state) === true);
	const undecided = notNamed?.filter((state) => isClaimedBy(options, state) === undefined) ?? [];
	return {
		options,
		rows,
		unmanaged: claimed?.map((state) => ({ kind: 'unmanaged', state, called: state.name })),
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
