/** What one start needs of the limits that workers share. */
export interface Ask {
	/** Of the lane: undefined for logins, which have a window only. */
	rate?: { key: string; perSecond: number; burst: number };
	windows: Array<{ key: string; most: number; isLogin?: boolean }>;
}

/** The answer: a wait, or a start that has been counted for all workers. */
export interface Turn {
	/** Milliseconds; 0 when it may start. */
	waitMs: number;
	/** To be called when it has been answered, or was not sent after all. Never throws. */
	end: () => void;
}

/** Limits that several workers keep together. */
export interface SharedRates {
	/** Undefined when the place where they are kept is out of reach; never rejects. */
	take(ask: Ask): Promise<Turn | undefined>;
}
