import { ownError } from '../errors';
import { type ApiErrorEntry, type ErrorClass, ServiceError } from '../request/attempt/errors';
import type { Operation } from '../table/define';
import { describeValue, groupedBy, isEmpty } from '../table/values';
import type { CheckedItem } from './items';
import { rowsInWords } from './refusedRows';

/* The meaning of a refusal for an operation, and for each item of a call. */

/** The same refusal in other words. */
function reworded(
	error: ServiceError,
	words: Partial<Pick<ServiceError, 'message' | 'hint' | 'envelope'>>,
	Refusal = error.constructor as ErrorClass,
): ServiceError {
	const { outcome, status, request } = error;
	const { message = error.message, hint = error.hint, envelope = error.envelope } = words;
	const refusal = new Refusal(message, hint, outcome, status, envelope);
	return request === undefined ? refusal : Object.assign(refusal, { request });
}

/** The same error with what its code or status means for this operation, where the entry says. */
export function explained<E>(
	{ explains, isAnswer401 }: Pick<Operation, 'explains' | 'isAnswer401'>,
	error: E,
): E | ServiceError {
	if (!explains || !(error instanceof ServiceError)) return error;
	const { hint, status, envelope } = error;
	// An entry's explanation of 401 applies only to the 401 that `isAnswer401` accepts.
	const isOwn = status !== 401 || isAnswer401?.({ status, headers: {}, body: envelope }) !== false;
	const hintOf = (code: unknown, said: string | undefined): string | undefined => {
		const known = explains[Number(code)];
		if (typeof known !== 'object') return known;
		return known.applies({ message: said ?? '', status }) ? known.hint : undefined;
	};
	const hints = [envelope, ...envelope.errors].map((e) => hintOf(e.error_code, e.message));
	if (isOwn) hints.push(hintOf(status, envelope.message));
	const special = hints.find((text) => text !== undefined);
	if (special === undefined || special === hint) return error;
	return reworded(error, { hint: special });
}

/**
 * The same refusal, which names things as they were given to the run: the service names a SIM by its ID,
 * where a table has its ICCID. `called` has the names by kind and ID.
 */
export function calledAsGiven(error: unknown, called: ReadonlyMap<string, string>): unknown {
	if (!(error instanceof ServiceError) || called.size === 0) return error;
	const rename = (text: string) =>
		text.replace(/\b(sim|endpoint) (\d+)\b/gi, (words, kind: string, id: string) => {
			const name = called.get(`${kind.toLowerCase()} ${id}`);
			return name === undefined ? words : `${kind === 'sim' ? 'SIM' : kind} ${id} (${name})`;
		});
	const { envelope } = error;
	const errors = envelope.errors.map((entry) => ({
		...entry,
		...(entry.message !== undefined && { message: rename(entry.message) }),
	}));
	return reworded(error, { message: rename(error.message), envelope: { ...envelope, errors } });
}

/** The refusal of a call because of its content: nothing of it was applied. */
export function contentRefusal(error: unknown): ServiceError | undefined {
	const own = ownError(error);
	return own instanceof ServiceError && [400, 404, 409, 422].includes(own.status) ? own : undefined;
}

/** Whether single items may have caused the refusal; 409 can also be a bulk call under way. */
export function canIsolate(error: ServiceError): boolean {
	const duplicate = error.status === 409 && error.envelope.error_code === 1405;
	return error.status === 422 || error.status === 404 || duplicate;
}

/** The position of the item that an entry names: `endpoints[3]: …` or `[3] id 7: …`. */
export function indexIn({ message }: ApiErrorEntry, count: number): number | undefined {
	const found = /\[(\d+)\]/.exec(message ?? '')?.[1];
	return found !== undefined && Number(found) < count ? Number(found) : undefined;
}

/** The entries of a refusal by the position of the item they name. */
export function namedItems(error: ServiceError, count: number): Map<number, ApiErrorEntry[]> {
	const named = groupedBy(error.envelope.errors, (entry) => indexIn(entry, count));
	named.delete(undefined);
	return named as Map<number, ApiErrorEntry[]>;
}

/** An item of a refused call that the service did not object to. */
export class RefusedWithOthersError extends ServiceError {}

/** The part of an operation by which its items are named. */
type ItemForm = Pick<Operation, 'bulk' | 'fields' | 'explains' | 'isAnswer401'>;

/**
 * An item as a person finds it: the number of its row, its own as n8n counts, and its ID or name, as in
 * `Row 3 (item 1), "b"`.
 */
function itemLabel({ index, row, input }: CheckedItem, { bulk, fields }: ItemForm): string {
	const id = bulk?.idOf?.(input) ?? input.endpointId;
	const sim = typeof input.simId === 'number' && 'simId' in fields ? `SIM ${input.simId}` : '';
	const name = isEmpty(input.name) ? sim : describeValue(input.name);
	const also = id === undefined ? name : `ID ${String(id)}`;
	const place = row === undefined ? `Item ${index}` : rowsInWords([index]);
	return also === '' ? place : `${place}, ${also}`;
}

/** `endpoints[0]: ` in a message. */
const INDEX_PREFIX = /\b\w+\[0\](\.|:\s*)/g;

/** An entry's message without the position in the call, which is not n8n's number of the item. */
const withoutIndex = ({ message = '' }: ApiErrorEntry): string =>
	message.replace(/^(\w+)?\[\d+\](\.|:?\s*(id \d+:\s*)?)/, '') || message;

const others = (count: number) =>
	count === 1 ? 'the other item of its call was' : `the ${count} other items of its call were`;

/**
 * The refusal of a call as the error of one of its items: what was said about this item, or which
 * item was refused. Where the service names none, the error says that it may be another.
 */
export function refusalFor(
	error: ServiceError,
	position: number,
	items: readonly CheckedItem[],
	operation: ItemForm,
): ServiceError {
	const count = items.length;
	const named = namedItems(error, count);
	// The number of the only item in its call says nothing.
	if (count === 1) return reworded(error, { message: error.message.replace(INDEX_PREFIX, '') });
	const isolates = 'isolateBadItems' in operation.fields;
	if (named.size === 0) {
		const unnamed = `${error.message}. The service does not say which of the ${count} items of the call it means; none of them was applied`;
		const finds = `${error.hint} "Isolate Bad Items" finds out which it is.`;
		return reworded(error, { message: unnamed, ...(isolates && { hint: finds }) });
	}
	const saidOf = (at: number) => {
		const words = named.get(at)!.map(withoutIndex).join('; ');
		return `${itemLabel(items[at]!, operation)}: ${words}`;
	};
	const own = named.get(position);
	if (own) {
		const rest = count - named.size;
		const about = reworded(error, {
			message: `${saidOf(position)}${rest > 0 ? `; ${others(rest)} not applied` : ''}`,
			envelope: { ...error.envelope, errors: own },
		});
		// The hint of the whole call may be about another item.
		return explained(operation, about);
	}
	const [first = 0] = named.keys();
	const more = named.size === 1 ? '' : ` and ${named.size - 1} more`;
	const hint = `This item was not refused itself. Run it again without the ${named.size === 1 ? 'one' : 'ones'} named here${isolates ? ', or switch on "Isolate Bad Items"' : ''}.`;
	const message = `Not applied, because the service refused the whole call for ${saidOf(first).replace(/^(Item|Row)/, (word) => word.toLowerCase())}${more}`;
	const envelope = { ...error.envelope, errors: [] };
	return reworded(error, { message, hint, envelope }, RefusedWithOthersError);
}
