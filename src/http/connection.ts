import { findCause } from '../errors';

/** An attempt that failed, where it was seen how far it came. */
export class SeenError extends Error {
	constructor(
		override readonly cause: unknown,
		/** Whether a connection, its TLS handshake completed, was there to carry the request. */
		readonly connected: boolean,
		/** What to do where the host itself refused to send. */
		readonly hint?: string,
	) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
	}
}

/** Whether an error is an aborted signal's own reason, or what axios and Node make of it. */
export const isAbort = (error: unknown): boolean =>
	findCause(
		error,
		(e): e is Error =>
			(e as Error).name === 'AbortError' || (e as { code?: unknown }).code === 'ERR_CANCELED',
	) !== undefined;

/** What Node keeps of a request and of its connection, also when they are over. */
interface NodeRequest {
	destroyed: boolean;
	/** Its answer. */
	res?: unknown;
	/** None while it waits for one. */
	socket?: {
		/** The TLS handshake was not completed, or its certificate was refused. */
		secureConnecting?: boolean;
		/** Bytes that were handed to the system, or to TLS: none before there is a connection. */
		_bytesDispatched?: number;
	} | null;
}

/** n8n's helper and axios throw errors that bring the request along, whatever ended it. */
const requestOf = (error: unknown): NodeRequest | undefined =>
	findCause(
		error,
		(e): e is { request: NodeRequest } =>
			typeof (e as { request?: Partial<NodeRequest> }).request?.destroyed === 'boolean',
	)?.request;

/**
 * Whether there was a connection that carried anything of a failed request; undefined where that
 * is not known. Source: Node 24, each failure tried on a real socket.
 */
function carried({ destroyed, res, socket }: NodeRequest, error: unknown): boolean | undefined {
	if (res) return true;
	// A handshake that failed, or was refused for its certificate, has carried nothing.
	if (socket?.secureConnecting === true) return false;
	if (socket && (socket._bytesDispatched ?? 0) > 0) return true;
	// An abort says nothing itself, but Node does: a request that has ended gets no connection any more.
	const waited = destroyed && (!socket || socket._bytesDispatched === 0);
	return waited && isAbort(error) ? false : undefined;
}

/**
 * Runs what sends one request, and reads its answer.
 * @param refusal what to do about an error that is the host's own refusal to send to such an address;
 * undefined for any other.
 * @throws SeenError around what it threw, where it is certain that nothing was sent, or that there
 * was a connection to carry it, whatever the error says. What is not certain is left to be read.
 */
export async function watched<A, T>(
	send: () => Promise<A>,
	read: (answer: A) => Promise<T> | T,
	refusal: (error: unknown) => string | undefined = () => undefined,
): Promise<T> {
	let answer: A;
	try {
		answer = await send();
	} catch (error) {
		const request = requestOf(error);
		const hint = refusal(error);
		const wasCarried = hint === undefined ? request && carried(request, error) : false;
		throw wasCarried === undefined ? error : new SeenError(error, wasCarried, hint);
	}
	try {
		return await read(answer);
	} catch (error) {
		throw new SeenError(error, true);
	}
}
