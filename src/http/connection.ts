import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { AxiosError } from 'axios';
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
			(e as Error).name === 'AbortError' ||
			(e as { code?: unknown }).code === AxiosError.ERR_CANCELED,
	) !== undefined;

/** What was seen of the requests of one attempt. */
interface Sight {
	/** Node was asked to send one. */
	began: boolean;
	/** One of them had a connection whose TLS handshake was under way. */
	handshake: boolean;
	/** One of them had a connection that could carry it. */
	ready: boolean;
}

const sights = new AsyncLocalStorage<Sight>();

/** Node has told of a request of ours: from then on, one it did not tell of was never sent. */
let tells = false;

/*
 * An aborted attempt says nothing of the connection it was still waiting for. Node itself tells, to
 * everybody in the process; `sights` picks out our own requests.
 */
subscribe('http.client.request.start', (message) => {
	const sight = sights.getStore();
	if (!sight) return;
	sight.began = tells = true;
	const { request } = message as { request: ClientRequest };
	const ready = () => {
		sight.ready = true;
	};
	const watch = (socket: Socket) => {
		const { secureConnecting } = socket as TLSSocket & { secureConnecting?: boolean };
		if (secureConnecting) {
			sight.handshake = true;
			socket.once('secureConnect', ready);
		} else if (socket.connecting) socket.once('connect', ready);
		else ready();
	};
	if (request.socket) watch(request.socket);
	else request.once('socket', watch);
});

/**
 * Runs what sends one request.
 * @param refusal what to do about an error that is the host's own refusal to send to such an address;
 * undefined for any other.
 * @throws SeenError around what it threw, where that is certain: nothing was sent when it failed
 * before it came to that, or was aborted while it had no connection; it may have been sent once it
 * had one, whatever the error says. What Node says of a connection that failed is left to be read.
 */
export async function watched<T>(
	send: () => Promise<T>,
	refusal: (error: unknown) => string | undefined = () => undefined,
): Promise<T> {
	const sight: Sight = { began: false, handshake: false, ready: false };
	try {
		return await sights.run(sight, send);
	} catch (error) {
		if (sight.ready) throw new SeenError(error, true);
		// A handshake that failed, or was refused for its certificate, has carried nothing.
		const gaveUp = sight.began && (sight.handshake || isAbort(error));
		const neverBegan = tells && !sight.began && !isAbort(error);
		const hint = refusal(error);
		if (gaveUp || neverBegan || hint !== undefined) throw new SeenError(error, false, hint);
		throw error;
	}
}
