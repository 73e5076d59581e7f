import { fresh, runAt, simulated } from '../../../support/simulator';
import { turns } from '../../../support/turns';
import { rl } from '../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 60 } });

const ITEMS = Array.from({ length: 60 }, (_, i) => ({ id: 10001 + i, text: `to ${i}` }));

/** Sends an SMS to each endpoint, and calls `halfWay` in the middle of the run. */
async function run(credential: string, halfWay: () => void = () => {}) {
	const message = { endpointId: rl('={{ $json.id }}'), payload: '={{ $json.text }}' };
	const running = runAt(sim, 'sms send', message, { credential, items: ITEMS });
	const isOver = running.then(() => true);
	while (sim.ledger().effects.length < ITEMS.length / 2) {
		if (await Promise.race([isOver, turns(1)])) break;
	}
	halfWay();
	return await running;
}

const resultsOf = ({ items }: Awaited<ReturnType<typeof run>>) =>
	items.map(({ json, pairedItem }) => [json.endpoint_id, json.sent, pairedItem]);

describe.each([
	['cellularIotTokenApi', 1],
	// Its device is trusted, so that no code is needed.
	['cellularIotUserApi', 1],
])('%s', (credential, logins) => {
	test('a session revoked during a run costs one login and no result', async () => {
		const undisturbed = await run(credential);
		const results = resultsOf(undisturbed);
		expect(results).toHaveLength(60);

		await fresh(sim);
		if (credential === 'cellularIotUserApi') await run(credential);
		const before = { ...sim.ledger().counters };
		const effects = sim.ledger().effects.length;
		const disturbed = await run(credential, () => sim.revokeTokens());
		expect(resultsOf(disturbed)).toEqual(results);
		expect(disturbed.error).toBeUndefined();
		expect(
			sim
				.ledger()
				.effects.slice(effects)
				.map((e) => e.endpointId)
				.sort(),
		).toEqual(ITEMS.map(({ id }) => id));
		expect(sim.ledger().counters.authenticate - before.authenticate).toBe(logins);
		expect(sim.ledger().counters.unauthorized).toBeGreaterThan(0);
	});
});

test('requests that get a 401 are repeated, and no SMS is sent twice', async () => {
	const refused = ITEMS.slice(0, 6).map(({ id }) => `/endpoint/${id}/sms$`);
	sim.setFaults({
		rules: refused.map((path) => ({ match: { path }, kind: 'unauthorized', times: 1 })),
	});
	const { items, error } = await run('cellularIotTokenApi');
	sim.clearFaults();
	expect(error).toBeUndefined();
	expect(items).toHaveLength(60);
	expect(sim.ledger().counters.unauthorized).toBe(refused.length);
	const sent = sim.ledger().effects.map((e) => e.endpointId);
	expect(new Set(sent).size).toBe(sent.length);
});
