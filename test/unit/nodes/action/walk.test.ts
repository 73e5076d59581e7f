import { findOperation } from '../../../../src/table/entries';
import type { SimulatorHandle } from '../../../../simulator';
import { misfits, storedSchema } from '../../../support/outputSchema';
import { GENERATIONS } from '../../../support/simulator';
import { TABLE } from '../../table/table';
import { ROWS } from '../rows/rows';
import { runRow, serviceFor, splitKey, WALKED } from '../rows/runRow';

jest.mock('../../../../src/ports', () =>
	jest.requireActual<object>('../../../support/scaledPorts'),
);

/*
 * All operations in n8n-core's real execution against the simulator: form in, effect out. The service
 * answers in two generations of forms, and each operation has to do with both.
 */

let sim: SimulatorHandle;
afterEach(async () => await sim?.close());

test('all documented operations are walked, and nothing but operations', () => {
	expect(WALKED).toEqual(expect.arrayContaining(TABLE.map((o) => `${o.resource} ${o.name}`)));
	for (const key of WALKED) expect(() => findOperation(...splitKey(key))).not.toThrow();
});

/** A dry run tells the status of the batch in a word; a registration gives its SIMs as they come. */
const TWO_THINGS: Record<string, string[]> = {
	'simBatch register': ['item.status is object, not string'],
};

const walked = GENERATIONS.flatMap((generation) => WALKED.map((key) => [key, generation] as const));

test.each(walked)('%s, answered as %s', async (key, generation) => {
	sim = await serviceFor(generation);
	const row = ROWS[key]!;
	const { items, effects } = await runRow(sim, key);

	expect(effects).toEqual(row.effects);
	const inputs = row.once ? 1 : 2;
	expect(items).toHaveLength(row.results ?? inputs);
	const paired = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	expect([...new Set(paired)]).toEqual(Array.from({ length: inputs }, (_, i) => i));
	for (const { json } of items) {
		expect(Object.keys(json).length).toBeGreaterThan(0);
		expect(json).not.toHaveProperty('error');
		// The fields that n8n offered before the run are those that have come.
		const unfit = misfits(storedSchema(...splitKey(key)), json);
		expect(unfit.filter((one) => !TWO_THINGS[key]?.includes(one))).toEqual([]);
	}
});
