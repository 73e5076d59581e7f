import { type Limits, LIMIT_FIELDS } from '../../request/limits/limits';
import { pathRate } from '../../request/limits/pathRates';
import { type AnswerFindings, differencesOf } from './report';
import type { ObservedAnswer } from './watch';

/* The limits that answers name, and what the credential's rates should be by them. */

const SPANS: Record<string, number> = {
	second: 1,
	minute: 60,
	hour: 3_600,
	day: 86_400,
	month: 2_592_000,
};
const LIMIT = /^(?:x-)?rate-?limit-limit(?:-(second|minute|hour|day|month))?$/;
const POLICY = /^(?:x-)?rate-?limit-policy$/;
const FIVE_MINUTES = 300;

/**
 * The limits that the headers of one answer name: a number of requests in a number of seconds; the seconds
 * are undefined where the header names no span.
 */
export function limitsNamed(headers: Record<string, string>) {
	return Object.entries(headers).flatMap(([header, text]) => {
		const span = LIMIT.exec(header)?.[1];
		if (!LIMIT.test(header) && !POLICY.test(header)) return [];
		return String(text)
			.split(',')
			.flatMap((part) => {
				const limit = Number(/(?:^|\bq=)\s*(\d+(?:\.\d+)?)\s*(?:;|$)/.exec(part.trim())?.[1]);
				const seconds = Number(/\bw=(\d+)/.exec(part)?.[1]) || (span && SPANS[span]) || undefined;
				return Number.isFinite(limit) && limit > 0 ? [{ header, limit, seconds }] : [];
			});
	});
}

/** The lane whose rate a request counts towards. */
const laneOf = (request: string, lane: string): 'list' | 'single' =>
	pathRate(request)?.lane ?? (lane === 'list' ? 'list' : 'single');

/** Limits that answers named, by the rate of the credential that they are about. */
export class LimitsSeen {
	private readonly least = new Map<keyof Limits, { value: number; header: string }>();
	/** Names of headers about limits, shown as they are. */
	readonly headers = new Set<string>();

	add(request: string, lane: string, { answer }: ObservedAnswer): void {
		for (const { header, limit, seconds } of limitsNamed(answer.headers)) {
			this.headers.add(header);
			if (seconds === undefined) continue;
			const isRate = seconds < 60;
			const of = isRate ? laneOf(request, lane) : 'fiveMinutes';
			const value = isRate ? limit / seconds : Math.floor((limit / seconds) * FIVE_MINUTES);
			if (value < (this.least.get(of)?.value ?? Infinity)) this.least.set(of, { value, header });
		}
		if ('retry-after' in answer.headers) this.headers.add('retry-after');
	}

	/** Rates of the credential that differ from the service's, with the values they should have. */
	advice(own: Limits) {
		return [...this.least].flatMap(([of, { value, header }]) => {
			const { label, documented, min } = LIMIT_FIELDS[of];
			const has = own[of] ?? documented;
			const should = Math.max(min, of === 'fiveMinutes' ? value : Number(value.toFixed(2)));
			if (has === should || (has < should && own[of] === undefined)) return [];
			return [{ field: label, has, should, because: `the header ${header}` }];
		});
	}
}

/** The limits that answers name, and the rates that the credential should have. */
export function limitFindings(
	seen: LimitsSeen,
	own: Limits,
	heard: ObservedAnswer[],
): AnswerFindings {
	const limited = heard.filter(({ answer }) => answer.status === 429).length;
	const advice = seen.advice(own);
	const rates = Object.entries(LIMIT_FIELDS).map(
		([of, { label, documented }]) => [label, own[of as keyof Limits] ?? documented] as const,
	);
	const { differences, differ } = differencesOf('limit');
	for (const { field, has, should, because } of advice) {
		if (should >= has) continue;
		differ(
			`the service allows ${should}, the credential keeps to ${has} (${because})`,
			`runs meet 429 and wait: set "${field}" of the credential to ${should}`,
		);
	}
	if (limited > 0) {
		differ(
			`${limited} answers refused for the rate (429), although the credential's rates were kept`,
			'runs wait: set "Rate Limits" of the credential to half of what it has',
		);
	}
	const should = advice.map(({ field, should: value }) => `${field} ${value}`);
	return {
		described: {
			credential_keeps_to: Object.fromEntries(rates),
			credential_should_have:
				should.length > 0 ? should.join(', ') : limited > 0 ? 'half of it' : 'the same',
			headers_about_limits: [...seen.headers].join(', ') || 'none',
			answers_429: limited,
		},
		differences,
	};
}
