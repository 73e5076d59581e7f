import type { Input } from '../../table/define';
import * as f from '../../table/fields';
import { rule } from '../../table/rules';

/* The settings of a table that goes in waves. */

/** What endpoints are held against after their wave. */
export type WaveCondition = 'online' | 'seenAgain' | 'seenOrTraffic' | 'unblocked';

/** In the words of the form. */
export const CONDITION_WORDS: Record<WaveCondition, string> = {
	online: 'Online and Stable',
	seenAgain: 'Seen Again',
	seenOrTraffic: 'Seen Again or Traffic',
	unblocked: 'Unblocked',
};

/** Longest pause between two waves, and the longest judgement: a day. */
const LONGEST_PAUSE_S = 86_400;
const LONGEST_MINUTES = 1_440;
/** An agent does not wait longer. */
const MOST_MINUTES_IN_TOOL = 1;

export const waveFields = f.inGroup('waves', {
	waveSize: f.aboutRun(
		f.number(
			{ label: 'Wave Size (Rows)', hint: 'Rows that change in a wave', default: 100 },
			{ min: 1 },
		),
	),
	wavePause: f.aboutRun(
		f.number(
			{
				label: 'Pause (Seconds)',
				hint: 'Time from the end of a wave, with its judgement, to the next one',
				default: 60,
			},
			{ min: 0, max: LONGEST_PAUSE_S },
		),
	),
	waveCondition: f.aboutRun(
		f.choice<WaveCondition | 'none'>(
			{
				label: 'Condition',
				hint: 'What each endpoint of a wave must show after its change',
				default: 'none',
			},
			[
				{ name: 'None', value: 'none' },
				{ name: CONDITION_WORDS.online, value: 'online' },
				{ name: CONDITION_WORDS.seenAgain, value: 'seenAgain' },
				{ name: CONDITION_WORDS.seenOrTraffic, value: 'seenOrTraffic' },
				{ name: CONDITION_WORDS.unblocked, value: 'unblocked' },
			],
		),
	),
	waveMinutes: f.aboutRun({
		...f.number(
			{ label: 'Within (Minutes)', hint: 'Time for the condition', default: 10 },
			{ min: 1, max: LONGEST_MINUTES },
		),
		mostInTool: MOST_MINUTES_IN_TOOL,
	}),
	wavePutBack: f.aboutRun(
		f.flag({
			label: 'Put Back',
			hint: 'Whether to give endpoints that do not meet the condition their former values again; on unless this setting is added and switched off',
			default: true,
		}),
	),
});

/** How the rows of a table go in waves. */
export interface TableWaves {
	size: number;
	pauseMs: number;
	/** Absent where waves are judged by their failures alone. */
	rule?: WaveRule;
}

/** How the endpoints of a wave are judged. */
export interface WaveRule {
	condition: WaveCondition;
	minutes: number;
	putBack: boolean;
}

const USUAL_MINUTES = 10;

/** The waves that the options of a table ask for; undefined for none. */
export function tableWavesOf(options: Input): TableWaves | undefined {
	const { waveSize, wavePause = 0, waveCondition = 'none', waveMinutes, wavePutBack } = options;
	if (waveSize === undefined) return undefined;
	const waves = { size: waveSize as number, pauseMs: (wavePause as number) * 1_000 };
	if (waveCondition === 'none') return waves;
	return {
		...waves,
		rule: {
			condition: waveCondition as WaveCondition,
			minutes: (waveMinutes as number | undefined) ?? USUAL_MINUTES,
			putBack: wavePutBack !== false,
		},
	};
}

const OTHERS = ['wavePause', 'waveCondition', 'waveMinutes', 'wavePutBack'];

export const waveRule = rule<Input>('The other settings of waves need {waveSize}', (input) =>
	input.waveSize === undefined && OTHERS.some((name) => input[name] !== undefined)
		? { field: 'waveSize', rule: 'must be given for waves' }
		: undefined,
);
