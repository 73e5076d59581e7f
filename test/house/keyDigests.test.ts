import type { Field, Json, Operation } from '../../src/table/define';
import * as f from '../../src/table/fields';
import { requestReader } from '../../src/run/keyRequests';
import { comparedOf, digestOf, KEYED_OPERATIONS, pinnedOperations } from '../support/keyDigests';

/*
 * Idempotency keys are kept for 90 days, with the digest of what was asked for. A rerun whose request has another
 * digest is refused; one that has the same digest counts as done. A change of a form must do neither to the keys
 * that are stored. CONTRIBUTING.md, "Adding a field", says what a new field needs.
 */

const FILE = 'test/support/keyDigests.json';
const PINNED = Object.entries(pinnedOperations());
const operations = [...KEYED_OPERATIONS];

/** What to do about a change that stored keys do not survive. */
const lost = (row: string) =>
	`every key of "${row}" that was stored in the last 90 days would be refused as used for another request. Undo that; if the loss is meant, say so in CHANGELOG.md, remove "${row}" from ${FILE} and run "npm run docs"`;

test('every operation that takes keys is pinned, and no other', () => {
	const rows = PINNED.map(([row]) => row);
	const missing = operations.filter(([row]) => !rows.includes(row));
	const gone = rows.filter((row) => !KEYED_OPERATIONS.has(row));
	expect([
		...missing.map(([row]) => `${row} is not in ${FILE}: run "npm run docs"`),
		...gone.map((row) => `${row} is no operation that takes keys, but it is pinned: ${lost(row)}`),
	]).toEqual([]);
});

/** How the fields that an operation compares differ from those that are pinned. */
function changedFields(row: string, operation: Operation, pinned: Record<string, unknown>) {
	const compared = comparedOf(operation);
	const faults: string[] = [];
	for (const [name, unchosen] of Object.entries(pinned)) {
		const [was, is] = [JSON.stringify(unchosen), JSON.stringify(compared[name])];
		if (is === undefined) {
			faults.push(
				`${row}: the field "${name}" was compared, and is gone, has another name or is about the run now: ${lost(row)}`,
			);
		} else if (is !== was) {
			faults.push(
				`${row}: the default of "${name}" was ${was}, which counts as not given in stored keys, and is ${is} now: a rerun with ${is} would count as done: ${lost(row)}`,
			);
		}
	}
	for (const name of Object.keys(compared)) {
		if (name in pinned) continue;
		faults.push(
			`${row}: the field "${name}" is new. A rerun with another value of it is another request: if so, run "npm run docs", which adds it to ${FILE}. If it only says how a run is done, write f.aboutRun(…) around it`,
		);
	}
	return faults;
}

test('the fields that are compared are those of stored keys', () => {
	const faults = PINNED.flatMap(([row, { compared }]) => {
		const operation = KEYED_OPERATIONS.get(row);
		return operation ? changedFields(row, operation, compared) : [];
	});
	expect(faults).toEqual([]);
});

test('a request has the digest that it has in stored keys', () => {
	const faults = PINNED.flatMap(([row, { requests }]) =>
		requests.flatMap(({ values, digest }) => {
			const operation = KEYED_OPERATIONS.get(row);
			if (!operation) return [];
			const what = `${row} with ${JSON.stringify(values)}`;
			try {
				if (digestOf(operation, values) === digest) return [];
				return [`${what} has another digest: ${lost(row)}`];
			} catch (error) {
				return [`${what} is refused now (${String(error)}): ${lost(row)}`];
			}
		}),
	);
	expect(faults).toEqual([]);
});

const digest = (operation: Operation, input: Json) => requestReader(operation)({ index: 0, input });

test.each(operations)('%s: all fields but those about the run are compared', (row, operation) => {
	const none = digest(operation, {});
	const ignored = Object.keys(operation.fields).filter(
		(name) => digest(operation, { [name]: 'another value' }) === none,
	);
	const aboutRun = Object.entries(operation.fields).filter(([, field]) => field.aboutRun);
	expect(ignored).toEqual(aboutRun.map(([name]) => name));
	const sent = aboutRun.filter(([, field]) => field.in !== undefined);
	expect(
		sent.map(([name]) => `${row}: "${name}" goes to the service: it cannot be f.aboutRun(…)`),
	).toEqual([]);
});

test('a field that is added to an operation leaves the digests as they are, unless it is given', () => {
	const mode = f.choice({ label: 'Mode', hint: 'A mode', default: 'a' }, { A: 'a', B: 'b' });
	const note = f.text({ label: 'Note', hint: 'A note' });
	// One that sorts before all others, and one after them.
	const added: Record<string, Field> = {
		aaa: mode,
		...f.inGroup('options', { note, zzz: mode }),
	};
	for (const [row, { requests }] of PINNED) {
		const operation = KEYED_OPERATIONS.get(row)!;
		const extended: Operation = { ...operation, fields: { ...added, ...operation.fields } };
		for (const { values, digest: stored } of requests) {
			// n8n gives the default of a field outside the collections.
			expect([row, digestOf(extended, { ...values, aaa: 'a' })]).toEqual([row, stored]);
			expect(digestOf(extended, { ...values, aaa: 'b' })).not.toBe(stored);
			expect(digestOf(extended, { ...values, aaa: 'a', zzz: 'a' })).not.toBe(stored);
		}
	}
});

/** Fields that no request of an acting operation holds by itself, and that a key all the same compares. */
const COMPARED: Record<string, string[]> = {
	'endpoint resetConnectivity': ['reset'],
	'sim transfer': ['simsBy'],
	'simOperation create': ['targetsBy'],
	'organisation assignInclusiveVolume': ['confirmVolumeId'],
	'automation create': ['valuesFrom', 'targeting', 'body'],
	'customEvent create': ['valuesFrom'],
};

test('a field without a place in the request is about the run, or is known to be compared', () => {
	const faults = operations.flatMap(([row, { fields }]) =>
		Object.entries(fields)
			.filter(([, field]) => field.in === undefined && !field.aboutRun)
			.filter(([name]) => !COMPARED[row]?.includes(name))
			.map(
				([name]) =>
					`${row}: the field "${name}" has no place in the request. If it only says how a run is done, write f.aboutRun(…) around it; if a rerun with another value of it is another request, add it to COMPARED in test/house/keyDigests.test.ts`,
			),
	);
	expect(faults).toEqual([]);
});
