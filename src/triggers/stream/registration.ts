import { DataStreamStatus } from '../../fleet/statuses';
import { createHash, randomBytes } from 'node:crypto';
import { CellularIotError } from '../../errors';
import { foreignName } from '../../foreignText';
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
import type { Operation } from '../../table/operation';
import { at } from '../../table/reading';
import type { FormReader } from '../runtime/definition';
import { checkNamed } from '../runtime/reachable';
import {
	type AddressKind,
	bareAddress,
	type RegistrantHere,
	ElsewhereError,
	type Registrant,
	Registrations,
	type Undo,
	type WantedAddress,
} from '../runtime/registration';
import { type AcceptedSecrets, printOf } from './acceptedSecrets';
import { optionsIn, streamForm } from './form';
import { isPausedByN8n, pausedName, ownName } from './pausedByN8n';

/* The data streams that push to a workflow's address. Source: public reference, data streams. */

/** Header that carries the secret of a stream. */
export const SECRET_HEADER = 'x-stream-secret';

/** One stream that a trigger needs: a stream sends usage (1) or events (2). */
interface WantedStream {
	typeId: 1 | 2;
	name: string;
	eventTypeIds?: number[] | undefined;
	alertsOnly?: boolean | undefined;
}

export interface WantedStreams extends WantedAddress {
	/** Records in a request. */
	size: number;
	streams: WantedStream[];
	/** The secrets that calls may carry. */
	secrets: AcceptedSecrets;
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

const streamNamed = (stream: Json): string =>
	`Data stream ${String(stream.id)} ("${foreignName(ownName(stream))}")`;

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

export const streamId = (stream: Json) => String(stream.id);
export const streamStatus = (stream: Json) => at(stream, 'status.id');

/** Whether a trigger's stream pushes to this address. */
export const isStreamAt = (mine: Registrant, address: string) => {
	const isMine = isStreamOf(mine);
	return (stream: Json): boolean =>
		isMine(stream) && streamAddress(stream) === bareAddress(address);
};

const PAUSED_OR_RUNNING: number[] = [DataStreamStatus.Paused, DataStreamStatus.Running];

/** Whether n8n has paused a trigger's stream at this address, or has resumed it and left the mark. */
export const isPausedAt = (mine: Registrant, address: string) => {
	const isHere = isStreamAt(mine, address);
	return (stream: Json): boolean =>
		isHere(stream) &&
		isPausedByN8n(stream) &&
		PAUSED_OR_RUNNING.includes(streamStatus(stream) as number);
};

/** A stream that n8n had paused; `problem` where it could not be resumed. */
interface ResumedStream {
	stream: Json;
	problem?: string;
}

const NOT_SHOWN = 'the service has accepted it, and does not show it as running yet';

/** The service did not take the name that marks a stream as paused by n8n. */
class NameNotKeptError extends CellularIotError {
	constructor(stream: Json) {
		super(
			`The service does not show the new name of ${streamNamed(stream)}`,
			'Without it nobody could tell later that n8n has paused the stream, so that it is not paused.',
			'unknown',
		);
	}
}
const isTyped = (stream: Json, typeId: number) => at(stream, 'data_stream_type.id') === typeId;

/** A destination with a new secret, which is accepted from now on; and the fingerprint of that. */
function newDestination(wanted: WantedStreams): { print: string; destination: Json } {
	const secret = randomBytes(32).toString('base64url');
	const print = printOf(secret);
	wanted.secrets.accept(print);
	const destination = {
		connectionType: 'RestAPI',
		url: markedUrl(wanted, print),
		method: 'POST',
		headers: [`${SECRET_HEADER}:${secret}`],
		size: wanted.size,
	};
	return { print, destination };
}

/** Whether a person has paused a stream: a start of n8n leaves it so. */
const isLeftPaused = (stream: Json): boolean =>
	streamStatus(stream) === DataStreamStatus.Paused && !isPausedByN8n(stream);

const sameFilters = (stream: Json, want: WantedStream) => {
	const text = (filters: unknown) => JSON.stringify(filters ?? []);
	return text(stream.filters) === text(filtersOf(want));
};

/** The fingerprint with which a stream pushes to the wanted address. */
const printAt = (stream: Json, wanted: WantedStreams): string | undefined =>
	wanted.secrets.all.find((print) => markedUrl(wanted, print) === pushAddress(stream));

/** @throws StreamInUseError */
function refuseTaken(
	all: Json[],
	{ name, typeId }: WantedStream,
	{ url, ...mine }: WantedStreams,
): void {
	const others = all.filter((stream) => !isStreamOf(mine)(stream));
	const named = others.find((stream) => ownName(stream) === name);
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
			made = all.find((entry) => pushAddress(entry) === destination.url);
			if (made) undo.add(async () => await this.remove(made!));
		}
		return made && streamId(made);
	}

	private async update(dataStreamId: string, changes: Json): Promise<void> {
		await this.client.perform(updateDataStream, { dataStreamId, ...changes });
	}

	/** Performs an operation on a stream. @returns whether the service shows its effect */
	private async isDone(operation: Operation, input: Json): Promise<boolean> {
		const result = (await this.client.perform(operation, input)) as Json;
		return result.confirmed === true;
	}

	/** Renames a stream. @throws NameNotKeptError when the service does not show the new name */
	private async rename(stream: Json, name: string): Promise<Json> {
		const dataStreamId = streamId(stream);
		const input = { dataStreamId, destination: 'keep', name };
		if (!(await this.isDone(updateDataStream, input))) throw new NameNotKeptError(stream);
		return { ...stream, name };
	}

	/**
	 * Marks a stream as paused by n8n, before it is paused: a process that ends in between leaves a running
	 * stream, and a later look takes the mark off. @returns the stream as it is then
	 * @throws NameNotKeptError
	 */
	private async mark(stream: Json): Promise<Json> {
		return isPausedByN8n(stream) ? stream : await this.rename(stream, pausedName(stream));
	}

	/** Takes the mark off a stream that runs. */
	private async unmark(stream: Json): Promise<void> {
		if (isPausedByN8n(stream)) await this.rename(stream, ownName(stream));
	}

	/** Pauses a stream, with a mark if the service keeps it. @returns the stream as it is then */
	private async hold(stream: Json): Promise<Json> {
		const marked = await this.mark(stream).catch(() => stream);
		await this.pause(streamId(stream));
		return marked;
	}

	private async pause(dataStreamId: string): Promise<void> {
		await this.client.perform(pauseDataStream, { dataStreamId });
	}

	/**
	 * Lets a stream run that is in this state, and takes the mark of a pause off.
	 * @returns whether the service shows that it runs
	 */
	async run(stream: Json, status: unknown): Promise<boolean> {
		const operation = status === DataStreamStatus.Error ? restartDataStream : resumeDataStream;
		const runs = await this.isDone(operation, { dataStreamId: streamId(stream) });
		// A look takes off a mark that stays; the stream runs.
		if (runs) await this.unmark(stream).catch(() => {});
		return runs;
	}

	/**
	 * Pauses a trigger's running streams at this address: n8n stops. One that cannot be marked as paused by
	 * n8n goes on, since nobody would know later that it may be resumed. A registration or a resumption
	 * under way comes first. @throws NameNotKeptError
	 */
	async pauseOwn(mine: Registrant, address: string): Promise<void> {
		await this.change(async (existing) => {
			for (const stream of existing.filter(isStreamAt(mine, address))) {
				if (streamStatus(stream) !== DataStreamStatus.Running) continue;
				await this.mark(stream);
				await this.pause(streamId(stream));
			}
		});
	}

	/**
	 * Resumes a trigger's streams that n8n has paused and that push to this address, and takes off marks of
	 * pauses that are over; not while a registration changes them. Nothing is begun after `signal`.
	 */
	async resumeOwn(
		mine: Registrant,
		address: string,
		signal?: AbortSignal,
	): Promise<ResumedStream[]> {
		return await this.change(async (existing) => {
			const result: ResumedStream[] = [];
			for (const stream of existing.filter(isPausedAt(mine, address))) {
				if (signal?.aborted) break;
				try {
					if (streamStatus(stream) === DataStreamStatus.Running) {
						await this.unmark(stream);
						continue;
					}
					const runs = await this.run(stream, DataStreamStatus.Paused);
					result.push({ stream, ...(!runs && { problem: NOT_SHOWN }) });
				} catch (error) {
					result.push({ stream, problem: String(error) });
				}
			}
			return result;
		});
	}

	/** Whether it runs, read again for half a minute; undefined when that is still open. */
	private async runs(id: string): Promise<boolean | undefined> {
		const call = this.client.callFor(updateDataStream);
		const found = await confirmed(call, id, hasStatus(DataStreamStatus.Running));
		return found.confirmed ? true : found.status_id === DataStreamStatus.Error ? false : undefined;
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

	protected addressOf(stream: Json) {
		const [, kind] = markOf(stream).split('.');
		if (kind !== 'live' && kind !== 'test') return undefined;
		return { url: pushAddress(stream), kind: kind as AddressKind };
	}

	async isRegistered(wanted: WantedStreams): Promise<boolean> {
		return this.areRunning(wanted, await this.list());
	}

	/** Whether all wanted streams exist and run, and no others of this trigger. */
	private areRunning(wanted: WantedStreams, existing: Json[]): boolean {
		const own = existing.filter(isStreamOf(wanted));
		const isCurrent = (stream: Json, want: WantedStream) =>
			isTyped(stream, want.typeId) &&
			printAt(stream, wanted) !== undefined &&
			sameFilters(stream, want) &&
			streamStatus(stream) === DataStreamStatus.Running;
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
	protected async apply(wanted: WantedStreams, existing: Json[], undo: Undo) {
		const { url, isStart } = wanted;
		const own = existing.filter(isStreamOf(wanted));
		if (!this.areRunning(wanted, existing)) {
			const [other] = await this.ofOthers(own, wanted);
			if (other) throw new ElsewhereError(streamNamed(other), pushAddress(other));
		}
		const used = new Set<Json>();
		const current = new Set<string>();
		const result: Array<{ id: string; runs: boolean }> = [];
		for (const want of wanted.streams) {
			const mine = own.filter((stream) => isTyped(stream, want.typeId));
			const existingStream = mine.find((stream) => printAt(stream, wanted)) ?? mine.at(-1);
			let id: string | undefined;
			if (existingStream) {
				used.add(existingStream);
				id = streamId(existingStream);
				current.add(await this.bringUp(existingStream, want, wanted));
				if (isStart && isLeftPaused(existingStream)) continue;
			} else {
				refuseTaken(existing, want, wanted);
				const { print, destination } = newDestination(wanted);
				current.add(print);
				id = await this.create(want, destination, undo);
			}
			const runs = id !== undefined && (await this.runs(id));
			if (id === undefined || runs === false) throw new StreamFailedError(id, url);
			result.push({ id, runs: runs === true });
		}
		undo.forget();
		for (const stream of own) if (!used.has(stream)) await this.remove(stream);
		wanted.secrets.endOthers(current, this.client.ports.clock.now());
		return result;
	}

	/** Makes a stream of our own push to the address, with these filters, and run; returns its fingerprint. */
	private async bringUp(stream: Json, want: WantedStream, wanted: WantedStreams): Promise<string> {
		const id = streamId(stream);
		const status = streamStatus(stream);
		let held =
			status === DataStreamStatus.Paused || status === DataStreamStatus.Error ? stream : undefined;
		let print = printAt(stream, wanted);
		const isStart = wanted.isStart === true;
		// The secret of a paused one may have been known for as long as it was paused.
		if (print === undefined || (status === DataStreamStatus.Paused && !isStart)) {
			// Records made while it is paused come afterwards, to the new address.
			held ??= await this.hold(stream);
			const made = newDestination(wanted);
			await this.update(id, { destination: 'replace', ...made.destination });
			print = made.print;
		}
		if (!sameFilters(stream, want)) {
			const { eventTypeIds, alertsOnly } = want;
			const removeFilters = !eventTypeIds?.length && !alertsOnly;
			await this.update(id, { destination: 'keep', eventTypeIds, alertsOnly, removeFilters });
		}
		if (held && !(isStart && isLeftPaused(stream))) await this.run(held, status);
		return print;
	}

	/** Deletes the trigger's own streams, or pauses them: records made meanwhile come when they run again. */
	protected async withdraw(
		mine: RegistrantHere,
		existing: Json[],
		how: Unpublished = 'delete',
	): Promise<void> {
		const own = existing.filter(isStreamOf(mine));
		const others = await this.ofOthers(own, mine);
		for (const stream of own) {
			if (others.has(stream)) this.leave(streamNamed(stream), pushAddress(stream));
			else if (how === 'delete') await this.remove(stream);
			else if (streamStatus(stream) !== DataStreamStatus.Paused) await this.hold(stream);
		}
	}
}
