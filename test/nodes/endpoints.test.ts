import { start, type SimulatorHandle } from '../../simulator';
import { runNode, storeFor } from '../support/n8n';

let sim: SimulatorHandle;
beforeAll(async () => {
	sim = await start({ port: 0, limits: false });
});
afterAll(async () => await sim.close());
beforeEach(async () => await sim.reset());

const rl = (value: unknown, mode = 'id') => ({ __rl: true, mode, value }) as never;

test('creates endpoints', async () => {
	const out = await runNode({
		credentials: storeFor(sim.url),
		items: [
			{ name: 'a', sim: 1 },
			{ name: 'b', sim: 2 },
		],
		parameters: {
			resource: 'endpoint',
			operation: 'createMany',
			serviceProfileId: rl(101),
			tariffProfileId: rl(201),
			status: 0,
			additionalFields: { name: '={{ $json.name }}', simId: rl('={{ $json.sim }}') },
		},
	});
	console.log(
		JSON.stringify(out, null, 1).slice(0, 3000),
		sim.ledger().effects,
		sim.ledger().requests,
	);
});
