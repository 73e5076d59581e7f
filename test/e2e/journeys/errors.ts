import assert from 'node:assert/strict';
import { node } from '../editor';
import type { Journey } from '../journey';

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
];
