import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/* The requests of this process that have not ended, by Node's http or by fetch. */

/** One set for all test files of a worker, each of which has its own copy of this module. */
const shared = globalThis as { [UNDER_WAY]?: Set<object> };
const UNDER_WAY = Symbol.for('requests under way');

function watched(): Set<object> {
	const underWay = new Set<object>();
	subscribe('http.client.request.created', (message) => {
		const { request } = message as { request: ClientRequest };
		underWay.add(request);
		request.once('close', () => underWay.delete(request));
	});
	const ofFetch = (message: unknown) => (message as { request: object }).request;
	subscribe('undici:request:create', (message) => void underWay.add(ofFetch(message)));
	// Not at the end of the body, which its caller may never read.
	for (const end of ['undici:request:headers', 'undici:request:error']) {
		subscribe(end, (message) => void underWay.delete(ofFetch(message)));
	}
	return underWay;
}

const underWay = (shared[UNDER_WAY] ??= watched());
/** Requests that earlier files of this worker have left behind: nobody answers them any more. */
const leftBehind: ReadonlySet<object> = new Set(underWay);

// The real ones, where a test replaces them.
const { setImmediate, setTimeout } = globalThis;

/** Turns of the event loop in a row without a request, after which all answers have been read. */
const QUIET_TURNS = 6;

/**
 * Resolves when no request has been under way for some turns of the event loop, other than those that
 * nobody will answer for the time being.
 */
export async function untilIdle(isLeft: (request: object) => boolean = () => false): Promise<void> {
	// Code that polls for as long as it runs leaves the machine to other work, and holds no process.
	await new Promise((resolve) => setTimeout(resolve, 1).unref());
	let quiet = 0;
	while (quiet < QUIET_TURNS) {
		const isQuiet = [...underWay].every((request) => leftBehind.has(request) || isLeft(request));
		quiet = isQuiet ? quiet + 1 : 0;
		await new Promise((resolve) =>
			isQuiet ? setImmediate(resolve) : setTimeout(resolve, 1).unref(),
		);
	}
}
