import { DAY_MS } from '../../times';
import { LATE_DAYS } from './outlook';
import type { Month } from './month';
import { dayText, knownSum, type Series } from './series';

/* What a forecast is made of, and what cannot be known of it, in sentences. */

const NEWS_WORDS = {
	more: 'The newest days have more than any before: the range holds that they go on, and that they do not',
	less: 'The newest days have less than was expected: they may be incomplete, or the fleet uses less',
};

/** What no usage before today stands on. */
function noUsage({ from, since }: { from: number; since: number | undefined }): string {
	if (since === undefined)
		return 'No usage before today in the statistics, and nothing tells for how long there could have been any';
	return since > from
		? `No usage before today: there has been an endpoint since ${dayText(since)}, as far as is known`
		: 'No usage in the twelve months before today';
}

/** What the forecast is made of, in sentences. */
export function basisOf(
	data: Month,
	{ today, from, since }: { today: number; from: number; since: number | undefined },
): string[] {
	const yesterday = dayText(today - DAY_MS);
	const facts = [
		data.basis === 0
			? noUsage({ from, since })
			: `${data.basis} days since the first use, up to ${yesterday} (UTC); today counts as unfinished, and the ${LATE_DAYS} days before may be incomplete`,
	];
	if (data.isEarly)
		facts.unshift(
			data.isOpen
				? 'Too early to say: there is no usage yet, and no endpoint is known to have existed for two weeks'
				: 'Too early to say: there are fewer than two weeks of usage',
		);
	if (data.news) facts.push(NEWS_WORDS[data.news]);
	if (data.shiftedOn !== undefined) {
		const shiftedOn = dayText(from + data.shiftedOn * DAY_MS);
		facts.push(`Since ${shiftedOn} the level has been another one: trends are taken from there on`);
	}
	if (data.hasWeekdays) facts.push('Weekdays differ, and are taken from the weeks before');
	if (Math.abs(data.trendPercent) >= 1)
		facts.push(`The last four weeks have a trend of ${data.trendPercent.toFixed(1)} % a week`);
	const peaks = data.peaks.map((day) => dayText(from + day * DAY_MS));
	if (peaks.length > 0)
		facts.push(`More on ${peaks.join(', ')}, as on these days of former months`);
	if (data.missing > 0)
		facts.push(`${data.missing} days are not known, and taken to be as those around them`);
	return facts;
}

/** What cannot be known of the usage that a forecast is made of. */
export function notKnownOf(series: Series, lacking: number): string[] {
	const unknown = [
		`What the service has not counted yet: usage is up to ${LATE_DAYS} days late, and the newest days may still grow`,
	];
	if (series.unreadable > 0) {
		unknown.push(
			`Usage of ${series.unreadable} days: the service does not give it as a number of MB or SMS`,
		);
	}
	if (lacking > 0) {
		unknown.push(`Usage of ${lacking} endpoints on days of this month that their statistics lack`);
	}
	const month = knownSum(series.satelliteMb, 0) + knownSum(series.satelliteSms, 0);
	if (month > 0) {
		unknown.push('Prices of satellite traffic, which counts among the data and the SMS');
	}
	return unknown;
}
