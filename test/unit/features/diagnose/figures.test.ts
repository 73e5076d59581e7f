import type { IDataObject } from 'n8n-workflow';
import { type Generation, start, type SimulatorHandle } from '../../../../simulator';
import { GENERATIONS, runAt } from '../../../support/simulator';
import { movingOn } from '../../../support/movedPorts';
import { rl } from '../../nodes/rows/rowTypes';
import { Device, type Plant, PLANTS } from './plants';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/*
 * Planted causes and pairs of them, diagnosed in n8n-core's own execution against both generations of the
 * simulator: how often the first cause is right, and whether a wrong one is ever called certain.
 */

const FEWEST_RIGHT = 57;
const MOST_REQUESTS = 12;

let sim: SimulatorHandle;

/** The middle of the next month, so that what happens days before is in the same month. */
function middleOfNextMonth(now: number): number {
	const date = new Date(now);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 17, 12);
}

interface Outcome {
	plant: Plant;
	item: IDataObject;
	requests: number;
}

async function diagnosed(plant: Plant): Promise<Outcome> {
	const device = new Device(sim);
	await plant.plant(device);
	sim.store.touch();
	const before = sim.ledger().requests.length;
	const { outputs, error } = await runAt(sim, 'endpoint diagnose', { endpointId: rl(device.id) });
	if (error) throw error;
	const sent = sim.ledger().requests.slice(before);
	const requests = sent.filter(({ path }) => !path.includes('authenticate')).length;
	return { plant, item: outputs[0]![0]!.json, requests };
}

const shown = ({ plant, item }: Outcome) =>
	`${plant.name}: ${String(item.verdict)} (${String(item.certainty)}) instead of ${plant.first}: ${String(item.reason)}`;

async function figures(generation: Generation): Promise<Outcome[]> {
	sim = await start({ generation, limits: false });
	sim.clock.set(middleOfNextMonth(sim.clock.now()));
	movingOn(sim.clock);
	const outcomes: Outcome[] = [];
	try {
		for (const plant of PLANTS) outcomes.push(await diagnosed(plant));
	} finally {
		await sim.close();
	}
	return outcomes;
}

test('sixty causes are planted, eight of them contradictory', () => {
	const names = new Set(PLANTS.map(({ name }) => name));
	const contradictory = PLANTS.filter(({ isContradictory }) => isContradictory);
	expect([PLANTS.length, names.size, contradictory.length]).toEqual([60, 60, 8]);
});

test.each(GENERATIONS)('the first cause of planted ones, as in %s', async (generation) => {
	const outcomes = await figures(generation);
	const wrong = outcomes.filter(({ plant, item }) => item.verdict !== plant.first);
	const certainAndWrong = wrong.filter(({ item }) => item.certainty === 'certain');
	const certain = outcomes.filter(({ item }) => item.certainty === 'certain').length;
	const most = Math.max(...outcomes.map(({ requests }) => requests));
	const right = outcomes.length - wrong.length;
	console.log(
		[
			`diagnose (${generation}): ${outcomes.length} planted, first cause right in ${right}, ` +
				`${certain} certain, ${certainAndWrong.length} certain and wrong, at most ${most} requests an endpoint`,
			...wrong.map(shown),
		].join('\n'),
	);
	expect(certainAndWrong.map(shown)).toEqual([]);
	expect(right).toBeGreaterThanOrEqual(FEWEST_RIGHT);
	expect(most).toBeLessThanOrEqual(MOST_REQUESTS);
	for (const { item } of outcomes) {
		expect(item.reason).toMatch(/^[^\n{}]+\.$/);
		expect(item.reason).not.toMatch(/undefined|null|NaN/);
	}
});
