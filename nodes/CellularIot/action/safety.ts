import type { IExecuteFunctions } from 'n8n-workflow';
import { CellularIotError } from '../../../src/errors';
import { isSample } from '../../../src/sample';
import type { Json, Operation } from '../../../src/table/define';
import { type Safety, safetyFieldsOf } from '../../../src/table/safetyFields';
import { isObject } from '../../../src/wire';
import { SET_BY_A_PERSON } from '../n8n/personOnly';

/* Refusals before anything is sent, unless a person has allowed it in the form. */

/** The safety options that a person has set; what an expression gives does not count. */
export function safetyOf(
	context: Pick<IExecuteFunctions, 'getNode'>,
	operation: Operation,
): Safety {
	const { [SET_BY_A_PERSON]: set } = context.getNode().parameters as Json;
	if (!isObject(set)) return {};
	return Object.fromEntries(
		Object.keys(safetyFieldsOf(operation)).map((name) => [name, set[name] === true]),
	);
}

/** The refusal of an item that a trigger has made up. */
const madeUp = ({ action }: Operation) =>
	new CellularIotError(
		`The item is marked "sample: true": a trigger made it up for a test in the editor. Not done: ${action}`,
		'Test with something real, such as an endpoint in the chosen state; or switch on "Allow Samples" under "Safety Options".',
		'notSent',
	);

/** The same reader of a form; for what sets or acts it refuses items that are made up. */
export function withoutSamples(
	context: IExecuteFunctions,
	operation: Operation,
	read: (index: number) => Json,
): (index: number) => Json {
	if (operation.effect === 'read' || safetyOf(context, operation).allowSamples) return read;
	const items = context.getInputData();
	return (index) => {
		if (isSample(items[index]?.json)) throw madeUp(operation);
		return read(index);
	};
}
