import assert from 'node:assert/strict';
import { node } from '../editor';
import type { Journey } from '../journey';
import { DEVICES } from '../stage';

/* The pickers, over 10,000 endpoints. */

const idOf = (
	sim: { store: { endpoints: Map<number, { id: number; name: string }> } },
	name: string,
) => [...sim.store.endpoints.values()].find((endpoint) => endpoint.name === name)!.id;

export const pickers: Journey[] = [
	{
		name: 'picker: SIMs are found by the name of their device; what fits nothing lists nothing',
		async run({ api, token, sim }, editor) {
			const parameters = { resource: 'sim', operation: 'update' };
			const credentials = { cellularIotTokenApi: token };
			const update = node('Suspend', 'cellularIot', parameters, { credentials });
			await editor.openNode(await editor.workflowOf(api, 'Pick a SIM', [update]), update);
			const found = await editor.search('simId', DEVICES.pump);
			assert.equal(found.length, 1);
			assert.match(found[0]!, /^…\d{7} \(Activated, pump-west-16\)$/);
			assert.deepEqual(await editor.search('simId', 'no-such-device'), []);
			const id = idOf(sim, DEVICES.pump);
			const { iccid } = [...sim.store.sims.values()].find((one) => one.endpointId === id)!;
			assert.ok((await editor.search('simId', iccid.slice(-9))).includes(found[0]!));
			await editor.pick(found[0]!);
			assert.equal(await editor.chosenIn('simId'), found[0]);
		},
	},
	{
		name: 'picker: endpoints are found by name, ICCID, IMEI and ID',
		async run({ api, token, sim }, editor) {
			const parameters = { resource: 'endpoint', operation: 'get' };
			const credentials = { cellularIotTokenApi: token };
			const get = node('Get', 'cellularIot', parameters, { credentials });
			await editor.openNode(await editor.workflowOf(api, 'Pick an endpoint', [get]), get);
			const id = idOf(sim, DEVICES.meter);
			const { iccid } = [...sim.store.sims.values()].find((one) => one.endpointId === id)!;
			const expected = [`${DEVICES.meter} (…${iccid.slice(-7)})`];
			for (const text of ['east-07', iccid, String(id)]) {
				assert.deepEqual(await editor.search('endpointId', text), expected, text);
			}
		},
	},
];
