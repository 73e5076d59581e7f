import assert from 'node:assert/strict';

import { node } from '../editor';
import type { Journey } from '../journey';
import { SERVICE_PROFILES } from '../../../simulator';

/* The triggers: tested by hand, published, refused. */

export const triggers: Journey[] = [
	{
		name: 'trigger: the test of the quota trigger shows a marked sample of the chosen kind',
		async run({ api, token }, editor) {
			const quota = node(
				'Quota',
				'cellularIotQuotaTrigger',
				{ events: ['expired'] },
				{ credentials: { cellularIotTokenApi: token } },
			);
			await editor.openNode(await editor.workflowOf(api, 'Quota', [quota]), quota);
			await editor.execute();
			await editor.show('json');
			await editor.output(/"event": ?"expired"/);
			await editor.output(/"sample": ?true/);
		},
	},
	{
		name: 'trigger: a callback that is taken is refused with the profile, its address and the remedy',
		async run({ api, token, sim }, editor) {
			const taken = 'https://other.example.com/hook';
			const callbackId = 990001;
			const profile = sim.store.serviceProfiles.get(SERVICE_PROFILES.standard)!;
			sim.store.callbacks.set(callbackId, {
				id: callbackId,
				organisationId: profile.organisationId,
				url: taken,
				purpose: 'another system',
			} as never);
			profile.apiCallbackId = callbackId;
			const secret = await api.createCredential('Secret', 'cellularIotCallbackApi', {
				secret: 'a secret of more than thirty-two characters',
			});
			const sms = node(
				'SMS',
				'cellularIotSmsTrigger',
				{
					registerCallback: true,
					serviceProfileId: { __rl: true, mode: 'id', value: String(profile.id) },
				},
				{
					typeVersion: 2,
					webhookId: 'taken',
					credentials: { cellularIotTokenApi: token, cellularIotCallbackApi: secret },
				},
			);
			const id = await editor.workflowOf(api, 'Taken', [sms]);
			await editor.openNode(id, sms);
			await editor.closeNode();
			await editor.publish();
			const said = await editor.toast(/Service profile/);
			assert.match(said, new RegExp(`profile ${profile.id}`));
			assert.ok(said.includes(taken), said);
			assert.match(said, /Replace Existing Callback/);
			profile.apiCallbackId = null;
			sim.store.callbacks.delete(callbackId);
		},
	},
];
