import { Random } from '../../support/random';
import type { Plan, ProcessTrouble, RedisTrouble } from '../plan';
import {
	addCalmRun,
	addFirstRun,
	asks,
	calm,
	cancelSome,
	drawing,
	fates,
	MINUTE,
	step,
} from './draw';

/** Bulk calls of processes that share a lane over a Redis that loses data, with frozen processes. */
export function redis(seed: number): Plan {
	const random = drawing('redis', seed);
	const plan = calm('redis', seed);
	plan.isShared = true;
	plan.processes = random.chance(0.8) ? [0, 0] : [0, 0, 0];
	plan.isSeen = random.chance(0.7);
	plan.heedsAborts = random.chance(0.85);
	plan.service.until = random.spread(MINUTE, 6 * MINUTE);
	// A 429 does not exercise the Redis and takes long.
	plan.service.fates = fates(random, random.spread(0.03, 0.25), ['limited']);
	plan.service.workMs.sequential = [100, random.pick([1_000, 3_000, 3_000, 3_000, 90_000])];
	for (const [process] of plan.processes.entries()) {
		const name = `r${process}`;
		plan.runs.push({
			name,
			process,
			at: random.chance(0.5) ? random.between(0, 50) : random.spread(1, 2 * MINUTE),
			parallel: 1,
			asks: asks(random, name, random.whole(1, 3), {
				lanes: ['sequential'],
				effects: { set: 2, act: 2 },
			}),
		});
	}
	cancelSome(random, plan.runs, 0.2, 3 * MINUTE);
	for (const run of plan.runs) {
		// Mostly around its first check of the lane before it sends.
		if (random.chance(0.2)) {
			run.cancelAfterCommands = random.chance(0.7)
				? random.pick([5, 6, 6, 7])
				: random.whole(2, 60);
		}
	}
	if (random.chance(0.15)) inTheWay(random, plan);
	for (let i = random.whole(0, 2); i > 0; i--) plan.troubles.push(redisTrouble(random));
	for (const [process] of plan.processes.entries()) {
		if (random.chance(0.35)) plan.troubles.push(processTrouble(random, process));
		if (random.chance(0.2)) plan.troubles.push(step(random, process, random.spread(1, 4 * MINUTE)));
	}
	const own = new Random(`redis woken ${seed}`);
	if (own.chance(WOKEN)) woken(own, plan);
	else if (random.chance(0.85)) addFirstRun(random, plan);
	addCalmRun(random, plan, ['sequential']);
	return plan;
}

/** Bulk calls of another client block for a long time, while the Redis loses its data. */
function inTheWay(random: Random, { service, troubles }: Plan): void {
	service.until = random.spread(15_000, 90_000);
	service.fates = { busy: 12, answered: 1 };
	const at = random.between(3_000, service.until);
	const kind = random.pick(['restart', 'failover', 'flush'] as const);
	troubles.push(kind === 'flush' ? { kind, at } : { kind, at, ms: random.spread(50, 3_000) });
}

/** The share of worlds in which a worker resumes while another holds its lane. */
const WOKEN = 0.08;

/**
 * The holder of the lane freezes while it waits for another client's bulk calls, for so long that
 * another worker takes the lane; that worker's calls take long.
 */
function woken(random: Random, plan: Plan): void {
	const { runs, service } = plan;
	service.until = random.spread(10_000, 3 * MINUTE);
	service.fates = { busy: 1 };
	service.workMs.sequential = [5_000, 60_000];
	for (const run of runs) run.at = random.between(0, 50);
	const at = service.until * random.between(0.2, 1);
	plan.troubles = [{ kind: 'freeze', process: 0, at, ms: random.spread(6_000, 30_000) }];
	addFirstRun(random, plan);
}

export function redisTrouble(random: Random): RedisTrouble {
	const at = random.spread(20, 4 * MINUTE);
	const kind = random.weighted({
		stop: 2,
		slow: 1,
		outage: 2,
		restart: 3,
		failover: 2,
		cut: 2,
		flush: 2,
		evict: 1,
		redisStep: 1,
	});
	switch (kind) {
		case 'cut':
		case 'flush':
		case 'evict':
			return { kind, at };
		case 'redisStep':
			return { ...step(random, 0, at), kind };
		case 'stop':
			return { kind, at, ms: random.spread(100, 8_000) };
		case 'slow':
			return { kind, at, ms: random.spread(1_000, 30_000) };
		default:
			return { kind, at, ms: random.spread(50, random.chance(0.8) ? 8_000 : 50_000) };
	}
}

export function processTrouble(random: Random, process: number): ProcessTrouble {
	const at = random.spread(20, 4 * MINUTE);
	if (random.chance(0.4)) return { kind: 'kill', process, at };
	return { kind: 'freeze', process, at, ms: random.spread(500, 2 * MINUTE) };
}
