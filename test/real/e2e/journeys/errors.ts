import assert from 'node:assert/strict';
import { itemsNode } from '../../stage/workflows';
import { ours } from '../editor';
import type { Journey } from '../journey';
import { DEVICES, endpointNamed, simOf } from '../stage';

/* Errors, as a person reads them. */

export const errors: Journey[] = [
	{
		name: 'error: an SMS without an answer says so in a sentence; it went out once',
		async run({ api, token, sim }, editor) {
			const [id] = sim.store.endpoints.keys();
			const parameters = {
				resource: 'sms',
				operation: 'send',
				endpointId: { __rl: true, mode: 'id', value: String(id) },
				payload: 'hello',
			};
			const send = ours(token, 'Send', parameters);
			await editor.openLast(api, 'Unknown', send);
			const sent = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;
			const before = sent();
			sim.setFaults({ rules: [{ match: { path: '/sms$', method: 'POST' }, kind: 'resetAfter' }] });
			await editor.execute();
			const { title, text } = await editor.error();
			sim.clearFaults();
			assert.match(title, /^Unknown whether the SMS was sent/);
			assert.doesNotMatch(title, /POST|sms: send|\/api\//);
			assert.match(text, /Check in the service/);
			assert.doesNotMatch(text, /of 1 items/);
			assert.equal(sent(), before + 1);
		},
	},
	{
		name: 'note: outcomes that are unknown stand above the output of a run that went on',
		async run({ api, token, sim }, editor) {
			const [first, second] = [...sim.store.endpoints.keys()];
			const table = itemsNode('Devices', [{ id: first }, { id: second }]);
			const parameters = {
				resource: 'sms',
				operation: 'send',
				endpointId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				payload: 'hello',
			};
			const send = ours(token, 'Send', parameters, { onError: 'continueRegularOutput' });
			await editor.openLast(api, 'Notes', table, send);
			const path = `/${first}/sms$`;
			sim.setFaults({ rules: [{ match: { path, method: 'POST' }, kind: 'resetAfter' }] });
			await editor.execute();
			const hint = editor.page.getByTestId('node-hint').filter({ hasText: 'outcome is unknown' });
			await hint.first().waitFor();
			sim.clearFaults();
			const text = (await hint.first().innerText()).replace(/\s+/g, ' ');
			assert.match(text, /look in the service before you send anything again/);
			assert.match(text, /of 2 items 1 done, 1 unknown/);
		},
	},
	{
		name: 'note: an execution keeps the ICCID it was about, to be found by',
		async run({ api, token, sim }, editor) {
			const { id } = endpointNamed(sim, DEVICES.pump);
			const parameters = {
				resource: 'endpoint',
				operation: 'get',
				endpointId: { __rl: true, mode: 'id', value: String(id) },
			};
			const get = ours(token, 'Get', parameters);
			const workflowId = await editor.workflowOf(api, 'Found again', [get]);
			const execution = await api.runToEnd(workflowId, 'Start');
			assert.equal(execution.status, 'success');
			assert.deepEqual(execution.customData, { iccid: simOf(sim, DEVICES.pump).iccid });
		},
	},
];
