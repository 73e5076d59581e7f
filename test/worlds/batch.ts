import { violationsOf } from './checks';
import { planOf } from './families';
import type { Violation } from './history';
import type { Family } from './plan';
import { printed } from './print';
import type { Subject } from './subject';
import { live } from './world';

/** A world with a violation. */
export interface Failure {
	family: Family;
	seed: number;
	violations: Violation[];
	/** The history in readable form. */
	text: string;
}

/** Runs and checks the world of a seed; undefined without violations. */
export async function judge(
	subject: Subject,
	family: Family,
	seed: number,
): Promise<Failure | undefined> {
	const plan = planOf(family, seed);
	const history = await live(plan, subject);
	const violations = violationsOf(plan, history);
	if (violations.length === 0) return undefined;
	return { family, seed, violations, text: printed(plan, history, violations) };
}
