import type { Effect, LaneName } from './history';

/* The plan of a world, derived from its seed before it runs. */

export const FAMILIES = ['single', 'sequential', 'redis', 'session', 'mixed'] as const;
export type Family = (typeof FAMILIES)[number];

/** Worlds of whole jobs on an account that others work on, too: see neighbours/. */
export const NEIGHBOURS = 'neighbours';
/** All kinds of worlds. */
export type WorldKind = Family | typeof NEIGHBOURS;

/** The faults that can hit an attempt at a request. */
export type Fate =
	| 'answered'
	// On the way to the service: nothing arrives.
	| 'noConnection'
	| 'resetBefore'
	// The service refuses.
	| 'limited'
	| 'busy'
	| 'unauthorised'
	| 'refused'
	| 'failedBefore'
	// It is or will be applied, and the answer is lost or useless.
	| 'resetAfter'
	| 'cutAtWork'
	| 'silent'
	| 'failedAfter'
	| 'gatewayTimeout'
	| 'truncated'
	// Applied or not.
	| 'contradicting'
	| 'redirected';

/** The faults that can hit a login. */
export type LoginFate =
	| 'answered'
	| 'noConnection'
	| 'reset'
	| 'silent'
	| 'limited'
	| 'failed500'
	| 'failed503'
	| 'forbidden'
	| 'invalid'
	| 'empty'
	| 'page'
	| 'redirected'
	| 'lostAnswer';

/** A planned request of a run. */
export interface Ask {
	ref: string;
	effect: Effect;
	lane: LaneName;
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	timeoutMs: number;
}

export interface RunPlan {
	name: string;
	process: number;
	at: number;
	/** Number of concurrent requests. */
	parallel: number;
	asks: Ask[];
	cancelAt?: number;
	/** The run is cancelled after this many Redis commands of its process. */
	cancelAfterCommands?: number;
}

/** A disturbance of a process. */
export type ProcessTrouble =
	| { kind: 'freeze'; process: number; at: number; ms: number }
	| { kind: 'kill'; process: number; at: number }
	| { kind: 'step'; process: number; at: number; ms: number };

/** A disturbance of the Redis. */
export type RedisTrouble =
	| { kind: 'stop' | 'slow' | 'outage'; at: number; ms: number }
	| { kind: 'restart' | 'failover'; at: number; ms: number }
	| { kind: 'cut' | 'flush' | 'evict'; at: number }
	// The system clock is set.
	| { kind: 'redisStep'; at: number; ms: number };

/** A disturbance of sessions by the service. */
export interface SessionTrouble {
	kind: 'revoke';
	at: number;
}

export interface Plan {
	family: Family;
	seed: number;
	/** Start times of the processes. */
	processes: number[];
	/** Whether the processes share limits over a Redis. */
	isShared: boolean;
	account: {
		kind: 'token' | 'user';
		mfa: 'none' | 'totp';
		/** Whether the credential's values are correct. */
		isRight: boolean;
		/** Lifetime of a session in milliseconds. */
		tokenMs: number;
	};
	runs: RunPlan[];
	service: {
		/** Time after which every attempt is answered. */
		until: number;
		fates: Partial<Record<Fate, number>>;
		/** Processing time of a call. */
		workMs: { single: [number, number]; sequential: [number, number] };
	};
	login: {
		until: number;
		fates: Partial<Record<LoginFate, number>>;
	};
	/** Whether errors carry Node's request, which shows how far it came. */
	isSeen: boolean;
	/** Whether the sender reacts to an abort. */
	heedsAborts: boolean;
	troubles: Array<ProcessTrouble | RedisTrouble | SessionTrouble>;
}
