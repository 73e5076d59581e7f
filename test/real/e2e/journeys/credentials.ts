import assert from 'node:assert/strict';

import { USERS } from '../../../../simulator';
import { until } from '../../../support/until';
import { node } from '../editor';
import type { Journey } from '../journey';

/* Credentials, typed by a person. */

const TYPE = 'cellularIotUserApi';
const CALLBACK = 'cellularIotCallbackApi';
const login = ({ username, password }: { username: string; password: string }) => ({
	username,
	password,
});

export const credentials: Journey[] = [
	{
		name: 'credential: a typed application token connects; a wrong one says so',
		async run({ sim }, editor) {
			await editor.saveToken(sim.url, 'no-such-token');
			assert.match(await editor.refusal(), /refused the application token/);
			await editor.type('applicationToken', 'app-token-reseller-000000000001');
			await editor.saveCredential();
			await editor.connected();
		},
	},
	{
		name: 'credential: a callback secret that is too short says so; a long one connects, also to its trigger',
		async run({ api, n8n }, editor) {
			await editor.newCredential('Cellular IoT Callback Secret API');
			await editor.type('secret', 'x'.repeat(28));
			await editor.saveCredential();
			assert.match(await editor.refusal(), /Signing Secret must have 32 bytes or more, not 28/);
			await editor.type('secret', 'x'.repeat(32));
			await editor.saveCredential();
			await editor.connected();

			const create = async (name: string, secret: string) =>
				await api.createCredential(name, CALLBACK, {
					secret,
					address: `${n8n.url}/webhook/proof/sms`,
				});
			const right = await create('Secret of the trigger', 'y'.repeat(32));
			const trigger = node(
				'SMS',
				'cellularIotSmsTrigger',
				{ authentication: CALLBACK },
				{ webhookId: 'proof', credentials: { [CALLBACK]: right } },
			);
			const id = await editor.openLast(api, 'Proof', trigger);
			await editor.openCredential(right.id, 'secret');
			assert.match(await editor.refusal(), /No published trigger listens/);
			await api.activateWorkflow(id);
			await until('the trigger listens', async () => {
				const { status } = await fetch(`${n8n.url}/webhook/proof/sms`, { method: 'POST' });
				return status === 401;
			});
			await editor.openCredential(right.id, 'secret');
			await editor.connected();
			const other = await create('Another secret', 'z'.repeat(32));
			await editor.openCredential(other.id, 'secret');
			assert.match(await editor.refusal(), /The trigger at the Trigger Address has another secret/);
			assert.deepEqual(await api.listExecutions(id), []);
			await api.deactivateWorkflow(id);
		},
	},
	{
		name: 'credential: the steps of a one-time code stand in the form, and lead to a connection',
		async run({ api, sim, pictures }, editor) {
			const { id } = await api.createCredential('Code', TYPE, {
				baseUrl: sim.url,
				...login(USERS.mail),
				mfaMethod: 'code',
				oneTimeCode: '',
			});
			await editor.openCredential(id);
			const form = await editor.credentialText();
			assert.match(form, /1\. Leave One-Time Code empty and press Save/);
			assert.match(form, /3\. Press Save again/);
			assert.match(await editor.refusal(), /The service has sent a one-time code/);
			await editor.page.getByText('3. Press Save again').scrollIntoViewIfNeeded();
			await editor.picture(pictures, 'one-time-code');
			await editor.type('oneTimeCode', sim.codeFor(USERS.mail.username));
			await editor.saveCredential();
			await editor.connected();
		},
	},
	{
		name: 'credential: another one of the same person does not make a wrong second factor right',
		async run({ api, sim }, editor) {
			const { totpSecret, ...user } = USERS.totp;
			const create = async (name: string, fields: object) =>
				await api.createCredential(name, TYPE, { baseUrl: sim.url, ...login(user), ...fields });
			const right = await create('Right', { mfaMethod: 'totp', totpSecret });
			await editor.openCredential(right.id);
			await editor.connected();
			const before = sim.ledger().counters.authenticate;
			const invalid = await create('Invalid', { mfaMethod: 'totp', totpSecret: '123456' });
			await editor.openCredential(invalid.id);
			assert.match(await editor.refusal(), /not a code of six digits/);
			assert.equal(sim.ledger().counters.authenticate, before, 'nothing is sent for it');
			const none = await create('None', { mfaMethod: 'none' });
			await editor.openCredential(none.id);
			assert.match(await editor.refusal(), /asks for a second factor/);
		},
	},
];
