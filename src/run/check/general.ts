import type { TokenForm } from '../../account';
import { type Limits, LIMIT_FIELDS } from '../../request/limits/limits';
import type { Json } from '../../wire';
import { type Skew, skewOf } from './clock';
import type { LimitsSeen } from './limits';
import type { Difference } from './report';
import type { ObservedAnswer } from './watch';

/* Findings about the account as a whole: token, clock, limits, errors. */

interface AnswerFindings {
	described: Json;
	differences: Difference[];
}

/** Longer than any session of the service: recorded are 240 minutes and seven days. */
const LONGEST_MINUTES = 400 * 24 * 60;
/** A skew from which on codes of an authenticator app are refused. Milliseconds. */
const MOST_SKEW_MS = 30_000;

const DATE_CLAIMS = ['exp', 'iat'] as const;
/** Claims that may hold the organisation in a form that is not known. */
const MAY_BE_ORGANISATION = /org(anisation|anization)?(_?id)?\}*$/i;

/** The login's token: its claims by name and type. */
export function tokenFindings(form: TokenForm): AnswerFindings {
	const { algorithm, claims, names, lifetimeMinutes } = form;
	const differences: Difference[] = [];
	const differ = (what: string, breaks: string) =>
		differences.push({ kind: 'token', what, breaks });
	const isJwt = Object.keys(claims).length > 0;
	const ORGANISATION =
		'lanes and limits count for each credential instead of the organisation, and usage reports name `my`';
	if (!isJwt) differ('the token is no JWT, or it holds no claims', ORGANISATION);
	for (const name of isJwt ? DATE_CLAIMS : []) {
		if (claims[name] === 'number') continue;
		const is = claims[name] === undefined ? 'is missing' : `is ${claims[name]}, expected number`;
		differ(`the claim \`${name}\` ${is}`, 'sessions are taken to live 240 minutes');
	}
	if ((lifetimeMinutes ?? 0) > LONGEST_MINUTES)
		differ(
			'`exp` is more than a year after `iat`: it may be in milliseconds',
			'no refresh ahead of the end',
		);
	if (isJwt && !names.organisation) {
		const others = Object.keys(claims).filter((name) => MAY_BE_ORGANISATION.test(name));
		const now = others.length > 0 ? `, probably now \`${others[0]}\`` : '';
		differ(`no claim \`esc.org\`, neither flat nor inside \`esc\`${now}`, ORGANISATION);
	}
	return {
		described: {
			token: algorithm === undefined ? 'no JWT' : `JWT, ${algorithm}`,
			claims: Object.entries(claims)
				.map(([name, type]) => `${name} ${type}`)
				.join(', '),
			names_organisation: names.organisation,
			names_user: names.user,
			...(lifetimeMinutes !== undefined && { lifetime_minutes: lifetimeMinutes }),
		},
		differences,
	};
}

const seconds = (ms: number) => Number((ms / 1000).toFixed(1));

/** The service's clock against that of this n8n. */
export function clockFindings(heard: ObservedAnswer[]): AnswerFindings {
	const skew: Skew | undefined = skewOf(heard);
	if (!skew) {
		const breaks =
			'triggers cannot tell that clocks differ, and dates in Retry-After are taken by the clock of this n8n';
		const what = 'no answer has a Date';
		const differences = heard.length > 0 ? [{ kind: 'clock', what, breaks }] : [];
		return { described: { service_is_ahead_seconds: null }, differences };
	}
	const { aheadMs, uncertainMs } = skew;
	const isOff = Math.abs(aheadMs) > MOST_SKEW_MS + uncertainMs;
	const how = aheadMs > 0 ? 'ahead of' : 'behind';
	return {
		described: {
			service_is_ahead_seconds: seconds(aheadMs),
			uncertain_by_seconds: seconds(uncertainMs),
		},
		differences: isOff
			? [
					{
						kind: 'clock',
						what: `the clock of the service is ${seconds(Math.abs(aheadMs))} s ${how} that of this n8n`,
						breaks: 'codes of an authenticator app, and dates that must be in the future',
					},
				]
			: [],
	};
}

/** The limits that answers name, and the rates that the credential should have. */
export function limitFindings(seen: LimitsSeen, own: Limits, limited: number): AnswerFindings {
	const advice = seen.advice(own);
	const rates = (Object.keys(LIMIT_FIELDS) as Array<keyof Limits>).map(
		(of) => [of, own[of] ?? LIMIT_FIELDS[of].documented] as const,
	);
	const differences: Difference[] = advice
		.filter(({ has, should }) => should < has)
		.map(({ field, has, should, because }) => ({
			kind: 'limit',
			what: `the service allows ${should}, the credential keeps to ${has} (${because})`,
			breaks: `runs meet 429 and wait: set "${field}" of the credential to ${should}`,
		}));
	if (limited > 0) {
		differences.push({
			kind: 'limit',
			what: `${limited} answers refused for the rate (429), although the credential's rates were kept`,
			breaks: 'runs wait: set "Rate Limits" of the credential to half of what it has',
		});
	}
	const should = advice.map(({ field, should: value }) => `${field} ${value}`);
	return {
		described: {
			credential_keeps_to: Object.fromEntries(
				rates.map(([of, rate]) => [LIMIT_FIELDS[of].label, rate]),
			),
			credential_should_have:
				should.length > 0 ? should.join(', ') : limited > 0 ? 'half of it' : 'the same',
			headers_about_limits: [...seen.headers].join(', ') || 'none',
			answers_429: limited,
		},
		differences,
	};
}

/** A refusal in a form that is none of the documented ones. */
export const errorForm = (of: string, request: string, wrong: string): Difference => ({
	...{ operation: of, request, kind: 'error form', what: wrong },
	breaks: 'errors do not show the words of the service, and workflows cannot branch on its codes',
});
