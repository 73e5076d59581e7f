import type { Json } from '../../table/define';
import {
	messagesOfParts,
	PARTS_WITHIN_MS,
	type PartReading,
} from '../../table/entries/sms/longMessages';
import { type PartBody, smsItem } from './message';
import { decodeText, type PayloadEncoding } from './text';

/* Long messages: parts of one message share endpoint and identifier, and come in any order. */

/** A part that waits for the others. */
export interface Part {
	/** Names of its delivery; the first is unique among the parts that wait. */
	names: string[];
	/** Milliseconds since 1970 when it came. */
	at: number;
	/** Milliseconds since 1970 when its device sent it, as the service says. */
	sent: number;
	body: PartBody;
}

/** Characters kept of a text other than the payload: parts have to stay small. */
const MOST_TEXT = 200;
const cut = <T>(value: T): T =>
	typeof value === 'string' ? (value.slice(0, MOST_TEXT) as T) : value;

/** A part as it waits: only documented fields, none of them long. */
export function documentedPart(body: PartBody): PartBody {
	const { id, payload, dcs, multi_part_info } = body;
	const entity = <T extends { id?: unknown; name?: unknown }>({ id: own, name }: T) =>
		({ id: own, name: cut(name) }) as T;
	return {
		id,
		payload,
		submit_date: cut(body.submit_date),
		source_address: cut(body.source_address),
		dest_address: cut(body.dest_address),
		dcs,
		pid: cut(body.pid),
		endpoint: entity(body.endpoint),
		organisation: body.organisation && entity(body.organisation),
		multi_part_info,
	};
}

/**
 * Parts whose submission lies further apart than this (milliseconds) belong to different messages: devices
 * reuse 256 identifiers, and some always use the same. Parts in quick succession are combined first, so
 * that one lost part does not break up the messages after it.
 */
const SPREADS_MS = [10_000, PARTS_WITHIN_MS];

/** The name that all parts of one message share. */
const messageKey = ({ body }: Part): string => {
	const { identifier, total } = body.multi_part_info;
	return JSON.stringify([
		String(body.endpoint.id),
		String(identifier),
		total,
		String(body.source_address ?? ''),
		String(body.dest_address ?? ''),
	]);
};

/** Waiting parts that belong to one message, or (`torn`) to several that cannot be separated. */
interface Assembly {
	parts: Part[];
	torn: boolean;
	complete: boolean;
}

/** The message that a part belongs to, with all parts of it among those that wait. */
export function assemblyOf(part: Part, waiting: Part[]): Assembly {
	const name = messageKey(part);
	const rest = waiting.filter((other) => other !== part && messageKey(other) === name);
	const [close, wide] = SPREADS_MS.map((spread) => assemblyWithin(spread, part, rest));
	return close!.complete ? close! : wide!;
}

/** A repeated part may come with another id; one with another text is of another message. */
const READING: PartReading<Part> = {
	sentAt: ({ sent }) => sent,
	excludes: ({ body }, other) =>
		body.multi_part_info.partno === other.body.multi_part_info.partno &&
		body.payload !== other.body.payload,
	isWhole: (parts) => numbersIn(parts).size === parts[0]!.body.multi_part_info.total,
};

const numbersIn = (parts: Part[]): Set<number> =>
	new Set(parts.map(({ body }) => body.multi_part_info.partno));

/** The parts that are connected in time with one part: near to it, or near to a connected part. */
function connectedWithin(spreadMs: number, part: Part, rest: Part[]): Part[] {
	const all = [part, ...rest].sort((a, b) => a.sent - b.sent);
	let first = all.indexOf(part);
	let last = first;
	while (first > 0 && all[first]!.sent - all[first - 1]!.sent <= spreadMs) first -= 1;
	while (last + 1 < all.length && all[last + 1]!.sent - all[last]!.sent <= spreadMs) last += 1;
	return all.slice(first, last + 1);
}

function assemblyWithin(spreadMs: number, part: Part, rest: Part[]): Assembly {
	const connected = connectedWithin(spreadMs, part, rest);
	const isOfSeveral = connected.some((earlier, i) =>
		connected.slice(i + 1).some((other) => READING.excludes(earlier, other)),
	);
	const moments = new Set(connected.map(({ sent }) => sent));
	// The times of submission have whole seconds: parts of the same second have no order.
	if (isOfSeveral && moments.size < connected.length) {
		return { parts: connected, torn: true, complete: false };
	}
	const messages = isOfSeveral ? messagesOfParts(connected, READING) : [connected];
	const parts = messages.find((message) => message.includes(part))!;
	return { parts, torn: false, complete: READING.isWhole(parts) };
}

/**
 * Milliseconds between two parts of one message that follow each other: a device sends them back to
 * back, which takes some seconds each. After a longer pause they may be of two messages with one
 * reference, half of each lost.
 */
const PARTS_PAUSE_MS = 5_000;

function isUncertain(parts: Part[]): boolean {
	const sent = parts.map((part) => part.sent).sort((a, b) => a - b);
	return sent.some((moment, index) => moment - (sent[index - 1] ?? moment) > PARTS_PAUSE_MS);
}

/** The item of one message, complete or with `complete: false` and the missing parts named. */
export function joinParts(parts: Part[], reading: PayloadEncoding): Json {
	const byNumber = new Map(parts.map((part) => [part.body.multi_part_info.partno, part.body]));
	const numbers = [...byNumber.keys()].sort((a, b) => a - b);
	const first = byNumber.get(numbers[0]!)!;
	const { total, identifier } = first.multi_part_info;
	const all = Array.from({ length: total }, (_, i) => i + 1);
	const missing = all.filter((number) => !byNumber.has(number));
	const payloads = numbers.map((number) => byNumber.get(number)!.payload ?? '');
	const decoded = decodeText(payloads, first.dcs ?? 0, reading);
	return {
		...smsItem({ ...first, payload: payloads.join('') }, decoded),
		complete: missing.length === 0,
		uncertain: isUncertain(parts),
		parts: {
			total,
			identifier,
			received: numbers,
			missing,
			sms_ids: numbers.flatMap((number) => byNumber.get(number)!.id ?? []),
		},
	};
}

/**
 * The messages of an assembly that is given up: one message, or one per part if they cannot be separated.
 */
export const givenUp = ({ parts, torn }: Assembly): Part[][] =>
	torn ? parts.map((part) => [part]) : [parts];
