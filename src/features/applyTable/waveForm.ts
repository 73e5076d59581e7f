import type { Input } from '../../table/define';
import * as f from '../../table/fields';
import { rule } from '../../table/rules';
import { wavePauseField, waveSizeField } from '../../table/waveFields';

/* The settings of a table that goes in waves. */

/** The condition that endpoints must meet after their wave. */
export type WaveCondition = 'online' | 'seenAgain' | 'seenOrTraffic' | 'unblocked';

/** How a device counts that shows nothing after its change. */
type SilentCount = 'notMet' | 'unknown';

/** In the words of the form. */
export const CONDITION_WORDS: Record<WaveCondition, string> = {
	online: 'Online and Stable',
	seenAgain: 'Seen Again',
	seenOrTraffic: 'Seen Again or Traffic',
	unblocked: 'Unblocked',
};

/** The longest judgement: a day. */
const LONGEST_MINUTES = 1_440;
/** An agent does not wait longer. */
const MOST_MINUTES_IN_TOOL = 1;

export const waveFields = f.inGroup('waves', {
	waveSize: f.aboutRun(waveSizeField({ hint: 'Rows that change in a wave', default: 100 })),
	wavePause: f.aboutRun(
		wavePauseField({
			hint: 'Time from the end of a wave, with its judgement, to the next one',
			default: 60,
		}),
	),
	waveCondition: f.aboutRun(
		f.choice<WaveCondition | 'none'>(
			{
				label: 'Condition',
				hint: 'What each endpoint of a wave must show after its change; with None no device is checked',
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
	waveReset: f.aboutRun(
		f.flag({
			label: 'Reset After the Change',
			hint: 'Whether to reset the connectivity of each device after its change, so that it must open a new session. This drops its connection and begins another data session, the volume of which may be rounded up; it ends a factory test: the SIM is then activated and charged.',
		}),
	),
	waveSilent: f.aboutRun(
		f.choice<SilentCount>(
			{
				label: 'Devices That Show Nothing',
				hint: 'How a device counts that shows nothing after its change within the time, neither a sign nor a refusal',
				default: 'notMet',
			},
			[
				{
					name: 'As Not Met',
					value: 'notMet',
					description: 'It is put back where Put Back is on',
				},
				{
					name: 'As Unknown',
					value: 'unknown',
					description:
						'It keeps its change. A wave in which no device meets the condition is the last.',
				},
			],
		),
	),
	waveAccept: f.aboutRun(
		f.list(
			{
				label: 'Accept as They Are (Endpoint IDs)',
				hint: 'Devices that an earlier run left open, as it could not put them back or judge them: they stay as they are, and the run goes on',
			},
			'must be a list of endpoint IDs',
			(s) => s.numberSchema('must be an endpoint ID', (n) => Number.isSafeInteger(n) && n > 0),
		),
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
	/** Whether devices are reset after their change. */
	reset: boolean;
	silent: SilentCount;
}

const USUAL_MINUTES = 10;

/** The waves that the options of a table ask for; undefined for none. */
export function tableWavesOf(options: Input): TableWaves | undefined {
	const { waveSize, wavePause = 0, waveCondition = 'none', waveMinutes } = options;
	if (waveSize === undefined) return undefined;
	const waves = { size: waveSize as number, pauseMs: (wavePause as number) * 1_000 };
	if (waveCondition === 'none') return waves;
	return {
		...waves,
		rule: {
			condition: waveCondition as WaveCondition,
			minutes: (waveMinutes as number | undefined) ?? USUAL_MINUTES,
			putBack: options.wavePutBack !== false,
			reset: options.waveReset === true,
			silent: (options.waveSilent as SilentCount | undefined) ?? 'notMet',
		},
	};
}

/** The endpoints that a person accepts as an earlier run has left them. */
export const acceptedIn = ({ waveAccept }: Input): number[] =>
	(waveAccept as number[] | undefined) ?? [];

const OTHERS = [
	'wavePause',
	'waveCondition',
	'waveMinutes',
	'wavePutBack',
	'waveReset',
	'waveSilent',
	'waveAccept',
];

/** Nobody is reset for a wave that is not judged. */
export const resetRule = rule<Input>('{waveReset} needs {waveCondition}', (input) =>
	input.waveReset === true && (input.waveCondition ?? 'none') === 'none'
		? { field: 'waveReset', rule: 'needs {waveCondition}' }
		: undefined,
);

export const waveRule = rule<Input>('The other settings of waves need {waveSize}', (input) =>
	input.waveSize === undefined && OTHERS.some((name) => input[name] !== undefined)
		? { field: 'waveSize', rule: 'must be given for waves' }
		: undefined,
);
