import { findCause } from '../../errors';
import { ProxyError, type ProxyFailure } from './proxy';

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

/** What the error of the sending host shows. */
interface FailureSigns {
	/** Whether any part of the request was sent; undefined when unknown. */
	wasSent(error: unknown): boolean | undefined;
	/** What to do about the host's own refusal to send to an address; undefined for any other error. */
	refusalHint?(error: unknown): string | undefined;
	/** The proxy that did not let the request through; undefined where none is to blame. */
	proxyFailure?(error: unknown): ProxyFailure | undefined;
}

/** The failure of a proxy as a failed attempt of which nothing was sent. */
function seenAtProxy(failure: ProxyFailure, cause: unknown): SeenError {
	const error = new ProxyError(failure, cause);
	return new SeenError(error, false, error.hint);
}

/**
 * Runs a function that sends one request, and reads its answer.
 * @throws SeenError around the original error, where it is certain that nothing was sent, or that
 * there was a connection to carry it. In uncertain cases the original error is thrown unchanged.
 */
export async function traceConnection<A, T>(
	send: () => Promise<A>,
	read: (answer: A) => Promise<T> | T,
	{ wasSent, refusalHint, proxyFailure }: FailureSigns,
): Promise<T> {
	let answer: A;
	try {
		answer = await send();
	} catch (error) {
		const hint = refusalHint?.(error);
		const atProxy = hint === undefined ? proxyFailure?.(error) : undefined;
		if (atProxy) throw seenAtProxy(atProxy, error);
		const wasCarried = hint === undefined ? wasSent(error) : false;
		throw wasCarried === undefined ? error : new SeenError(error, wasCarried, hint);
	}
	try {
		return await read(answer);
	} catch (error) {
		throw new SeenError(error, true);
	}
}
