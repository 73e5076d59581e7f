import assert from 'node:assert/strict';
import { node, ours } from '../editor';
import type { Journey } from '../journey';

/* The forms: visible fields, defaults, and hidden fields. */

export const forms: Journey[] = [
	{
		name: 'form: the SMS trigger shows one credential: an account, which registers, or the secret alone',
		async run({ api, token, pictures }, editor) {
			// Where there is no credential of a type, n8n shows a button in place of the choice.
			await api.createCredential('Secret to choose', 'cellularIotCallbackApi', {
				secret: 'w'.repeat(32),
			});
			const trigger = node(
				'SMS',
				'cellularIotSmsTrigger',
				{},
				{ webhookId: 'form', credentials: { cellularIotTokenApi: token } },
			);
			await editor.openLast(api, 'Form of the SMS trigger', trigger);
			await editor.field('serviceProfileId').waitFor();
			assert.ok((await editor.offeredBy('Add Option')).includes('Replace Existing Callback'));
			await editor.picture(pictures, 'sms-trigger');
			const text = await editor.text();
			assert.match(text, /While the workflow is published/);
			assert.match(text, /"Execute step" registers the test address/);
			assert.match(
				text,
				/Callback Secret in the credential of the account. It needs 32 bytes or more/,
			);
			assert.doesNotMatch(text, /[Ll]isten for test event|activate/);
			const credentials = editor.page.getByTestId('node-credentials-select');
			assert.equal(await credentials.count(), 1);
			await editor.choose('authentication', 'Callback Secret');
			await editor.field('registerCallback').waitFor({ state: 'hidden' });
			assert.equal(await credentials.count(), 1);
			assert.match(await editor.text(), /Signing Secret in the credential/);
			await editor.choose('authentication', 'None');
			await credentials.waitFor({ state: 'hidden' });
		},
	},
	{
		name: 'form: a new node reads, and only what the operation needs is in sight',
		async run({ api, token }, editor) {
			const action = ours(token, 'Fleet', {});
			await editor.openLast(api, 'A new node', action);
			assert.equal(await editor.valueOf('operation'), 'Get Many');
			const labels = await editor.labels();
			assert.ok(!labels.includes('Workspace') && !labels.includes('Limits'), labels.join());
			await editor.addTo('Add Filter', 'Status');
			assert.equal(await editor.valueOf('status'), 'Enabled');
			assert.deepEqual(
				(await editor.offeredBy('Add Option')).filter((name) => /Workspace|per Second/.test(name)),
				['Workspace (User Login)'],
			);
		},
	},
	{
		name: 'form: Long Messages splits whether it is added or not; SIMs are given as ICCIDs',
		async run({ api, token }, editor) {
			const sms = ours(token, 'SMS', { resource: 'sms', operation: 'send' });
			await editor.openLast(api, 'Long messages', sms);
			await editor.addTo('Add Option', 'Long Messages');
			assert.equal(await editor.valueOf('longMessages'), 'Split');
			const move = { resource: 'sim', operation: 'transfer' };
			const sims = ours(token, 'Move', move);
			await editor.openLast(api, 'Transfer', sims);
			assert.equal(await editor.valueOf('simsBy'), 'ICCIDs');
		},
	},
	{
		name: 'form: Apply a Table begins as a dry run',
		async run({ api, token }, editor) {
			const table = { resource: 'endpoint', operation: 'applyTable' };
			const apply = ours(token, 'Apply', table);
			await editor.openLast(api, 'A table', apply);
			assert.equal(await editor.valueOf('operation'), 'Apply a Table');
			const dryRun = editor.field('dryRun').getByRole('switch');
			await dryRun.waitFor({ state: 'attached' }); // it comes with the columns
			assert.ok(await dryRun.isChecked());
			assert.match(await editor.text(), /Dry Run/);
			assert.ok((await editor.offeredBy('Add Option')).includes('Maximum Changes'));
			await editor.closeNode();
			assert.deepEqual(await editor.outputsOf('Apply'), ['']);
		},
	},
	{
		name: 'form: Apply a Table asks for both profiles as soon as it may create endpoints',
		async run({ api, token }, editor) {
			const table = { resource: 'endpoint', operation: 'applyTable', createMissing: true };
			const apply = ours(token, 'Apply', table);
			await editor.openLast(api, 'A table that creates', apply);
			await editor.field('newServiceProfileId').waitFor();
			await editor.field('newTariffProfileId').waitFor();
		},
	},
	{
		name: 'form: a tool shows what the model is told, and how much of each entry it gets',
		async run({ api, token }, editor) {
			const reads = { resource: 'endpoint', operation: 'getAll' };
			const tool = node('Devices', 'cellularIotTool', reads, {
				credentials: { cellularIotTokenApi: token },
			});
			await editor.openLast(api, 'A tool', tool);
			assert.equal(await editor.valueOf('output'), 'Simplified');
			assert.match(await editor.text(), /The model reads: Get many endpoints/);
			assert.equal(await editor.field('simplify').count(), 0);
			await editor.choose('output', 'Selected Fields');
			await editor.addTo('Add Tool Option', 'Fields');
			await editor.field('fields').waitFor();
		},
	},
];
