import { InputError } from '../../../src/errors';
import { givesNothing } from '../../../src/table/narrowing';
import type { Json } from '../../../src/wire';
import { isExpression, referencePlace } from './expressions';
import type { RunFormContext } from './quickForm';

/* Text around expressions, one of which gives nothing for an item. */

/** The expressions in a text, and whether there is text around them. */
function partsOf(text: string): { expressions: string[]; isWhole: boolean } {
	const [before = '', ...rest] = text.split('{{');
	const pieces = rest.map((piece) => {
		const end = piece.indexOf('}}');
		return end < 0 ? [piece, ''] : [piece.slice(0, end), piece.slice(end + 2)];
	});
	const around = [before, ...pieces.map(([, after]) => after)].join('');
	return {
		expressions: pieces.map(([expression = '']) => expression),
		isWhole: pieces.length === 1 && around === '',
	};
}

/**
 * The first expression that gives nothing in a parameter that contains text around expressions, such as
 * `{{ $json.campaign }}-{{ $json.id }}`; undefined if each gives something.
 */
export function emptyPart(
	context: Pick<RunFormContext, 'getInputData' | 'evaluateExpression'>,
	raw: unknown,
	index: number,
): string | undefined {
	if (!isExpression(raw)) return undefined;
	const { expressions, isWhole } = partsOf(raw.slice(1));
	if (isWhole) return undefined;
	const json = (context.getInputData()[index]?.json ?? {}) as Json;
	const valueOf = (piece: string): unknown => {
		const there = referencePlace(piece)?.(json);
		if (there !== undefined) return there;
		try {
			return context.evaluateExpression(`{{${piece}}}`, index);
		} catch {
			// Reading the parameter has shown the error, or the piece is a part of an expression.
			return piece;
		}
	};
	return expressions.find((expression) => givesNothing(valueOf(expression)));
}

/** The refusal of a field that says what an operation is about, and has such a part. */
export const hasEmptyPart = (name: string, part: string, label?: string): InputError =>
	new InputError(
		name,
		`must not have an empty part: {{${part}}} gives nothing. Check that it names a field of this item`,
		label,
	);
