import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { groupedBy } from '../../table/values';
import { asStored, mapByNumber, storedMap } from '../runtime/storedForm';
import { pack, unpack } from '../runtime/storedText';
import {
	type Cell,
	type CellEntry,
	type Known,
	type LedgerKind,
	ofEntries,
	waitingIn,
} from '../runtime/store';
import { NAME_LENGTH, partOf } from './delivery';
import type { Callback } from './message';
import type { Part } from './parts';

/* The memory of the SMS trigger: names of deliveries, and parts that wait for others. */

/** The parts of one endpoint, the oldest first, and messages that are being emitted. */
export type WaitingParts = Cell<Part>;

/** Letters that may wait, of one endpoint (a message of 255 parts fits) and of all. */
export const MOST_SIZE = { endpoint: 150_000, all: 1_000_000 };

const sizes = new WeakMap<Part, number>();
const sizeOf = (part: Part): number => {
	const size = sizes.get(part) ?? JSON.stringify(part).length;
	sizes.set(part, size);
	return size;
};
export const sizeIn = (cell: WaitingParts): number =>
	waitingIn(cell).reduce((sum, part) => sum + sizeOf(part), 0);

export const partEntry = (value: Part): CellEntry<Part> => ({ keys: value.names, value });
/** By endpoint. */
export const waitingCell = (body: Callback['body']): string =>
	`waiting:${String(body.endpoint.id)}`;

/** The stored fields of a part: the rest follows from its body. */
const storedPart = ({ at, body }: Part) => ({ at, body });

/** Short text: n8n reads the store at each call, and writes a copy of it with each run. */
const packParts = (parts: Part[]): string => {
	if (parts.length === 0) return '';
	const plain = strToU8(JSON.stringify(parts.map(storedPart)));
	return Buffer.from(deflateSync(plain, { level: 1 })).toString('base64');
};
const unpackParts = (packed: unknown): Part[] => {
	if (typeof packed !== 'string' || packed === '') return [];
	const plain = strFromU8(inflateSync(Buffer.from(packed, 'base64')));
	return (JSON.parse(plain) as Part[]).map(partOf);
};

const EACH_NAME = new RegExp(`.{${NAME_LENGTH}}`, 'g');

/** Names by the minute they came in, one after the other. */
const deliveredForm = asStored(
	'the messages that have come',
	1,
	(known: Known[]) => {
		const minutes = new Map<number, string>();
		for (const [name, minute] of known) minutes.set(minute, (minutes.get(minute) ?? '') + name);
		return storedMap(minutes);
	},
	(minutes) =>
		[...mapByNumber(minutes)].flatMap(([minute, names]) =>
			(names.match(EACH_NAME) ?? []).map((name): Known => [name, minute]),
		),
);

export const smsKind: LedgerKind<WaitingParts> = {
	name: 'inbox',
	what: 'What has arrived',
	// The one in n8n's store is written at each call.
	most: { memory: 20_000, stored: 2_000, redis: 200_000 },
	...ofEntries<Part>('parts', storedPart, partOf),
	due: (cell) => waitingIn(cell)[0]?.at,
	size: sizeIn,
	mostSize: MOST_SIZE.all,
	pack: (known, cells) => ({
		told: pack(deliveredForm, known),
		parts: packParts([...cells.values()].flatMap(waitingIn)),
	}),
	unpack: ({ told, parts }, log) => {
		const known = unpack(deliveredForm, told, log);
		if (!known) return undefined;
		const byCell = groupedBy(unpackParts(parts), ({ body }) => waitingCell(body));
		const cells = [...byCell].map(
			([name, own]) => [name, { entries: own.map(partEntry) }] as const,
		);
		return { known, cells: new Map(cells) };
	},
	merge: (own, stored, isDelivered) => {
		const all = [...(own?.entries ?? []), ...(stored?.entries ?? [])];
		const seen = new Set<string>();
		const entries = all.filter(({ keys }) => {
			// Delivered by either process, or held by both.
			const isLeft = !keys.some((key) => isDelivered(key) || seen.has(key));
			for (const key of keys) seen.add(key);
			return isLeft;
		});
		return { entries: entries.sort((a, b) => (a.value?.at ?? 0) - (b.value?.at ?? 0)) };
	},
};
