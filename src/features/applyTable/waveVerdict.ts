/* What becomes of a row in its wave. */

/** A value that was left, as somebody else has set it since. */
export interface LeftValue {
	field: string;
	value: unknown;
}

export type RowVerdict =
	| { is: 'met' }
	| { is: 'notMet'; reason: string }
	| { is: 'putBack'; reason: string; left: LeftValue[] }
	/** It has shown nothing since its change, and keeps it. */
	| { is: 'unknown'; reason: string }
	/** A person has accepted it as an earlier run has left it. */
	| { is: 'accepted' }
	/** It could not be judged, or not be put back. */
	| { is: 'failed'; error: unknown };

export interface RowWave {
	/** The number of the wave in the run, from 1; absent where an earlier run had the row in a wave. */
	number?: number;
	/** Absent until it is judged. */
	verdict?: RowVerdict;
}
