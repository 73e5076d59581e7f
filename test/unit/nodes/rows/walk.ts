import type { Generation, SimulatorHandle } from '../../../../simulator';
import { misfits, storedSchema } from '../../../support/outputSchema';
import { ROWS } from './rows';
import { runRow, serviceFor, splitKey, WALKED } from './runRow';

/*
 * All operations in n8n-core's real execution against the simulator, from the form to the effect. The
 * service has two generations of answers, and each operation has to work with both.
 */

/** Differences to the output schema: a dry run returns the status as text, a registration returns SIMs. */
const TWO_THINGS: Record<string, string[]> = {
	'simBatch register': ['item.status is object, not string'],
};

/** Runs each operation and compares its effects, items and fields with its row and output schema. */
export function walk(generation: Generation): void {
	let sim: SimulatorHandle;
	afterEach(async () => await sim?.close());

	test.each(WALKED)('%s has the expected effects and output', async (key) => {
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
			// The output has the fields that n8n offers before the run.
			const unfit = misfits(storedSchema(...splitKey(key)), json);
			expect(unfit.filter((misfit) => !TWO_THINGS[key]?.includes(misfit))).toEqual([]);
		}
	});
}
