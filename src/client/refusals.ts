import { ownError } from '../errors';
import { type ApiErrorEntry, ServiceError } from '../http/errors';

type Same = new (...args: ConstructorParameters<typeof ServiceError>) => ServiceError;

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
function placeIn({ message }: ApiErrorEntry, count: number): number | undefined {
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
	const { status, outcome, hint, envelope } = error;
	const { request } = error;
	const Same = error.constructor as Same;
	const of = (one: ServiceError) => (request === undefined ? one : Object.assign(one, { request }));
	const own = named.get(place);
	if (!own) {
		return of(
			new Same(
				`Not applied, because the service refused the call for ${named.size} of its ${count} items`,
				'Nothing was said against this item. "Isolate Bad Items" does such items without the bad ones.',
				outcome,
				status,
				{ ...envelope, errors: [] },
			),
		);
	}
	const words = own.map(({ message }) => message).join('; ');
	return of(
		new Same(`The service refused this item: ${words}`, hint, outcome, status, {
			...envelope,
			errors: own,
		}),
	);
}
