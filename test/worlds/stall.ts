import type { History } from './history';
import type { Plan } from './plan';

/* The longest time without an event while a call waits. */

/** An attempt and the service's possible processing time after it, with a margin. */
const AN_ATTEMPT_MS = 120_000 + 120_000 + 60_000;
/** The longest time for which a 429 closes a lane. */
const A_LIMIT_MS = 360_000;
/** After a Redis' loss of data or a lost lock: the longest call once more. */
const A_LOSS_MS = 130_000;

/** Interval between checks. */
const LOOK_MS = 1_000;

/** The longest silence that a plan allows, in milliseconds. */
export function longestSilence({ troubles, service, login }: Plan): number {
	let ms = AN_ATTEMPT_MS;
	if (service.fates.limited || login.fates.limited) ms += A_LIMIT_MS;
	for (const trouble of troubles) {
		const isLoss = !/step|revoke/i.test(trouble.kind);
		if (isLoss) ms += A_LOSS_MS;
		if ('ms' in trouble && isLoss) ms += trouble.ms;
	}
	return ms;
}

/** Watches for activity. */
export function stallOf(
	plan: Plan,
	history: History,
): { isStalled: (now: number) => boolean; said: string } {
	const longest = longestSilence(plan);
	const lastStart = Math.max(
		...plan.runs.map(({ at }) => at),
		...plan.troubles.map(({ at }) => at),
	);
	let [seen, since, looked] = [-1, 0, -Infinity];
	const seconds = Math.round(longest / 1000);
	return {
		said: `nothing happens for ${seconds} s or for good, and somebody waits`,
		isStalled: (now) => {
			if (now - looked < LOOK_MS) return false;
			looked = now;
			const { received, logins, sent, told } = history;
			let news = received.length + logins.length + sent.length;
			for (const { endedAt } of told) if (endedAt !== undefined) news += 1;
			if (news !== seen || now <= lastStart) [seen, since] = [news, now];
			return now - since > longest;
		},
	};
}
