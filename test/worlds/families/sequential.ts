import type { Plan } from '../plan';
import { addCalmRun, asks, calm, cancelSome, drawing, fates, MINUTE, step } from './draw';

/** Bulk calls of several runs in one process; the service continues cut-off calls. */
export function sequential(seed: number): Plan {
	const random = drawing('sequential', seed);
	const plan = calm('sequential', seed);
	plan.isSeen = random.chance(0.7);
	plan.heedsAborts = random.chance(0.85);
	plan.service.until = random.chance(0.7) ? random.spread(MINUTE, 20 * MINUTE) : Infinity;
	plan.service.fates = fates(random, random.spread(0.05, 0.6));
	plan.service.workMs.sequential = [100, random.pick([1_000, 10_000, 90_000])];
	const count = random.whole(1, 4);
	for (let i = 0; i < count; i++) {
		const name = `r${i}`;
		plan.runs.push({
			name,
			process: 0,
			at: random.chance(0.5) ? 0 : random.spread(1, 5 * MINUTE),
			parallel: random.chance(0.8) ? 1 : 2,
			asks: asks(random, name, random.whole(1, 4), {
				lanes: random.chance(0.8) ? ['sequential'] : ['sequential', 'single'],
				effects: { read: 0.2, set: 2, act: 2 },
			}),
		});
	}
	cancelSome(random, plan.runs, 0.3, 4 * MINUTE);
	if (random.chance(0.5)) plan.troubles.push(step(random, 0, random.spread(1, 10 * MINUTE)));
	if (random.chance(0.2)) {
		const at = random.spread(100, 10 * MINUTE);
		plan.troubles.push({ kind: 'freeze', process: 0, at, ms: random.spread(500, 3 * MINUTE) });
	}
	addCalmRun(random, plan, ['sequential']);
	return plan;
}
