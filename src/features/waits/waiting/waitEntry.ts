import { defineJointFeature, type Feature, type FeatureRun } from '../../../run/feature';
import type { Definition, Fields } from '../../../table/define';
import { givesOfWait, type WaitInput, waitFields } from './form';
import { WAIT_OUTPUTS } from './outputs';
import type { Condition } from './waiting';

/* The entry of an operation that waits and sends nothing. */

type Own<F extends Fields, I extends WaitInput> = Pick<
	Definition<F>,
	'action' | 'description' | 'fields'
> & {
	/** The fields that its items have of their own, in a sentence: see `Operation.gives`. */
	gives: string;
	/** What is awaited. Its input is what the fields check. */
	condition: Condition<I>;
	request: `GET ${string}`;
	errors: readonly number[];
	notice?: string;
};

export const waitEntry = <F extends Fields, I extends WaitInput>({
	condition,
	fields,
	gives,
	...own
}: Own<F, I>): Feature =>
	defineJointFeature({
		resource: 'await',
		name: condition.name,
		lane: 'single',
		outputs: WAIT_OUTPUTS,
		...own,
		gives: givesOfWait(gives),
		fields: { ...fields, ...waitFields(condition.name) },
		performAll: async (_, run: FeatureRun) => {
			const { performWait } = await import('./waiting');
			return await performWait(condition, run as FeatureRun<I>);
		},
	});
