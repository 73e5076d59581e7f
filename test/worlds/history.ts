/** The events of a world, as those saw them who stand outside of the package. */

export type Effect = 'read' | 'set' | 'act';
export type LaneName = 'sequential' | 'list' | 'single';

/** One request of a run, and what its caller was told. */
export interface CallerReport {
	ref: string;
	run: string;
	process: number;
	effect: Effect;
	lane: LaneName;
	startedAt: number;
	endedAt?: number;
	/** `done`, an outcome, or `none` for an error that carries none. */
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
	/** Told to be at work after a cancel of its run. */
	isAfterCancel: boolean;
}

/** An entry of the service's ledger. */
export interface Received {
	ref: string;
	organisation: string;
	effect: Effect;
	lane: LaneName;
	/** When the service began and ended to work on it. */
	from: number;
	to: number;
	appliedAt?: number;
	/** The world's treatment of it. */
	fate: string;
}

/** A call of the service's login. */
export interface Login {
	at: number;
	process: number;
	run: string;
	how: 'token' | 'password' | 'code' | 'refresh';
	/** Its proof: a password, a code, a refresh token. */
	with: string;
	status: number | 'none';
	/** Whether the service did what it was asked for. */
	worked: boolean;
	/** Why it was answered so. */
	why: string;
}

/** Something that was done to the world. */
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
	/** A token that the service took for the last time: expired or revoked. */
	tokensLost: Array<{ at: number; why: string }>;
	/** Crashes, rejections that nobody handles, commands that no Redis knows. */
	incidents: Array<{ at: number; what: string }>;
	/** When nobody had anything more to do. */
	endedAt: number;
}

/** A finding of a checker. */
export interface Violation {
	rule: string;
	what: string;
}
