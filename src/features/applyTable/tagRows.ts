import type { Client } from '../../run/client';
import { InputError, knownOf } from '../../errors';
import type { FeatureItem, FeatureResult, FeatureRun } from '../../run/feature';
import { notAttempted, type RefusedRow } from '../../run/items';
import type { Json } from '../../table/define';
import {
	endpointsOfTag,
	NotAllOfTagError,
	onlyTag,
	type TagEntry,
} from '../../table/entries/endpoint/endpointsOfTag';
import { readTags } from '../../table/entries/endpoint/tag';
import { looksLike } from '../../readings/name';
import { groupedBy, isReference, type Reference } from '../../table/values';
import { applyTables } from './apply';
import { tableError, tableFields } from './tableFields';
import { tagParts } from '../../table/tagParts';
import { RowError } from '../../run/rowError';
import type { Wants } from './tableRows';
import { Waves } from './waves';

/*
 * Rows that name a tag. Each stands for all endpoints with that tag, and is applied as one row for each of them, so
 * that contradictions between rows about one endpoint are found as for any other rows.
 */

/** A row of a tag, and the rows that replace it. */
interface TagRow {
	item: FeatureItem;
	tag: TagEntry;
	/** The rows of its endpoints, each with the endpoint's name. */
	rows: Map<FeatureItem, string>;
}

const keyOf = ({ input }: FeatureItem): Reference | undefined => {
	const key = (input as Wants).endpointId;
	return isReference(key) && key.by === 'tag' ? key : undefined;
};

/** Fields whose value only one endpoint can have. */
const OF_ONE = ['name', 'simId', 'imei'] as const;

/** Why a row cannot name a tag; undefined where it can. */
function faultOf({ input }: FeatureItem, tag: string): InputError | undefined {
	const { clear = [], tagAssignments, ...wants } = input as Wants;
	const cleared: readonly string[] = clear;
	const single = OF_ONE.find((field) => wants[field] !== undefined || cleared.includes(field));
	if (single) {
		return tableError(single, 'must not be set by the row of a tag: only one endpoint can have it');
	}
	const adds = input.tagChange === 'add';
	const keeps = tagAssignments
		?.flatMap((assigned) => tagParts(assigned, (name) => looksLike(name, tag)))
		.some((assigned) => isReference(assigned) && looksLike(assigned.value, tag));
	const loses = tagAssignments !== undefined && !adds && !keeps;
	if (!loses && !clear.includes('tagAssignments')) return undefined;
	return tableError(
		'tagAssignments',
		`must not take off the tag "${tag}" that its row is found by: name it too, or add tags (Tag Change)`,
	);
}

/** The rows of a run, in its order, with rows of tags replaced by rows of endpoints; each has its own number. */
class ExpandedRows {
	readonly items: FeatureItem[] = [];
	/** The number of the item of each further row, by the number of the row. */
	readonly itemOf = new Map<number, number>();
	private free: number;
	readonly tagRows: TagRow[] = [];
	readonly refused: RefusedRow[] = [];

	constructor(
		private readonly whole: readonly FeatureItem[],
		refused: readonly RefusedRow[],
	) {
		this.free = [...whole, ...refused].reduce((free, { index }) => Math.max(free, index + 1), 0);
	}

	async read(): Promise<void> {
		for (const own of groupedBy([...this.whole], ({ client }) => client).values()) {
			const tagged = own.filter((item) => keyOf(item) !== undefined);
			if (tagged.length > 0) await this.readTagged(tagged);
		}
		for (const item of this.whole) this.add(item);
	}

	private async readTagged(items: FeatureItem[]): Promise<void> {
		const { call } = items[0]!;
		const entities = new Map<number, Json[]>();
		try {
			const tags = await readTags(call, { whole: true });
			for (const item of items) {
				try {
					const { label } = tableFields.endpointId;
					const tag = onlyTag(tags, keyOf(item), 'endpointId', label);
					const fault = faultOf(item, tag.name);
					if (fault) throw fault;
					const known = entities.get(tag.id);
					const own = known ?? (await endpointsOfTag(call, tag, { surely: false }));
					entities.set(tag.id, own);
					const rows = own.map(
						({ id, name }, i) => [this.rowFor(item, Number(id), i === 0), String(name)] as const,
					);
					this.tagRows.push({ item, tag, rows: new Map(rows) });
				} catch (error) {
					if (!(error instanceof InputError)) throw error;
					this.refused.push({ index: item.index, error });
				}
			}
		} catch (error) {
			for (const { index } of items) this.refused.push({ index, error });
		}
	}

	/** The row for one endpoint of a tag; the first has the number of the item. */
	private rowFor(item: FeatureItem, endpointId: number, isFirst: boolean): FeatureItem {
		const index = isFirst ? item.index : this.free;
		if (!isFirst) {
			this.itemOf.set(index, item.index);
			this.free += 1;
		}
		return { ...item, index, input: { ...item.input, endpointId } };
	}

	private add(item: FeatureItem): void {
		if (keyOf(item) === undefined) {
			this.items.push(item);
			return;
		}
		const row = this.tagRows.find((tagRow) => tagRow.item === item);
		for (const own of row?.rows.keys() ?? []) this.items.push(own);
	}
}

/** Why a row failed, without what is known of the row. */
const causeOf = (error: unknown): unknown => (error instanceof RowError ? error.cause : error);

const resultOf = (
	{ item, tag, rows }: TagRow,
	results: ReadonlyMap<FeatureItem, FeatureResult>,
): FeatureResult => {
	const { dryRun } = item.input;
	const about = {
		endpoint_id: null,
		endpoint: null,
		tag: tag.name,
		outcome: 'unchanged',
		diff: [],
	};
	if (rows.size === 0) return { items: [{ ...about, endpoints: 0, dry_run: dryRun }] };
	const failures: Array<[string, unknown]> = [];
	const items: Json[] = [];
	for (const [row, name] of rows) {
		const result = results.get(row)!;
		if ('items' in result) {
			items.push(
				...result.items.map((endpoint) =>
					endpoint.in_table === false ? endpoint : { tag: tag.name, ...endpoint },
				),
			);
		} else {
			const { endpointId } = row.input as { endpointId: number };
			failures.push([`endpoint ${endpointId} (${name})`, causeOf(result.error)]);
			items.push({ tag: tag.name, endpoint_id: endpointId, ...failedItem(result.error) });
		}
	}
	const [first] = failures;
	if (!first) return { items };
	const row = { ...about, outcome: 'failed', dry_run: dryRun };
	const [, reason] = first;
	const isOfAll = failures.length === rows.size && failures.every(([, error]) => error === reason);
	if (isOfAll) return { error: reason instanceof InputError ? reason : new RowError(row, reason) };
	const count = items.filter(({ outcome }) => outcome === 'putBack').length;
	const others = { count, were: 'put back' };
	const why = new NotAllOfTagError(tag.name, 'applied', rows.size, failures, others);
	return { error: new RowError({ ...row, endpoints: items }, why) };
};

/** What is known of a row that failed, as an item. */
const failedItem = (error: unknown): Json => ({
	...(error instanceof RowError && error.row),
	error: knownOf(causeOf(error)).message,
});

/** Applies the rows of a run, those of tags to all endpoints that have them; gives one result for each row. */
export async function applyRows(client: Client, run: FeatureRun): Promise<FeatureResult[]> {
	// A wave that an earlier run had left open is judged first, even where the tags of this run have no endpoints.
	const waves = await Waves.begin(client, run);
	try {
		const results = await appliedRows(run, waves);
		return withInherited(results, waves?.inheritedResults() ?? []);
	} finally {
		await waves?.end();
	}
}

/** Results with the items of endpoints that no row of the run is about. */
function withInherited(results: FeatureResult[], inherited: Json[]): FeatureResult[] {
	const isWell = results.findLastIndex((result) => 'items' in result);
	const last = isWell >= 0 ? isWell : results.length - 1;
	return results.map((result, i) => {
		if (i !== last || inherited.length === 0) return result;
		if ('items' in result) return { ...result, items: [...result.items, ...inherited] };
		return { ...result, beside: inherited };
	});
}

async function appliedRows(run: FeatureRun, waves: Waves | undefined): Promise<FeatureResult[]> {
	const { items, continueOnFail, refused } = run;
	if (!items.some((item) => keyOf(item) !== undefined)) return await applyTables(run, waves);
	const expanded = new ExpandedRows(items, refused);
	await expanded.read();
	const [wrong] = expanded.refused;
	if (wrong && !continueOnFail) {
		return items.map(({ index }) =>
			index === wrong.index ? { error: wrong.error } : notAttempted(wrong.error),
		);
	}
	const tagOf = new Map(
		expanded.tagRows.flatMap(({ tag, rows }) =>
			[...rows.keys()].map(({ index }) => [index, tag.name.trim()] as const),
		),
	);
	const all = await applyTables(
		{ ...run, items: expanded.items, refused: [...refused, ...expanded.refused] },
		waves,
		{
			itemOf: (index) => expanded.itemOf.get(index) ?? index,
			tagsOfRows: expanded.tagRows.map(({ tag }) => tag.name.trim()),
			tagOf: (index) => tagOf.get(index),
		},
	);
	const results = new Map(expanded.items.map((item, i) => [item, all[i]!]));
	return items.map((item) => {
		const fault = expanded.refused.find(({ index }) => index === item.index);
		if (fault) return { error: fault.error };
		const tagRow = expanded.tagRows.find((row) => row.item === item);
		return tagRow ? resultOf(tagRow, results) : results.get(item)!;
	});
}
