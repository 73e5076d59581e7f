import type { IPollFunctions } from 'n8n-workflow';
import type { Fields, Input, Json, Operation } from '../../src/operations/define';
import { checkInput } from '../../src/operations/checks';
import { plain, zoned } from './form';

/**
 * The checked values of fields of a form; those not given as they are in a new node.
 * @throws InputError
 */
export function triggerInput(
	context: Pick<IPollFunctions, 'getNodeParameter' | 'getTimezone'>,
	fields: Fields,
	rules: Operation['rules'] = [],
): Input {
	const values: Json = {};
	for (const [name, field] of Object.entries(fields)) {
		const { group } = field;
		const given =
			group === undefined
				? context.getNodeParameter(name, field.default as string)
				: (context.getNodeParameter(group, {}) as Json)[name];
		values[name] = zoned(field, plain(given), context);
	}
	return checkInput({ fields, rules } as unknown as Operation, values, { now: Date.now() });
}
