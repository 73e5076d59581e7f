import type { Field } from './field';
import { number } from './fieldKinds';

/* The fields that every form with waves has, under the same names. */

/** Longest pause between two waves: a day. Seconds. */
const LONGEST_PAUSE_S = 86_400;

interface Said {
	hint: string;
	default: number;
	/** Whether the page of operations describes it once for all. */
	saidOnce?: boolean;
}

/** How many go in a wave, or in the first one where each is larger than the one before. */
export const waveSizeField = (said: Said): Field<number> =>
	number({ label: 'Wave Size', ...said }, { min: 1 });

/** The time between two waves. Seconds. */
export const wavePauseField = (said: Said): Field<number> =>
	number({ label: 'Pause (Seconds)', ...said }, { min: 0, max: LONGEST_PAUSE_S });
