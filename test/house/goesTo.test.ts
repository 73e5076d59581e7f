import { exampleValues, requestsOf } from '../../scripts/exampleRequests';
import type { Json, Operation, RequestParts } from '../../src/table/define';
import { operations } from '../../src/operations';
import { filesIn, textOf } from './sources';

/*
 * The reference pages state for each value where it goes in the request, or that the node itself
 * uses it.
 */

const named = operations.map((o) => [`${o.resource} ${o.name}`, o] as const);

/** The values of an example that changes something, and its requests. */
async function exampleOf(entry: Operation) {
	const given = exampleValues(entry);
	const values: Json = { ...given, ...('dryRun' in given && { dryRun: false }) };
	return { values, requests: await requestsOf(entry, values) };
}

test('the reference pages state for every field where it goes', () => {
	const rows = filesIn('docs/operations', '.md')
		.flatMap((page) => textOf(page).split('\n'))
		.filter((line) => line.startsWith('| **'));
	expect(rows.length).toBeGreaterThan(400);
	expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([]);
});

test.each(named)('%s does not send text fields that the node itself uses', async (_, entry) => {
	const { values, requests } = await exampleOf(entry);
	const sent = JSON.stringify(requests);
	const kept = Object.entries(entry.fields).flatMap(([name, { control, in: where }]) =>
		control.kind === 'text' && where === undefined && name in values ? [name] : [],
	);
	expect(kept.filter((name) => sent.includes(String(values[name])))).toEqual([]);
});

/** The dotted keys of an object, including those in lists. */
const keysIn = (value: unknown, before = ''): string[] =>
	typeof value !== 'object' || value === null
		? []
		: Object.entries(value).flatMap(([key, part]) => {
				if (Array.isArray(value)) return keysIn(part, before);
				const own = before === '' ? key : `${before}.${key}`;
				return [own, ...keysIn(part, own)];
			});

/** The places that requests fill, in the terms of the table. */
const holds = (requests: RequestParts[]): Set<string> =>
	new Set(
		requests.flatMap(({ query = {}, body }) => [
			...Object.keys(query as Json).map((key) => `query ${key}`),
			...keysIn(body).map((key) => `body ${key}`),
		]),
	);

/** In a bulk call the fields are below a list of items; logins belong to the session. */
const isOf = ({ bulk, lane }: Operation) => !bulk && lane !== 'auth';

test.each(named.filter(([, o]) => isOf(o)))(
	'%s sends its fields where the page states',
	async (_, entry) => {
		const { values, requests } = await exampleOf(entry);
		const found = holds(requests);
		const wanted = Object.entries(entry.fields).flatMap(([name, { in: where, key }]) =>
			name in values && (where === 'query' || where === 'body') ? [`${where} ${key}`] : [],
		);
		expect(wanted.filter((place) => !found.has(place))).toEqual([]);
	},
);

test('no `run` function sends a request directly', () => {
	const runs = named.flatMap(([key, { run, bulk }]) => [
		[key, String(run)] as const,
		[key, String(bulk?.run)] as const,
	]);
	expect(runs.filter(([, source]) => /\.send\(/.test(source)).map(([key]) => key)).toEqual([]);
});
