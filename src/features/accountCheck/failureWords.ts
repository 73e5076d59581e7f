import { InputError, ownError } from '../../errors';
import { NETWORK_REASONS } from '../../reasons';
import { SharedLaneError } from '../../redis/errors';
import { RedirectError, ServiceError } from '../../request/attempt/errors';
import { LoginError, LoginTakenOver } from '../../session/errors';
import { EnoughAsked } from './watch';

/*
 * Failures in words for a report that names nobody. A text of the service, of a server or of n8n may contain
 * a name, and no pattern tells a name from a word. The report therefore shows only words of this package.
 */

/** The rule that a refused value breaks, without the value. */
export const ruleOf = ({ rule }: InputError) => rule.replace(/,? (?:but )?got .*$/s, '');

const REDIS_WORDS: Record<SharedLaneError['problem'], string> = {
	absent: 'this n8n has no client for it',
	unreachable: 'it could not be reached',
	slow: 'it did not answer in time',
	refused: 'it refused a command',
	foreign: 'it holds something of another program',
	evicts: 'it drops keys when its memory is short',
	lost: 'the turn was lost',
};

/** How messages of an exchange without a usable answer begin. */
const NO_ANSWER = [
	'The service could not be reached',
	'The service did not answer',
	'The service gave an unexpected answer',
];

/** Why something failed, without values of the account and without texts of others. */
export function failureWords(error: unknown): string {
	const own = ownError(error);
	if (own instanceof ServiceError) {
		return own.status === 429
			? 'the service answered 429 (too many requests) for as long as a run waits'
			: `the service answered ${own.status}`;
	}
	if (own instanceof LoginError) return own.reason;
	if (own instanceof InputError) return `${own.field} ${ruleOf(own)}`;
	if (own instanceof RedirectError) return 'the service redirects to another address';
	if (own instanceof SharedLaneError) {
		return `the Redis of "Share Limits Across Workers" cannot be used: ${REDIS_WORDS[own.problem]}`;
	}
	if (own instanceof LoginTakenOver || own instanceof EnoughAsked) return own.message;
	const message = own?.message ?? '';
	const begin = NO_ANSWER.find((words) => message.startsWith(words));
	if (begin === undefined) return 'it failed for a reason that this report does not show';
	const reason = Object.values(NETWORK_REASONS).find((words) => message.includes(words));
	return reason === undefined ? begin : `${begin}: ${reason}`;
}
