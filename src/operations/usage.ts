import { listOf } from './answers';
import { type Rule, defineOperation } from './define';
import * as f from './fields';
import { one } from './reading';
import { rule } from './rules';
import { readDays, totalsOf } from './usageDays';
import { HISTORY_MONTHS, oldestDay, output, simpleDays } from './usageFields';

const checkDates: Rule = ({ startDate, endDate }, { now }) => {
	const oldest = oldestDay(now);
	for (const [field, date] of Object.entries({ startDate, endDate })) {
		if (date !== undefined && String(date) < oldest) {
			return {
				field,
				rule: `must lie within the ${HISTORY_MONTHS} months that are kept, got ${String(date)}`,
			};
		}
	}
	return startDate !== undefined && endDate !== undefined && String(startDate) > String(endDate)
		? { field: 'startDate', rule: `must not be after {endDate}, got ${String(startDate)}` }
		: undefined;
};

const datesRule = rule(
	`dates lie within the ${HISTORY_MONTHS} months that are kept; {startDate} is not after {endDate}`,
	checkDates,
);

export const getDailyUsage = defineOperation({
	resource: 'usage',
	name: 'getDaily',
	action: 'Get daily usage of an endpoint',
	description:
		'Read data (MB) and SMS (count) per day, or their totals. Without dates: the current month; only a start: six months; only an end: the month of that date.',
	request: 'GET /api/v1/endpoint/{endpointId}/stats/daily',
	effect: 'read',
	lane: 'single',
	source: 'specification',
	errors: [403, 404],
	fields: {
		endpointId: f.endpointId,
		output,
		...one,
		...f.inGroup('additionalFields', {
			startDate: f.query('start_date', f.date({ label: 'Start Date', hint: 'First day' })),
			endDate: f.query('end_date', f.date({ label: 'End Date', hint: 'Last day' })),
			includeCost: f.flag({
				label: 'Include Cost',
				hint: 'Whether to return the deprecated cost too',
			}),
		}),
	},
	rules: [datesRule],
	result: (answer, { endpointId, output: form, simplify, includeCost = false }) => {
		const of = { endpoint_id: endpointId };
		if (simplify) return simpleDays(of, answer, { output: form, withCost: includeCost });
		const read = readDays(listOf(answer), includeCost);
		if (form === 'days') return read.days.map((day) => ({ ...of, ...day }));
		return { ...of, ...totalsOf(read, includeCost) };
	},
});
