import type { SimClock } from '../clock';

/** An HTTP request as it arrived. Authentication bodies are never recorded. */
export interface RequestRecord {
	/** Position in the common order of requests and effects, from 1. */
	seq: number;
	/** ISO 8601, by the simulator's clock. */
	at: string;
	method: string;
	path: string;
	query: Record<string, unknown>;
	/** 0 until the request is answered; remains 0 when no answer was sent. */
	status: number;
	organisationId: number | null;
	/** The kind of fault that hit the request. */
	fault?: string;
	/** Only with the option `recordBodies`, and not for authentication, MFA keys or secrets. */
	body?: unknown;
}

/** A change that the service applied, whether or not its answer arrived. */
export interface EffectRecord {
	seq: number;
	at: string;
	/** Such as `endpoint.created`, `sim.activated`, `sms.sent`, `quota.set`. */
	kind: string;
	endpointId?: number;
	simId?: number;
	detail: Record<string, unknown>;
}

/** Running totals since the last reset. */
export interface Counters {
	requests: number;
	/** Calls of `authenticate`, in any mode. */
	authenticate: number;
	workspaceSwitches: number;
	bulk: number;
	bulkInFlight: number;
	maxBulkInFlight: number;
	/** Bulk calls refused because another bulk call of the organisation was running. */
	bulkOverlaps: number;
	sequential: number;
	sequentialInFlight: number;
	/** Highest number of concurrent sequential calls (bulk and single writes) of one organisation. */
	maxSequentialInFlight: number;
	unauthorized: number;
	rateLimited: number;
	faults: number;
}

const zero = (): Counters => ({
	requests: 0,
	authenticate: 0,
	workspaceSwitches: 0,
	bulk: 0,
	bulkInFlight: 0,
	maxBulkInFlight: 0,
	bulkOverlaps: 0,
	sequential: 0,
	sequentialInFlight: 0,
	maxSequentialInFlight: 0,
	unauthorized: 0,
	rateLimited: 0,
	faults: 0,
});

/** Records every request and every applied effect. */
export class Ledger {
	readonly requests: RequestRecord[] = [];
	readonly effects: EffectRecord[] = [];
	counters: Counters = zero();
	private seq = 0;

	constructor(private readonly clock: SimClock) {}

	/** Records a request on arrival; its status is filled in when it is answered. */
	request(method: string, path: string, query: Record<string, unknown>): RequestRecord {
		const record: RequestRecord = {
			seq: ++this.seq,
			at: this.clock.iso(),
			method,
			path,
			query,
			status: 0,
			organisationId: null,
		};
		this.requests.push(record);
		this.counters.requests += 1;
		return record;
	}

	/** Records an effect at the moment it is applied. */
	effect(
		kind: string,
		ids: { endpointId?: number; simId?: number } = {},
		detail: Record<string, unknown> = {},
	): void {
		this.effects.push({ seq: ++this.seq, at: this.clock.iso(), kind, ...ids, detail });
	}

	/** Effects by kind and the totals. */
	summary(): { effects: Record<string, number>; counters: Counters; lastSeq: number } {
		const effects: Record<string, number> = {};
		for (const { kind } of this.effects) effects[kind] = (effects[kind] ?? 0) + 1;
		return { effects, counters: { ...this.counters }, lastSeq: this.seq };
	}

	/** Clears everything except the calls in flight. */
	clear(): void {
		this.requests.length = 0;
		this.effects.length = 0;
		const { bulkInFlight, sequentialInFlight } = this.counters;
		this.counters = {
			...zero(),
			bulkInFlight,
			maxBulkInFlight: bulkInFlight,
			sequentialInFlight,
			maxSequentialInFlight: sequentialInFlight,
		};
	}
}
