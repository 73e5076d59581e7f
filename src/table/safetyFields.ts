import type { Field, Operation, ValueOf } from './define';
import * as f from './fields';

/* Settings of operations that change something, by which a person allows what is otherwise refused. */

const SAFETY_FIELDS = f.inGroup('options', {
	acceptRenamed: f.flag({
		label: 'Accept Renamed',
		hint: 'Whether to take a picked thing that has another name now for the same; only where its name alone tells',
	}),
	allowSamples: f.flag({
		label: 'Allow Samples',
		hint: 'Whether to also perform items marked sample: true, which a trigger makes up for a test',
	}),
});

export type SafetyFieldName = keyof typeof SAFETY_FIELDS;
export type Safety = { [K in SafetyFieldName]?: ValueOf<(typeof SAFETY_FIELDS)[K]> };

/** The settings that apply to an operation; none for one that only reads. */
export function safetyFieldsOf({ effect }: Operation): Partial<Record<SafetyFieldName, Field>> {
	return effect === 'read' ? {} : SAFETY_FIELDS;
}
