import type { InputOf } from '../../table/define';
import * as f from '../../table/fields';

/* Fields of the form for silent devices. */

/** The feed goes back 30 days. */
const MOST_HOURS = 720;
const HOURS_RULE = `must be a number from 0.1 to ${MOST_HOURS}`;
const TAGS_RULE = `must be lines of a tag and its hours (0.1 to ${MOST_HOURS}), such as pumps: 6`;

const isHours = (hours: number) => hours >= 0.1 && hours <= MOST_HOURS;

/** Hours by tag, from lines or an object. */
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
				hint: 'How long a device may stay quiet before it counts as silent',
				default: 24,
			},
			{ min: 0.1, max: MOST_HOURS, decimals: 2 },
		),
		rule: HOURS_RULE,
	},
	...f.inGroup('options', {
		silentTags: f.checkedBy(
			f.text(
				{
					label: 'Other Hours by Tag',
					hint: 'One line per tag with its own hours, such as pumps: 6. If several tags match, the shortest time counts.',
					placeholder: 'pumps: 6',
				},
				TAGS_RULE,
				undefined,
				{ rows: 3 },
			),
			(s) => s.readSchema(tagHours),
		),
	}),
	silentCheck: f.choice(
		{
			label: 'Verify Silence With',
			hint: 'A device can stay in one session for days without an event. Choose what else counts as a sign of life.',
		},
		{
			Traffic: 'traffic',
			'Traffic and Open Session': 'session',
			'Nothing: Only Events Count': 'none',
		},
	),
	...f.inGroup('options', {
		silentNever: f.flag({
			label: 'Include Devices Never Seen',
			hint: 'Whether to include devices that were never heard from since the workflow was published. On unless it is switched off.',
			default: true,
		}),
	}),
};

export type SilenceInput = InputOf<typeof silenceFields>;
