import { serviceError } from '../../../../src/request/attempt/errors';
import { askBy, performBy } from '../../../../src/run/ask';
import type { Client } from '../../../../src/run/client';
import type {
	Answer,
	Call,
	Input,
	Json,
	Operation,
	RequestParts,
} from '../../../../src/table/define';
import { buildRequest } from '../../../../src/table/request';
import type { PollOptions } from '../../../../src/triggers/quota/poll';
import { stub } from '../../../support/stub';

/* A small in-memory service for thousands of histories, without a network and with its own clock. */

interface ModelQuota {
	volume: number;
	status: 1 | 2 | 3;
	/** Milliseconds since 1970 of the last status change. */
	changed: number | null;
}

export interface ModelEndpoint {
	id: number;
	quota: ModelQuota | null;
	blocked: boolean;
}

/** The answers that a poll has read, in order. */
export type Read =
	| { kind: 'list'; ids: number[] }
	| { kind: 'blocked'; ids: number[] }
	| { kind: 'quota'; id: number; quota: ModelQuota | null }
	| { kind: 'endpoint'; id: number; exists: boolean };

export const FULL = 100;
export const THRESHOLD = 20;

export class ModelFleet {
	now = Date.parse('2026-03-01T00:00:00Z');
	readonly endpoints = new Map<number, ModelEndpoint>();
	events: Json[] = [];
	reads: Read[] = [];
	/** Error status with which the quota of an endpoint answers. */
	readonly spoilt = new Map<number, number>();
	/** Endpoints missing from the next lists, one per list. */
	slips: number[] = [];
	/** How many of the next lists are empty. */
	emptyLists = 0;
	requests = 0;
	inFlight = 0;
	maxInFlight = 0;
	/** The request that fails next, counted from now; undefined for none. */
	failAfter: number | undefined;
	/** A change that happens during a poll, before its n-th request. */
	meanwhile: { at: number; act: () => void } | undefined;
	private lastId = 0;
	private lastEvent = 0;

	/** The options of a trigger that watches the status of SMS quotas. */
	pollOptions(more: Pick<PollOptions, 'events'> & Partial<PollOptions>): PollOptions {
		return {
			quota: 'sms',
			source: 'status',
			scope: { filters: {} },
			emitCurrent: false,
			budgetMs: 1e9,
			overlapMs: 0,
			now: () => this.now,
			log: () => {},
			...more,
		};
	}

	/** Adds the service's event about a change to the feed. */
	note(type: number, id: number): void {
		this.events.push({
			id: (this.lastEvent += 1),
			timestamp: new Date(this.now).toISOString(),
			event_type: { id: type },
			endpoint: { id },
		});
	}

	add(): number {
		const id = (this.lastId += 1);
		const quota: ModelQuota = { volume: FULL, status: 1, changed: null };
		this.endpoints.set(id, { id, quota, blocked: false });
		return id;
	}

	private async request<T>(answer: () => T): Promise<T> {
		this.requests += 1;
		this.now += 10;
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		if (this.meanwhile && (this.meanwhile.at -= 1) < 0) {
			this.meanwhile.act();
			this.meanwhile = undefined;
		}
		try {
			await Promise.resolve();
			if (this.failAfter !== undefined && (this.failAfter -= 1) < 0) {
				this.failAfter = undefined;
				throw new Error('the model fails here');
			}
			return answer();
		} finally {
			this.inFlight -= 1;
		}
	}

	private missing(path: string): never {
		throw serviceError({ status: 404, headers: {}, body: {} }, path);
	}

	private readonly send = async ({ path }: RequestParts): Promise<Answer> =>
		await this.request((): Answer => {
			const date = new Date(this.now).toUTCString();
			if (path === '/api/v1/event') return { status: 200, headers: { date }, body: [] };
			const [, number = '', quotaPath] =
				/^\/api\/v1\/endpoint\/(\d+)(\/quota\/sms)?$/.exec(path) ?? [];
			const id = Number(number);
			const endpoint = this.endpoints.get(id);
			if (quotaPath === undefined) {
				this.reads.push({ kind: 'endpoint', id, exists: endpoint !== undefined });
				if (!endpoint) this.missing(path);
				return { status: 200, headers: {}, body: { id, name: `device ${id}` } };
			}
			if (this.spoilt.has(id)) {
				throw serviceError({ status: this.spoilt.get(id)!, headers: {}, body: {} }, path);
			}
			const quota = endpoint?.quota ?? null;
			this.reads.push({ kind: 'quota', id, quota: quota && { ...quota } });
			if (!quota) this.missing(path);
			const body = {
				volume: quota.volume,
				threshold_percentage: THRESHOLD,
				threshold_volume: THRESHOLD,
				status: { id: quota.status },
				last_status_change_date:
					quota.changed === null ? null : new Date(quota.changed).toISOString(),
			};
			return { status: 200, headers: {}, body };
		});

	private readonly list = async ({ path, query }: RequestParts) =>
		await this.request(() => {
			const q = String(query?.q ?? '');
			if (path.endsWith('/event')) return this.eventsOf(q);
			const blocked = q.includes('BLOCKED');
			const found = [...this.endpoints.values()].filter((endpoint) => !blocked || endpoint.blocked);
			let ids = found.map(({ id }) => id);
			if (this.emptyLists > 0) {
				this.emptyLists -= 1;
				ids = [];
			}
			// A deletion has moved this entry to a page that was already read.
			const slipped = this.slips.shift();
			if (slipped !== undefined) ids = ids.filter((id) => id !== slipped);
			this.reads.push({ kind: blocked ? 'blocked' : 'list', ids });
			return ids.map((id) => ({ id, name: `device ${id}`, status: { id: 0 } }) as Json);
		});

	private eventsOf(q: string): Json[] {
		const [, types = '', from = '', until = ''] =
			/^type:([\d|]+),from:(.+),until:(.+)$/.exec(q) ?? [];
		const wanted = types.split('|').map(Number);
		return this.events.filter((event) => {
			const time = Date.parse(String(event.timestamp));
			const type = (event.event_type as { id: number }).id;
			return wanted.includes(type) && time >= Date.parse(from) && time <= Date.parse(until);
		});
	}

	private readonly callFor = (entry: Operation): Call =>
		stub<Call>({
			...askBy(entry, this.send),
			list: async (listed: Operation, input: Input) => await this.list(buildRequest(listed, input)),
		});

	/** The part of a client that polls use. */
	readonly client = stub<Client>({
		ports: { clock: { now: () => this.now } },
		callFor: this.callFor,
		resolve: async (_: Operation, inputs: Input[]) => inputs,
		perform: async (entry: Operation, input: Input) =>
			await performBy(this.callFor(entry), entry, input),
	});
}
