import { isObject } from '../http/route';
import type { World } from '../world';
import type { DataStream } from './entities';
import type { Pushed } from './records';

/** How the service pushes. What is not documented is a choice: see each. */
export interface PushOptions {
	/** Milliseconds between two requests of a stream that has no full one waiting. Unknown; default 1,000. */
	intervalMs: number;
	/** Tries of one list until the stream is in error. Unknown; default 8. */
	attempts: number;
	/** Milliseconds before the second try; doubles up to a minute. Unknown; default 500. */
	backoffMs: number;
	/** Real milliseconds until a request without an answer counts as failed. Unknown; default 10,000. */
	timeoutMs: number;
	/** Statuses that count as taken: 200 alone (a sibling service), or any 2xx. Default 200. */
	taken: '200' | '2xx';
	/** Sends so many of a hundred lists again although they were taken. Default 0. */
	repeatPercent: number;
	/** Tries the address when the stream is created, with an empty list. Unknown; default off. */
	triesAddress: boolean;
	/** Forms of the records. */
	shape: 'new' | 'old' | 'mixed';
	/** Where a public address leads: DNS and TLS of the outside world, by origin. */
	reach: Record<string, string>;
}

export const PUSH_DEFAULTS: PushOptions = {
	intervalMs: 1_000,
	attempts: 8,
	backoffMs: 500,
	timeoutMs: 10_000,
	taken: '200',
	repeatPercent: 0,
	triesAddress: false,
	shape: 'new',
	reach: {},
};

/** Records kept for a stream that does not deliver. Source: public reference. */
export const RECORDS_KEPT_MS = 7 * 24 * 60 * 60_000;
const LONGEST_BACKOFF_MS = 60_000;

/** How long to wait before the next try of a list. */
export const backoffOf = ({ backoffMs }: PushOptions, failures: number): number =>
	Math.min(LONGEST_BACKOFF_MS, backoffMs * 2 ** (failures - 1));

interface PushTarget {
	url: string;
	method: string;
	headers: Record<string, string>;
	size: number;
}

/** Where a stream goes and how. Defaults: public reference. */
export function pushTarget({ destination }: DataStream): PushTarget {
	const credentials = isObject(destination.credentials) ? destination.credentials : {};
	const {
		url,
		method = 'POST',
		headers = [],
		flush_size,
		size = flush_size ?? 3_000,
	} = credentials;
	const lines = (headers as unknown[]).map(String).map((line): [string, string] => {
		const colon = line.indexOf(':');
		return [line.slice(0, colon), line.slice(colon + 1)];
	});
	return {
		url: String(url),
		method: String(method),
		headers: Object.fromEntries(lines),
		size: Number(size),
	};
}

/** One request to a destination. @returns status, 0 where nobody answers */
async function request(target: PushTarget, body: unknown, options: PushOptions): Promise<number> {
	const { url, method, headers } = target;
	try {
		const { origin } = new URL(url);
		const response = await fetch(url.replace(origin, options.reach[origin] ?? origin), {
			method,
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
			redirect: 'manual',
			signal: AbortSignal.timeout(options.timeoutMs),
		});
		await response.arrayBuffer();
		return response.status;
	} catch {
		return 0;
	}
}

/**
 * Sends these records; one object where a stream sends one at a time. Stores of others (S3, Kinesis …)
 * are not played: what goes to them is taken. @returns status, 0 for none
 */
export async function post(
	sim: World,
	stream: DataStream,
	records: Pushed[],
	options: PushOptions,
): Promise<number> {
	const target = pushTarget(stream);
	const bodies = records.map(({ body }) => body);
	const started = performance.now();
	const isOne = target.size === 1 && records.length === 1;
	const status =
		stream.destination.connection_type === 'RestAPI'
			? await request(target, isOne ? bodies[0] : bodies, options)
			: 200;
	const ms = Math.round(performance.now() - started);
	const detail = { id: stream.id, records: records.length, status, ms };
	sim.ledger.effect('stream.pushed', {}, detail);
	return status;
}

/** Whether an answer says that the records were taken. */
export const areRecordsTaken = ({ taken }: PushOptions, status: number): boolean =>
	taken === '200' ? status === 200 : status >= 200 && status < 300;
