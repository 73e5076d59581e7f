import type { InputOf } from '../../table/define';
import * as f from '../../table/fields';

/* The form of SIM: Find Idle. */

/** Days of daily statistics that are asked for at most; the service keeps thirteen months. */
const MOST_DAYS = 365;

export const idleFields = {
	days: f.number(
		{
			label: 'Days',
			hint: 'SIMs without a sign of life for so many days. Up to 30 come from a pass of the event feed; more take a read of the daily usage of each SIM that the feed does not show, ten a second.',
			default: 30,
		},
		{ min: 1, max: MOST_DAYS },
	),
	verify: f.choice<'open' | 'all' | 'none'>(
		{
			label: 'Verify by Usage',
			hint: 'Whose daily usage is read before they are named, a request for each SIM, ten a second: a device that stays in one session, or sleeps with it (PSM), moves data without an event',
			default: 'open',
		},
		[
			{
				name: 'All That Are Found',
				value: 'all',
				description: 'Choose this before SIMs are suspended',
			},
			{ name: 'None', value: 'none', description: 'Events alone' },
			{
				name: 'Those That May Be in a Session',
				value: 'open',
				description: 'A session of the SIM was opened, and no end of it is known',
			},
		],
	),
	...f.inGroup('options', {
		failAbove: f.number(
			{
				label: 'Fail Above',
				hint: 'Fails where more SIMs than this are found: an outage is more likely then',
				default: 100,
			},
			{ min: 0, max: 1_000_000 },
		),
	}),
};

export type IdleInput = InputOf<typeof idleFields>;
