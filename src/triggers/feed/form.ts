import type { Input } from '../../operations/define';
import * as f from '../../operations/fields';

/* How the feed is polled, in the form of every trigger that does. */

export const timeFields = f.inGroup('options', {
	overlapMinutes: f.number(
		{
			label: 'Overlap (Minutes)',
			hint: 'How far the feed is read again for events that appear late; none is told twice',
			default: 10,
		},
		{ min: 1, max: 1440 },
	),
	budgetSeconds: f.number(
		{
			label: 'Time Budget (Seconds)',
			hint: 'A poll that takes longer stops there, and the next one goes on',
			default: 240,
		},
		{ min: 1, max: 3600 },
	),
});

/** How far a poll reads again, and how long it may take; as in a new node where not given. */
export const pollTimes = ({ overlapMinutes = 10, budgetSeconds = 240 }: Input) => ({
	overlapMs: Number(overlapMinutes) * 60_000,
	budgetMs: Number(budgetSeconds) * 1000,
});
