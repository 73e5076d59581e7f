import type { Plan } from '../plan';
import {
	addCalmRun,
	addFirstRun,
	asks,
	calm,
	cancelSome,
	drawing,
	fates,
	loginFate,
	MINUTE,
	step,
} from './draw';
import { processTrouble, redisTrouble } from './redis';

/** Everything at once: single and bulk calls, two processes, a Redis, sessions that end. */
export function mixed(seed: number): Plan {
	const random = drawing('mixed', seed);
	const plan = calm('mixed', seed);
	plan.isShared = true;
	plan.processes = [0, 0];
	plan.isSeen = random.chance(0.7);
	plan.account.kind = random.chance(0.5) ? 'token' : 'user';
	plan.account.tokenMs = random.spread(2 * MINUTE, 60 * MINUTE);
	plan.service.until = random.spread(MINUTE, 6 * MINUTE);
	plan.service.fates = fates(random, random.spread(0.05, 0.4));
	plan.service.workMs.sequential = [100, random.pick([1_000, 10_000, 90_000])];
	plan.login = {
		until: random.chance(0.3) ? random.spread(1_000, 5 * MINUTE) : 0,
		fates: { [loginFate(random)]: 1, answered: 3 },
	};
	for (let i = 0; i < 3; i++) {
		const name = `r${i}`;
		plan.runs.push({
			name,
			process: i % 2,
			at: random.spread(1, 2 * MINUTE),
			parallel: random.whole(1, 2),
			asks: asks(random, name, random.whole(1, 4), {
				lanes: ['sequential', 'single', 'list'],
				effects: { read: 1, set: 2, act: 2 },
			}),
		});
	}
	cancelSome(random, plan.runs, 0.2, 3 * MINUTE);
	for (let i = random.whole(0, 2); i > 0; i--) plan.troubles.push(redisTrouble(random));
	if (random.chance(0.3))
		plan.troubles.push({ kind: 'revoke', at: random.spread(100, 5 * MINUTE) });
	for (const process of [0, 1]) {
		if (random.chance(0.3)) plan.troubles.push(processTrouble(random, process));
		if (random.chance(0.2)) plan.troubles.push(step(random, process, random.spread(1, 4 * MINUTE)));
	}
	if (random.chance(0.85)) addFirstRun(random, plan);
	addCalmRun(random, plan, ['sequential', 'single']);
	return plan;
}
