/*
 * What a run tells while it is under way: to a person who waits, and to whoever reads the log. The host turns it
 * into its own words and places. It may be told often: it shows only some of that.
 */

/** What progress counts. */
export type Counted = 'items' | 'requests' | 'entries';

/** The receiver of what a run tells. Its functions need no `this`: another can be made of it with some replaced. */
export interface Reporter {
	/**
	 * A wait of five seconds or more, before it begins: its reason, in words that follow "waiting for", and how
	 * long it is at most, in milliseconds.
	 */
	readonly wait: (what: string, atMostMs: number) => void;
	/** Before a run: the least milliseconds that it takes under the limits of the service. */
	readonly expect: (ms: number) => void;
	/**
	 * How many have ended, of how many: the items of a run, the requests of a long operation, or the entries of
	 * a list that are read. `all` is undefined where nobody knows it.
	 */
	readonly progress: (ended: number, all: number | undefined, what: Counted) => void;
	/** How far a run is, in words: "37 of 50 met, next look in 20 s". */
	readonly say: (what: string) => void;
	/** How many entries a list has, as the service counts them; again where that changes. */
	readonly count: (entries: number) => void;
	/** Something about the results that they do not show: a sentence without its full stop. */
	readonly note: (sentence: string) => void;
	/** Something that whoever runs the host should know. */
	readonly warn: (message: string) => void;
}

/** Tells nobody. */
export const SILENT: Reporter = {
	wait: () => {},
	expect: () => {},
	progress: () => {},
	say: () => {},
	count: () => {},
	note: () => {},
	warn: () => {},
};
