import { CellularIotError, knownOf, ownError } from '../../errors';
import type { FeatureItem, FeatureResult, FeatureRun } from '../../run/feature';
import { notAttempted, type RefusedRow } from '../../run/items';
import { isFailed, isNotAttempted } from '../../run/outcomes';
import { contentRefusal, refusalFor } from '../../run/refusals';
import { rowNumber, togetherRefused } from '../../run/refusedRows';
import { Failures } from '../../run/stopEarly';
import type { Call, Json } from '../../table/define';
import { groupedBy } from '../../table/values';
import { tableFields } from './tableFields';
import {
	diffOf,
	isChanged,
	isPlan,
	type PlannedRow,
	type RowPlan,
	EACH_ITEM,
	type RowsOfItems,
	shownChange,
	type TablePlan,
} from './rowPlans';
import { planTable } from './tablePlan';
import { keyIn, placesFor, type Wants } from './tableRows';
import { RowError } from '../../run/rowError';
import { type Applied, applyPlan } from './tableWrites';
import { tableWavesOf } from './waveForm';
import { shownVerdict } from './waveCourse';
import { withWaves } from './waveFit';
import type { Waves } from './waves';
import type { RowWave } from './waveVerdict';

/*
 * A run of Apply a Table: the rows of each workspace are one table. All tables are planned before anything
 * is written, because two rows may want the same SIM, which only the whole shows.
 */

const resultOfRow = (
	plan: RowPlan,
	dryRun: boolean,
	outcome: string,
	{ made, wave }: { made?: Json | undefined; wave?: RowWave | undefined },
): Json => ({
	endpoint_id: plan.state?.id ?? made?.id ?? null,
	endpoint: plan.key.value,
	outcome,
	diff: diffOf(plan),
	dry_run: dryRun,
	...(wave?.number !== undefined && { wave: wave.number }),
});

const rowOutcome = (error: unknown): string =>
	ownError(error)?.outcome === 'unknown' ? 'unknown' : 'failed';

/** The result of a settled row, whose endpoint has an ID. */
const settledResult = ({ input }: FeatureItem, id: number, dryRun: boolean): FeatureResult => ({
	items: [
		{
			endpoint_id: id,
			endpoint: keyIn(input as Wants).value,
			outcome: 'unchanged',
			diff: [],
			dry_run: dryRun,
		},
	],
});

/**
 * The result of a row: what it needed, or why it failed. A row that repeats another has the same result.
 */
function rowResult(row: RowPlan, dryRun: boolean, applied?: Applied): FeatureResult {
	const plan = applied?.rows.get(row.index) ?? row;
	const { repeats } = plan;
	const errorOf = ({ index, error }: RowPlan) => applied?.errors.get(index) ?? error;
	const made = applied?.made.get((repeats ?? plan).index);
	const wave = applied?.waves?.get((repeats ?? plan).index);
	const more = { made, wave };
	const error = errorOf(repeats ?? plan);
	if (error !== undefined) {
		return { error: new RowError(resultOfRow(plan, dryRun, rowOutcome(error), more), error) };
	}
	const verdict = wave?.verdict;
	const judged = verdict && verdict.is !== 'met' ? shownVerdict(verdict) : {};
	if (repeats) {
		const own = { ...plan, state: repeats.state };
		const result = resultOfRow(own, dryRun, 'repeated', more);
		return { items: [{ ...judged, ...result, repeats_item: repeats.item }] };
	}
	const outcome = plan.creates ? 'created' : isChanged(plan) ? 'changed' : 'unchanged';
	return { items: [{ ...resultOfRow(plan, dryRun, outcome, more), ...judged }] };
}

/** The results of endpoints that no row is about. */
function extraResults({ extras, options }: TablePlan, applied?: Applied): Json[] {
	return (applied?.extras ?? extras).map(({ state, change }) => {
		const error = applied?.extrasLeft
			? 'Left alone, as rows of the table have failed'
			: applied?.failedExtras.get(state.id);
		const failed = error !== undefined && {
			outcome: rowOutcome(error),
			error: knownOf(error).message,
		};
		return {
			endpoint_id: state.id,
			endpoint: state.name,
			outcome: 'changed',
			diff: [shownChange(change)],
			dry_run: options.dryRun,
			in_table: false,
			...failed,
		};
	});
}

/** Rows in a note, by their numbers in a spreadsheet. */
const MOST_ROWS_NOTED = 20;
function rowsInWords(items: number[]): string {
	const all = [...new Set(items.map(rowNumber))].sort((a, b) => a - b);
	const more = all.length > MOST_ROWS_NOTED ? ` and ${all.length - MOST_ROWS_NOTED} more` : '';
	return `${all.length === 1 ? 'row' : 'rows'} ${all.slice(0, MOST_ROWS_NOTED).join(', ')}${more}`;
}

/** Adds notes on rows that count as one, and on rows that kept the table from other endpoints. */
function noteTable(
	call: Call,
	{ options, rows, all, others }: TablePlan,
	applied: Applied | undefined,
): void {
	const repeated = all.filter(isPlan).filter(({ repeats }) => repeats !== undefined);
	if (repeated.length > 0) {
		const which = rowsInWords(repeated.map(({ item }) => item));
		call.note(`Rows that repeat an earlier one were taken for one with it: ${which}`);
	}
	const failed = rows.filter(
		({ index, error }) => error !== undefined || applied?.errors.has(index) === true,
	);
	const wrong = [...others.refused.map(({ index }) => index), ...failed.map(({ item }) => item)];
	if ((options.notInTable ?? 'leave') === 'leave' || wrong.length === 0) return;
	call.note(
		`Endpoints that are not in the table were left as they are, because of the errors of ${rowsInWords(wrong)}: only a table without an error shows what is not in it`,
	);
}

/** A planned table with those of its rows that can be applied, and their items. */
interface PlannedTable {
	table: TablePlan;
	rows: readonly PlannedRow[];
	items: readonly FeatureItem[];
}

/** Applies a table, unless it is a dry run; gives one result for each of its rows. */
async function performTable(
	{ table, rows, items }: PlannedTable,
	waves?: Waves,
): Promise<FeatureResult[]> {
	const [first] = items as [FeatureItem];
	const { client, call } = first;
	const { dryRun } = table.options;
	const apply = async () =>
		waves && tableWavesOf(table.options)
			? await waves.apply(table, first)
			: await applyPlan(client, call, table);
	const applied = dryRun ? undefined : await apply();
	const results = rows.map((row, i) =>
		isPlan(row) ? rowResult(row, dryRun, applied) : settledResult(items[i]!, row, dryRun),
	);
	noteTable(call, table, applied);
	const extras = extraResults(table, applied);
	const last = results.findLast((result) => 'items' in result);
	if (last && extras.length > 0) last.items = [...last.items, ...extras];
	return results;
}

/** A table with the rows that were refused in all tables of its run. */
function knowingRefused({ table, ...rows }: PlannedTable, refused: RefusedRow[]): PlannedTable {
	const others = { ...table.others, refused };
	// What a refused row names may look as if no row were about it.
	const extras = refused.length > 0 ? [] : table.extras;
	return { table: { ...table, others, extras }, ...rows };
}

/** Whether a row cannot be applied, or the row that it repeats. */
const isWrong = (row: PlannedRow): row is RowPlan =>
	isPlan(row) && (row.repeats ?? row).error !== undefined;

/** Plans the tables of a run; gives them, and the errors of rows that cannot be applied. */
async function plannedTables(
	{ items, refused: before, continueOnFail }: FeatureRun,
	rowsOfItems: RowsOfItems,
): Promise<{ tables: PlannedTable[]; errors: Map<number, unknown> }> {
	const tables: PlannedTable[] = [];
	const errors = new Map<number, unknown>();
	const refused: RefusedRow[] = [...before];
	const refuse = (index: number, error: unknown) => {
		errors.set(index, error);
		refused.push({ index: rowsOfItems.itemOf(index), error });
	};
	const workspaces = groupedBy(items, ({ client }) => client);
	for (const own of workspaces.values()) {
		try {
			const { client, call } = own[0]!;
			const elsewhere = items.filter((item) => item.client !== client);
			const planned = await planTable(
				call,
				own.map(({ input }) => input),
				own.map(({ index }) => index),
				{ refused: [...refused], elsewhere: elsewhere.map(({ input }) => input), rowsOfItems },
			);
			const table = withWaves(planned, client);
			for (const row of table.all) {
				const result = isWrong(row) ? rowResult(row, table.options.dryRun) : undefined;
				if (result && 'error' in result) refuse((row as RowPlan).index, result.error);
			}
			const rows = table.all.filter((row) => !isWrong(row));
			const sound = own.filter((_, i) => !isWrong(table.all[i]!));
			if (rows.length > 0) tables.push({ table, rows, items: sound });
		} catch (error) {
			for (const { index } of own) refuse(index, error);
		}
		if (!continueOnFail && errors.size > 0) break;
	}
	return { tables: tables.map((table) => knowingRefused(table, refused)), errors };
}

/** The reason why a run that stops at failures has not sent its rows. */
function stoppedBefore(cause: unknown): CellularIotError {
	const { message, hint } = knownOf(cause);
	return new CellularIotError(message, hint, 'notSent', cause);
}

/** The errors of rows by the items that they stand for: the first of each. */
function ofItems(errors: ReadonlyMap<number, unknown>, { itemOf }: RowsOfItems): RefusedRow[] {
	const byItem = new Map<number, unknown>();
	for (const [index, error] of errors) {
		const item = itemOf(index);
		if (!byItem.has(item)) byItem.set(item, error);
	}
	return [...byItem].map(([index, error]) => ({ index, error }));
}

const failureIn = (results: Array<FeatureResult | undefined>): unknown =>
	results.find((result) => result !== undefined && isFailed(result))?.error;

/**
 * Applies the rows of a run, a table for each workspace; gives one result for each, in order. `waves` are those that the
 * rows ask for.
 */
export async function applyTables(
	run: FeatureRun,
	waves: Waves | undefined,
	rowsOfItems: RowsOfItems = EACH_ITEM,
): Promise<FeatureResult[]> {
	const { items, continueOnFail, progress } = run;
	const { tables, errors } = await plannedTables(run, rowsOfItems);
	for (const { table } of tables) waves?.about(table);
	const results = placesFor<FeatureResult>(items);
	for (const [index, error] of errors) results[index] = { error };
	if (!continueOnFail && errors.size > 1) {
		const first = [...errors.keys()].reduce((least, index) => Math.min(least, index));
		// A row of a tag stands for many endpoints, and is one row of the table.
		const rowsOfTable = new Set(items.map(({ index }) => rowsOfItems.itemOf(index)));
		results[first] = { error: togetherRefused(ofItems(errors, rowsOfItems), rowsOfTable.size) };
	}
	const failures = new Failures(items);
	let stopped = continueOnFail ? undefined : failureIn(results);
	let done = errors.size;
	for (const planned of tables) {
		if (stopped !== undefined) break;
		const { items: own } = planned;
		try {
			const ended = await performTable(planned, waves);
			for (const [i, result] of ended.entries()) results[own[i]!.index] = result;
			// Waves count by themselves.
			if (waves) stopped = waves.stopped ?? (continueOnFail ? undefined : failureIn(ended));
			else stopped = continueOnFail ? failures.add(ended) : failureIn(ended);
		} catch (error) {
			const refusal = contentRefusal(error);
			for (const [i, { index }] of own.entries()) {
				const worded = refusal ? refusalFor(refusal, i, own, { fields: tableFields }) : error;
				results[index] = { error: worded };
			}
			const ended = own.map(({ index }) => results[index]!);
			stopped = refusal && continueOnFail ? failures.add(ended) : error;
		}
		done += own.length;
		progress(done, items.length);
	}
	const all = items.map(({ index }) => results[index] ?? notAttempted(stopped));
	// Where failures stop the run, it must not end as if nothing had failed.
	const isSilent = all.every((result) => !isFailed(result) || isNotAttempted(result));
	const unsent = all.findIndex(isFailed);
	if (!continueOnFail && isSilent && unsent >= 0) all[unsent] = { error: stoppedBefore(stopped) };
	return all;
}
