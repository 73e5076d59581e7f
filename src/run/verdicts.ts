import { isObject } from '../wire';
import type { Answer, Input, Json, Operation } from '../table/define';
import { hasError } from '../request/attempt/documented';
import {
	type ApiErrorEntry,
	readEnvelope,
	ValidationError,
	serviceMessage,
} from '../request/attempt/errors';
import type { ItemResult } from './items';
import { explained, indexIn } from './refusals';

/* Reads single items from a successful answer to a bulk call. Its form is not documented. */

/** An id alone stands for the thing. */
const asEntry = (value: unknown): Json => (isObject(value) ? value : { id: value });

/** The entries of an answer's lists, with their indices in these. */
function listedEntries(body: unknown) {
	const read = (list: unknown[], failed: boolean) =>
		list
			.map(asEntry)
			.map((about, position) => ({ about, position, failed: failed || hasError(about) }));
	if (Array.isArray(body)) return read(body, false);
	if (!isObject(body)) return [];
	return Object.entries(body).flatMap(([key, list]) =>
		Array.isArray(list) ? read(list, /^(errors|failed|failures)$/.test(key)) : [],
	);
}

/** The refusal of one item, in the form of the service's refusal of a call. */
function refusalOf(operation: Operation, { status }: Answer, about: Json): ItemResult {
	const envelope = readEnvelope(about);
	const said = `The service refused this item${serviceMessage(envelope)}`;
	const hint =
		'Correct the value named here; the answer names other items as done or refused, too.';
	const error = new ValidationError(said, hint, 'refused', status, envelope);
	return { error: explained(operation, error) };
}

/**
 * The result of each item that the answer shows as done or refused; undefined for others. In an
 * answer with errors only the items it names as done are done.
 */
export function shownOf(
	operation: Operation,
	answer: Answer,
	inputs: Input[],
): Array<ItemResult | undefined> {
	const { results, idOf } = operation.bulk!;
	const done = results(answer, inputs).map((json) => json && { items: [json] });
	const { body } = answer;
	const entries = listedEntries(body);
	const hasErrors = entries.some(({ failed }) => failed) || hasError(body);
	if (!idOf || !hasErrors) return done;
	const inOrder = Array.isArray(body) && body.length === inputs.length;
	return inputs.map((input, i) => {
		const id = String(idOf(input));
		const own = entries.filter(({ about, position }) => {
			const named = about.id ?? about.endpoint_id;
			if (named !== undefined) return String(named) === id;
			return indexIn(about as ApiErrorEntry, inputs.length) === i || (inOrder && position === i);
		});
		const refused = own.find(({ failed }) => failed);
		if (refused) return refusalOf(operation, answer, refused.about);
		return own.length > 0 ? done[i] : undefined;
	});
}
