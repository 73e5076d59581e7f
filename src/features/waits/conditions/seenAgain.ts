import { STEP_TYPES } from '../../../fleet/events';
import { answeredAt } from '../../../readers/clock';
import {
	eventsAbout,
	type EventsFound,
	type EventsOf,
	isForbidden,
	newestEvent,
} from '../../../readers/events';
import { answerList, entityOf } from '../../../table/answers';
import type { Call } from '../../../table/define';
import { getConnectivity } from '../../../table/entries/endpoint/connectivity';
import { getDailyUsage, getUsageSummary } from '../../../table/entries/usage/usageReports';
import * as f from '../../../table/fields';
import { inParallel } from '../../../table/inParallel';
import { timeOf } from '../../../table/moments';
import { at, listOrOne } from '../../../table/reading';
import { DAY_MS, HOUR_MS } from '../../../times';
import type { Json } from '../../../wire';
import { countOf } from '../reads/each';
import { type DeviceMessage, isNewerThan, messagesOfDevice } from '../reads/messages';
import {
	newestSessionAt,
	newestSign,
	oldestSign,
	refusalWords,
	lastingRefusal,
} from '../reads/signs';
import { messagesOf } from '../reads/sms';
import { newestDayIn, newestMinuteIn } from '../reads/traffic';
import type { WaitInput } from '../waiting/form';
import type { AwaitState } from '../waiting/state';
import { open, type Verdict } from '../waiting/verdict';
import { waitEntry } from '../waiting/waitEntry';
import type { Condition, Found, LookPorts, Waiter } from '../waiting/waiting';

/*
 * The wait for a sign of life: one pass of the event feed for all devices; a read for each device where traffic or
 * messages count, too. A device that sleeps with an open session wakes without a new registration, so its traffic and
 * its messages are signs. Source: public reference, Events.
 */

type SeenAgainInput = WaitInput & {
	endpointId: number;
	alsoCount?: Array<'traffic' | 'messages'> | undefined;
	newerThan?: string | undefined;
	/** The sign must prove that a change has not harmed the device: see `ChangeProof`. */
	provesChange?: boolean | undefined;
};

/* Verdicts. */

/** What the signs must be newer than, by the service's ids and clock. */
interface SignBaseline {
	/** ISO 8601. */
	at: string;
	/** The highest id of its messages; absent where these do not count. */
	sms_id?: number | null;
	/** The events may not be read: the connectivity of the device stands in for them. */
	by?: 'connectivity';
}

/** What a look has read of a device. */
interface SignReading {
	events: Json[];
	/** When its connectivity was last renewed, as far as that says; milliseconds since 1970. */
	renewedAt?: number | undefined;
	/** The newest minute or day in which it moved data; milliseconds since 1970, NaN for none. */
	trafficAt?: number;
	/** The messages of the device, the oldest first; absent where these do not count. */
	messages?: readonly DeviceMessage[] | undefined;
}

/**
 * What a sign must prove: that a change has not harmed the device. Then a lasting refusal contradicts it, and a
 * step before the session counts once a refusal of the next one had time to follow.
 */
interface ChangeProof {
	/** Milliseconds since 1970, by the clock of the service. */
	now: number;
}

/**
 * From a registration to the session or its refusal, with the time that its event takes to appear; chosen, as the
 * service names none. Milliseconds.
 */
const NEXT_STEP_MS = 30_000;

/**
 * When a device was last seen, as its connectivity says: the latest of its registrations and of the start of its
 * session, or of the latter alone. NaN where that has no time. Source: public reference, Connectivity.
 */
function renewedIn(body: Json, sessionAlone = false): number {
	const registrations = ['location.last_updated', 'location.last_updated_gprs'];
	const paths = [...(sessionAlone ? [] : registrations), 'pdp_context.created'];
	const times = paths.map((path) => timeOf(at(body, path))).filter((time) => !Number.isNaN(time));
	return times.length > 0 ? Math.max(...times) : NaN;
}

/** The highest id of a message's parts. */
const highestOf = ({ ids }: DeviceMessage): number => Math.max(...ids);

/** The highest id of some messages; 0 for none. */
const highestIn = (messages: readonly DeviceMessage[]): number =>
	Math.max(0, ...messages.map(highestOf));

/** Whether a sign is a session, or old enough that a refusal would have followed it. */
const hasStood = (events: Json[], after: number, { now }: ChangeProof): boolean =>
	!Number.isNaN(newestSessionAt(events, after)) ||
	now - (oldestSign(events, after)?.at ?? now) >= NEXT_STEP_MS;

/** The verdict on a device, from its signs. */
export function judgeSigns(
	baseline: SignBaseline,
	reading: SignReading,
	proof?: ChangeProof,
): Verdict {
	const after = Date.parse(baseline.at);
	const refusal = lastingRefusal(reading.events, after);
	const refused = refusal && { refused: refusalWords(refusal) };
	const stillOpen = open(refused ?? null, refused ? { shows: refused } : {});
	if (proof && refusal) return stillOpen;
	const sign = newestSign(reading.events, after);
	if (sign && (!proof || hasStood(reading.events, after, proof))) {
		const shows = { sign: sign.step, seen_at: sign.event.timestamp, seen_by: 'events' };
		return { is: 'met', shows };
	}
	const { trafficAt, messages = [], renewedAt } = reading;
	if (renewedAt !== undefined && renewedAt > after) {
		const seen_at = new Date(renewedAt).toISOString();
		return { is: 'met', shows: { sign: 'connectivity', seen_at, seen_by: 'connectivity' } };
	}
	const { sms_id } = baseline;
	const message =
		typeof sms_id === 'number'
			? messages.findLast((own) => highestOf(own) > sms_id && isNewerThan(timeOf(own.at), after))
			: undefined;
	if (message) {
		return { is: 'met', shows: { sign: 'message', seen_at: message.at, seen_by: 'messages' } };
	}
	// A minute or a day counts if it has begun after the moment.
	if (trafficAt !== undefined && trafficAt > after) {
		const seen_at = new Date(trafficAt).toISOString();
		return { is: 'met', shows: { sign: 'traffic', seen_at, seen_by: 'usage' } };
	}
	return stillOpen;
}

/* Reads. */

const READS_AT_A_TIME = 25;

/**
 * The newest minute or day after a moment in which a device has moved data; milliseconds since 1970, NaN for none.
 * Days count for looks that come more than an hour apart: the service shows the minutes of the last hour.
 */
async function trafficSince(
	{ call, now }: Pick<LookPorts, 'call' | 'now'>,
	endpointId: number,
	fromMs: number,
): Promise<number> {
	const answer = await call.other(getUsageSummary, { endpointId });
	const readAt = answeredAt(answer, now());
	const minute = newestMinuteIn(listOrOne(answer)[0] ?? {}, readAt);
	const isSameDay = Math.floor(readAt / DAY_MS) === Math.floor(fromMs / DAY_MS);
	if (minute > fromMs || isSameDay || readAt - fromMs <= HOUR_MS) return minute;
	const startDate = new Date(fromMs).toISOString().slice(0, 10);
	return newestDayIn(answerList(await call.other(getDailyUsage, { endpointId, startDate })));
}

/** The read about one device whose events may not be read. */
export async function renewal(
	call: Call,
	endpointId: number,
	now: () => number,
	sessionAlone = false,
): Promise<{ renewedAt: number; readAt: number }> {
	const answer = await call.other(getConnectivity, { endpointId });
	const renewedAt = renewedIn(entityOf(answer), sessionAlone);
	return { renewedAt, readAt: answeredAt(answer, now()) };
}

const REFUSED =
	'This login may not read events: the connectivity of each device is read instead. It shows a registration or a session only where its time is newer, and no wake of a device that keeps its session';

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
	return await eventsAbout(call, ids, STEP_TYPES, from);
}

/** The verdict on one item. */
async function foundOf(
	{ call, client, now }: LookPorts,
	waiter: Waiter<SeenAgainInput>,
	{
		since,
		events,
		proof,
	}: { since: string | undefined; events: EventsOf | 'refused'; proof: ChangeProof | undefined },
): Promise<Found> {
	if (events !== 'refused' && 'error' in events) return events;
	const { endpointId, alsoCount = [], provesChange } = waiter.input;
	const isByEvents = events !== 'refused';
	const renewed = isByEvents ? undefined : await renewal(call, endpointId, now, provesChange);
	// What the first read shows does not count, whatever its time.
	const begins =
		since ?? new Date(Math.max(renewed!.readAt, renewed!.renewedAt || 0)).toISOString();
	const from = Date.parse(begins);
	const isCounted = (sign: 'traffic' | 'messages') => alsoCount.includes(sign);
	const messages = isCounted('messages')
		? messagesOfDevice(await messagesOf(client, endpointId))
		: undefined;
	const reading: SignReading = {
		events: isByEvents ? events : [],
		renewedAt: renewed?.renewedAt,
		messages,
		...(isCounted('traffic') && { trafficAt: await trafficSince({ call, now }, endpointId, from) }),
	};
	const baseline: SignBaseline = {
		at: begins,
		...(messages && { sms_id: highestIn(messages) }),
		...baselineIn(waiter),
		...(!isByEvents && { by: 'connectivity' }),
	};
	const verdict = judgeSigns(baseline, reading, proof);
	return verdict.is === 'open' ? { ...verdict, baseline: { ...baseline } } : verdict;
}

/** Reads of the feed that a look takes: the clock of the service, and a page of events. */
const FEED_READS = 2;

/** Whether looks may come to read the days of a device, too. */
const isByDays = ({ alsoCount }: SeenAgainInput, { since, until }: AwaitState): boolean =>
	alsoCount?.includes('traffic') === true && Date.parse(until) - Date.parse(since) > HOUR_MS;

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
		const daily = waiters.filter(({ input, state }) => isByDays(input, state));
		return (
			counting('traffic') + countOf(daily, endpointOf) + counting('messages') + instead + FEED_READS
		);
	},
	look: async (ports, waiters) => {
		const since = await beginnings(ports, waiters);
		// Read before the events, so that none of them is taken for older than it is.
		const isProof = waiters.some(({ input }) => input.provesChange);
		const moment = isProof ? await serviceNow(ports) : undefined;
		const events = await signsAbout(ports, since);
		if (events === 'refused') ports.note(REFUSED);
		const found = new Map<Waiter<SeenAgainInput>, Found>();
		await inParallel([...waiters], READS_AT_A_TIME, async (waiter) => {
			try {
				const own = events === 'refused' ? events : (events.get(waiter.input.endpointId) ?? []);
				const proof =
					waiter.input.provesChange && moment !== undefined ? { now: moment } : undefined;
				const about = { since: since.get(waiter), events: own, proof };
				found.set(waiter, await foundOf(ports, waiter, about));
			} catch (error) {
				// The other devices can still be judged.
				found.set(waiter, { error });
			}
		});
		return found;
	},
};

export const awaitSeenAgain = waitEntry({
	condition: seenAgainCondition,
	action: 'Await sign of life',
	description:
		'Wait until a device has registered or opened a session since the first look: for devices that sleep. One read of the event feed serves all devices.',
	gives: 'endpoint_id, sign, seen_at',
	request: 'GET /api/v1/endpoint/{endpointId}/event',
	errors: [403, 404],
	fields: {
		endpointId: f.endpointId,
		...f.inGroup('options', {
			alsoCount: f.choices<'traffic' | 'messages'>(
				{
					label: 'Also Count',
					hint: 'Signs that take a read for each device. A device that sleeps with its session (PSM) wakes without registering: only these show it.',
				},
				{ 'SMS From the Device': 'messages', Traffic: 'traffic' },
			),
			newerThan: f.dateTime({
				label: 'Newer Than',
				hint: "Signs after this moment of the service's clock count; the first look unless given",
			}),
		}),
	},
});
