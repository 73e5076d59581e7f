import { createHash } from 'node:crypto';
import type { Json } from '../../operations/define';
import { type Callback, receiptItem, type SmsBody, singleItem } from './message';
import { assemblyOf, giveUpItems, joinParts, type Part } from './parts';

/* What was delivered already, and parts that wait for others. */

const MINUTE = 60_000;
/** Deliveries remembered in memory, and of those in n8n's store, which is written at each call. */
const MOST_SEEN = 20_000;
const MOST_STORED = 2_000;
/** Parts that wait at a time; beyond it the oldest message is given up. */
const MOST_PARTS = 300;

export interface Inbox {
	/** Deliveries by name, with the minute (since 1970) they came in; oldest first. */
	seen: Map<string, number>;
	parts: Part[];
}

export interface InboxOptions {
	/** Minutes in which a repeated delivery starts nothing; 0 takes every delivery as new. */
	windowMinutes: number;
	/** Minutes after which an incomplete message is given up. */
	giveUpMinutes: number;
	/** What becomes of incomplete messages. */
	incomplete: 'emit' | 'drop';
}

const inboxes = new Map<string, Inbox>();

/** The inbox of a trigger in this process; the key names workflow and node. */
export function inboxFor(key: string): Inbox {
	let inbox = inboxes.get(key);
	if (!inbox) inboxes.set(key, (inbox = { seen: new Map(), parts: [] }));
	return inbox;
}

/** Forgets what is in memory, as a restart does. */
export const forgetInboxes = (): void => inboxes.clear();

const digest = (values: unknown[]) =>
	createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 12);

/** Names of a delivery: any one seen before makes it a repetition. */
function namesOf({ type, body }: Callback): string[] {
	if (type === 'receipt') {
		return [digest(['receipt', body.id, body.endpoint.id, body.status, body.final_date])];
	}
	const { id, endpoint, payload, submit_date, multi_part_info: part } = body;
	const name = (values: unknown[]) => digest(['sms', String(endpoint.id), ...values]);
	const names = id === undefined || id === null ? [] : [name(['id', String(id), part?.partno])];
	// Parts and messages without an id are known by what they hold.
	if (part || names.length === 0) names.push(name([part, payload, submit_date, body.dest_address]));
	return names;
}

const isPart = (body: SmsBody): body is Part['body'] => (body.multi_part_info?.total ?? 1) > 1;

/**
 * Takes a callback in and gives the items it starts a run with: the message or receipt itself, a
 * long message when its last part is there, and messages whose time is over. Changes the inbox in
 * one go, without waiting for anything.
 */
export function receive(
	inbox: Inbox,
	callback: Callback,
	now: number,
	options: InboxOptions,
): { items: Json[]; repeated: boolean } {
	const minute = Math.floor(now / MINUTE);
	// Names of parts outlast the parts, so that a used one is told from a new one in the store.
	const keep = Math.max(options.windowMinutes, 2 * options.giveUpMinutes);
	for (const [name, then] of inbox.seen) {
		if (minute - then < keep && inbox.seen.size <= MOST_SEEN) break;
		inbox.seen.delete(name);
	}
	const names = namesOf(callback);
	const repeated = names.some((name) => {
		const then = inbox.seen.get(name);
		return then !== undefined && minute - then < options.windowMinutes;
	});
	const items = giveUp(inbox, now, options);
	if (repeated) return { items, repeated };
	for (const name of names) {
		inbox.seen.delete(name);
		inbox.seen.set(name, minute);
	}
	if (callback.type === 'receipt') items.push(receiptItem(callback.body));
	else if (!isPart(callback.body)) items.push(singleItem(callback.body));
	else items.push(...takePart(inbox, callback.body, names[0]!, now));
	while (inbox.parts.length > MOST_PARTS) {
		items.push(...giveUp(inbox, now, { ...options, giveUpMinutes: 0 }, 1));
	}
	return { items, repeated };
}

function takePart(inbox: Inbox, body: Part['body'], key: string, now: number): Json[] {
	const part: Part = { key, at: now, body: pick(body) };
	const { parts, torn, complete } = assemblyOf(part, inbox.parts);
	const { partno } = body.multi_part_info;
	const twin = parts.find(
		(other) => other !== part && other.body.multi_part_info.partno === partno,
	);
	if (twin && !torn) return [];
	if (!complete) {
		inbox.parts.push(part);
		return [];
	}
	inbox.parts = inbox.parts.filter((other) => !parts.includes(other));
	return [joinParts(parts)];
}

/** Only documented fields wait: what is kept must stay small. */
function pick(body: Part['body']): Part['body'] {
	const { id, payload, submit_date, source_address, dest_address, dcs, pid } = body;
	const entity = ({ id: own, name }: SmsBody['endpoint']) => ({ id: own, name });
	return {
		id,
		payload,
		submit_date,
		source_address,
		dest_address,
		dcs,
		pid,
		endpoint: entity(body.endpoint),
		organisation: body.organisation && entity(body.organisation),
		multi_part_info: body.multi_part_info,
	};
}

/** Takes messages out whose time is over (at most `most`); emits or drops them. */
function giveUp(inbox: Inbox, now: number, options: InboxOptions, most = Infinity): Json[] {
	const items: Json[] = [];
	for (let count = 0; count < most; count++) {
		const oldest = inbox.parts.find(({ at }) => now - at >= options.giveUpMinutes * MINUTE);
		if (!oldest) break;
		const assembly = assemblyOf(oldest, inbox.parts);
		inbox.parts = inbox.parts.filter((part) => !assembly.parts.includes(part));
		if (options.incomplete === 'emit') items.push(...giveUpItems(assembly));
	}
	return items;
}

/** An inbox as n8n's store keeps it: plain, and bounded. */
export const packInbox = ({ seen, parts }: Inbox): Json => ({
	seen: [...seen]
		.slice(-MOST_STORED)
		.map(([name, minute]) => `${name}@${minute.toString(36)}`)
		.join(','),
	parts,
});

/** Reads what {@link packInbox} gave; anything else is an empty inbox. */
export function unpackInbox(stored: unknown): Inbox {
	const { seen, parts } = (stored ?? {}) as { seen?: unknown; parts?: unknown };
	const entries = typeof seen === 'string' ? seen.split(',').filter(Boolean) : [];
	return {
		seen: new Map(
			entries.map((entry) => {
				const [name = '', minute = '0'] = entry.split('@');
				return [name, parseInt(minute, 36)];
			}),
		),
		// A copy: n8n watches what it stores, and changes here are written in one go.
		parts: Array.isArray(parts) ? (JSON.parse(JSON.stringify(parts)) as Part[]) : [],
	};
}

/**
 * Brings what the store holds into an inbox in memory. n8n gives every call its own copy of the
 * store, so that two calls at a time would each lose the other's part: memory is what counts, the
 * store is for restarts and for other processes.
 */
export function mergeInbox(memory: Inbox, stored: Inbox): void {
	const waiting = new Set(memory.parts.map(({ key }) => key));
	const storedWaiting = new Set(stored.parts.map(({ key }) => key));
	memory.parts = memory.parts.filter(
		// Remembered there but not waiting any more: another process has used it.
		({ key }) => storedWaiting.has(key) || !stored.seen.has(key),
	);
	for (const part of stored.parts) {
		// Remembered here but not waiting any more: used already.
		if (!waiting.has(part.key) && !memory.seen.has(part.key)) memory.parts.push(part);
	}
	memory.parts.sort((a, b) => a.at - b.at);
	const all = [...stored.seen, ...memory.seen].sort(([, a], [, b]) => a - b);
	if (stored.seen.size > 0) memory.seen = new Map(all);
}
