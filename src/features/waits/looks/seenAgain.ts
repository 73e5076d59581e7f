import type { Client } from '../../../run/client';
import { entityOf } from '../../../table/answers';
import type { Call, Json } from '../../../table/define';
import { getConnectivity } from '../../../table/entries/endpoint/connectivity';
import { getUsageSummary } from '../../../table/entries/usage/usageReports';
import { timeOf } from '../../../table/moments';
import { inParallel } from '../../../table/inParallel';
import { answeredAt } from '../clock';
import { messagesOfDevice } from '../conditions/messages';
import {
	judgeSigns,
	renewedIn,
	SIGN_TYPES,
	type SignBaseline,
	type SignReading,
} from '../conditions/seenAgain';
import type { WaitInput } from '../form';
import { open } from '../verdict';
import type { Condition, Found, LookPorts, Waiter } from '../waiting';
import { countOf } from './each';
import { type EventsFound, type EventsOf, eventsAbout, isForbidden, newestEvent } from './events';
import { messagesOf } from './sms';

/*
 * Looks for signs of life: one pass of the event feed for all devices; a read for each device where traffic or
 * messages count, too.
 */

export type SeenAgainInput = WaitInput & {
	endpointId: number;
	alsoCount?: Array<'traffic' | 'messages'> | undefined;
	newerThan?: string | undefined;
};

const READS_AT_A_TIME = 25;

async function monthMb(client: Client, endpointId: number): Promise<number> {
	const usage = (await client.perform(getUsageSummary, { endpointId, simplify: true })) as Json;
	return Number(usage.current_month_data_mb ?? 0);
}

/** The read about one device whose events may not be read. */
export async function renewal(
	call: Call,
	endpointId: number,
	now: () => number,
): Promise<{ renewedAt: number; readAt: number }> {
	const answer = await call.other(getConnectivity, { endpointId });
	return { renewedAt: renewedIn(entityOf(answer)), readAt: answeredAt(answer, now()) };
}

const REFUSED =
	'This login may not read events: the connectivity of each device is read instead. It shows a registration or a session only where its time is newer, and no wake of a device that keeps its session';

/** The reads about one device beside the feed. */
async function extras(
	client: Client,
	{ endpointId, alsoCount = [] }: SeenAgainInput,
): Promise<Omit<SignReading, 'events'>> {
	const mb = alsoCount.includes('traffic') ? await monthMb(client, endpointId) : undefined;
	if (!alsoCount.includes('messages')) return mb === undefined ? {} : { mb };
	const newest = messagesOfDevice(await messagesOf(client, endpointId)).at(-1);
	const message = newest && { id: Math.max(...newest.ids), at: newest.at };
	return mb === undefined ? { message } : { mb, message };
}

/**
 * The moment after which signs count at a first look: now, by the clock of the service; undefined where the
 * login may not read the feed.
 */
export async function serviceNow({
	call,
	now,
}: Pick<LookPorts, 'call' | 'now'>): Promise<number | undefined> {
	try {
		const { event, answer } = await newestEvent(call);
		const newest = timeOf(event?.timestamp);
		return Math.max(answeredAt(answer, now()), Number.isNaN(newest) ? 0 : newest);
	} catch (error) {
		if (isForbidden(error)) return undefined;
		throw error;
	}
}

const baselineIn = ({ state }: Waiter<SeenAgainInput>) =>
	(state.baseline ?? undefined) as SignBaseline | undefined;

const isByConnectivity = (waiter: Waiter<SeenAgainInput>): boolean =>
	baselineIn(waiter)?.by === 'connectivity';

/** Since when signs count for items; undefined for those that only their own read can tell. */
async function beginnings(
	ports: LookPorts,
	waiters: ReadonlyArray<Waiter<SeenAgainInput>>,
): Promise<Map<Waiter<SeenAgainInput>, string | undefined>> {
	const isNew = waiters.some((waiter) => !baselineIn(waiter) && !waiter.input.newerThan);
	const moment = isNew ? await serviceNow(ports) : undefined;
	const begins = moment === undefined ? undefined : new Date(moment).toISOString();
	return new Map(
		waiters.map((waiter) => [waiter, baselineIn(waiter)?.at ?? waiter.input.newerThan ?? begins]),
	);
}

/** The events about items since they began to wait; `refused` where the login may not read them. */
async function signsAbout(
	{ call }: LookPorts,
	since: Map<Waiter<SeenAgainInput>, string | undefined>,
): Promise<EventsFound> {
	const moments = [...since.values()];
	const isKnown = [...since.keys()].every(isByConnectivity);
	if (isKnown || moments.includes(undefined)) return 'refused';
	const ids = [...new Set([...since.keys()].map(({ input }) => input.endpointId))];
	const from = Math.min(...moments.map((moment) => Date.parse(moment!)));
	return await eventsAbout(call, ids, SIGN_TYPES, from);
}

/** The verdict over one item. */
async function foundOf(
	{ call, client, now }: LookPorts,
	waiter: Waiter<SeenAgainInput>,
	{ since, events }: { since: string | undefined; events: EventsOf | 'refused' },
): Promise<Found> {
	if (events !== 'refused' && 'error' in events) return events;
	const { input } = waiter;
	const renewed = events === 'refused' ? await renewal(call, input.endpointId, now) : undefined;
	const own = await extras(client, input);
	const known = baselineIn(waiter);
	const baseline: SignBaseline = {
		// What was there at the first read does not count, whatever its time.
		at: since ?? new Date(Math.max(renewed!.readAt, renewed!.renewedAt || 0)).toISOString(),
		...(own.mb !== undefined && { mb: own.mb }),
		...('message' in own && { sms_id: own.message?.id ?? 0 }),
		...known,
		...(events === 'refused' && { by: 'connectivity' }),
	};
	const verdict = judgeSigns(baseline, {
		...own,
		events: events === 'refused' ? [] : events,
		renewedAt: renewed?.renewedAt,
	});
	return verdict.is === 'open' ? open(null, { baseline: { ...baseline } }) : verdict;
}

export const seenAgainCondition: Condition<SeenAgainInput> = {
	name: 'seenAgain',
	subject: ({ endpointId }) => ({ endpoint_id: endpointId }),
	cost: (waiters) => {
		const endpointOf = ({ input }: Waiter<SeenAgainInput>) => input.endpointId;
		const counting = (sign: 'traffic' | 'messages') =>
			countOf(
				waiters.filter(({ input }) => input.alsoCount?.includes(sign)),
				endpointOf,
			);
		const instead = countOf(waiters.filter(isByConnectivity), endpointOf);
		return counting('traffic') + counting('messages') + instead + 2;
	},
	look: async (ports, waiters) => {
		const since = await beginnings(ports, waiters);
		const events = await signsAbout(ports, since);
		if (events === 'refused') ports.note(REFUSED);
		const found = new Map<Waiter<SeenAgainInput>, Found>();
		await inParallel([...waiters], READS_AT_A_TIME, async (waiter) => {
			try {
				const own = events === 'refused' ? events : (events.get(waiter.input.endpointId) ?? []);
				found.set(waiter, await foundOf(ports, waiter, { since: since.get(waiter), events: own }));
			} catch (error) {
				// The other devices can still be judged.
				found.set(waiter, { error });
			}
		});
		return found;
	},
};
