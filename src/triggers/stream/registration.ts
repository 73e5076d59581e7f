import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Client } from '../../client/client';
import { exclusively } from '../../client/exclusive';
import { CellularIotError } from '../../errors';
import { ConflictError, NotFoundError } from '../../http/errors';
import {
	createDataStream,
	deleteDataStream,
	pauseDataStream,
	restartDataStream,
	resumeDataStream,
	updateDataStream,
} from '../../operations/dataStream';
import { filtersOf } from '../../operations/dataStreamFields';
import { confirmed, getAllDataStreams, hasStatus } from '../../operations/dataStreamRead';
import type { Json } from '../../operations/define';
import { at } from '../../operations/reading';
import { checkNamed, checkReachable } from '../reachable';
import type { Kind } from '../sms/callbackMarks';

/*
 * Makes the data streams that push to a workflow's address, and takes them back. What the service
 * holds is what counts: a stream is found by the mark in its address, whatever n8n has kept.
 * Source: public reference, data streams.
 */

/** Header that carries the secret of a stream. */
export const SECRET_HEADER = 'x-stream-secret';

/** One stream that a trigger needs: a stream sends usage (1) or events (2). */
export interface WantedStream {
	typeId: 1 | 2;
	name: string;
	eventTypeIds?: number[] | undefined;
	alertsOnly?: boolean | undefined;
}

export interface WantedStreams {
	/** The address n8n gives this workflow: another one for tests. */
	url: string;
	/** Names instance, workflow and node. */
	owner: string;
	kind: Kind;
	/** Records in a request. */
	size: number;
	streams: WantedStream[];
	/**
	 * Fingerprints of the secrets that calls may carry; those of what stands come first, the former
	 * ones end ({@link isAccepted}).
	 */
	prints: string[];
	/** A person has said that the service reaches a private address. */
	allowPrivate?: boolean | undefined;
	/** Leave a stream alone that somebody has paused. */
	gentle?: boolean;
}

/** Fingerprints kept: those of two streams, and of what these replaced, for calls under way. */
const MOST_PRINTS = 4;
/** How long calls with a secret that was replaced are taken. Milliseconds. */
const FORMER_MS = 600_000;

/** What n8n keeps of a secret: enough to know it again, and nothing to send it with. */
export const printOf = (secret: string): string =>
	createHash('sha256').update(secret).digest('base64url');

/** A fingerprint without the moment at which it ends. */
const bare = (print: string): string => print.split('@')[0]!;

/**
 * Whether a secret is one of the kept fingerprints (`<print>`, or `<print>@<when it ends>`). An end
 * counts wherever it stands: another copy of the same may be older.
 */
export function isAccepted(secret: string, kept: readonly string[], now: number): boolean {
	const print = printOf(secret);
	const own = kept.filter((one) => isEqual(bare(one), print));
	return own.length > 0 && own.every((one) => now < Number(one.split('@')[1] ?? Infinity));
}

const isEqual = (a: string, b: string) =>
	a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Somebody else's stream has the name, or pushes to the address. */
class StreamInUseError extends CellularIotError {
	constructor(stream: Json, what: string, hint: string) {
		super(`Data stream ${String(stream.id)} ("${String(stream.name)}") ${what}`, hint, 'refused');
	}
}

/** The stream is there and in error. */
class StreamFailedError extends CellularIotError {
	constructor(id: string, url: string) {
		super(
			`The service accepted data stream ${id} and could not start it: it is in error`,
			`The service must reach ${new URL(url).origin} over https, with a certificate of a public authority. Behind a proxy set n8n's WEBHOOK_URL to the address that others see.`,
			'refused',
		);
	}
}

const MARK = 'cellular-iot';
const addressOf = (stream: Json) => String(at(stream, 'destination.credentials.url') ?? '');

/** `<address>?cellular-iot=<owner>.<kind>.<what the destination was made with>` */
function markedUrl({ url, owner, kind, size }: WantedStreams, print: string): string {
	const made = createHash('sha256').update(`${size} ${print}`).digest('base64url').slice(0, 8);
	const marked = new URL(url);
	marked.searchParams.set(MARK, `${owner}.${kind}.${made}`);
	return marked.href;
}

export const isOf = ({ owner, kind }: Pick<WantedStreams, 'owner' | 'kind'>) => {
	const own = `${owner}.${kind}.`;
	return (stream: Json): boolean => {
		const url = addressOf(stream);
		return URL.canParse(url) && (new URL(url).searchParams.get(MARK) ?? '').startsWith(own);
	};
};

/** The requests of a registration: the package's own operations on data streams. */
export class Requests {
	constructor(private readonly client: Client) {}

	async list(): Promise<Json[]> {
		const every = { returnAll: true, limit: 0, simplify: false };
		return (await this.client.perform(getAllDataStreams, every)) as Json[];
	}

	async create({ typeId, ...stream }: WantedStream, destination: Json): Promise<void> {
		await this.client.perform(createDataStream, {
			...stream,
			...destination,
			streamType: typeId,
			simplify: false,
		});
	}

	async setDestination(dataStreamId: string, destination: Json): Promise<void> {
		await this.client.perform(updateDataStream, {
			dataStreamId,
			destination: 'replace',
			...destination,
		});
	}

	async setFilters(dataStreamId: string, { eventTypeIds, alertsOnly }: WantedStream) {
		const removeFilters = !eventTypeIds?.length && !alertsOnly;
		const input = { dataStreamId, destination: 'keep', eventTypeIds, alertsOnly, removeFilters };
		await this.client.perform(updateDataStream, input);
	}

	async pause(dataStreamId: string): Promise<void> {
		await this.client.perform(pauseDataStream, { dataStreamId });
	}

	/** Lets a stream run that is in this state. */
	async run(dataStreamId: string, status: unknown): Promise<void> {
		const operation = status === 3 ? restartDataStream : resumeDataStream;
		await this.client.perform(operation, { dataStreamId });
	}

	/** Whether it runs, read again for half a minute; undefined when that is still open. */
	async runs(id: string): Promise<boolean | undefined> {
		const { resource, name, effect, lane } = updateDataStream;
		const call = this.client.callFor({ resource, name, effect, lane });
		const found = await confirmed(call, id, hasStatus(1));
		return found.confirmed ? true : found.status_id === 3 ? false : undefined;
	}

	/** Deletes; what is gone already is no mistake. */
	async remove(dataStreamId: string): Promise<void> {
		try {
			await this.client.perform(deleteDataStream, { dataStreamId });
		} catch (error) {
			if (error instanceof NotFoundError) return;
			if (!(error instanceof ConflictError)) throw error;
			// Its state does not allow it; a paused one can be deleted.
			await this.pause(dataStreamId);
			await this.client.perform(deleteDataStream, { dataStreamId });
		}
	}
}

/** One registration at a time changes the streams of an account. */
const alone = async <T>(client: Client, job: (requests: Requests) => Promise<T>): Promise<T> =>
	await exclusively(
		`${client.ports.baseUrl} stream registrations`,
		async () => await job(new Requests(client)),
	);

export const idOf = (stream: Json) => String(stream.id);
export const statusOf = (stream: Json) => at(stream, 'status.id');
const isTyped = (stream: Json, typeId: number) => at(stream, 'data_stream_type.id') === typeId;

/** A destination with a new secret, which is accepted from now on. */
function newDestination(wanted: WantedStreams): Json {
	const secret = randomBytes(32).toString('base64url');
	const print = printOf(secret);
	wanted.prints.unshift(print);
	wanted.prints.splice(MOST_PRINTS);
	return {
		connectionType: 'RestAPI',
		url: markedUrl(wanted, print),
		method: 'POST',
		headers: [`${SECRET_HEADER}:${secret}`],
		size: wanted.size,
	};
}

const sameFilters = (stream: Json, want: WantedStream) => {
	const text = (filters: unknown) => JSON.stringify(filters ?? []);
	return text(stream.filters) === text(filtersOf(want));
};

/** Whether what the service holds is all that is wanted, so that nothing is to be done. */
export async function isRegistered(client: Client, wanted: WantedStreams): Promise<boolean> {
	const own = (await new Requests(client).list()).filter(isOf(wanted));
	const stands = (want: WantedStream) =>
		own.some((stream) => isTyped(stream, want.typeId) && isCurrent(stream, want, wanted));
	return own.length === wanted.streams.length && wanted.streams.every(stands);
}

/** The fingerprint that a stream goes to the wanted address with. */
const printAt = (stream: Json, wanted: WantedStreams): string | undefined =>
	wanted.prints.map(bare).find((print) => markedUrl(wanted, print) === addressOf(stream));

const isAt = (stream: Json, wanted: WantedStreams) => printAt(stream, wanted) !== undefined;

const isCurrent = (stream: Json, want: WantedStream, wanted: WantedStreams) =>
	isAt(stream, wanted) && sameFilters(stream, want) && statusOf(stream) === 1;

/**
 * Makes what is wanted stand and run, once each: creates, or moves and restarts what this trigger
 * made before. A failure on the way takes back what was created.
 * @returns ids of the streams, and whether each was seen to run
 * @throws StreamInUseError when a stream of somebody else has the name or the address
 * @throws StreamFailedError when the service can't start it
 */
export async function register(
	client: Client,
	wanted: WantedStreams,
): Promise<Array<{ id: string; runs: boolean }>> {
	const { baseUrl } = client.ports;
	checkReachable({ ...wanted, baseUrl });
	checkNamed(wanted.url);
	return await alone(client, async (requests) => {
		const all = await requests.list();
		const own = all.filter(isOf(wanted));
		const used = new Set<Json>();
		const created: string[] = [];
		const current = new Set<string>();
		const result: Array<{ id: string; runs: boolean }> = [];
		try {
			for (const want of wanted.streams) {
				const mine = own.filter((stream) => isTyped(stream, want.typeId));
				const standing = mine.find((stream) => isAt(stream, wanted)) ?? mine.at(-1);
				let id: string;
				if (standing) {
					used.add(standing);
					id = idOf(standing);
					current.add(await bringUp(requests, standing, want, wanted));
				} else {
					refuseTaken(all, want, wanted);
					const destination = newDestination(wanted);
					current.add(wanted.prints[0]!);
					const made = async () =>
						(await requests.list()).find((stream) => addressOf(stream) === destination.url);
					try {
						await requests.create(want, destination);
					} finally {
						// Also after an error: it may have been made all the same.
						const stream = await made().catch(() => undefined);
						if (stream) created.push(idOf(stream));
						id = stream ? idOf(stream) : '';
					}
					if (id === '') throw new StreamFailedError('(not found)', wanted.url);
				}
				if (standing && wanted.gentle && statusOf(standing) === 2) continue;
				const runs = await requests.runs(id);
				if (runs === false) throw new StreamFailedError(id, wanted.url);
				result.push({ id, runs: runs === true });
			}
		} catch (error) {
			for (const id of created) await requests.remove(id).catch(() => {});
			throw error;
		}
		for (const stream of own) if (!used.has(stream)) await requests.remove(idOf(stream));
		const until = client.ports.clock.now() + FORMER_MS;
		const formers = wanted.prints.filter((print) => !current.has(bare(print)));
		const ending = formers.map((print) => (print.includes('@') ? print : `${print}@${until}`));
		wanted.prints.splice(0, Infinity, ...current, ...ending);
		return result;
	});
}

/** @throws StreamInUseError */
function refuseTaken(
	all: Json[],
	{ name, typeId }: WantedStream,
	{ url, ...mine }: WantedStreams,
): void {
	const others = all.filter((stream) => !isOf(mine)(stream));
	const named = others.find((stream) => stream.name === name);
	if (named) {
		throw new StreamInUseError(
			named,
			'has this name already, and was not made by this trigger. Nothing was changed',
			'Choose another Stream Name, or delete that stream if nobody needs it.',
		);
	}
	const pushing = others.find(
		(stream) => addressOf(stream).split('?')[0] === url && isTyped(stream, typeId),
	);
	if (pushing) {
		throw new StreamInUseError(
			pushing,
			'pushes to the address of this trigger already. Nothing was changed',
			'Switch Register Stream off to go on with it, or delete it.',
		);
	}
}

/** Has a stream of our own go to the address, with these filters, and run; gives its fingerprint. */
async function bringUp(
	requests: Requests,
	stream: Json,
	want: WantedStream,
	wanted: WantedStreams,
): Promise<string> {
	const id = idOf(stream);
	const status = statusOf(stream);
	let isHeld = status === 2 || status === 3;
	let print = printAt(stream, wanted);
	// Its secret may have been known for as long as it was paused.
	const isOld = status === 2 && !wanted.gentle;
	if (print === undefined || isOld) {
		// What is made while it is paused comes afterwards, to the new address.
		if (!isHeld) await requests.pause(id);
		isHeld = true;
		await requests.setDestination(id, newDestination(wanted));
		print = wanted.prints[0]!;
	}
	if (!sameFilters(stream, want)) await requests.setFilters(id, want);
	if (isHeld && !(wanted.gentle && status === 2)) await requests.run(id, status);
	return print;
}

/**
 * Takes back what {@link register} did: deletes the trigger's own streams, or pauses them, so that
 * what is made until the next registration comes then. Everything that is gone counts as done.
 */
export async function unregister(
	client: Client,
	mine: Pick<WantedStreams, 'owner' | 'kind'>,
	how: 'delete' | 'pause' = 'delete',
): Promise<void> {
	await alone(client, async (requests) => {
		for (const stream of (await requests.list()).filter(isOf(mine))) {
			if (how === 'delete') await requests.remove(idOf(stream));
			else if (statusOf(stream) !== 2) await requests.pause(idOf(stream));
		}
	});
}
