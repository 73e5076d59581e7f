import { failsAlone } from '../../run/failsAlone';
import { answerList } from '../../table/answers';
import type { Call } from '../../table/define';
import {
	getOrganisationDailyUsage,
	getWorkspacesDailyUsage,
} from '../../table/entries/usage/usageReports';
import { listAt, listOrOne } from '../../table/reading';
import { asNumber } from '../../table/values';
import { DAY_MS } from '../../times';
import { type Calendar, dayText, type Series, seriesOf, workspaceDay } from './series';

/* The days of a whole organisation, with its children and without them. */

/** The days of the organisation with its children. */
export async function daysOfOrganisation(call: Call, calendar: Calendar): Promise<Series> {
	const answer = await call.other(getOrganisationDailyUsage, {
		startDate: dayText(calendar.from),
		// The day after the last one.
		endDate: dayText(calendar.today + DAY_MS),
	});
	return seriesOf(answerList(answer), calendar, calendar.from);
}

/** The days of the organisation without its children; undefined where they are not known. */
export async function ownDays(
	call: Call,
	own: number | undefined,
	calendar: Calendar,
): Promise<Series | undefined> {
	if (own === undefined) return undefined;
	try {
		const answer = await call.other(getWorkspacesDailyUsage, {
			workspaceIds: String(own),
			startDate: dayText(calendar.from),
			endDate: dayText(calendar.today),
		});
		const entry = listOrOne(answer).find(({ id }) => asNumber(id) === own);
		const days = entry && listAt(entry, 'days');
		return days && seriesOf(days.map(workspaceDay), calendar, calendar.from);
	} catch (error) {
		if (!failsAlone(error)) throw error;
		return undefined;
	}
}
