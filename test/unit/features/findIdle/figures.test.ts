import { type Generation, start, type SimulatorHandle } from '../../../../simulator';
import { movingOn } from '../../../support/movedPorts';
import { GENERATIONS, runAt } from '../../../support/simulator';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/*
 * Idle SIMs among many: `npm run test:idle` looks for 1,000 in 50,000, `npm test` for fewer. Each SIM that is not
 * idle has one event in the 30 days.
 */

const SIMS = Number(process.env.SIMS ?? 2_000);
const IDLE = SIMS / 50;
const HOUR_MS = 3_600_000;
const SIMS_PER_PAGE = 2_500;
const EVENTS_PER_PAGE = 100;
const MOST_OF_A_PASS = 1.1;

let sim: SimulatorHandle;

/** Makes the SIMs, of which every fiftieth is idle; gives the ids of those. */
function planted(): Set<number> {
	const { store, clock } = sim;
	sim.seed({ endpoints: SIMS });
	const created = clock.now() - 200 * 24 * HOUR_MS;
	store.events.length = 0;
	const idle = new Set<number>();
	let place = 0;
	for (const endpoint of store.endpoints.values()) {
		const card = store.sims.get(endpoint.simId!)!;
		card.activationDate = created;
		endpoint.created = created;
		place += 1;
		if (place % 50 === 0) {
			idle.add(card.id);
			continue;
		}
		const at = clock.now() - (1 + (place % 700)) * HOUR_MS;
		sim.connect(endpoint.id, { kind: place % 2 ? 'close' : 'attach', at });
	}
	store.touch();
	return idle;
}

async function figures(generation: Generation) {
	sim = await start({ generation, limits: false });
	movingOn(sim.clock);
	try {
		const idle = planted();
		const { events } = sim.store;
		await runAt(sim, 'endpoint getAll', { limit: 1 });
		const before = sim.ledger().requests.length;
		const { outputs, error } = await runAt(sim, 'sim findIdle', { days: 30 });
		if (error) throw error;
		const named = outputs[0]!.map(({ json }) => Number(json.sim_id));
		const onePass = Math.ceil(SIMS / SIMS_PER_PAGE) + Math.ceil(events.length / EVENTS_PER_PAGE);
		return {
			named: new Set(named.filter((id) => idle.has(id))).size,
			wrong: named.filter((id) => !idle.has(id)).length,
			requests: sim.ledger().requests.length - before,
			onePass,
			idle: idle.size,
		};
	} finally {
		await sim.close();
	}
}

test.each(GENERATIONS)(
	`${IDLE} idle SIMs in ${SIMS}, as in %s`,
	async (generation) => {
		const { named, wrong, requests, onePass, idle } = await figures(generation);
		console.log(
			`find idle (${generation}): ${SIMS} SIMs, ${idle} idle: ${named} named, ${wrong} false, ` +
				`${requests} requests, where the list and one pass of the feed are ${onePass} (${(requests / onePass).toFixed(3)} times)`,
		);
		expect({ named, wrong, idle }).toEqual({ named: IDLE, wrong: 0, idle: IDLE });
		// The oldest hour and the rare events are a request each, and the fees two at most.
		expect(requests).toBeLessThanOrEqual(Math.max(MOST_OF_A_PASS * onePass, onePass + 4));
	},
	600_000,
);
