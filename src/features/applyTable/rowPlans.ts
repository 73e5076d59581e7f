import type { RefusedRow } from '../../run/items';
import type { Input, Json } from '../../table/define';
import type { ColumnChange, PlannedChange } from './tableCompare';
import type { TableOptions } from './tableFields';
import type { TableFleet } from './tableFleet';
import type { Directory } from './tableNames';
import type { QuotaChange } from './tableQuotas';
import type { Row } from './tableRows';
import type { Endpoint } from '../../fleet/endpoint';

/* What the rows of a table need, and how they stand for the items of the run. */

/** The rows of a run that are not among the inputs of a table. */
export interface OtherRows {
	/** Those refused so far. */
	readonly refused: readonly RefusedRow[];
	/** The inputs of rows that act in other workspaces. */
	readonly elsewhere: readonly Input[];
	/** How rows stand for items. */
	readonly rowsOfItems: RowsOfItems;
}

/** How the rows of a run stand for its items: usually one for each. */
export interface RowsOfItems {
	/** The number of the item of a row. */
	readonly itemOf: (index: number) => number;
	/** Names of the tags whose endpoints rows are about. */
	readonly tagsOfRows: readonly string[];
	/** The name of the tag by which the endpoint of a row was found; undefined where it was found by itself. */
	readonly tagOf: (index: number) => string | undefined;
}

/** A row for each item. */
export const EACH_ITEM: RowsOfItems = {
	itemOf: (index) => index,
	tagsOfRows: [],
	tagOf: () => undefined,
};

/** Whether a row of the run is about an endpoint by its tag, or may be. */
export const isFoundByTag = (
	{ tags }: Endpoint,
	{ rowsOfItems: { tagsOfRows } }: OtherRows,
): boolean =>
	tags === undefined ? tagsOfRows.length > 0 : tags.some((tag) => tagsOfRows.includes(tag));

/**
 * The errors of rows, where rows of one item share theirs: they are rows of a tag, which is refused as a whole.
 */
export function ofWholeItems<R extends Row>(
	rows: readonly R[],
	errors: ReadonlyMap<R, unknown>,
): Map<R, unknown> {
	const all = new Map(errors);
	if (errors.size === 0) return all;
	const ofItem = new Map<number, unknown>();
	for (const row of rows) {
		if (errors.has(row) && !ofItem.has(row.item)) ofItem.set(row.item, errors.get(row));
	}
	for (const row of rows) {
		if (ofItem.has(row.item)) all.set(row, ofItem.get(row.item));
	}
	return all;
}

/** What a row needs: changes of its endpoint, or a new one. */
export interface RowPart {
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

/** A row of a plan; of one that is settled, the ID of its endpoint alone: see {@link SettledRows}. */
export type PlannedRow = RowPlan | number;

export const isPlan = (row: PlannedRow): row is RowPlan => typeof row !== 'number';

/** An endpoint that no row is about, and what is done with it. */
export interface Extra {
	state: Endpoint;
	change: ColumnChange;
}

export interface TablePlan {
	readonly options: TableOptions;
	readonly fleet: TableFleet;
	readonly directory: Directory;
	/** The rows that may do something: not settled, and the first of those that are equal. */
	readonly rows: readonly RowPlan[];
	/** All rows, in the order of the inputs. */
	readonly all: readonly PlannedRow[];
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
