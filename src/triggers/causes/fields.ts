import * as f from '../../table/fields';
import { MINUTE_MS } from '../../times';

/* The fields of alerts that can be grouped by their cause. */

const GATHER_MINUTES = 10;

export const groupFields = f.inGroup('options', {
	groupByCause: f.flag({
		label: 'Group by Cause',
		hint: 'Whether to emit one item for all devices that share a cause, such as an operator, and one for those that share nothing',
		default: true,
	}),
	gatherMinutes: f.number(
		{
			label: 'Gather for (Minutes)',
			hint: 'How long devices are gathered before their causes are told, so that a storm is one item. Only with Group by Cause.',
			default: GATHER_MINUTES,
		},
		{ min: 1, max: 1440 },
	),
});

/** How long devices are gathered, in milliseconds; undefined where they are not grouped. */
export const gatherMsOf = ({
	groupByCause,
	gatherMinutes = GATHER_MINUTES,
}: {
	groupByCause?: boolean | undefined;
	gatherMinutes?: number | undefined;
}): number | undefined => (groupByCause === true ? gatherMinutes * MINUTE_MS : undefined);
