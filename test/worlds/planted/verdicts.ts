import type { Planted } from './planted';

/* Faults in the evaluation of attempts and in the outcomes of requests. */

const RETRY = 'src/request/retry.ts';
const FAILURES = 'src/request/failures.ts';
const HTTP = 'src/request/http.ts';

export const verdicts: Planted[] = [
	{
		name: 'resent',
		says: 'an unanswered act is sent again',
		families: ['single'],
		replacements: [
			{
				file: 'src/request/exchange.ts',
				find: "(failure === 'ambiguous' && request.effect !== 'act')",
				replace: "failure === 'ambiguous'",
			},
		],
	},
	{
		name: 'reset-not-sent',
		says: 'a cut connection counts as one that was never made',
		families: ['single'],
		replacements: [
			{
				file: RETRY,
				find: 'const NOT_SENT = new Set([',
				replace: "const NOT_SENT = new Set([\n	'ECONNRESET',",
			},
		],
	},
	{
		name: 'cut-off-not-sent',
		says: 'an error on an open connection counts as a failed connection',
		families: ['single'],
		replacements: [
			{
				file: RETRY,
				find: "if (seen?.connected === false) return 'notSent';",
				replace: "if (seen) return 'notSent';",
			},
		],
	},
	{
		name: 'any-success',
		says: 'an HTML page or an error inside a 200 counts as success',
		families: ['single'],
		replacements: [
			{
				file: RETRY,
				find: "return unexpectedSuccess(answer, request) === undefined ? undefined : 'ambiguous';",
				replace: 'return undefined;',
			},
		],
	},
	{
		name: 'failed-refused',
		says: 'a 5xx means that nothing was applied',
		families: ['single'],
		replacements: [
			{
				file: 'src/request/attempt/errors.ts',
				find: "server ? 'unknown' : 'refused'",
				replace: "'refused'",
			},
			{ file: FAILURES, find: "own.outcome === 'unknown'", replace: 'true' },
		],
	},
	{
		name: 'last-word',
		says: 'the verdict follows the last attempt alone',
		families: ['single', 'redis'],
		replacements: [
			{
				file: FAILURES,
				find: "if (!mayBeApplied || own.outcome === 'unknown') return error;",
				replace: 'return error;',
			},
		],
	},
	{
		name: 'redirect-refused',
		says: 'a redirect means that nothing was applied',
		families: ['single'],
		replacements: [
			{
				file: FAILURES,
				find: "if (request.effect === 'act' && (failure === 'ambiguous' || isRedirected)) {",
				replace: "if (request.effect === 'act' && failure === 'ambiguous') {",
			},
			{
				file: FAILURES,
				find: "request.effect === 'read' ? 'refused' : 'unknown'",
				replace: "'refused'",
			},
		],
	},
	{
		name: 'cancelled-not-sent',
		says: 'a request under way when its run is cancelled counts as not sent',
		families: ['single', 'sequential'],
		replacements: [{ file: FAILURES, find: 'if (!isUnanswered) return', replace: 'return' }],
	},
	{
		name: 'after-cancel',
		says: 'a cancellation between the last check and the sending goes unnoticed',
		families: ['redis'],
		replacements: [{ file: HTTP, find: 'leave?.throwIfAborted();', replace: '' }],
	},
	{
		name: 'no-outcome',
		says: 'a wait that a cancellation ends has no outcome',
		families: ['single', 'redis'],
		replacements: [
			{
				file: FAILURES,
				find: 'return isCancelled ? cancelled(request, mayBeApplied) : error;',
				replace: 'return error;',
			},
		],
	},
	{
		name: 'limit-for-good',
		says: 'a lane closed by a 429 never opens again',
		families: ['single'],
		replacements: [
			{
				file: 'src/request/limits/circuitBreaker.ts',
				find: 'if (this.trial !== trial) return;',
				replace: 'if (this.trial) return;',
			},
		],
	},
];
