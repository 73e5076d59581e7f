import { flatEntry } from '../../../src/run/flat';
import { runAt, simulated } from '../../support/simulator';

/* Flat items are rows: n8n's Data Tables take them as they are. */

const sim = simulated({ seed: { endpoints: 6 } });

/** What a Data Table of n8n takes for the name of a column; it has an `id` of its own. */
const isColumn = (name: string) => /^[a-zA-Z][a-zA-Z0-9_]{0,62}$/.test(name) && name !== 'id';

describe.each([true, false])('simplified: %s', (simplify) => {
	test.each([
		['endpoint', 'endpoint_id'],
		['sim', 'sim_id'],
	])('a list of %s has plain values under simple names', async (resource, id) => {
		const form = { returnAll: true, simplify, options: { flat: true } };
		const { items, error } = await runAt(sim, `${resource} getAll`, form);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		for (const { json } of items) {
			expect(typeof json[id]).toBe('number');
			expect(Object.keys(json).filter((name) => !isColumn(name))).toEqual([]);
			expect(Object.values(json).filter((v) => v !== null && typeof v === 'object')).toEqual([]);
		}
	});
});

test('a file keeps its own columns', async () => {
	const form = { returnAll: true, simplify: true, options: { flat: true, output: 'csv' } };
	const { items } = await runAt(sim, 'endpoint getAll', form);
	const text = Buffer.from(items[0]!.binary!.data!.data, 'base64').toString();
	expect(text).toMatch(/^id,/);
});

test('nested values keep their names, lists become text, and nothing replaces a value of its own name', () => {
	const endpoint = {
		id: 7,
		sim: { id: 9, iccid: '8988303000000000017' },
		sim_id: 8,
		tags: ['lab', 'field'],
		parts: [{ at: 1 }],
		'last-seen': null,
		constructor: 'the name of a field like any other',
	};
	expect(flatEntry(endpoint, 'endpoint')).toEqual({
		endpoint_id: 7,
		sim_id: 8,
		sim_iccid: '8988303000000000017',
		tags: 'lab,field',
		parts: '[{"at":1}]',
		last_seen: null,
		constructor: 'the name of a field like any other',
	});
});
