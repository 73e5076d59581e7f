import type { Json } from '../../operations/define';
import { type SmsBody, smsItem, toUtc } from './message';
import { decodeText } from './text';

/* Long messages: parts of one message share endpoint and identifier, and come in any order. */

/** A part that waits for the others. */
export interface Part {
	/** Name of its delivery. */
	key: string;
	/** Milliseconds since 1970 when it came. */
	at: number;
	body: SmsBody & { multi_part_info: NonNullable<SmsBody['multi_part_info']> };
}

/**
 * Parts whose submission lies further apart than this (milliseconds) are of different messages:
 * devices use 256 identifiers again and again, some always the same. Parts that follow each other
 * closely are looked at first, so that one lost part does not tear the messages after it.
 */
const SPREADS_MS = [10_000, 60_000];

const submitted = ({ body, at }: Part): number => {
	const text = toUtc(body.submit_date);
	return text === null ? at : Date.parse(text);
};

/** What all parts of one message have in common. */
const nameOf = ({ body }: Part): string => {
	const { identifier, total } = body.multi_part_info;
	return JSON.stringify([
		String(body.endpoint.id),
		String(identifier),
		total,
		String(body.source_address ?? ''),
		String(body.dest_address ?? ''),
	]);
};

const textOf = ({ body }: Part) => decodeText(body.payload, body.dcs ?? 0);

/** Waiting parts that can only be of one message, or (`torn`) of several that can't be told apart. */
export interface Assembly {
	parts: Part[];
	torn: boolean;
	complete: boolean;
}

/** The message that a part belongs to, with all parts of it among those that wait. */
export function assemblyOf(part: Part, waiting: Part[]): Assembly {
	const name = nameOf(part);
	const rest = waiting.filter((other) => other !== part && nameOf(other) === name);
	const [close, wide] = SPREADS_MS.map((spread) => within(spread, part, rest));
	return close!.complete ? close! : wide!;
}

/** The parts that hang together with one in time: near to it, or near to one that is. */
function within(spreadMs: number, part: Part, rest: Part[]): Assembly {
	const parts = [part];
	for (let grown = true; grown; ) {
		const near = rest.filter(
			(other) =>
				!parts.includes(other) &&
				parts.some((one) => Math.abs(submitted(one) - submitted(other)) <= spreadMs),
		);
		parts.push(...near);
		grown = near.length > 0;
	}
	const texts = new Map<number, string>();
	let torn = false;
	for (const { body } of parts) {
		const { partno } = body.multi_part_info;
		if (texts.has(partno) && texts.get(partno) !== body.payload) torn = true;
		texts.set(partno, body.payload);
	}
	return { parts, torn, complete: !torn && texts.size === part.body.multi_part_info.total };
}

/** The item of one message, complete or with `complete: false` and the missing parts named. */
export function joinParts(parts: Part[]): Json {
	const byNumber = new Map(parts.map((part) => [part.body.multi_part_info.partno, part]));
	const first = [...byNumber.values()].sort(
		(a, b) => a.body.multi_part_info.partno - b.body.multi_part_info.partno,
	)[0]!;
	const { total, identifier } = first.body.multi_part_info;
	const numbers = Array.from({ length: total }, (_, i) => i + 1);
	const missing = numbers.filter((number) => !byNumber.has(number));
	const text = numbers
		.map((number) => {
			const part = byNumber.get(number);
			return part ? (textOf(part).text ?? '') : '';
		})
		.join('');
	return {
		...smsItem({ ...first.body, payload: text }, text, textOf(first).encoding),
		complete: missing.length === 0,
		parts: {
			total,
			identifier,
			received: numbers.filter((number) => byNumber.has(number)),
			missing,
			sms_ids: numbers.flatMap((number) => byNumber.get(number)?.body.id ?? []),
		},
	};
}

/** Items of an assembly that is given up: one, or one a part where messages can't be told apart. */
export function giveUpItems({ parts, torn }: Assembly): Json[] {
	return torn ? parts.map((part) => joinParts([part])) : [joinParts(parts)];
}
