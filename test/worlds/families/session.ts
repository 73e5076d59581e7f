import type { Plan } from '../plan';
import { addCalmRun, asks, calm, cancelSome, drawing, HOUR, loginFate, MINUTE, step } from './draw';
import { redisTrouble } from './redis';

/** Runs of several processes with one account: sessions that expire, logins with every failure. */
export function session(seed: number): Plan {
	const random = drawing('session', seed);
	const plan = calm('session', seed);
	const { account, login } = plan;
	account.kind = random.chance(0.3) ? 'token' : 'user';
	account.mfa = account.kind === 'user' && random.chance(0.4) ? 'totp' : 'none';
	account.isRight = random.chance(0.85);
	account.tokenMs = random.pick([4 * HOUR, HOUR, 10 * MINUTE]);
	plan.isShared = random.chance(0.5);
	plan.isSeen = random.chance(0.7);
	plan.processes = Array.from({ length: random.whole(1, 3) }, () => 0);
	if (random.chance(0.5)) {
		// Permanently, or for a while.
		login.until = random.chance(0.5) ? Infinity : random.spread(1_000, 10 * MINUTE);
		login.fates = { [loginFate(random)]: 1, answered: random.chance(0.5) ? 0 : 1 };
	}
	const span = random.pick([MINUTE, HOUR, 6 * HOUR]);
	for (const [process] of plan.processes.entries()) {
		for (let i = random.whole(1, 2); i > 0; i--) {
			const name = `r${process}.${i}`;
			const count = random.pick([1, 3, 6, 12]);
			plan.runs.push({
				name,
				process,
				at: random.chance(0.4) ? random.between(0, 50) : random.between(0, span),
				parallel: Math.min(count, 10),
				asks: asks(random, name, count, {
					lanes: ['single'],
					effects: { read: 2, set: 1, act: 1 },
				}),
			});
		}
		if (random.chance(0.15)) plan.troubles.push(step(random, process, random.between(0, span)));
		if (random.chance(0.1)) {
			const at = random.between(0, span);
			plan.troubles.push({ kind: 'freeze', process, at, ms: random.spread(500, 2 * MINUTE) });
		}
		if (random.chance(0.1)) {
			plan.troubles.push({ kind: 'kill', process, at: random.between(0, span) });
		}
	}
	for (let i = plan.isShared && random.chance(0.4) ? 1 : 0; i > 0; i--) {
		plan.troubles.push(redisTrouble(random));
	}
	for (let i = random.pick([0, 0, 1, 2]); i > 0; i--) {
		plan.troubles.push({ kind: 'revoke', at: random.between(0, span) });
	}
	cancelSome(random, plan.runs, 0.1, MINUTE);
	addCalmRun(random, plan, ['single']);
	return plan;
}
