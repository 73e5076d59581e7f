import { defineJointFeature, type Feature, type FeatureRun } from '../../../run/feature';
import type { Definition, Fields } from '../../../table/define';
import { type WaitInput, waitFields } from '../form';
import { WAIT_OUTPUTS } from '../outputs';
import type { ConditionName } from '../state';
import type { Condition } from '../waiting';

/* The entry of an operation that waits and sends nothing. */

type Own<F extends Fields> = Pick<Definition<F>, 'action' | 'description' | 'fields'> & {
	condition: ConditionName;
	request: `GET ${string}`;
	errors: readonly number[];
	notice?: string;
	/** Loads the condition when the operation runs. */
	load: () => Promise<Condition<never>>;
};

export const waitEntry = <F extends Fields>({ condition, load, fields, ...own }: Own<F>): Feature =>
	defineJointFeature({
		resource: 'await',
		name: condition,
		lane: 'single',
		outputs: WAIT_OUTPUTS,
		...own,
		fields: { ...fields, ...waitFields(condition) },
		performAll: async (_, run) => {
			const { performWait } = await import('../waiting');
			// The condition's own input is what its fields check.
			return await performWait(
				(await load()) as unknown as Condition<WaitInput>,
				run as unknown as FeatureRun<WaitInput>,
			);
		},
	});
