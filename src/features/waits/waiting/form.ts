import * as f from '../../../table/fields';
import type { Field, InputOf } from '../../../table/define';
import type { Json } from '../../../wire';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../times';
import { type ConditionName, STATE_FIELD, STATE_LABEL, STATE_PLACE, stateFault } from './state';

/* The fields that all operations which wait have in common. */

/** The longest that a run looks by itself, and the longest of a run by an agent. Seconds. */
const MOST_HERE_S = 900;
const MOST_IN_TOOL_S = 60;

const UNITS_MS = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS } as const;
type Unit = keyof typeof UNITS_MS;

/** Longest wait in all, in any unit. */
const MOST_AT_MOST = 10_000;

const waitHere: Field<number> = f.aboutRun({
	...f.number(
		{
			label: 'Wait Here (Seconds)',
			hint: `How long this run looks again by itself. It ends early when every item is settled; the others leave by "Not Yet". 0 looks once; an agent's tool waits ${MOST_IN_TOOL_S} at most.`,
			default: 120,
			example: 0,
		},
		{ min: 0, max: MOST_HERE_S },
	),
	mostInTool: MOST_IN_TOOL_S,
});

const atMost: Field<number> = f.aboutRun(
	f.number(
		{
			label: 'Wait at Most',
			hint: 'How long an item is awaited in all, from its first look on; after that it leaves by "Timed Out"',
			default: 1,
		},
		{ min: 0.1, max: MOST_AT_MOST, decimals: 2 },
	),
);

const atMostUnit: Field<Unit> = f.aboutRun(
	f.choice<Unit>({ label: 'Wait Unit', hint: 'Unit of Wait at Most', default: 'hours' }, [
		{ name: 'Days', value: 'days' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Minutes', value: 'minutes' },
	]),
);

/** The state that an item brings along; see state.ts. */
const stateOf = (condition: ConditionName): Field<Json | null | undefined> =>
	f.aboutRun({
		label: STATE_LABEL,
		hint: 'The state of the wait, as an earlier look has left it in the item',
		control: { kind: 'itemField', name: STATE_FIELD },
		default: '',
		schema: (s) =>
			s.readSchema<Json | null | undefined>((value, refuse) => {
				// Null is what an ended wait has left.
				if (value === null) return null;
				if (value === undefined || value === '') return undefined;
				const fault = stateFault(value, condition);
				return fault === undefined ? (value as Json) : refuse(`${STATE_PLACE} ${fault}`);
			}),
		rule: 'must be as an earlier look has left it',
	});

const includeInput = f.inGroup('options', {
	includeOtherFields: f.aboutRun(
		f.flag({
			label: 'Include Other Input Fields',
			hint: 'Whether to include the fields of the input in the output; on unless this option is added and switched off',
			default: true,
		}),
	),
});

/** How the items of a wait leave the node: `outputs.ts` has the names. */
const outputs = f.inGroup('options', {
	outputs: {
		...f.aboutRun(
			f.choice<'three' | 'one'>(
				{
					label: 'Outputs',
					hint: 'How items leave; the end of a sub-workflow needs one, as n8n returns one run of its last node',
					default: 'three',
				},
				[
					{ name: 'One', value: 'one', description: 'All together; the field "outcome" tells' },
					{ name: 'Three', value: 'three', description: 'Met, Not Yet and Timed Out' },
				],
			),
		),
		isFixed: true as const,
	},
});

/** The fields of an operation that waits for a condition. */
export const waitFields = (condition: ConditionName) => ({
	waitHere,
	atMost,
	atMostUnit,
	[STATE_FIELD]: stateOf(condition),
	...includeInput,
	...outputs,
});

/** What items of a wait have, its own fields first. */
export const givesOfWait = (own: string): string =>
	`${own}, outcome (met, notYet, timedOut), reason (timedOut)`;

export type WaitInput = InputOf<ReturnType<typeof waitFields>>;

/** How long an item is awaited in all. Milliseconds. */
export const atMostMs = ({ atMost: most, atMostUnit: unit }: WaitInput): number =>
	Math.round(most * UNITS_MS[unit]);
