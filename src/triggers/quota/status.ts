import type { Json } from '../../operations/define';
import { BLOCK_EVENTS, compareBlock, compareQuota, currentState, observe } from './changes';
import type { Change, QuotaEvent } from './changes';
import { type Fleet, type StatusState, packFleet, unpackFleet } from './state';

/** Where a status poll reads; every method is one or a few requests. */
export interface StatusSource {
	/** Endpoints to watch, deleted ones left out; at least their `id`. */
	endpoints(): Promise<Json[]>;
	/** Those of them that are denied service. */
	blocked(): Promise<Json[]>;
	/** The quota of an endpoint; null: none; 'unreadable': it may not be read. */
	quota(id: number): Promise<Json | null | 'unreadable'>;
	/** An endpoint by id, undefined when it was deleted. */
	endpoint(id: number): Promise<Json | undefined>;
	/** Whether `endpoints` is cheap or needless: the ids are given. */
	picked: boolean;
}

export interface StatusOptions {
	events: ReadonlySet<QuotaEvent>;
	/** Emit what is at activation instead of learning it silently. */
	emitCurrent: boolean;
	/** Milliseconds since 1970 after which no further endpoint is begun. */
	deadline: number;
	now: () => number;
	/** Quotas read at a time; the lane decides how fast. */
	concurrency?: number;
}

/** A change with the endpoint it is about. */
export type FoundChange = Change & { endpoint: Json };

export interface StatusResult {
	state: StatusState;
	changes: FoundChange[];
	/** Endpoints still to be read when the time was over; 0 for a whole pass. */
	left: number;
	read: number;
	unreadable: number;
}

/**
 * One poll: reads, compares with `before`, and gives what is to be remembered and what changed.
 * Pure apart from its reads: a throw leaves nothing half done.
 */
export async function pollStatus(
	source: StatusSource,
	before: StatusState | undefined,
	options: StatusOptions,
): Promise<StatusResult> {
	const { events } = options;
	const old = unpackFleet(before?.fleet ?? '');
	const wantsQuota = [...events].some((event) => !BLOCK_EVENTS.includes(event));
	const wantsBlock = BLOCK_EVENTS.some((event) => events.has(event));
	const seeding = before === undefined || before.seeding === true;
	const fleet: Fleet = new Map();
	const known = new Map<number, Json>();
	const changes: Change[] = [];

	const listed = wantsQuota || source.picked ? await source.endpoints() : undefined;
	for (const endpoint of listed ?? []) {
		const id = Number(endpoint.id);
		known.set(id, endpoint);
		fleet.set(id, old.get(id) ?? { status: 'UNREAD', reached: false, blocked: false });
	}
	if (wantsBlock) {
		const silent = before?.blocked !== true && !(before === undefined && options.emitCurrent);
		changes.push(...(await pollBlocks({ source, fleet, old, known, listed, silent, events })));
	}
	const pass = wantsQuota
		? await pollQuotas(source, fleet, { ...options, before, seeding })
		: { changes: [], left: 0, read: 0, unreadable: 0, after: undefined };
	changes.push(...pass.changes);

	const found: FoundChange[] = [];
	for (const change of changes) {
		const endpoint = await describe(source, known, change.endpointId);
		if (endpoint) found.push({ ...change, endpoint });
	}
	const { left, read, unreadable, after } = pass;
	return {
		state: {
			fleet: packFleet(fleet),
			...(seeding && left > 0 && { seeding }),
			...(wantsBlock && { blocked: true }),
			...(after !== undefined && { after }),
		},
		changes: found,
		left,
		read,
		unreadable,
	};
}

/** The whole endpoint of a change; picked ones are known by id only until they have changed. */
async function describe(source: StatusSource, known: Map<number, Json>, id: number) {
	const endpoint = known.get(id);
	if (endpoint && Object.keys(endpoint).length > 1) return endpoint;
	const read = await source.endpoint(id);
	if (read) known.set(id, read);
	return read;
}

interface BlockPoll {
	source: StatusSource;
	fleet: Fleet;
	old: Fleet;
	known: Map<number, Json>;
	listed: Json[] | undefined;
	silent: boolean;
	events: ReadonlySet<QuotaEvent>;
}

/** Brings the blocks of `fleet` up to date. An endpoint not seen before counts as not blocked. */
async function pollBlocks(poll: BlockPoll): Promise<Change[]> {
	const { source, fleet, old, known, listed, silent, events } = poll;
	const changes: Change[] = [];
	const now = new Set<number>();
	for (const endpoint of await source.blocked()) {
		const id = Number(endpoint.id);
		if (source.picked && !fleet.has(id)) continue;
		now.add(id);
		known.set(id, endpoint);
		const before = fleet.get(id) ?? old.get(id);
		if (!silent) changes.push(...compareBlock(id, before, true, events));
		fleet.set(id, { status: 'UNREAD', reached: false, ...before, blocked: true });
	}
	for (const [id, before] of old) {
		if (!before.blocked || now.has(id)) continue;
		// Out of the list of all: deleted, or no longer matching the filter.
		if (listed && !fleet.has(id)) continue;
		const exists = known.has(id) && !source.picked ? known.get(id) : await source.endpoint(id);
		if (!exists) {
			fleet.delete(id);
			continue;
		}
		known.set(id, exists);
		if (!silent) changes.push(...compareBlock(id, before, false, events));
		if (listed) fleet.set(id, { ...before, blocked: false });
	}
	return changes;
}

interface QuotaPass extends StatusOptions {
	before: StatusState | undefined;
	seeding: boolean;
}

/** Reads quotas in the order of the ids, from where the last pass stopped, until time is over. */
async function pollQuotas(source: StatusSource, fleet: Fleet, options: QuotaPass) {
	const { before, seeding, events, emitCurrent, deadline, now, concurrency = 25 } = options;
	const from = before?.after ?? 0;
	const queue = [...fleet.keys()].sort((a, b) => a - b).filter((id) => id > from);
	const changes = new Map<number, Change[]>();
	let next = 0;
	let unreadable = 0;
	let failed = false;

	const one = async (id: number) => {
		const quota = await source.quota(id);
		if (quota === 'unreadable') {
			unreadable += 1;
			return;
		}
		const seen = fleet.get(id);
		if (quota === null && seen && seen.status !== 'UNREAD' && seen.status !== 'NONE') {
			// No quota any more, or no endpoint: only the first is a change.
			if (!(await source.endpoint(id))) {
				fleet.delete(id);
				return;
			}
		}
		const after = observe(quota, seen);
		const first = seeding && emitCurrent && (seen === undefined || seen.status === 'UNREAD');
		const found = first
			? currentState(id, quota, after, events)
			: compareQuota(id, quota, seen, after, events);
		if (found.length > 0) changes.set(id, found);
		fleet.set(id, after);
	};
	const worker = async () => {
		// At least one endpoint a worker, so that every poll gets on.
		for (let turn = 0; next < queue.length && !failed; turn++) {
			if (turn > 0 && now() >= deadline) return;
			const id = queue[next++]!;
			try {
				await one(id);
			} catch (error) {
				failed = true;
				throw error;
			}
		}
	};
	// All settle before a failure is passed on: nothing of a failed poll goes on behind it.
	const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker));
	const failure = ended.find((result) => result.status === 'rejected');
	if (failure) throw failure.reason;
	const left = queue.length - next;
	return {
		changes: [...changes].sort(([a], [b]) => a - b).flatMap(([, list]) => list),
		left,
		read: next,
		unreadable,
		after: left > 0 ? queue[next - 1] : undefined,
	};
}
