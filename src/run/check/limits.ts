import { type Limits, LIMIT_FIELDS } from '../../request/limits/limits';
import { pathRate } from '../../request/limits/pathRates';
import type { ObservedAnswer } from './watch';

/* The limits that answers name, and what the credential's rates should be by them. */

/** A number of requests in a number of seconds, as a header states it. */
interface HeaderLimit {
	header: string;
	limit: number;
	/** Undefined where no header names the span. */
	seconds: number | undefined;
}

/** A limit of the service that differs from the one that the credential keeps to. */
export interface Advice {
	field: string;
	/** The value the credential has, and the one it should have. */
	has: number;
	should: number;
	/** Where the value comes from. */
	because: string;
}

const SPANS: Record<string, number> = {
	...{ second: 1, minute: 60, hour: 3_600, day: 86_400, month: 2_592_000 },
};
const LIMIT = /^(?:x-)?rate-?limit-limit(?:-(second|minute|hour|day|month))?$/;
const POLICY = /^(?:x-)?rate-?limit-policy$/;
const FIVE_MINUTES = 300;

/** The limits that the headers of one answer name. */
export function limitsNamed(headers: Record<string, string>): HeaderLimit[] {
	return Object.entries(headers).flatMap(([header, text]): HeaderLimit[] => {
		const span = LIMIT.exec(header)?.[1];
		if (!LIMIT.test(header) && !POLICY.test(header)) return [];
		return String(text)
			.split(',')
			.flatMap((part): HeaderLimit[] => {
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

	/** Rates of the credential that are not those of the service. */
	advice(own: Limits): Advice[] {
		return [...this.least].flatMap(([of, { value, header }]): Advice[] => {
			const { label, documented, min } = LIMIT_FIELDS[of];
			const has = own[of] ?? documented;
			const should = Math.max(min, of === 'fiveMinutes' ? value : Number(value.toFixed(2)));
			if (has === should || (has < should && own[of] === undefined)) return [];
			return [{ field: label, has, should, because: `the header ${header}` }];
		});
	}
}
