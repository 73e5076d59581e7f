import { ownError } from '../errors';
import { type ApiErrorEntry, ServiceError } from '../http/errors';
import type { Operation } from '../operations/define';

/* What a refusal means: for an operation, and for each of the items of a call. */

type Same = new (...args: ConstructorParameters<typeof ServiceError>) => ServiceError;

/** The same refusal in other words. */
function reworded(
	error: ServiceError,
	words: Partial<Pick<ServiceError, 'message' | 'hint' | 'envelope'>>,
): ServiceError {
	const { outcome, status, request } = error;
	const { message = error.message, hint = error.hint, envelope = error.envelope } = words;
	const one = new (error.constructor as Same)(message, hint, outcome, status, envelope);
	return request === undefined ? one : Object.assign(one, { request });
}

/** The same error with what its code or status means for this operation, where the entry says. */
export function explained(
	{ explains, isAnswer401 }: Pick<Operation, 'explains' | 'isAnswer401'>,
	error: unknown,
): unknown {
	if (!explains || !(error instanceof ServiceError)) return error;
	const { hint, status, envelope } = error;
	// What an entry says of 401 is about the 401 that it calls its own.
	const isOwn = status !== 401 || isAnswer401?.({ status, headers: {}, body: envelope }) !== false;
	const codes = [envelope.error_code, ...envelope.errors.map((e) => e.error_code)];
	if (isOwn) codes.push(status);
	const special = codes.map((code) => explains[Number(code)]).find((text) => text !== undefined);
	if (special === undefined || special === hint) return error;
	return reworded(error, { hint: special });
}

/** The refusal of a call for what it held: nothing of it was applied. */
export function contentRefusal(error: unknown): ServiceError | undefined {
	const own = ownError(error);
	return own instanceof ServiceError && [400, 404, 409, 422].includes(own.status) ? own : undefined;
}

/** One that other items could be the reason of; 409 is also a bulk call that is under way. */
export function canIsolate(error: ServiceError): boolean {
	const duplicate = error.status === 409 && error.envelope.error_code === 1405;
	return error.status === 422 || error.status === 404 || duplicate;
}

/** Place of the item an entry names: `endpoints[3]: …` or `[3] id 7: …`. */
export function placeIn({ message }: ApiErrorEntry, count: number): number | undefined {
	const found = /\[(\d+)\]/.exec(message ?? '')?.[1];
	return found !== undefined && Number(found) < count ? Number(found) : undefined;
}

/** The entries of a refusal by the place of the item they name. */
export function namedItems(error: ServiceError, count: number): Map<number, ApiErrorEntry[]> {
	const named = new Map<number, ApiErrorEntry[]>();
	for (const entry of error.envelope.errors) {
		const place = placeIn(entry, count);
		if (place !== undefined) named.set(place, [...(named.get(place) ?? []), entry]);
	}
	return named;
}

/**
 * The refusal of a call as each of its items should tell it: what was said about this item, or
 * that it went down with others.
 */
export function refusalFor(error: ServiceError, place: number, count: number): ServiceError {
	const named = namedItems(error, count);
	if (named.size === 0 || count === 1) return error;
	const own = named.get(place);
	if (!own) {
		return reworded(error, {
			message: `Not applied, because the service refused the call for ${named.size} of its ${count} items`,
			hint: 'Nothing was said against this item. "Isolate Bad Items" does such items without the bad ones.',
			envelope: { ...error.envelope, errors: [] },
		});
	}
	return reworded(error, {
		message: `The service refused this item: ${own.map(({ message }) => message).join('; ')}`,
		envelope: { ...error.envelope, errors: own },
	});
}
