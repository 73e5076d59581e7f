import assert from 'node:assert/strict';
import { node } from '../editor';
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
			const send = node('Send', 'cellularIot', parameters, {
				credentials: { cellularIotTokenApi: token },
			});
			await editor.openNode(await editor.workflowOf(api, 'Unknown', [send]), send);
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
			const items = [first, second].map((id) => ({ json: { id } }));
			const table = node(
				'Devices',
				'n8n-nodes-base.code',
				{ jsCode: `return ${JSON.stringify(items)};` },
				{ typeVersion: 2 },
			);
			const parameters = {
				resource: 'sms',
				operation: 'send',
				endpointId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				payload: 'hello',
			};
			const send = node('Send', 'cellularIot', parameters, {
				credentials: { cellularIotTokenApi: token },
				onError: 'continueRegularOutput',
			});
			await editor.openNode(await editor.workflowOf(api, 'Notes', [table, send]), send);
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
			const get = node('Get', 'cellularIot', parameters, {
				credentials: { cellularIotTokenApi: token },
			});
			const workflowId = await editor.workflowOf(api, 'Found again', [get]);
			const executionId = await api.runWorkflow(workflowId, 'Start');
			const execution = await api.waitForExecution(executionId);
			assert.equal(execution.status, 'success');
			assert.deepEqual(execution.customData, { iccid: simOf(sim, DEVICES.pump).iccid });
		},
	},
];
