import { isPage } from '../http/answers';
import { isObject } from '../http/route';
import type { World } from '../world';
import type { DataStream } from './entities';
import type { Pushed } from './records';

/** Push options. Undocumented behaviour is configurable, as noted at each option. */
export interface PushOptions {
	/** Milliseconds between requests of a stream unless a full batch waits. Unknown; default 1,000. */
	intervalMs: number;
	/** Attempts per batch until the stream is in error. Unknown; default 8. */
	attempts: number;
	/** Milliseconds before the second attempt; doubles up to a minute. Unknown; default 500. */
	backoffMs: number;
	/** Real milliseconds until a request without an answer counts as failed. Unknown; default 10,000. */
	timeoutMs: number;
	/** Statuses that count as accepted: only 200 (a sibling service), or any 2xx. Default 200. */
	taken: '200' | '2xx';
	/** Percentage of batches that are sent again although they were accepted. Default 0. */
	repeatPercent: number;
	/** Tests the address with an empty list when the stream is created. Unknown; default off. */
	triesAddress: boolean;
	/** Form of the records. */
	shape: 'new' | 'old' | 'mixed';
	/** Local targets of public addresses, by origin; stands in for DNS and TLS. */
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

/** How long a stream keeps undelivered records. Source: public reference. */
export const RECORDS_KEPT_MS = 7 * 24 * 60 * 60_000;
const LONGEST_BACKOFF_MS = 60_000;

/** The wait before the next attempt of a batch. */
export const backoffOf = ({ backoffMs }: PushOptions, failures: number): number =>
	Math.min(LONGEST_BACKOFF_MS, backoffMs * 2 ** (failures - 1));

interface PushTarget {
	url: string;
	method: string;
	headers: Record<string, string>;
	size: number;
}

/** The destination of a stream and its options. Defaults: public reference. */
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

/** The answer of a destination: its status, 0 for none, and whether its body is a page. */
export interface PushAnswer {
	status: number;
	byPage: boolean;
}

/** One request to a destination. */
async function request(
	target: PushTarget,
	body: unknown,
	options: PushOptions,
): Promise<PushAnswer> {
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
		return { status: response.status, byPage: isPage(await response.text()) };
	} catch {
		return { status: 0, byPage: false };
	}
}

/**
 * Sends records; a stream with batch size 1 sends a single object. External stores (S3, Kinesis …)
 * are not simulated: records for them count as accepted.
 */
export async function post(
	sim: World,
	stream: DataStream,
	records: Pushed[],
	options: PushOptions,
): Promise<PushAnswer> {
	const target = pushTarget(stream);
	const bodies = records.map(({ body }) => body);
	const started = performance.now();
	const isOne = target.size === 1 && records.length === 1;
	const answer =
		stream.destination.connection_type === 'RestAPI'
			? await request(target, isOne ? bodies[0] : bodies, options)
			: { status: 200, byPage: false };
	const ms = Math.round(performance.now() - started);
	const detail = { id: stream.id, records: records.length, ...answer, ms };
	sim.ledger.effect('stream.pushed', {}, detail);
	return answer;
}

/** Whether an answer means that the records were accepted. */
export const areRecordsAccepted = ({ taken }: PushOptions, { status }: PushAnswer): boolean =>
	taken === '200' ? status === 200 : status >= 200 && status < 300;
