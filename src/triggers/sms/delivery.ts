import type { Json } from '../../table/define';
import { MINUTE_MS } from '../../times';
import { digestOf } from '../runtime/digest';
import type { AfterCrash } from '../runtime/store';
import { type Callback, isPart, receiptItem, singleItem, toUtc } from './message';
import { assemblyOf, givenUp, joinParts, documentedPart, type Part } from './parts';
import type { PayloadEncoding } from './text';

/* Calls of the SMS trigger: each brings a whole message or receipt, or one of several parts. */

export interface InboxOptions {
	/** Minutes in which a repeated delivery starts nothing; 0 takes every delivery as new. */
	windowMinutes: number;
	/** Minutes after which an incomplete message is given up. */
	giveUpMinutes: number;
	incomplete: 'emit' | 'drop';
	reading: PayloadEncoding;
	/** Handling of a delivery whose process died before it answered; default `again`. */
	afterCrash?: AfterCrash;
}

/** One message or receipt for a run to emit. */
export interface OutgoingItem {
	item: Json;
	/** Names of its deliveries, in a list for each delivery. */
	deliveries: string[][];
}

/** Letters of a name, six bits each: with a million known, one in 10^12 is mistaken for another. */
export const NAME_LENGTH = 10;

const nameDigest = (values: unknown[]) => digestOf(values, NAME_LENGTH);

/** A number that JSON had to round: two such ids may look the same. */
const isRounded = (id: unknown) => typeof id === 'number' && !Number.isSafeInteger(id);

/** Names of a delivery: any one seen before makes it a repetition. */
function deliveryNames({ type, body }: Callback): string[] {
	if (type === 'receipt') {
		return [nameDigest(['receipt', body.id, body.endpoint.id, body.status, body.final_date])];
	}
	const { id, endpoint, payload, submit_date, multi_part_info: part } = body;
	const name = (values: unknown[]) => nameDigest(['sms', String(endpoint.id), ...values]);
	const content = [part, payload, submit_date, body.dest_address];
	if (id === undefined || id === null) return [name(content)];
	const own = name(['id', String(id), part?.partno, ...(isRounded(id) ? content : [])]);
	// Parts are also known by their content.
	return part ? [own, name(content)] : [own];
}

/** A call as an inbox takes it. */
export interface Delivery {
	names: string[];
	/** The item, if it is whole by itself. */
	whole?: OutgoingItem;
	/** Otherwise the part. */
	part?: Part;
}

/** Reads a call that came `now`. */
export function readDelivery(callback: Callback, now: number, { reading }: InboxOptions): Delivery {
	if (callback.type === 'sms' && isPart(callback.body)) {
		const part = partOf({ at: now, body: documentedPart(callback.body) });
		return { names: part.names, part };
	}
	const names = deliveryNames(callback);
	const { type, body } = callback;
	const item = type === 'receipt' ? receiptItem(body) : singleItem(body, reading);
	return { names, whole: { item, deliveries: [names] } };
}

/** A part from the fields that are stored of it: the rest follows from its body. */
export function partOf({ at, body }: Pick<Part, 'at' | 'body'>): Part {
	const sent = toUtc(body.submit_date);
	const names = deliveryNames({ type: 'sms', body });
	return { names, at, sent: sent === null ? at : Date.parse(sent), body };
}

/** The item of joined parts. */
export const outgoingItem = (parts: Part[], { reading }: InboxOptions): OutgoingItem => ({
	item: joinParts(parts, reading),
	deliveries: parts.map(({ names }) => names),
});

/** Whether the same part of the same message waits already. */
export function hasTwin(part: Part, waiting: Part[]): boolean {
	const { parts, torn } = assemblyOf(part, waiting);
	const { partno } = part.body.multi_part_info;
	return (
		!torn && parts.some((other) => other !== part && other.body.multi_part_info.partno === partno)
	);
}

/** The expired messages among the waiting parts of one endpoint, each as its parts. */
export function overdueIn(waiting: Part[], now: number, { giveUpMinutes }: InboxOptions): Part[][] {
	const given: Part[][] = [];
	let rest = waiting;
	for (;;) {
		const oldest = rest.find(({ at }) => now - at >= giveUpMinutes * MINUTE_MS);
		if (!oldest) return given;
		const assembly = assemblyOf(oldest, rest);
		rest = rest.filter((part) => !assembly.parts.includes(part));
		given.push(...givenUp(assembly));
	}
}
