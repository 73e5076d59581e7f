import { stub } from '../support/stub';
import { systemClock, systemSleep } from '../../src/ports';
import { lanesFor } from '../../src/request/limits/lanes';
import { Client } from '../../src/run/client';
import type { ClientPorts } from '../../src/run/clientPorts';
import { type Answer, isObject } from '../../src/wire';
import { keepSecret } from '../faults/secrets';

/*
 * A service in this process that enforces the documented limits and counts requests, for work on a
 * simulated clock. Source: public reference, Limits.
 */

const WINDOW_MS = 300_000;
/** Requests in five minutes from one address. */
export const PER_WINDOW = 2_000;
/** Lists per second of an organisation and path, and the burst. */
export const LISTS = { perSecond: 10, burst: 5 };
const SINGLES = { perSecond: 50, burst: 25 };

/** A request as it arrives. */
export interface Arrived {
	method: string;
	path: string;
	query: URLSearchParams;
	body: unknown;
}

/** A bucket that counts requests above the rate. */
class Rate {
	private level: number;
	private at = Date.now();

	constructor(private readonly rate: { perSecond: number; burst: number }) {
		this.level = rate.burst;
	}

	takes(): boolean {
		const { perSecond, burst } = this.rate;
		const now = Date.now();
		this.level = Math.min(burst, this.level + ((now - this.at) / 1000) * perSecond);
		this.at = now;
		// Requests arrive a little closer together than they were sent.
		if (this.level < 0) return false;
		this.level -= 1;
		return true;
	}
}

const IS_LIST = /^\/api\/v1\/(endpoint|sim|event)$/;

export class VirtualService {
	/** Requests since the start, and those above a limit. */
	requests = 0;
	refused = 0;
	/** Maximum in any five minutes. */
	busiest = 0;
	private readonly starts: number[] = [];
	private first = 0;
	private readonly lists = new Rate(LISTS);
	private readonly singles = new Rate(SINGLES);

	/** @param latencyMs time until an answer */
	constructor(
		private readonly answers: (request: Arrived) => Omit<Answer, 'status'> & { status?: number },
		private readonly latencyMs = 200,
		private readonly perWindow = PER_WINDOW,
	) {}

	private takes({ path }: Arrived): boolean {
		const now = Date.now();
		while (this.starts[this.first]! <= now - WINDOW_MS) this.first += 1;
		const inWindow = this.starts.length - this.first;
		const rate = IS_LIST.test(path) ? this.lists : this.singles;
		if (inWindow >= this.perWindow || !rate.takes()) return false;
		this.starts.push(now);
		this.busiest = Math.max(this.busiest, inWindow + 1);
		return true;
	}

	/** Arrival time of the n-th accepted request, by the simulated clock. */
	startOf(nth: number): number {
		return this.starts[nth - 1]!;
	}

	/** A client of one execution; clients of a host share limits, so each measurement has its own host. */
	client(host: string, more: Partial<ClientPorts> = {}): Client {
		const baseUrl = `http://${host}.test`;
		return new Client({
			baseUrl,
			accountKind: 'token',
			transport: async ({ method, url, body }) => {
				const { pathname: path, searchParams: query } = new URL(url);
				const arrived = { method, path, query, body: body && (JSON.parse(body) as unknown) };
				this.requests += 1;
				const isTaken = this.takes(arrived);
				if (!isTaken) this.refused += 1;
				await systemSleep(this.latencyMs);
				const answer = isTaken ? this.answers(arrived) : TOO_MANY;
				const { status = 200, headers, body: text } = answer;
				const date = new Date(Date.now()).toUTCString();
				const type = isObject(text) || Array.isArray(text) ? 'application/json' : 'text/plain';
				return { status, headers: { date, 'content-type': type, ...headers }, body: text };
			},
			token: async () => TOKEN,
			lanes: () => lanesFor(baseUrl, '1001'),
			clock: systemClock,
			sleep: systemSleep,
			random: Math.random,
			login: stub({}),
			...more,
		} as ClientPorts);
	}
}

const TOKEN = keepSecret('scale-session-000000000001');
const TOO_MANY = { status: 429, headers: {}, body: { error_code: 1105 } };

/** A page of a list of `most` entries, which are computed on request. */
export function pageOf(
	{ query }: Arrived,
	count: number,
	entry: (index: number) => object,
	most = Infinity,
): Omit<Answer, 'status'> {
	const size = Math.min(most, Number(query.get('per_page')));
	const from = (Number(query.get('page')) - 1) * size;
	const length = Math.max(0, Math.min(size, count - from));
	return {
		headers: {
			'x-total-count': String(count),
			'x-total-pages': String(Math.ceil(count / size)),
		},
		body: Array.from({ length }, (_, i) => entry(from + i)),
	};
}

/** An endpoint in the list. */
export const endpoint = (index: number) => ({
	id: 10_001 + index,
	name: `Device ${index + 1}`,
	tags: null,
	created: '2026-01-01 10:00:00',
	last_updated: '2026-01-02 10:00:00',
	status: { id: 0, description: 'Enabled' },
	service_profile: { id: 501, name: 'Default' },
	tariff_profile: { id: 601, name: 'Europe' },
	ip_address: '10.1.2.3',
	ip_address_space: { id: 3 },
	imei: '8673400312345678',
	imei_lock: false,
	sim: {
		id: 40_001 + index,
		iccid: String(8_988_303_000_000_000_000n + BigInt(index)),
		imsi: '901430000000000',
		msisdn: '882285000000000',
		status: { id: 1, description: 'Activated' },
	},
});
