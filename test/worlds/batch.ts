import { violationsOf } from './checks';
import { planOf } from './families';
import type { Violation } from './history';
import type { Family } from './plan';
import { printed } from './print';
import type { Subject } from './subject';
import { live } from './world';

/** A world that did not keep a promise. */
export interface Failure {
	family: Family;
	seed: number;
	violations: Violation[];
	/** The history, for a person. */
	text: string;
}

/** The world of a seed, judged; undefined when everything held. */
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
