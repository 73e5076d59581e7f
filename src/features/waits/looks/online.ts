import { entityOf } from '../../../table/answers';
import type { Call, Json } from '../../../table/define';
import { getConnectivity } from '../../../table/entries/endpoint/connectivity';
import { MINUTE_MS } from '../../../times';
import { answeredAt } from '../clock';
import {
	brokenBy,
	connectivityIn,
	type ConnectivityReading,
	OUTLIVED_RESET,
	openedIn,
	outlivedReset,
	RESET_TYPES,
	SESSION_TYPES,
	type StableRule,
	type Streak,
	streakAfter,
	UNKNOWN_BEGINNING,
	UNKNOWN_SINCE_RESET,
} from '../conditions/online';
import type { WaitInput } from '../form';
import { open } from '../verdict';
import type { Condition, Found, LookPorts, Waiter } from '../waiting';
import { countOf, foundEach } from './each';
import { eventsAbout } from './events';

/*
 * Looks for devices that are online and stay so. Events are asked for only when the reads are complete, so
 * that most looks take one request per device.
 */

export type OnlineInput = WaitInput & {
	endpointId: number;
	reads?: number | undefined;
	readDistance?: number | undefined;
	rats?: string[] | undefined;
	/** Only a session that began later counts; ISO 8601, by the clock of the service. */
	newerThan?: string | undefined;
};

const USUAL = { reads: 2, distanceS: 30 };
/** How long before the first look resets are asked for where nothing says when a session began. Milliseconds. */
const BEFORE_MS = 10 * MINUTE_MS;

const ruleOf = ({ reads, readDistance, rats, newerThan }: OnlineInput): StableRule => ({
	reads: reads ?? USUAL.reads,
	distanceMs: (readDistance ?? USUAL.distanceS) * 1_000,
	rats: rats ?? [],
	newerThan: newerThan === undefined ? undefined : Date.parse(newerThan),
});

export async function readConnectivity(
	call: Call,
	endpointId: number,
	now: number,
): Promise<ConnectivityReading> {
	const answer = await call.other(getConnectivity, { endpointId });
	return connectivityIn(entityOf(answer), answeredAt(answer, now));
}

/** An item whose reads are complete. */
interface Complete {
	waiter: Waiter<OnlineInput>;
	streak: Streak;
	reading: ConnectivityReading;
}

const shown = ({ status, rat, session }: ConnectivityReading) => ({ status, rat, session });

/** Since when events may count for a reading: since its session began. Milliseconds since 1970. */
const eventsFrom = ({ waiter, reading, streak }: Complete): number => {
	if (!Number.isNaN(reading.sessionAt)) return reading.sessionAt;
	const { newerThan = Infinity } = ruleOf(waiter.input);
	const begins = [Date.parse(waiter.state.since), Date.parse(streak.from)];
	return Math.min(newerThan, Math.min(...begins) - BEFORE_MS);
};

/** A streak that begins anew with a reading, of so many reads. */
function anew({ streak, reading }: Complete, reads: number, broken: string): Found {
	const at = new Date(reading.at).toISOString();
	const again = { ...streak, reads, from: at, at, broken_by: broken };
	return open(again, { shows: { ...shown(reading), broken_by: broken } });
}

const REFUSED =
	'This login may not read events: reads alone say whether a device is stable. A session that was refused or reset between them is not seen';

/** The verdicts over complete reads, by the events since. */
async function confirmed(
	{ call, note }: LookPorts,
	complete: Complete[],
): Promise<Map<Waiter<OnlineInput>, Found>> {
	const ids = [...new Set(complete.map(({ waiter }) => waiter.input.endpointId))];
	const from = Math.min(...complete.map(eventsFrom));
	const events = await eventsAbout(call, ids, SESSION_TYPES, from);
	const resets = events === 'refused' ? events : await eventsAbout(call, ids, RESET_TYPES, from);
	if (events === 'refused' || resets === 'refused') note(REFUSED);
	return new Map(
		complete.map((done): [Waiter<OnlineInput>, Found] => {
			const { waiter, streak, reading } = done;
			const { endpointId } = waiter.input;
			const met = { ...shown(reading), reads: streak.reads };
			const { newerThan } = ruleOf(waiter.input);
			const isUndated = newerThan !== undefined && Number.isNaN(reading.sessionAt);
			if (events === 'refused' || resets === 'refused') {
				if (isUndated) return [waiter, anew(done, 0, UNKNOWN_BEGINNING)];
				return [waiter, { is: 'met', shows: { ...met, seen_by: 'reads alone' } }];
			}
			const own = events.get(endpointId) ?? [];
			const ownResets = resets.get(endpointId) ?? [];
			if ('error' in own) return [waiter, own];
			if ('error' in ownResets) return [waiter, ownResets];
			// Such a session does not begin a streak.
			if (outlivedReset(reading.sessionAt, ownResets))
				return [waiter, anew(done, 0, OUTLIVED_RESET)];
			if (Number.isNaN(reading.sessionAt) && ownResets.length > 0) {
				const opened = openedIn(own, reading);
				const isKnown = !Number.isNaN(opened) && !outlivedReset(opened, ownResets);
				// The event of its beginning may come late: another read may find it.
				if (!isKnown) return [waiter, anew(done, 0, UNKNOWN_SINCE_RESET)];
			}
			if (isUndated && !(openedIn(own, reading) > newerThan))
				return [waiter, anew(done, 0, UNKNOWN_BEGINNING)];
			const broken = brokenBy(streak, reading, own);
			if (broken !== undefined) return [waiter, anew(done, 1, broken)];
			return [waiter, { is: 'met', shows: { ...met, seen_by: 'reads and events' } }];
		}),
	);
}

export const onlineCondition: Condition<OnlineInput> = {
	name: 'online',
	subject: ({ endpointId }) => ({ endpoint_id: endpointId }),
	cost: (waiters) => countOf(waiters, ({ input }) => input.endpointId) + 2,
	distanceMs: (waiters) => Math.max(...waiters.map(({ input }) => ruleOf(input).distanceMs)),
	look: async (ports, waiters) => {
		const { call, now } = ports;
		const complete: Complete[] = [];
		const found = await foundEach(
			waiters,
			({ input }) => input.endpointId,
			async (endpointId, own) => {
				const reading = await readConnectivity(call, endpointId, now());
				return new Map(
					own.map((waiter): [typeof waiter, Found] => {
						const rule = ruleOf(waiter.input);
						const before = waiter.state.last_seen as (Streak & Json) | null;
						const streak = streakAfter(before, reading, rule);
						if (streak.reads >= rule.reads) complete.push({ waiter, streak, reading });
						const { broken_by } = streak;
						const shows = { ...shown(reading), ...(broken_by !== undefined && { broken_by }) };
						return [waiter, open({ ...streak }, { shows })];
					}),
				);
			},
		);
		if (complete.length === 0) return found;
		for (const [waiter, result] of await confirmed(ports, complete)) found.set(waiter, result);
		return found;
	},
};
