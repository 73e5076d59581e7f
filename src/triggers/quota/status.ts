import type { Json } from '../../table/define';
import { inParallel } from '../../table/inParallel';
import type { PollPorts } from '../feed/read';
import { pack, unpack } from '../runtime/storedText';
import { Unreadable } from '../runtime/unreadable';
import {
	BLOCK_EVENTS,
	compareBlock,
	compareQuota,
	currentState,
	observe,
	thresholdKind,
} from './changes';
import type { EndpointQuotaChange } from './changes';
import type { QuotaForm } from './form';
import type { ReadList, StatusSource } from './source';
import {
	fleetForm,
	FORGOTTEN_AFTER_POLLS,
	type SeenQuota,
	type SeenQuotas,
	type StatusState,
} from './state';

/** After this many failures (5xx) in a row, the cause is not a single quota. */
const MOST_FAILURES = 20;
/** Most reads of a list that lacks entries it had before: entries can be missed between pages. */
const MOST_LIST_READS = 4;

export interface StatusOptions extends PollPorts, Pick<QuotaForm, 'events' | 'emitCurrent'> {
	/** Milliseconds since 1970 after which no further endpoint is begun. */
	deadline: number;
	/** Quotas read at a time, 25 unless given; the lane decides how fast. */
	concurrency?: number;
	/**
	 * Endpoints that were blocked, or whose threshold was reached, since `before` was stored: states
	 * that n8n did not save in between are not known.
	 */
	since?: { blocked: Set<number>; reached: Set<number> };
}

export type StatusResult = Awaited<ReturnType<typeof pollStatus>>;

/** A poll under way. */
interface StatusPoll extends StatusOptions {
	source: StatusSource;
	before: StatusState | undefined;
	/** Endpoints as they were seen before, and as they are seen now. */
	old: SeenQuotas;
	fleet: SeenQuotas;
	/** Endpoints that have been read. */
	known: Map<number, Json>;
	/** Watched endpoints, if their list was read. */
	listed: Map<number, Json> | undefined;
	/** Whether that list was complete. */
	isWhole: boolean;
	/** Whether the first pass over the endpoints is still under way. */
	seeding: boolean;
}

/**
 * One poll: reads, compares with `stored`, and returns the new memory with the changes. It changes nothing
 * else, so that an error leaves nothing half done.
 */
export async function pollStatus(
	source: StatusSource,
	stored: StatusState | undefined,
	options: StatusOptions,
) {
	const { events, since, log } = options;
	const fleetBefore = unpack(fleetForm, stored?.fleet, log);
	const before = fleetBefore && stored;
	const old: SeenQuotas = fleetBefore ?? new Map();
	for (const [id, seen] of old) {
		if (since?.blocked.has(id)) seen.blocked = false;
		if (since?.reached.has(id)) seen.reached = false;
	}
	const wantsQuota = [...events].some((event) => !BLOCK_EVENTS.includes(event));
	const wantsBlock = BLOCK_EVENTS.some((event) => events.has(event));
	const seeding = before === undefined || before.seeding === true;
	const listed =
		wantsQuota || source.picked
			? await stable(async () => await source.endpoints(), old.keys())
			: undefined;
	const known = new Map(listed?.entries);
	const fleet: SeenQuotas = new Map([...known.keys()].map((id) => [id, present(old.get(id))]));
	const poll: StatusPoll = {
		...options,
		source,
		before,
		old,
		fleet,
		known,
		listed: listed?.entries,
		isWhole: listed?.isComplete ?? false,
		seeding,
	};
	if (listed && !source.picked) await keepMissing(poll);
	const changes = wantsBlock ? await pollBlocks(poll) : [];
	const { changes: ofQuotas, after, ...pass } = await readQuotas(poll, wantsQuota);
	changes.push(...ofQuotas);

	const found: Array<EndpointQuotaChange & { endpoint: Json }> = [];
	for (const change of changes) {
		const endpoint = await describe(poll, change.endpointId);
		found.push({ ...change, endpoint: endpoint ?? { id: change.endpointId } });
	}
	return {
		state: {
			fleet: pack(fleetForm, fleet),
			...(seeding && pass.left > 0 && { seeding }),
			...(wantsBlock && { blocked: true }),
			...(after !== undefined && { after }),
		},
		changes: found,
		...pass,
		watched: fleet.size,
	};
}

const NEVER: SeenQuota = { status: 'UNREAD', reached: false, blocked: false };
/** The memory of an endpoint that is in the list. */
function present(before: SeenQuota | undefined): SeenQuota {
	const seen = { ...(before ?? NEVER) };
	delete seen.missing;
	return seen;
}

/**
 * A list by id. While it lacks entries that it had before, it is read again, and everything that was found
 * counts: deleting an entry moves others to pages that were already read.
 */
async function stable(
	read: () => Promise<ReadList>,
	expected: Iterable<number>,
): Promise<{ entries: Map<number, Json>; isComplete: boolean }> {
	const entries = new Map<number, Json>();
	const ids = [...expected];
	let last: string | undefined;
	let isComplete = false;
	for (let look = 0; look < MOST_LIST_READS; look++) {
		const list = await read();
		isComplete ||= list.isComplete;
		for (const endpoint of list.entries) entries.set(Number(endpoint.id), endpoint);
		if (ids.every((id) => entries.has(id))) break;
		const now = list.entries.map(({ id }) => Number(id)).join();
		if (now === last) break;
		last = now;
	}
	return { entries, isComplete };
}

/** Remembers endpoints that the list lacks: for some polls, or for good if the service still has them. */
async function keepMissing({ source, fleet, old, known, isWhole }: StatusPoll): Promise<void> {
	for (const [id, seen] of old) {
		if (fleet.has(id)) continue;
		// An empty list is more likely a failure than a fleet that is gone.
		const isProof = isWhole && known.size > 0;
		const missing = (seen.missing ?? 0) + (isProof ? 1 : 0);
		if (missing < FORGOTTEN_AFTER_POLLS) fleet.set(id, { ...seen, missing });
		else if (!source.filtered && (await source.endpoint(id))) {
			fleet.set(id, { ...seen, missing: 1 });
		}
	}
}

/** The whole endpoint of a change; picked ones are known by id only until they have changed. */
async function describe({ source, known }: StatusPoll, id: number) {
	const endpoint = known.get(id);
	if (endpoint && Object.keys(endpoint).length > 1) return endpoint;
	const read = await source.endpoint(id);
	if (read === undefined || read instanceof Unreadable) return undefined;
	known.set(id, read);
	return read;
}

/** Brings the blocks of `fleet` up to date. An endpoint not seen before counts as not blocked. */
async function pollBlocks(poll: StatusPoll): Promise<EndpointQuotaChange[]> {
	const { source, fleet, old, known, listed, before: state, events, emitCurrent } = poll;
	const silent = state?.blocked !== true && !(state === undefined && emitCurrent);
	const changes: EndpointQuotaChange[] = [];
	const were = [...old].filter(([, { blocked }]) => blocked).map(([id]) => id);
	const { entries: now, isComplete } = await stable(async () => await source.blocked(), were);
	for (const [id, endpoint] of now) {
		if (source.picked && !fleet.has(id)) continue;
		known.set(id, endpoint);
		const before = fleet.get(id) ?? old.get(id);
		if (!silent) changes.push(...compareBlock(id, before, true, events));
		fleet.set(id, { ...present(before), blocked: true });
	}
	for (const [id, before] of old) {
		if (!before.blocked || now.has(id)) continue;
		if (!isComplete) {
			// The endpoint may be one that the incomplete list lacks.
			fleet.set(id, fleet.get(id) ?? before);
			continue;
		}
		// Missing in the list of all, too: deleted, or no longer matching the filter.
		if (listed && !listed.has(id)) continue;
		const exists = known.has(id) && !source.picked ? known.get(id) : await source.endpoint(id);
		if (exists instanceof Unreadable) {
			// Missing in the list of blocked ones, but it is not known whether it exists.
			fleet.set(id, before);
			continue;
		}
		if (!exists) {
			const missing = (before.missing ?? 0) + 1;
			if (missing < FORGOTTEN_AFTER_POLLS) fleet.set(id, { ...before, missing });
			else fleet.delete(id);
			continue;
		}
		known.set(id, exists);
		if (!silent) changes.push(...compareBlock(id, before, false, events));
		if (listed) fleet.set(id, { ...(fleet.get(id) ?? before), blocked: false });
		else fleet.delete(id);
	}
	return changes;
}

/** Reads quotas in the order of the ids, from where the last pass stopped, until time is over. */
async function readQuotas(poll: StatusPoll, isWanted: boolean) {
	const { source, fleet, before, seeding, events, emitCurrent, deadline, now } = poll;
	const { concurrency = 25 } = poll;
	const from = before?.after ?? 0;
	const queue = [...(isWanted ? fleet : [])]
		.filter(([id, { missing }]) => id > from && missing === undefined)
		.map(([id]) => id)
		.sort((a, b) => a - b);
	const changes = new Map<number, EndpointQuotaChange[]>();
	const unreadable = new Map<string, number[]>();
	const thresholds = { seen: [] as number[], none: [] as number[] };
	let read = 0;
	let isOver = false;
	let failures = 0;

	await inParallel(queue, concurrency, async (id) => {
		// At least as many endpoints as are read at a time, so that every poll makes progress.
		isOver ||= read >= concurrency && now() >= deadline;
		if (isOver) return;
		read += 1;
		const quota = await source.quota(id);
		if (quota instanceof Unreadable) {
			unreadable.set(quota.why, [...(unreadable.get(quota.why) ?? []), id]);
			const most = Math.min(MOST_FAILURES, queue.length);
			// A refusal is about one endpoint; a missing answer may be about all of them.
			if (!/^4/.test(quota.why) && ++failures >= most) throw quota.error;
			return;
		}
		failures = 0;
		const seen = fleet.get(id);
		if (quota === null && seen && seen.status !== 'UNREAD' && seen.status !== 'NONE') {
			// No quota any more, or no endpoint: only the former is a change.
			const endpoint = await source.endpoint(id);
			if (endpoint === undefined || endpoint instanceof Unreadable) return;
		}
		if (quota !== null && events.has('thresholdReached')) {
			const kind = thresholdKind(quota);
			if (kind !== 'own') thresholds[kind].push(id);
		}
		const after = observe(quota, seen);
		const first = seeding && emitCurrent && (seen === undefined || seen.status === 'UNREAD');
		const found = first
			? currentState(id, quota, after, events)
			: compareQuota(id, quota, seen, after, events);
		if (found.length > 0) changes.set(id, found);
		fleet.set(id, after);
	});
	const left = queue.length - read;
	return {
		changes: [...changes].sort(([a], [b]) => a - b).flatMap(([, list]) => list),
		/** Number of endpoints that were still to be read when time was up; 0 for a whole pass. */
		left,
		read,
		/** Endpoints whose quota could not be read, by the reason. */
		unreadable,
		/** Endpoints whose quota does not say when its threshold is reached. */
		thresholds,
		after: left > 0 ? queue[read - 1] : undefined,
	};
}
