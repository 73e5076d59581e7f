import { findCause } from '../../errors';

/** A failed attempt with known connection state. */
export class SeenError extends Error {
	constructor(
		override readonly cause: unknown,
		/** Whether the request had a connection with a completed TLS handshake. */
		readonly connected: boolean,
		/** Hint for a person when the host itself refused to send. */
		readonly hint?: string,
	) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
	}
}

/** The first of an error and its causes that is one. */
export const seenIn = (error: unknown): SeenError | undefined =>
	findCause(error, (e): e is SeenError => e instanceof SeenError);

/** Whether an error is an aborted signal's own reason, or the form axios and Node give it. */
export const isAbort = (error: unknown): boolean =>
	findCause(
		error,
		(e): e is Error =>
			(e as Error).name === 'AbortError' || (e as { code?: unknown }).code === 'ERR_CANCELED',
	) !== undefined;

/** Node's record of a request and its connection, also after they have ended. */
interface NodeRequest {
	destroyed: boolean;
	/** Its answer. */
	res?: unknown;
	/** Absent while the request waits for a connection. */
	socket?: {
		/** The TLS handshake was not completed, or its certificate was refused. */
		secureConnecting?: boolean;
		/** Bytes handed to the system, or to TLS: none before there is a connection. */
		_bytesDispatched?: number;
	} | null;
}

/** The request that n8n's helper and axios attach to any error they throw. */
const requestOf = (error: unknown): NodeRequest | undefined =>
	findCause(
		error,
		(e): e is { request: NodeRequest } =>
			typeof (e as { request?: Partial<NodeRequest> }).request?.destroyed === 'boolean',
	)?.request;

/**
 * Whether any part of a failed request was sent; undefined when unknown.
 * Source: Node 24, each failure tried on a real socket.
 */
function carried({ destroyed, res, socket }: NodeRequest, error: unknown): boolean | undefined {
	if (res) return true;
	// A failed handshake or a refused certificate means that nothing was sent.
	if (socket?.secureConnecting === true) return false;
	if (socket && (socket._bytesDispatched ?? 0) > 0) return true;
	// An abort error says nothing itself, but Node does: an ended request gets no new connection.
	const waited = destroyed && (!socket || socket._bytesDispatched === 0);
	return waited && isAbort(error) ? false : undefined;
}

/**
 * Runs a function that sends one request, and reads its answer.
 * @param refusal hint for an error that is the host's own refusal to send to an address; undefined
 * for any other error.
 * @throws SeenError around the original error, where it is certain that nothing was sent, or that
 * there was a connection to carry it. In uncertain cases the original error is thrown unchanged.
 */
export async function traceConnection<A, T>(
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
