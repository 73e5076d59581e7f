import assert from 'node:assert/strict';
import { node } from '../editor';
import type { Journey } from '../journey';

/* The forms: what is there, what is set when nothing was chosen, and what stays out of the way. */

export const forms: Journey[] = [
	{
		name: 'form: Register Callback is there, and switching it on brings what it needs',
		async run({ api, token, pictures }, editor) {
			const trigger = node(
				'SMS',
				'cellularIotSmsTrigger',
				{},
				{ typeVersion: 2, webhookId: 'form', credentials: { cellularIotTokenApi: token } },
			);
			await editor.openNode(
				await editor.workflowOf(api, 'Form of the SMS trigger', [trigger]),
				trigger,
			);
			assert.ok(!(await editor.field('serviceProfileId').isVisible()));
			await editor.field('registerCallback').locator('.el-switch').click();
			await editor.field('serviceProfileId').waitFor();
			await editor.field('replaceCallback').waitFor();
			await editor.picture(pictures, 'sms-trigger');
			const text = await editor.text();
			assert.match(text, /while the workflow is published/);
			assert.match(text, /"Execute step" registers the test address/);
			assert.doesNotMatch(text, /[Ll]isten for test event|activate/);
		},
	},
	{
		name: 'form: a new node reads, and only what the operation needs is in sight',
		async run({ api, token }, editor) {
			const action = node(
				'Fleet',
				'cellularIot',
				{},
				{ credentials: { cellularIotTokenApi: token } },
			);
			await editor.openNode(await editor.workflowOf(api, 'A new node', [action]), action);
			assert.equal(await editor.valueOf('operation'), 'Get Many');
			const labels = await editor.labels();
			assert.ok(!labels.includes('Workspace') && !labels.includes('Limits'), labels.join());
			await editor.addTo('Add Filter', 'Status');
			assert.equal(await editor.valueOf('status'), 'Enabled');
			assert.deepEqual(
				(await editor.offeredBy('Add Option')).filter((name) => /Workspace|per Second/.test(name)),
				['Workspace'],
			);
		},
	},
	{
		name: 'form: Long Messages splits whether it is added or not; SIMs are given as ICCIDs',
		async run({ api, token }, editor) {
			const credentials = { cellularIotTokenApi: token };
			const sms = node(
				'SMS',
				'cellularIot',
				{ resource: 'sms', operation: 'send' },
				{ credentials },
			);
			await editor.openNode(await editor.workflowOf(api, 'Long messages', [sms]), sms);
			await editor.addTo('Add Option', 'Long Messages');
			assert.equal(await editor.valueOf('longMessages'), 'Split');
			const move = { resource: 'sim', operation: 'transfer' };
			const sims = node('Move', 'cellularIot', move, { credentials });
			await editor.openNode(await editor.workflowOf(api, 'Transfer', [sims]), sims);
			assert.equal(await editor.valueOf('simsBy'), 'ICCIDs');
		},
	},
];
