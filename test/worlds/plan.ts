import type { Effect, LaneName } from './history';

/* A world as its seed draws it, before anything happens in it. */

export const FAMILIES = ['single', 'sequential', 'redis', 'session', 'mixed'] as const;
export type Family = (typeof FAMILIES)[number];

/** The possible fates of an attempt at a request. */
export type Fate =
	| 'answered'
	// On the way there: nothing arrives.
	| 'noConnection'
	| 'resetBefore'
	// The service says no.
	| 'limited'
	| 'busy'
	| 'unauthorised'
	| 'refused'
	| 'failedBefore'
	// It is done, or will be, and the answer is lost or tells nothing.
	| 'resetAfter'
	| 'cutAtWork'
	| 'silent'
	| 'failedAfter'
	| 'gatewayTimeout'
	| 'truncated'
	// Done or not.
	| 'contradicting'
	| 'redirected';

/** The possible fates of a login. */
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

/** A request that a run is to make. */
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
	/** How many of its requests it makes at a time. */
	parallel: number;
	asks: Ask[];
	cancelAt?: number;
	/** It is cancelled when so many commands of its process have reached the Redis. */
	cancelAfterCommands?: number;
}

/** Something that is done to a process. */
export type ProcessTrouble =
	| { kind: 'freeze'; process: number; at: number; ms: number }
	| { kind: 'kill'; process: number; at: number }
	| { kind: 'step'; process: number; at: number; ms: number };

/** Something that is done to the Redis. */
export type RedisTrouble =
	| { kind: 'stop' | 'slow' | 'outage'; at: number; ms: number }
	| { kind: 'restart' | 'failover'; at: number; ms: number }
	| { kind: 'cut' | 'flush' | 'evict'; at: number }
	// The clock on its wall is set.
	| { kind: 'redisStep'; at: number; ms: number };

/** Something that the service does to sessions. */
export interface SessionTrouble {
	kind: 'revoke';
	at: number;
}

export interface Plan {
	family: Family;
	seed: number;
	/** Each starts at that time. */
	processes: number[];
	/** Whether limits are shared over a Redis. */
	isShared: boolean;
	account: {
		kind: 'token' | 'user';
		mfa: 'none' | 'totp';
		/** Whether what stands in the credential is right. */
		isRight: boolean;
		/** Milliseconds that a session lives. */
		tokenMs: number;
	};
	runs: RunPlan[];
	service: {
		/** From then on every attempt is answered. */
		until: number;
		fates: Partial<Record<Fate, number>>;
		/** How long it works on a call. */
		workMs: { single: [number, number]; sequential: [number, number] };
	};
	login: {
		until: number;
		fates: Partial<Record<LoginFate, number>>;
	};
	/** Whether errors say how far a request came, as Node tells n8n. */
	isSeen: boolean;
	/** Whether what sends heeds that it was told to stop. */
	heedsAborts: boolean;
	troubles: Array<ProcessTrouble | RedisTrouble | SessionTrouble>;
}
