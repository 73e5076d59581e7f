import { httpDateMs } from '../../request/retry';
import { type AnswerFindings, differencesOf } from './report';
import type { ObservedAnswer } from './watch';

/* The service's clock against that of this n8n, and how long answers take. Milliseconds. */

/** `Date` names the second that has begun. */
const HALF_A_SECOND = 500;

/**
 * By how much the service's clock is ahead of ours, and how uncertain that is, by the quickest answer
 * with a `Date`: the service wrote it at some time between the request and its answer. Undefined where
 * no answer has one.
 */
export function skewOf(heard: ObservedAnswer[]) {
	const dateOf = ({ answer }: ObservedAnswer) => httpDateMs(answer.headers.date);
	const [best] = heard
		.filter((answer) => dateOf(answer) !== undefined)
		.sort((a, b) => a.tookMs - b.tookMs);
	if (!best) return undefined;
	const half = best.tookMs / 2;
	return {
		aheadMs: Math.round(dateOf(best)! + HALF_A_SECOND - (best.askedAt + half)),
		uncertainMs: Math.ceil(half + HALF_A_SECOND),
	};
}

/** From this skew on, codes of an authenticator app are refused. Milliseconds. */
const MOST_SKEW_MS = 30_000;

const seconds = (ms: number) => Number((ms / 1000).toFixed(1));

/** The service's clock against that of this n8n. */
export function clockFindings(heard: ObservedAnswer[]): AnswerFindings {
	const skew = skewOf(heard);
	const { differences, differ } = differencesOf('clock');
	if (!skew) {
		const breaks =
			'triggers cannot tell that clocks differ, and dates in Retry-After are taken by the clock of this n8n';
		if (heard.length > 0) differ('no answer has a Date', breaks);
		return { described: { service_is_ahead_seconds: null }, differences };
	}
	const { aheadMs, uncertainMs } = skew;
	if (Math.abs(aheadMs) > MOST_SKEW_MS + uncertainMs) {
		const how = `${seconds(Math.abs(aheadMs))} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
		differ(
			`the clock of the service is ${how} that of this n8n`,
			'codes of an authenticator app, and dates that must be in the future',
		);
	}
	return {
		described: {
			service_is_ahead_seconds: seconds(aheadMs),
			uncertain_by_seconds: seconds(uncertainMs),
		},
		differences,
	};
}

/** The median and the longest time of answers. */
export function latencyOf(heard: ObservedAnswer[]) {
	const times = heard.map(({ tookMs }) => Math.round(tookMs)).sort((a, b) => a - b);
	if (times.length === 0) return undefined;
	return { median_ms: times[Math.floor(times.length / 2)]!, longest_ms: times.at(-1)! };
}
