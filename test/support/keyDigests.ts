import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../src/operations';
import { comparedFields, requestReader } from '../../src/run/keyRequests';
import { checkInput } from '../../src/table/checks';
import type { Json, Operation } from '../../src/table/define';
import { everywhereOf } from '../../src/table/fields';

/*
 * Digests of requests as stores of idempotency keys have them for 90 days: those of fixed values of the form, in
 * keyDigests.json. `npm run docs` adds the operations and fields that it lacks, and changes nothing that it has.
 */

/** Where the digests are. */
export const PINNED_DIGESTS = join(__dirname, 'keyDigests.json');

/** Values of an operation's form, and the digest of their request. */
export interface PinnedRequest {
	values: Json;
	digest: string;
}

/** What stored digests of an operation are made of, and some of them. */
export interface PinnedOperation {
	/** The fields that are compared, each with the value that counts as not given. */
	compared: Record<string, unknown>;
	requests: PinnedRequest[];
}

/** What is pinned, by `resource name`. */
export const pinnedOperations = (): Record<string, PinnedOperation> =>
	JSON.parse(readFileSync(PINNED_DIGESTS, 'utf8')) as Record<string, PinnedOperation>;

/** The operations that take idempotency keys, by `resource name`. */
export const KEYED_OPERATIONS: ReadonlyMap<string, Operation> = new Map(
	operations
		.filter((operation) => 'idempotencyKey' in everywhereOf(operation))
		.map((operation) => [`${operation.resource} ${operation.name}`, operation]),
);

/** Dates in the pinned values lie after this moment. */
const NOW = Date.parse('2026-06-15T00:00:00Z');

/** The digest of the request that values of a form stand for. @throws InputError for values that break a rule */
export function digestOf(operation: Operation, values: Json): string {
	const input = checkInput(operation, values, { now: NOW });
	return requestReader(operation)({ index: 0, input });
}

/** The fields that an operation compares, as they are pinned. */
export const comparedOf = (operation: Operation): Record<string, unknown> =>
	Object.fromEntries(
		comparedFields(operation).map(({ name, unchosen }) => [name, unchosen ?? null]),
	);
