import { violationsOf } from './checks';
import { planOf } from './families';
import type { Failure } from './failure';
import { judgeNeighbours } from './neighbours';
import { NEIGHBOURS, type WorldKind } from './plan';
import { printed } from './print';
import type { Subject } from './subject';
import { live } from './live';

/** Runs and checks the world of a seed; undefined without violations. */
export async function judge(
	subject: Subject,
	family: WorldKind,
	seed: number,
): Promise<Failure | undefined> {
	if (family === NEIGHBOURS) return await judgeNeighbours(subject, seed);
	const plan = planOf(family, seed);
	const history = await live(plan, subject);
	const violations = violationsOf(plan, history);
	if (violations.length === 0) return undefined;
	return { family, seed, violations, text: printed(plan, history, violations) };
}
