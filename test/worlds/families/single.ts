import type { Plan } from '../plan';
import { addCalmRun, asks, calm, cancelSome, drawing, fates, HOUR, MINUTE, step } from './draw';

/** Single calls and lists: several runs of a process, or of two that share limits over a Redis. */
export function single(seed: number): Plan {
	const random = drawing('single', seed);
	const plan = calm('single', seed);
	plan.isShared = random.chance(0.2);
	plan.processes = random.chance(0.3) ? [0, 0] : [0];
	plan.isSeen = random.chance(0.7);
	plan.heedsAborts = random.chance(0.85);
	if (random.chance(0.2)) plan.account.tokenMs = random.spread(MINUTE, 20 * MINUTE);
	plan.service.until = random.chance(0.8) ? random.spread(MINUTE, HOUR) : Infinity;
	plan.service.fates = fates(random, random.spread(0.05, 0.6), ['busy']);
	plan.service.workMs.single = [10, random.pick([100, 1_000, 40_000])];
	const count = random.whole(1, 4);
	for (let i = 0; i < count; i++) {
		const name = `r${i}`;
		const effects = { read: 1, set: 2, act: 2 };
		plan.runs.push({
			name,
			process: random.whole(0, plan.processes.length - 1),
			at: random.chance(0.5) ? 0 : random.spread(1, 5 * MINUTE),
			parallel: random.whole(1, 6),
			asks: asks(random, name, random.whole(1, 14), {
				lanes: ['single', 'single', 'list'],
				effects,
			}),
		});
	}
	cancelSome(random, plan.runs, 0.3, 2 * MINUTE);
	for (const [process] of plan.processes.entries()) {
		if (random.chance(0.3)) plan.troubles.push(step(random, process, random.spread(1, 5 * MINUTE)));
		if (random.chance(0.15)) {
			const at = random.spread(100, 5 * MINUTE);
			plan.troubles.push({ kind: 'freeze', process, at, ms: random.spread(500, 2 * MINUTE) });
		}
		if (random.chance(0.1)) {
			plan.troubles.push({ kind: 'kill', process, at: random.spread(100, 5 * MINUTE) });
		}
	}
	addCalmRun(random, plan, ['single', 'list']);
	return plan;
}
