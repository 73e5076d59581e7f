import type { InputOf } from '../../table/define';
import * as f from '../../table/fields';

/** Fields in the form of every trigger that polls. */
export const timeFields = f.inGroup('options', {
	overlapMinutes: f.number(
		{
			label: 'Overlap (Minutes)',
			hint: 'How far back the feed is read again to find events that appear late. No event is emitted twice.',
			default: 10,
		},
		{ min: 1, max: 1440 },
	),
	budgetSeconds: f.number(
		{
			label: 'Time Budget (Seconds)',
			hint: 'How long a poll may take. The next poll continues where it stopped.',
			default: 240,
		},
		{ min: 1, max: 3600 },
	),
});

/** How far a poll reads again, and how long it may take; the defaults of the form where not given. */
export const pollTimes = ({
	overlapMinutes = 10,
	budgetSeconds = 240,
}: InputOf<typeof timeFields>) => ({
	overlapMs: overlapMinutes * 60_000,
	budgetMs: budgetSeconds * 1000,
});

/** Milliseconds that a poll reads again, and that it may take. */
export type PollTimes = ReturnType<typeof pollTimes>;
