import { causesOf, findCause } from '../../../src/errors';
import type { ProxyFailure } from '../../../src/request/attempt/proxy';
import { type NodeRequest, requestOf } from './failedRequest';

/*
 * n8n: An error of its request helper has Node's request with the agent that chose the proxy, and for a status
 * that was to be an error the answer. What a proxy answers to CONNECT looks like an answer of the service, but
 * comes over a socket without TLS. A successful answer shows nothing of that.
 * Read: n8n 2.41.1, @n8n/backend-network: http/axios/request.js, http/env-proxy-router.js,
 * proxy/proxied-agents.js; https-proxy-agent 9, dist/index.js; axios 1.16, lib/adapters/http.js.
 * Why: A person is to read that the proxy said no, and which proxy: the service would be blamed for it.
 * Gone: A proxy's refusal is reported as the service's own, and a dead proxy as a service out of reach.
 * Fallback: As for any answer, and any error, of the service.
 * Can it go: When n8n's helper reports failures of a proxy as such.
 */

/** Statuses by which a proxy refuses CONNECT: the helper is to throw them, so that the socket can be seen. */
export const PROXY_STATUSES = [403, 407, 502, 503, 504];

/** n8n's agent, which has the proxy, or looks for it by host name and port. */
interface ProxyingAgent {
	proxy?: unknown;
	router?: {
		resolve?: (options: { host: string; port: string }) => { proxy?: unknown } | undefined;
	};
}

interface ProxiedRequest extends NodeRequest {
	protocol?: string;
	agent?: ProxyingAgent;
	getHeader?: (name: string) => unknown;
}

/** The service's address, as a request names it. */
function addressOf({ protocol, getHeader }: ProxiedRequest, request: object): URL | undefined {
	const text = `${protocol}//${String(getHeader?.call(request, 'host'))}`;
	return URL.canParse(text) ? new URL(text) : undefined;
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** The proxy of a request to an address. */
function proxyOf({ agent }: ProxiedRequest, address: URL): URL | undefined {
	const host = address.hostname.replace(/^\[|\]$/g, '');
	const port = portOf(address);
	const proxy = agent?.proxy ?? agent?.router?.resolve?.({ host, port })?.proxy;
	return proxy instanceof URL ? proxy : undefined;
}

function failureOf(request: ProxiedRequest, status?: number): ProxyFailure | undefined {
	const address = addressOf(request, request);
	const proxy = address && proxyOf(request, address);
	if (!proxy) return undefined;
	const host = `${address.hostname}:${portOf(address)}`;
	return { proxy: `${proxy.protocol}//${proxy.host}`, host, status };
}

/** Whether a request failed before it had a connection through a proxy, if it was to have one. */
const hadNoWay = ({ protocol, socket }: ProxiedRequest, error: unknown): boolean =>
	protocol === 'https:'
		? !socket
		: causesOf(error).some((cause) =>
				['connect', 'getaddrinfo'].includes(String((cause as { syscall?: unknown }).syscall)),
			);

/** An answer as axios gives it with an error. */
interface ThrownAnswer {
	status: number;
	headers: object;
	data: unknown;
}

/** The answer of a status that n8n's helper has thrown, as the helper returns others. */
export function thrownAnswer(error: unknown) {
	const found = findCause(error, (e): e is { response: ThrownAnswer } =>
		PROXY_STATUSES.includes((e as { response?: Partial<ThrownAnswer> }).response?.status ?? 0),
	);
	if (!found) return undefined;
	const { status, headers, data } = found.response;
	return { statusCode: status, headers, body: data };
}

/**
 * The proxy that is to blame for an error of n8n's helper: there was no connection to it, or it gave its own
 * answer to CONNECT. Undefined where none is, or none is known.
 */
export function proxyFailure(error: unknown): ProxyFailure | undefined {
	const request: ProxiedRequest | undefined = requestOf(error);
	if (!request) return undefined;
	const status = thrownAnswer(error)?.statusCode;
	if (status === undefined) return hadNoWay(request, error) ? failureOf(request) : undefined;
	const { protocol, socket } = request;
	const isItsOwn = protocol === 'https:' && socket && socket.encrypted !== true;
	return isItsOwn ? failureOf(request, status) : undefined;
}
