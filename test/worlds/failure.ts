import type { Violation } from './history';
import type { WorldKind } from './plan';

/** A world with a violation. */
export interface Failure {
	family: WorldKind;
	seed: number;
	violations: Violation[];
	/** The history in readable form. */
	text: string;
}
