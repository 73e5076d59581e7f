import { findCause } from '../../../src/errors';
import { isAbort } from '../../../src/request/attempt/connection';

/*
 * n8n: Its request helper is axios: an error of it, or one of its causes, has Node's own request as
 * `request`, with its socket.
 * Read: n8n 2.41.1, @n8n/backend-network: http/axios/request.js; axios 1.16, lib/adapters/http.js. What Node's
 * request shows of a failure was tried on real sockets with Node 24.
 * Why: An acting request without an answer may be sent again only if nothing of it has left.
 * Gone: More outcomes are called unknown: an SMS whose connection was cut before anything was sent, or that
 * waited for a connection until its deadline, is then not tried again.
 * Fallback: Unknown outcomes are read back where the service can tell them.
 * Can it go: No, the error's code alone does not tell a connection that was cut before the request from one
 * cut after it.
 */

/** Node's record of a request and its connection, also after they have ended. */
export interface NodeRequest {
	destroyed: boolean;
	/** Its answer. */
	res?: unknown;
	/** Absent while the request waits for a connection. */
	socket?: {
		/** The TLS handshake was not completed, or its certificate was refused. */
		secureConnecting?: boolean;
		/** Bytes handed to the system, or to TLS: none before there is a connection. */
		_bytesDispatched?: number;
		/** It is a socket of TLS. */
		encrypted?: boolean;
	} | null;
}

/** Node's record of the request that failed with an error of n8n's helper; undefined where it has none. */
export const requestOf = (error: unknown): NodeRequest | undefined =>
	findCause(
		error,
		(e): e is { request: NodeRequest } =>
			typeof (e as { request?: Partial<NodeRequest> }).request?.destroyed === 'boolean',
	)?.request;

/** Whether any part of a failed request was sent; undefined when unknown. */
export function wasSent(error: unknown): boolean | undefined {
	const request = requestOf(error);
	if (!request) return undefined;
	const { destroyed, res, socket } = request;
	if (res) return true;
	// A failed handshake or a refused certificate means that nothing was sent.
	if (socket?.secureConnecting === true) return false;
	if (socket && (socket._bytesDispatched ?? 0) > 0) return true;
	// An abort error says nothing itself, but Node does: an ended request gets no new connection.
	const waited = destroyed && (!socket || socket._bytesDispatched === 0);
	return waited && isAbort(error) ? false : undefined;
}
