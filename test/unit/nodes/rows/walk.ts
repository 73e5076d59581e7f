import type { Generation, SimulatorHandle } from '../../../../simulator';
import { misfits, storedSchema } from '../../../support/outputSchema';
import { ROWS } from './rows';
import { runRow, serviceFor, splitKey, WALKED } from './runRow';

/*
 * All operations in n8n-core's real execution against the simulator: form in, effect out. The service
 * answers in two generations of forms, and each operation has to do with both.
 */

/** A dry run tells the status of the batch in a word; a registration gives its SIMs as they come. */
const TWO_THINGS: Record<string, string[]> = {
	'simBatch register': ['item.status is object, not string'],
};

/** Runs each operation, and has its effects, its items and their fields be as its row says. */
export function walk(generation: Generation): void {
	let sim: SimulatorHandle;
	afterEach(async () => await sim?.close());

	test.each(WALKED)('%s', async (key) => {
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
}
