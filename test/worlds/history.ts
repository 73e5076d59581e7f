/** The events of a world, as observed outside the package. */

export type Effect = 'read' | 'set' | 'act';
export type LaneName = 'sequential' | 'list' | 'single';

/** A request of a run, and the result for its caller. */
export interface CallerReport {
	ref: string;
	run: string;
	process: number;
	effect: Effect;
	lane: LaneName;
	startedAt: number;
	endedAt?: number;
	/** `done`, an outcome, or `none` for an error without an outcome. */
	verdict?: string;
	said?: string;
}

/** A run of a workflow. */
export interface Run {
	name: string;
	process: number;
	startedAt: number;
	cancelledAt?: number;
	endedAt?: number;
}

/** A request as it left a process. */
export interface Sent {
	ref: string;
	run: string;
	process: number;
	at: number;
	/** Whether it was sent after its run had been cancelled. */
	isAfterCancel: boolean;
}

/** An entry of the service's ledger. */
export interface Received {
	ref: string;
	organisation: string;
	effect: Effect;
	lane: LaneName;
	/** Start and end of its processing by the service. */
	from: number;
	to: number;
	appliedAt?: number;
	/** The fault that the world applied to it. */
	fate: string;
}

/** A call of the service's login. */
export interface Login {
	at: number;
	process: number;
	run: string;
	how: 'token' | 'password' | 'code' | 'refresh';
	/** Its credential: a password, a code, a refresh token. */
	with: string;
	status: number | 'none';
	/** Whether the service fulfilled it. */
	worked: boolean;
	/** The reason for the answer. */
	why: string;
}

/** A disturbance of the world. */
export interface FaultRecord {
	at: number;
	kind: string;
	process?: number;
	ms?: number;
}

export interface History {
	told: CallerReport[];
	runs: Run[];
	sent: Sent[];
	received: Received[];
	logins: Login[];
	troubles: FaultRecord[];
	/** The end of a token: expired or revoked. */
	tokensLost: Array<{ at: number; why: string }>;
	/** Crashes, unhandled rejections, unknown Redis commands. */
	incidents: Array<{ at: number; what: string }>;
	/** Time when no more work was left. */
	endedAt: number;
}

/** A violation found by a checker. */
export interface Violation {
	rule: string;
	what: string;
}
