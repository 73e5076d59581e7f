import type { Json } from '../../table/define';
import { groupedBy } from '../../table/values';
import { WEEK_MS } from '../../times';
import { asStored, gapsOf, idsOf } from '../runtime/storedForm';
import type { Cell, CellEntry, DeliveryStore, LedgerKind } from '../runtime/store';
import { pack, unpack } from '../runtime/storedText';
import { unpackUsage, type UsageRule } from './usage';
import { packSums, type UsageState } from './usageSums';

/*
 * The memory of the stream trigger: records that were emitted, and the sums of its usage event. A
 * service that got no answer delivers the same records again, however much later, but nothing newer in
 * between on the same stream: so the newest are remembered by number and not by time.
 */

/** The sums of a usage event, and items that n8n has not taken yet. */
export interface UsageCell extends Cell<Json> {
	/** The sums as they were stored; read once the rule is known. */
	text?: string | undefined;
	sums?: { rule: UsageRule; state: UsageState };
}

/** The cell of a usage event. */
export const USAGE_CELL = 'usage';

/**
 * The cell of a call with records. On a Redis calls change a cell of their own: a call that is repeated
 * begins with the same record, as nothing newer comes before it.
 */
export const recordsCell = (store: DeliveryStore<UsageCell>, [first]: string[]): string =>
	store.unclaimed ? `calls:${first}` : 'calls';

/** The sums by a rule; they change in place. */
export function sumsIn(
	cell: UsageCell,
	rule: UsageRule,
	log: (message: string) => void,
): UsageState {
	if (!cell.sums || JSON.stringify(rule) !== JSON.stringify(cell.sums.rule)) {
		cell.sums = { rule, state: unpackUsage(sumsText(cell) || undefined, rule, log) };
	}
	return cell.sums.state;
}

const sumsText = ({ sums, text = '' }: UsageCell): string => (sums ? packSums(sums.state) : text);

interface Owed extends Pick<CellEntry, 'by' | 'until'> {
	item: Json;
}
/** A call whose records n8n has not taken yet. */
interface UnderWay extends Pick<CellEntry, 'by' | 'until'> {
	records: unknown;
}
const listText = (list: unknown[]): string => (list.length > 0 ? JSON.stringify(list) : '');
const parseList = <T>(text: unknown): T[] =>
	typeof text === 'string' && text !== '' ? (JSON.parse(text) as T[]) : [];

/** Usage events are known by the runs that claim them, and are not stored. */
const isRecord = (key: string) => /^[ue]\d/.test(key);

/** The IDs of records by their kinds, `u` and `e`: a letter or two a record. */
export const recordsForm = asStored(
	'the records that have come',
	1,
	(keys: string[]) =>
		[...groupedBy(keys, (key) => key[0]!)].map(([kind, own]) => ({
			kind,
			ids: gapsOf(own.map((key) => key.slice(1))),
		})),
	(kinds) => kinds.flatMap(({ kind, ids }) => idsOf(ids).map((id) => kind + id)),
);

export const streamKind: LedgerKind<UsageCell> = {
	name: 'stream',
	what: 'Records',
	/** Ten, two and twenty of the largest lists that a stream sends. */
	most: { memory: 100_000, stored: 20_000, redis: 200_000 },
	isEmpty: ({ sums, text, entries }) => !sums && !text && entries.length === 0,
	fields: ['sums', 'found', 'calls'],
	lifeMs: (name) => (name === USAGE_CELL ? undefined : WEEK_MS),
	write: (cell) => {
		const owed = cell.entries.flatMap(({ value, by, until }): Owed[] =>
			value ? [{ item: value, by, until }] : [],
		);
		const calls = cell.entries.flatMap(({ value, keys, by, until }): UnderWay[] =>
			value ? [] : [{ records: pack(recordsForm, keys), by, until }],
		);
		return [sumsText(cell), listText(owed), listText(calls)];
	},
	read: ([text, found, calls]) => ({
		text: text ?? undefined,
		entries: [
			...parseList<Owed>(found).map(({ item, ...own }) => ({ keys: [], value: item, ...own })),
			...parseList<UnderWay>(calls).map(({ records, ...own }) => ({
				keys: unpack(recordsForm, records) ?? [],
				...own,
			})),
		],
	}),
	pack: (known, cells): Record<string, string> => {
		const keys = pack(recordsForm, known.map(([key]) => key).filter(isRecord));
		const cell = cells.get(USAGE_CELL);
		if (!cell) return { keys };
		const owed = JSON.stringify(cell.entries.map(({ value }) => value));
		return { keys, usage: sumsText(cell), owed };
	},
	unpack: ({ keys, usage, owed }, log) => {
		const known = unpack(recordsForm, keys, log);
		if (!known) return undefined;
		const cells = new Map<string, UsageCell>();
		if (typeof usage === 'string') {
			const entries = parseList<Json>(owed).map((value) => ({ keys: [], value }));
			cells.set(USAGE_CELL, { text: usage, entries });
		}
		return { known: known.map((key) => [key, 0]), cells };
	},
	merge: (own, stored) => own ?? stored!,
};
