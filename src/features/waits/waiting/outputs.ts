/* The outputs of an operation that waits. */

/** By name, in order. */
export const WAIT_OUTPUTS = ['Met', 'Not Yet', 'Timed Out'] as const;

/** The number of each outcome's output. */
export const OUTPUT_OF = { met: 0, notYet: 1, timedOut: 2 } as const;
