import type { Planted } from './planted';

/*
 * Faults in obtaining, storing and sharing sessions. A code that several processes use while Redis does
 * not answer is not among them: logins take turns, and without an answer no process gets a turn;
 * `test/timed/` covers it.
 */

const SESSION = 'src/session/session.ts';
const TRIES = 'src/session/tries.ts';

export const sessions: Planted[] = [
	{
		name: 'many-flights',
		says: 'each request without a session logs in by itself',
		families: ['session'],
		replacements: [
			{
				file: SESSION,
				find: 'this.flight ??= this.obtain(',
				replace: 'this.flight = this.obtain(',
			},
		],
	},
	{
		name: 'tried-again',
		says: 'a failed login is tried again for every item',
		families: ['session'],
		replacements: [
			{
				file: TRIES,
				find: 'if (failed?.values === values && monotonic(logins.clock) < failed.until) throw failed.error;',
				replace: 'void failed;',
			},
		],
	},
	{
		name: 'failures-pass',
		says: 'a login that failed with a 5xx or an HTML page is not held back',
		families: ['session'],
		replacements: [
			{
				file: TRIES,
				find: 'return isNoFailure || isForPerson ? 0 : FAILED_MS;',
				replace: 'return isNoFailure || isForPerson ? 0 : 0;',
			},
		],
	},
	{
		name: 'never-renewed',
		says: 'an expiring, expired or refused session stays in use',
		families: ['session'],
		replacements: [
			{
				file: SESSION,
				find: 'if (!tokens || tokens.authToken === refused || tokens.expiresAt <= now) return undefined;',
				replace: 'if (!tokens) return undefined;',
			},
			{
				file: SESSION,
				find: 'return isDue && monotonic(clock) >= this.renewAgainAt ? undefined : tokens;',
				replace: 'return tokens;',
			},
		],
	},
	{
		name: 'renewed-at-once',
		says: 'a session is due for renewal from its first minute',
		families: ['session'],
		replacements: [
			{
				file: SESSION,
				find: 'tokens.expiresAt - now < t.aheadOf(tokens)',
				replace: 'tokens.expiresAt - now < 20 * t.aheadOf(tokens)',
			},
		],
	},
	{
		name: 'codes-of-all',
		says: 'workers do not know that another one has used a code',
		families: ['session'],
		replacements: [
			{
				file: 'src/session/sharedLogins.ts',
				find: "=== 'OK' ||",
				replace: "=== 'OK' || true ||",
			},
		],
	},
];
