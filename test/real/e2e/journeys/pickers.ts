import assert from 'node:assert/strict';
import { itemsNode } from '../../stage/workflows';
import { node, ours } from '../editor';
import type { Journey } from '../journey';
import { DEVICES, endpointNamed, simOf } from '../stage';

/* The pickers, over 10,000 endpoints. */

/** Other pickers than those of endpoints and SIMs, with their place and a search text. */
const OTHERS = [
	{ resource: 'operatorBlacklist', operation: 'add', field: 'operatorId', store: 'operators' },
	{ resource: 'tag', operation: 'update', field: 'tagId', store: 'tags' },
	{
		resource: 'endpoint',
		operation: 'create',
		field: 'serviceProfileId',
		store: 'serviceProfiles',
	},
	{
		resource: 'endpoint',
		operation: 'create',
		field: 'tariffProfileId',
		store: 'tariffProfiles',
	},
] as const;

export const pickers: Journey[] = [
	{
		name: 'picker: SIMs are found by the name of their device; what fits nothing lists nothing',
		async run({ api, token, sim }, editor) {
			const parameters = { resource: 'sim', operation: 'update' };
			const update = ours(token, 'Suspend', parameters);
			await editor.openLast(api, 'Pick a SIM', update);
			const found = await editor.search('simId', DEVICES.pump);
			assert.equal(found.length, 1);
			assert.match(found[0]!, /^…\d{7} \(Activated, pump-west-16\)$/);
			assert.deepEqual(await editor.search('simId', 'no-such-device'), []);
			const { iccid } = simOf(sim, DEVICES.pump);
			assert.ok((await editor.search('simId', iccid.slice(-9))).includes(found[0]!));
			await editor.pick(found[0]!);
			assert.equal(await editor.chosenIn('simId'), found[0]);
		},
	},
	{
		name: 'picker: endpoints are found by name, ICCID, IMEI and ID',
		async run({ api, token, sim }, editor) {
			const parameters = { resource: 'endpoint', operation: 'get' };
			const get = ours(token, 'Get', parameters);
			await editor.openLast(api, 'Pick an endpoint', get);
			const { id } = endpointNamed(sim, DEVICES.meter);
			const { iccid } = simOf(sim, DEVICES.meter);
			const expected = [`${DEVICES.meter} (…${iccid.slice(-7)})`];
			for (const text of ['east-07', iccid, String(id)]) {
				assert.deepEqual(await editor.search('endpointId', text), expected, text);
			}
		},
	},
	{
		name: 'picker: a new node takes the input item, from which its list and a dragged field lead away',
		async run({ api, token, sim }, editor) {
			const { id } = endpointNamed(sim, DEVICES.meter);
			const get = ours(token, 'Get', { resource: 'endpoint', operation: 'get' });
			const items = itemsNode('Devices', [{ endpoint_id: id }]);
			const workflow = await editor.openLast(api, 'The input item', items, get);
			assert.equal(await editor.chosenIn('endpointId'), 'The Input Item');
			await editor.execute();
			await editor.output(new RegExp(DEVICES.meter));
			const [other] = await editor.search('endpointId', DEVICES.pump);
			await editor.pick(other!);
			await editor.execute();
			await editor.output(new RegExp(DEVICES.pump));
			const offered = await editor.search('endpointId', 'input');
			assert.ok(offered.includes('The Input Item'), offered.join());
			await editor.pick('The Input Item');
			await editor.execute();
			await editor.output(new RegExp(DEVICES.meter));
			await editor.openNode(workflow, get);
			await editor.drag('endpoint_id', 'endpointId');
			await editor.execute();
			await editor.output(new RegExp(DEVICES.meter));
		},
	},
	{
		name: 'picker: By Name takes the one endpoint of that name; a name that fits none says so',
		async run({ api, token, sim }, editor) {
			const parameters = { resource: 'endpoint', operation: 'get' };
			const get = ours(token, 'Get', parameters);
			await editor.openLast(api, 'By name', get);
			await editor.mode('endpointId', 'By Name');
			await editor.fillIn('endpointId', DEVICES.meter);
			await editor.execute();
			await editor.output(new RegExp(simOf(sim, DEVICES.meter).iccid));
			await editor.fillIn('endpointId', '-that-is-not-there');
			await editor.execute();
			assert.match(
				(await editor.error()).title,
				/must match exactly one endpoint; none has the name/,
			);
		},
	},
	{
		name: 'picker: operators, tags and profiles are found by a part of their names',
		async run({ api, token, sim }, editor) {
			const credentials = { cellularIotTokenApi: token };
			for (const { resource, operation, field, store } of OTHERS) {
				const type = resource === 'tag' ? 'cellularIotAccount' : 'cellularIot';
				const form = node('Pick', type, { resource, operation }, { credentials });
				await editor.openLast(api, `Pick ${field}`, form);
				const { name } = [...sim.store[store].values()][0]!;
				const found = await editor.search(field, name.slice(0, -1).toUpperCase());
				const entry = found.find((label) => label.includes(name));
				assert.ok(entry, `${field}: "${name}" finds ${found.join(', ')}`);
				assert.deepEqual(await editor.search(field, 'no-such-thing'), [], field);
				await editor.search(field, name);
				await editor.pick(entry);
				assert.equal(await editor.chosenIn(field), entry);
			}
		},
	},
];
