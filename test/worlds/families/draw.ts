import { Random } from '../../support/random';
import type { Effect, LaneName } from '../history';
import type { Ask, Family, Fate, LoginFate, Plan, RunPlan } from '../plan';

/* Shared functions that derive worlds from a seed. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A world without faults. */
export const calm = (family: Family, seed: number): Plan => ({
	family,
	seed,
	processes: [0],
	isShared: false,
	account: { kind: 'token', mfa: 'none', isRight: true, tokenMs: 4 * HOUR },
	runs: [],
	service: {
		until: Infinity,
		fates: { answered: 1 },
		workMs: { single: [10, 500], sequential: [100, 5_000] },
	},
	login: { until: 0, fates: { answered: 1 } },
	isSeen: true,
	heedsAborts: true,
	troubles: [],
});

export const drawing = (family: Family, seed: number): Random => new Random(`${family} ${seed}`);

const METHODS = {
	read: ['GET'],
	set: ['PUT', 'PATCH', 'DELETE'],
	act: ['POST'],
} as const;

/** The requests of a run. */
export function asks(
	random: Random,
	name: string,
	count: number,
	{ lanes, effects }: { lanes: readonly LaneName[]; effects: Partial<Record<Effect, number>> },
): Ask[] {
	return Array.from({ length: count }, (_, i) => {
		const lane = random.pick(lanes);
		const effect = random.weighted(effects);
		return {
			ref: `${name}-${i}`,
			effect,
			lane,
			method: random.pick(METHODS[effect]),
			timeoutMs: lane === 'sequential' ? 120_000 : 30_000,
		};
	});
}

const FATES: Fate[] = [
	'noConnection',
	'resetBefore',
	'limited',
	'busy',
	'unauthorised',
	'refused',
	'failedBefore',
	'resetAfter',
	'cutAtWork',
	'silent',
	'failedAfter',
	'gatewayTimeout',
	'truncated',
	'contradicting',
	'redirected',
];

/** A selection of fault kinds with their frequencies, and the share of attempts that they hit. */
export function fates(
	random: Random,
	share: number,
	without: Fate[] = [],
): Plan['service']['fates'] {
	const drawn: Plan['service']['fates'] = {};
	let sum = 0;
	for (const fate of FATES) {
		if (without.includes(fate) || !random.chance(0.5)) continue;
		sum += drawn[fate] = random.spread(0.1, 3);
	}
	if (sum === 0) return { answered: 1 };
	return { ...drawn, answered: (sum * (1 - share)) / share };
}

const LOGIN_FATES: LoginFate[] = [
	'noConnection',
	'reset',
	'silent',
	'limited',
	'failed500',
	'failed503',
	'forbidden',
	'invalid',
	'empty',
	'page',
	'redirected',
	'lostAnswer',
];

/** A random kind of login failure. */
export const loginFate = (random: Random): LoginFate => random.pick(LOGIN_FATES);

/** A step of the system clock: forward or back, mostly by an hour. */
export const step = (random: Random, process: number, at: number) => ({
	kind: 'step' as const,
	process,
	at,
	ms: (random.chance(0.5) ? 1 : -1) * (random.chance(0.7) ? HOUR : random.spread(1_000, 3 * HOUR)),
});

/** The wait before the first use of a Redis: the longest call. */
const KNOWN_AFTER_MS = 125_000;

/**
 * Adds a first run, after which the Redis counts as known: otherwise most worlds would end before a
 * call is in flight.
 */
export function addFirstRun(random: Random, plan: Plan): void {
	const later = <T extends { at: number }>(what: T) => (what.at += KNOWN_AFTER_MS);
	plan.runs.forEach(later);
	plan.troubles.forEach(later);
	for (const run of plan.runs) if (run.cancelAt !== undefined) run.cancelAt += KNOWN_AFTER_MS;
	plan.service.until += KNOWN_AFTER_MS;
	const own = asks(random, 'first', 1, { lanes: ['sequential'], effects: { read: 1 } });
	plan.runs.unshift({ name: 'first', process: 0, at: 0, parallel: 1, asks: own });
}

/** Time after the last fault until all its effects are over: closed lanes, marks, refused values. */
const CALM_AFTER_MS = 15 * MINUTE;

/**
 * Adds a run in a live process that starts long after every fault, and that must be served normally.
 * Not for worlds with permanent faults.
 */
export function addCalmRun(random: Random, plan: Plan, lanes: readonly LaneName[]): void {
	const { runs, troubles, service, login } = plan;
	const ends = [
		service.until,
		login.until,
		...runs.map(({ at }) => at),
		...troubles.map(
			(trouble) => trouble.at + (/step/i.test(trouble.kind) || !('ms' in trouble) ? 0 : trouble.ms),
		),
	];
	const at = Math.max(...ends) + CALM_AFTER_MS;
	const killed = new Set(troubles.map((t) => (t.kind === 'kill' ? t.process : undefined)));
	const alive = [...plan.processes.keys()].filter((process) => !killed.has(process));
	if (at === Infinity || alive.length === 0) return;
	const process = random.pick(alive);
	const own = asks(random, CALM, 2, { lanes, effects: { read: 1, set: 1, act: 1 } });
	runs.push({ name: CALM, process, at, parallel: 1, asks: own });
}

/** The name of the run after all faults. */
export const CALM = 'calm';

/** Cancels some of the runs while they are active. */
export function cancelSome(random: Random, runs: RunPlan[], share: number, within: number): void {
	for (const run of runs) {
		if (random.chance(share)) run.cancelAt = run.at + random.spread(1, within);
	}
}
