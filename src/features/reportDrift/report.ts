import type { FeatureItem, FeatureResult, FeatureRun } from '../../run/feature';
import { notAttempted, type RefusedRow } from '../../run/items';
import type { Json } from '../../table/define';
import { groupedBy } from '../../table/values';
import { authorsOf } from './authors';
import { EACH_ITEM } from '../applyTable/rowPlans';
import { type ComparedTable, compareTable, type Drift, shownDrift } from './drift';
import { markdownOf } from './markdown';
import { spansOf } from './spans';

/* A run of Report Drift: the rows of each workspace are one table, compared with its endpoints. */

/** The columns that a table has: another set of them is another table, with other differences. */
function tableName(items: FeatureItem[]): string {
	const names = new Set(
		items.flatMap(({ input }) => Object.keys(input).filter((key) => input[key] !== undefined)),
	);
	return [...names].sort().join(' ');
}

/** Differences as items: each with who brought it about, or else when at the earliest and at the latest. */
async function shownDrifts(
	{ client, call }: FeatureItem,
	{ options }: ComparedTable,
	name: string,
	drifts: Drift[],
): Promise<Map<Drift, Json>> {
	const authors = options.findWho === false ? new Map() : await authorsOf(call, drifts);
	const spans = await spansOf(client, call, name, drifts);
	return new Map(
		drifts.map((drift) => {
			const { by = null, when = null } = authors.get(drift) ?? {};
			return [drift, { ...shownDrift(drift), by, when, ...spans.get(drift) }];
		}),
	);
}

/** The results of the rows of one table, by their numbers in it. */
async function resultsOf(own: FeatureItem[], table: ComparedTable): Promise<FeatureResult[]> {
	const { rows, unmanaged, undecided, options } = table;
	const { call } = own[0]!;
	const found = [...rows.flatMap(({ drifts }) => drifts), ...(unmanaged ?? [])];
	const shown = await shownDrifts(own[0]!, table, tableName(own), found);
	const itemsOf = (drifts: readonly Drift[]) => drifts.map((drift) => shown.get(drift)!);
	if (undecided > 0) {
		call.note(
			`${undecided} endpoints that are not in the table are not reported: the service does not name their tags`,
		);
	}
	if (unmanaged === undefined) {
		call.note(
			'Endpoints that are not in the table are not reported: only a table without an error shows what is not in it',
		);
	}
	const results = rows.map(
		({ error, drifts }): FeatureResult =>
			error === undefined ? { items: itemsOf(drifts) } : { error },
	);
	const last = results.findLast((result) => 'items' in result);
	if (!last) return results;
	if (options.output === 'items') {
		last.items.push(...itemsOf(unmanaged ?? []));
		return results;
	}
	const drifts = itemsOf(found);
	const failed = results.filter((result) => 'error' in result).length;
	const head = {
		at: new Date(call.env.now).toISOString(),
		rows: rows.length - failed,
		notCompared: failed,
		unmanaged: unmanaged?.length,
	};
	for (const result of results) if ('items' in result) result.items = [];
	const count = (kind: Drift['kind']) => found.filter((drift) => drift.kind === kind).length;
	last.items.push({
		differing: count('differing'),
		missing: count('missing'),
		unmanaged: unmanaged === undefined ? null : count('unmanaged'),
		rows: head.rows,
		rows_not_compared: failed,
		compared_at: head.at,
		report: markdownOf(head, drifts),
	});
	return results;
}

/** Compares the rows of a run, a table for each workspace; gives one result for each, in order. */
export async function reportDrift(run: FeatureRun): Promise<FeatureResult[]> {
	const { items, continueOnFail } = run;
	const results = new Map<number, FeatureResult>();
	const refused: RefusedRow[] = [...run.refused];
	for (const own of groupedBy([...items], ({ client }) => client).values()) {
		const stopped = continueOnFail
			? undefined
			: [...results.values()].find((result) => 'error' in result);
		try {
			if (stopped) break;
			const table = await compareTable(
				own[0]!.call,
				own.map(({ input }) => input),
				own.map(({ index }) => index),
				{
					refused,
					elsewhere: items.filter((item) => !own.includes(item)).map(({ input }) => input),
					rowsOfItems: EACH_ITEM,
				},
			);
			const made = await resultsOf(own, table);
			for (const [i, result] of made.entries()) {
				const { index } = own[i]!;
				results.set(index, result);
				if ('error' in result) refused.push({ index, error: result.error });
			}
		} catch (error) {
			for (const { index } of own) results.set(index, { error });
		}
		run.progress(results.size, items.length);
	}
	const failure = [...results.values()].find((result) => 'error' in result);
	return items.map(({ index }) => results.get(index) ?? notAttempted(failure?.error));
}
