import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError, inOwnWords } from '../../../src/errors';
import { isShown } from '../../../src/table/checks';
import type { Json, Operation } from '../../../src/table/define';
import { hasExpression } from './expressions';
import { isInputItem } from './inputItem';

/*
 * What a person has fixed in the form: it is not the input item and contains no expression, so that neither an item nor
 * a model fills it.
 */

type FormContext = Pick<IExecuteFunctions, 'getNode'>;

/** Gives what stands in the form for a field; for one in a collection that is an expression, that expression. */
function rawIn(context: FormContext, { fields }: Operation): (name: string) => unknown {
	const parameters = context.getNode().parameters as Json;
	return (name) => {
		const group = fields[name]?.group;
		const form = group === undefined ? parameters : parameters[group];
		return typeof form === 'string' ? form : (form as Json | undefined)?.[name];
	};
}

/** Whether a person has fixed a field of the operation. */
export function fixedIn(context: FormContext, operation: Operation): (name: string) => boolean {
	const raw = rawIn(context, operation);
	return (name) => !hasExpression(raw(name)) && !isInputItem(raw(name));
}

/** n8n takes the sign of an expression from a field that is to have none, and leaves its braces. */
const isTyped = (raw: unknown): boolean => !hasExpression(raw) && !String(raw).includes('{{');

const UNTYPED =
	'must be typed by a person: an expression repeats what it is given, and confirms nothing';

/**
 * The form's values of items, in which a confirmation is what a person has typed.
 * @throws InputError for an item whose confirmation contains an expression
 */
export function withTypedConfirmations(
	context: FormContext,
	operation: Operation,
	valuesOf: (index: number) => Json,
): (index: number) => Json {
	const raw = rawIn(context, operation);
	const untyped = Object.entries(operation.fields).filter(
		([name, { confirms }]) => confirms && !isTyped(raw(name)),
	);
	if (untyped.length === 0) return valuesOf;
	return (index) => {
		const values = valuesOf(index);
		for (const [name, { showWhen, label }] of untyped) {
			if (!showWhen || isShown(showWhen, values))
				throw inOwnWords(new InputError(name, UNTYPED, label));
		}
		return values;
	};
}
