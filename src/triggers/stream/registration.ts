import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { CellularIotError } from '../../errors';
import { ConflictError, NotFoundError } from '../../request/attempt/errors';
import type { Json } from '../../table/define';
import {
	createDataStream,
	deleteDataStream,
	pauseDataStream,
	restartDataStream,
	resumeDataStream,
	updateDataStream,
} from '../../table/entries/push/dataStream';
import { filtersOf } from '../../table/entries/push/dataStreamFields';
import {
	confirmed,
	getAllDataStreams,
	hasStatus,
	readStreams,
} from '../../table/entries/push/dataStreamRead';
import { at } from '../../table/reading';
import { isAhead } from '../../times';
import type { FormReader } from '../runtime/definition';
import { checkNamed } from '../runtime/reachable';
import {
	type AddressKind,
	bareAddress,
	type Claimant,
	ElsewhereError,
	type Registrant,
	Registrations,
	type Undo,
	type WantedAddress,
} from '../runtime/registration';
import { optionsIn, streamForm } from './form';

/* The data streams that push to a workflow's address. Source: public reference, data streams. */

/** Header that carries the secret of a stream. */
export const SECRET_HEADER = 'x-stream-secret';

/** One stream that a trigger needs: a stream sends usage (1) or events (2). */
export interface WantedStream {
	typeId: 1 | 2;
	name: string;
	eventTypeIds?: number[] | undefined;
	alertsOnly?: boolean | undefined;
}

export interface WantedStreams extends WantedAddress {
	/** Records in a request. */
	size: number;
	streams: WantedStream[];
	/**
	 * Fingerprints of the secrets that calls may carry; current ones come first, former ones expire
	 * ({@link isAccepted}).
	 */
	prints: string[];
}

/** The streams of a form, and how they are registered. @throws InputError */
export function wantedStreams(read: FormReader, kind: AddressKind, defaultName: string) {
	const { streamName, size, unpublished, eventTypeIds, alertsOnly, allowPrivate } = optionsIn(read);
	const chosen = streamName?.trim() || defaultName;
	const own = kind === 'test' ? `${chosen} test` : chosen;
	const filters = { eventTypeIds, alertsOnly: alertsOnly || undefined };
	const streams = streamForm(read).kinds.map(
		(records): WantedStream =>
			records === 'usage'
				? { typeId: 1, name: `${own} (usage)` }
				: { typeId: 2, name: `${own} (events)`, ...filters },
	);
	return { streams, size: size ?? 500, unpublished: unpublished ?? 'delete', allowPrivate };
}

/** Fingerprints kept: those of two streams and of their predecessors, for calls under way. */
const MOST_PRINTS = 4;
/** How long calls with a replaced secret are accepted. Milliseconds. */
const FORMER_MS = 600_000;

/** A secret as n8n keeps it: enough to recognise it, and nothing to send it with. */
export const printOf = (secret: string): string =>
	createHash('sha256').update(secret).digest('base64url');

/** A fingerprint without the moment at which it expires. */
const withoutExpiry = (print: string): string => print.split('@')[0]!;

/**
 * Whether a secret is one of the kept fingerprints (`<print>`, or `<print>@<when it ends>`). An end
 * counts wherever it stands: another copy of the same may be older.
 */
export function isAccepted(secret: string, kept: readonly string[], now: number): boolean {
	const print = printOf(secret);
	const own = kept.filter((one) => isEqual(withoutExpiry(one), print));
	return own.length > 0 && own.every((one) => isUnexpired(one, now));
}

/** Whether a fingerprint is still valid. One that ends too far ahead, by a wrong clock, is not. */
function isUnexpired(print: string, now: number): boolean {
	const end = print.split('@')[1];
	return end === undefined || (now < Number(end) && !isAhead(Number(end) - FORMER_MS, now));
}

const isEqual = (a: string, b: string) =>
	a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const streamNamed = (stream: Json): string =>
	`Data stream ${String(stream.id)} ("${String(stream.name)}")`;

/** Somebody else's stream has the name, or pushes to the address. */
class StreamInUseError extends CellularIotError {
	constructor(stream: Json, what: string, hint: string) {
		super(`${streamNamed(stream)} ${what}`, hint, 'refused');
	}
}

/** The stream is there and in error. */
class StreamFailedError extends CellularIotError {
	constructor(id: string | undefined, url: string) {
		super(
			`The service accepted data stream ${id ?? '(not found)'} and could not start it: it is in error`,
			`The service must reach ${new URL(url).origin} over https, with a certificate of a public authority. Behind a proxy set n8n's WEBHOOK_URL to the address that others see.`,
			'refused',
		);
	}
}

const MARK = 'cellular-iot';
const pushAddress = (stream: Json) => String(at(stream, 'destination.credentials.url') ?? '');

/** `<address>?cellular-iot=<owner>.<kind>.<what the destination was made with>` */
function markedUrl({ url, owner, kind, size }: WantedStreams, print: string): string {
	const made = createHash('sha256').update(`${size} ${print}`).digest('base64url').slice(0, 8);
	const marked = new URL(url);
	marked.searchParams.set(MARK, `${owner}.${kind}.${made}`);
	return marked.href;
}

/** The mark in the address of a stream; empty for a stream of others. */
function markOf(stream: Json): string {
	const url = pushAddress(stream);
	return URL.canParse(url) ? (new URL(url).searchParams.get(MARK) ?? '') : '';
}

export const isStreamOf = ({ owner, kind }: Registrant) => {
	const own = `${owner}.${kind}.`;
	return (stream: Json): boolean => markOf(stream).startsWith(own);
};

/** The address that a stream pushes to, without its mark. */
export const streamAddress = (stream: Json): string => bareAddress(pushAddress(stream));

export const [STREAM_RUNNING, STREAM_PAUSED, STREAM_ERROR] = [1, 2, 3];
export const streamId = (stream: Json) => String(stream.id);
export const streamStatus = (stream: Json) => at(stream, 'status.id');
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

/** The fingerprint with which a stream pushes to the wanted address. */
const printAt = (stream: Json, wanted: WantedStreams): string | undefined =>
	wanted.prints
		.map(withoutExpiry)
		.find((print) => markedUrl(wanted, print) === pushAddress(stream));

/** @throws StreamInUseError */
function refuseTaken(
	all: Json[],
	{ name, typeId }: WantedStream,
	{ url, ...mine }: WantedStreams,
): void {
	const others = all.filter((stream) => !isStreamOf(mine)(stream));
	const named = others.find((stream) => stream.name === name);
	if (named) {
		throw new StreamInUseError(
			named,
			'has this name already, and was not made by this trigger. Nothing was changed',
			'Choose another Stream Name, or delete that stream if nobody needs it.',
		);
	}
	const pushing = others.find(
		(stream) => pushAddress(stream).split('?')[0] === url && isTyped(stream, typeId),
	);
	if (pushing) {
		throw new StreamInUseError(
			pushing,
			'pushes to the address of this trigger already. Nothing was changed',
			'Switch Register Stream off to go on with it, or delete it.',
		);
	}
}

type Unpublished = 'delete' | 'pause';

/** Data streams of the account that push to triggers; changed by the package's own operations. */
export class Streams extends Registrations<
	Json,
	WantedStreams,
	Array<{ id: string; runs: boolean }>,
	Unpublished
> {
	protected readonly what = 'stream registrations';

	async list(): Promise<Json[]> {
		return await readStreams(this.client.callFor(getAllDataStreams));
	}

	/** Creates a stream and returns its ID; one may have been made although the answer is an error. */
	private async create({ typeId, ...stream }: WantedStream, destination: Json, undo: Undo) {
		const input = { ...stream, ...destination, streamType: typeId, simplify: false };
		let made: Json | undefined;
		try {
			await this.client.perform(createDataStream, input);
		} finally {
			const all = await this.list().catch(() => []);
			made = all.find((one) => pushAddress(one) === destination.url);
			if (made) undo.push(async () => await this.remove(made!));
		}
		return made && streamId(made);
	}

	private async update(dataStreamId: string, changes: Json): Promise<void> {
		await this.client.perform(updateDataStream, { dataStreamId, ...changes });
	}

	async pause(dataStreamId: string): Promise<void> {
		await this.client.perform(pauseDataStream, { dataStreamId });
	}

	/** Lets a stream run that is in this state. */
	async run(dataStreamId: string, status: unknown): Promise<void> {
		const operation = status === STREAM_ERROR ? restartDataStream : resumeDataStream;
		await this.client.perform(operation, { dataStreamId });
	}

	/** Whether it runs, read again for half a minute; undefined when that is still open. */
	private async runs(id: string): Promise<boolean | undefined> {
		const call = this.client.callFor(updateDataStream);
		const found = await confirmed(call, id, hasStatus(STREAM_RUNNING));
		return found.confirmed ? true : found.status_id === STREAM_ERROR ? false : undefined;
	}

	/** Deletes; a stream that is gone already is no error. */
	private async remove(stream: Json): Promise<void> {
		const dataStreamId = streamId(stream);
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

	protected placeOf(stream: Json) {
		const [, kind] = markOf(stream).split('.');
		if (kind !== 'live' && kind !== 'test') return undefined;
		return { url: pushAddress(stream), kind: kind as AddressKind };
	}

	async isRegistered(wanted: WantedStreams): Promise<boolean> {
		return this.isInPlace(wanted, await this.list());
	}

	/** Whether all wanted streams exist and run, and no others of this trigger. */
	private isInPlace(wanted: WantedStreams, held: Json[]): boolean {
		const own = held.filter(isStreamOf(wanted));
		const isCurrent = (stream: Json, want: WantedStream) =>
			isTyped(stream, want.typeId) &&
			printAt(stream, wanted) !== undefined &&
			sameFilters(stream, want) &&
			streamStatus(stream) === STREAM_RUNNING;
		const stands = (want: WantedStream) => own.some((stream) => isCurrent(stream, want));
		return own.length === wanted.streams.length && wanted.streams.every(stands);
	}

	protected override check(wanted: WantedStreams): void {
		super.check(wanted);
		checkNamed(wanted.url);
	}

	/**
	 * Makes all wanted streams exist and run, once each: creates them, or moves and restarts those that
	 * this trigger made before. A failure deletes those that were created.
	 * @throws ElsewhereError when another n8n has streams of this trigger
	 * @throws StreamInUseError when a stream of somebody else has the name or the address
	 * @throws StreamFailedError when the service can't start it
	 */
	protected async apply(wanted: WantedStreams, held: Json[], undo: Undo) {
		const { url, isStart } = wanted;
		const own = held.filter(isStreamOf(wanted));
		if (!this.isInPlace(wanted, held)) {
			const [other] = await this.ofOthers(own, wanted);
			if (other) throw new ElsewhereError(streamNamed(other), pushAddress(other));
		}
		const used = new Set<Json>();
		const current = new Set<string>();
		const result: Array<{ id: string; runs: boolean }> = [];
		for (const want of wanted.streams) {
			const mine = own.filter((stream) => isTyped(stream, want.typeId));
			const standing = mine.find((stream) => printAt(stream, wanted)) ?? mine.at(-1);
			let id: string | undefined;
			if (standing) {
				used.add(standing);
				id = streamId(standing);
				current.add(await this.bringUp(standing, want, wanted));
				if (isStart && streamStatus(standing) === STREAM_PAUSED) continue;
			} else {
				refuseTaken(held, want, wanted);
				const destination = newDestination(wanted);
				current.add(wanted.prints[0]!);
				id = await this.create(want, destination, undo);
			}
			const runs = id !== undefined && (await this.runs(id));
			if (id === undefined || runs === false) throw new StreamFailedError(id, url);
			result.push({ id, runs: runs === true });
		}
		undo.length = 0;
		for (const stream of own) if (!used.has(stream)) await this.remove(stream);
		const until = this.client.ports.clock.now() + FORMER_MS;
		const formers = wanted.prints.filter((print) => !current.has(withoutExpiry(print)));
		const ending = formers.map((print) => (print.includes('@') ? print : `${print}@${until}`));
		wanted.prints.splice(0, Infinity, ...current, ...ending);
		return result;
	}

	/** Makes a stream of our own push to the address, with these filters, and run; returns its fingerprint. */
	private async bringUp(stream: Json, want: WantedStream, wanted: WantedStreams): Promise<string> {
		const id = streamId(stream);
		const status = streamStatus(stream);
		let isHeld = status === STREAM_PAUSED || status === STREAM_ERROR;
		let print = printAt(stream, wanted);
		const isLeft = status === STREAM_PAUSED && wanted.isStart === true;
		// The secret of a paused one may have been known for as long as it was paused.
		if (print === undefined || (status === STREAM_PAUSED && !isLeft)) {
			// Records made while it is paused come afterwards, to the new address.
			if (!isHeld) await this.pause(id);
			isHeld = true;
			await this.update(id, { destination: 'replace', ...newDestination(wanted) });
			print = wanted.prints[0]!;
		}
		if (!sameFilters(stream, want)) {
			const { eventTypeIds, alertsOnly } = want;
			const removeFilters = !eventTypeIds?.length && !alertsOnly;
			await this.update(id, { destination: 'keep', eventTypeIds, alertsOnly, removeFilters });
		}
		if (isHeld && !isLeft) await this.run(id, status);
		return print;
	}

	/** Deletes the trigger's own streams, or pauses them: records made meanwhile come when they run again. */
	protected async withdraw(
		mine: Claimant,
		held: Json[],
		how: Unpublished = 'delete',
	): Promise<void> {
		const own = held.filter(isStreamOf(mine));
		const others = await this.ofOthers(own, mine);
		for (const stream of own) {
			if (others.has(stream)) this.leave(streamNamed(stream), pushAddress(stream));
			else if (how === 'delete') await this.remove(stream);
			else if (streamStatus(stream) !== STREAM_PAUSED) await this.pause(streamId(stream));
		}
	}
}
