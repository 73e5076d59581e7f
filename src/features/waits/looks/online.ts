import { entityOf } from '../../../table/answers';
import type { Call, Json } from '../../../table/define';
import { getConnectivity } from '../../../table/entries/endpoint/connectivity';
import { MINUTE_MS } from '../../../times';
import { answeredAt } from '../clock';
import {
	BREAKING_TYPES,
	brokenBy,
	connectivityIn,
	type ConnectivityReading,
	type StableRule,
	type Streak,
	streakAfter,
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
};

const USUAL = { reads: 2, distanceS: 30 };
/** A session that began so long before the wait is older than any reset that the wait follows. Milliseconds. */
const BEFORE_MS = 10 * MINUTE_MS;

const ruleOf = ({ reads, readDistance, rats }: OnlineInput): StableRule => ({
	reads: reads ?? USUAL.reads,
	distanceMs: (readDistance ?? USUAL.distanceS) * 1_000,
	rats: rats ?? [],
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

/** The verdicts over complete reads, by the events since. */
async function confirmed(
	{ call }: LookPorts,
	complete: Complete[],
): Promise<Map<Waiter<OnlineInput>, Found>> {
	const ids = [...new Set(complete.map(({ waiter }) => waiter.input.endpointId))];
	const froms = complete.map(({ streak }) => Date.parse(streak.from));
	const events = await eventsAbout(call, ids, BREAKING_TYPES, Math.min(...froms) - BEFORE_MS);
	return new Map(
		complete.map(({ waiter, streak, reading }): [typeof waiter, Found] => {
			const broken = brokenBy(streak, reading, events.get(waiter.input.endpointId) ?? []);
			const shows = shown(reading);
			if (broken === undefined)
				return [waiter, { is: 'met', shows: { ...shows, reads: streak.reads } }];
			const at = new Date(reading.at).toISOString();
			// A streak does not begin with a session that a reset is about to end.
			const reads = broken.startsWith('a reset') ? 0 : 1;
			const again = { ...streak, reads, from: at, at, broken_by: broken };
			return [waiter, open(again, { shows: { ...shows, broken_by: broken } })];
		}),
	);
}

export const onlineCondition: Condition<OnlineInput> = {
	name: 'online',
	subject: ({ endpointId }) => ({ endpoint_id: endpointId }),
	cost: (waiters) => countOf(waiters, ({ input }) => input.endpointId) + 1,
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
						return [waiter, open({ ...streak }, { shows: shown(reading) })];
					}),
				);
			},
		);
		if (complete.length === 0) return found;
		for (const [waiter, one] of await confirmed(ports, complete)) found.set(waiter, one);
		return found;
	},
};
