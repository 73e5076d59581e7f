import { directTransport } from './directTransport';
import { Http } from '../../src/request/http';
import { Lanes } from '../../src/request/limits/lanes';
import type { Answer, HttpRequest, Transport, WireRequest } from '../../src/wire';

let services = 0;

/** A client with a separate service, so that tests do not share a retry budget. */
export function bench({
	random = () => 0.5,
	signal,
}: { random?: () => number; signal?: AbortSignal } = {}) {
	const baseUrl = `https://service-${++services}.test`;
	const slept: number[] = [];
	const wire: WireRequest[] = [];
	const time = { now: Date.parse('2026-03-01T12:00:00Z') };
	let transport: Transport = directTransport;
	const lanes = new Lanes();
	const http = new Http({
		baseUrl,
		transport: async (request) => {
			wire.push(request);
			return await transport(request);
		},
		lanes: () => lanes,
		clock: { now: () => time.now },
		sleep: async (ms) => {
			slept.push(ms);
			time.now += ms;
		},
		random,
		...(signal && { signal }),
	});
	return {
		baseUrl,
		http,
		lanes,
		/** The waits between attempts in milliseconds; the clock has advanced by them. */
		slept,
		/** The requests that reached the transport. */
		wire,
		time,
		/** Sets the transport that replaces the network. */
		answer: (with_: Transport) => void (transport = with_),
		/** Sets the answers to return in turn; the last one is repeated. */
		answers: (...replies: Array<{ status: number; headers?: object; body?: unknown }>) => {
			let count = 0;
			transport = async () => {
				const reply = replies[Math.min(count++, replies.length - 1)]!;
				return { headers: {}, body: undefined, ...reply } as Answer;
			};
		},
		send: async (request: Partial<HttpRequest> = {}) =>
			await http.request({
				method: 'GET',
				path: '/api/v1/endpoint/7',
				effect: 'read',
				lane: 'single',
				what: 'endpoint: get',
				...request,
			}),
	};
}

/** Requests of each effect. */
export const REQUESTS = {
	read: { method: 'GET', effect: 'read' },
	set: { method: 'PATCH', effect: 'set', body: { name: 'a' } },
	act: { method: 'POST', effect: 'act', body: { payload: 'hi' } },
} as const satisfies Record<string, Partial<HttpRequest>>;
