import { defineJointFeature, type Feature, type FeatureRun } from '../../../run/feature';
import type { Definition, Fields } from '../../../table/define';
import { type WaitInput, waitFields } from './form';
import { WAIT_OUTPUTS } from './outputs';
import type { ConditionName } from './state';
import type { Condition } from './waiting';

/* The entry of an operation that waits and sends nothing. */

type Own<F extends Fields, I extends WaitInput> = Pick<
	Definition<F>,
	'action' | 'description' | 'fields'
> & {
	condition: ConditionName;
	request: `GET ${string}`;
	errors: readonly number[];
	notice?: string;
	/** Loads the condition when the operation runs. Its input is what the fields check. */
	load: () => Promise<Condition<I>>;
};

export const waitEntry = <F extends Fields, I extends WaitInput>({
	condition,
	load,
	fields,
	...own
}: Own<F, I>): Feature =>
	defineJointFeature({
		resource: 'await',
		name: condition,
		lane: 'single',
		outputs: WAIT_OUTPUTS,
		...own,
		fields: { ...fields, ...waitFields(condition) },
		performAll: async (_, run: FeatureRun) => {
			const { performWait } = await import('./waiting');
			return await performWait(await load(), run as FeatureRun<I>);
		},
	});
