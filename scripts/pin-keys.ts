import { existsSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import type { Operation } from '../src/table/define';
import {
	comparedOf,
	digestOf,
	KEYED_OPERATIONS,
	PINNED_DIGESTS,
	pinnedOperations,
	type PinnedRequest,
} from '../test/support/keyDigests';
import type { Recorded } from './outputSchemas';

/*
 * Adds to test/support/keyDigests.json the operations that it lacks, with the values of their cases in
 * test/operations, and fields of the others. What it has stays: see test/house/keyDigests.test.ts.
 */

/** The requests of cases, without those that have the same digest as another. */
function requestsOf(operation: Operation, cases: Recorded[]): PinnedRequest[] {
	const requests = new Map<string, PinnedRequest>();
	for (const { values } of cases) {
		const digest = digestOf(operation, values);
		requests.set(digest, { values, digest });
	}
	return [...requests.values()];
}

async function main(): Promise<void> {
	const { CASES } = (await import('../test/operations')) as { CASES: Recorded[] };
	const pinned = existsSync(PINNED_DIGESTS) ? pinnedOperations() : {};
	const before = Object.keys(pinned).length;
	for (const [row, operation] of KEYED_OPERATIONS) {
		const known = pinned[row];
		const ownCases = CASES.filter((one) => one.row === row);
		pinned[row] = {
			compared: { ...comparedOf(operation), ...known?.compared },
			requests: known?.requests ?? requestsOf(operation, ownCases),
		};
	}
	const style = await resolveConfig(PINNED_DIGESTS);
	const text = await format(JSON.stringify(pinned), { ...style, parser: 'json' });
	writeFileSync(PINNED_DIGESTS, text);
	const count = Object.keys(pinned).length;
	console.log(`digests of ${count} operations, ${count - before} of them new`);
}

void main();
