import type { InputOf } from '../../operations/define';
import * as f from '../../operations/fields';

/* What the form asks for, for silent devices. */

/** The feed goes back 30 days. */
const MOST_HOURS = 720;
const HOURS_RULE = `must be a number from 0.1 to ${MOST_HOURS}`;
const TAGS_RULE = `must be lines of a tag and its hours (0.1 to ${MOST_HOURS}), such as pumps: 6`;

const isHours = (hours: number) => hours >= 0.1 && hours <= MOST_HOURS;

/** Lines of tag and hours, or an object of them, as hours by tag. */
function tagHours(
	value: unknown,
	refuse: (message: string) => Map<string, number>,
): Map<string, number> {
	const lines: Array<[string, unknown]> =
		typeof value === 'object' && value !== null
			? Object.entries(value)
			: String(value ?? '')
					.split(/[\n;,]/)
					.filter((line) => line.trim() !== '')
					.map((line) => {
						const colon = line.lastIndexOf(':');
						return [line.slice(0, Math.max(0, colon)), line.slice(colon + 1)];
					});
	const times = lines.map(([tag, hours]) => [tag.trim(), Number(hours)] as const);
	return times.every(([tag, hours]) => tag !== '' && isHours(hours))
		? new Map(times)
		: refuse(TAGS_RULE);
}

/** The fields of the form. */
export const silenceFields = {
	silentAfter: {
		...f.number(
			{
				label: 'Silent After (Hours)',
				hint: 'Hours without a sign of the device',
				default: 24,
			},
			{ min: 0.1, max: MOST_HOURS, decimals: 2 },
		),
		rule: HOURS_RULE,
	},
	silentTags: {
		...f.checkedBy(
			f.text(
				{
					label: 'Other Hours by Tag',
					hint: 'A line for each tag with hours of its own, such as pumps: 6. Of several the shortest counts.',
					placeholder: 'pumps: 6',
				},
				TAGS_RULE,
				undefined,
				{ rows: 3 },
			),
			(s) => s.readSchema(tagHours),
		),
		optional: true,
	},
	silentCheck: f.choice<'traffic' | 'session' | 'none'>(
		{
			label: 'Before Telling',
			hint: 'Devices can stay in one session for days without an event: what else shows that they live',
		},
		[
			{ name: 'Ask for Traffic', value: 'traffic' },
			{ name: 'Ask for Traffic and an Open Session', value: 'session' },
			{ name: 'Ask for Nothing: Only Events Count', value: 'none' },
		],
	),
	silentNever: f.flag({
		label: 'Tell Those Never Heard',
		hint: 'Whether to tell devices that were not heard once since the workflow was published',
		default: true,
	}),
};

export type SilenceInput = InputOf<typeof silenceFields>;
