import assert from 'node:assert/strict';
import { control } from '../../../../demo/lib/everyEvent';

import { type Editor, node } from '../editor';
import type { Journey } from '../journey';
import { until } from '../../../support/until';
import { type Credential, DEVICES, endpointNamed, type Stage } from '../stage';
import { SERVICE_PROFILES } from '../../../../simulator';

/* The triggers: tested by hand, published, refused. */

/** An event pushed by a data stream. */
const EVENT = {
	id: 700001,
	timestamp: '2026-06-15T10:00:00Z',
	description: 'New PDP Context has been created',
	alert: false,
	event_type: { id: 3, description: 'Create PDP Context' },
	event_severity: { id: 0, description: 'INFO' },
	event_source: { id: 0, description: 'Network' },
	organisation: { id: 1001, name: 'Fleet' },
};

/** The polling triggers. */
const POLLING = [
	{
		name: 'quota',
		type: 'cellularIotQuotaTrigger',
		parameters: { events: ['exhausted'] },
		says: /n8n now polls the service regularly/,
	},
	{
		name: 'event',
		type: 'cellularIotTrigger',
		parameters: { events: ['connection'] },
		says: /n8n now polls the event feed regularly/,
	},
];

const SECRET = { secret: 'a secret of more than thirty-two characters' };
const post = async (address: string, body: object) =>
	await fetch(address, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-stream-secret': SECRET.secret },
		body: JSON.stringify(body),
	});

/** An SMS trigger that registers its address in a service profile, with the secret of its account. */
function registering(token: Credential, profileId: number, webhookId: string) {
	const serviceProfileId = { __rl: true, mode: 'id', value: String(profileId) };
	return node(
		'SMS',
		'cellularIotSmsTrigger',
		{ serviceProfileId },
		{ webhookId, credentials: { cellularIotTokenApi: token } },
	);
}

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
			await editor.openLast(api, 'Quota', quota);
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
				created: 0,
			} as never);
			profile.apiCallbackId = callbackId;
			const sms = registering(token, profile.id, 'taken');
			await editor.openLast(api, 'Taken', sms);
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
	{
		name: 'trigger: a secret that is too short refuses the publication in words',
		async run({ api }, editor) {
			const short = { secret: 'x'.repeat(28) };
			const credential = await api.createCredential('Short', 'cellularIotCallbackApi', short);
			const sms = node(
				'SMS',
				'cellularIotSmsTrigger',
				{ authentication: 'cellularIotCallbackApi' },
				{ webhookId: 'short', credentials: { cellularIotCallbackApi: credential } },
			);
			await editor.openLast(api, 'Short', sms);
			assert.match(await editor.text(), /It needs 32 bytes or more/);
			await editor.closeNode();
			await editor.publish();
			const said = await editor.toast(/Signing Secret/);
			assert.match(said, /must have 32 bytes or more, not 28/);
		},
	},
	{
		name: 'trigger: an SMS reaches the test address, then the published workflow; both are taken back',
		async run({ api, token, sim }, editor) {
			const profile = sim.store.serviceProfiles.get(SERVICE_PROFILES.standard)!;
			const address = () => sim.store.callbacks.get(profile.apiCallbackId ?? 0)?.url;
			const { id: endpointId } = endpointNamed(sim, DEVICES.pump);
			const write = async (payload: string) =>
				await control(sim, 'device/sms', { endpointId, payload });
			const sms = registering(token, profile.id, 'heard');
			const id = await editor.openLast(api, 'Heard', sms);
			await editor.listen(/Waiting for an SMS or a delivery receipt/);
			await until('the test address is registered', () => address()?.includes('/webhook-test/'));
			await write('hello from the pump');
			await editor.show('json');
			await editor.output(/hello from the pump/);
			await until('the test address is taken back', () => address() === undefined);

			await editor.closeNode();
			await editor.publish();
			await until('the address is registered', () => address()?.includes('/webhook/'));
			await write('hello again');
			await until('the message starts the workflow', async () =>
				(await api.listExecutions(id)).some(({ status }) => status === 'success'),
			);
			await api.deactivateWorkflow(id);
			await until('the address is taken back', () => address() === undefined);
		},
	},
	...POLLING.map(({ name, type, parameters, says }) => ({
		name: `trigger: the ${name} trigger shows an item by hand, is published and says what it does now`,
		async run({ api, token }: Stage, editor: Editor) {
			const credentials = { cellularIotTokenApi: token };
			const trigger = node('Watch', type, parameters, { credentials });
			const id = await editor.openLast(api, `Watch ${name}`, trigger);
			await editor.execute();
			await editor.show('json');
			await editor.output(new RegExp(`"event": ?"${parameters.events[0]}"`));
			await editor.closeNode();
			await editor.publish();
			await editor.page.getByText(says).first().waitFor();
			await api.deactivateWorkflow(id);
		},
	})),
	{
		name: 'trigger: records of a data stream reach the test address, and the published workflow',
		async run({ api, n8n }, editor) {
			const credential = await api.createCredential(
				'Stream secret',
				'cellularIotCallbackApi',
				SECRET,
			);
			const stream = node(
				'Stream',
				'cellularIotStreamTrigger',
				{ event: 'events', authentication: 'cellularIotCallbackApi' },
				{
					webhookId: 'stream',
					credentials: { cellularIotCallbackApi: credential },
				},
			);
			const id = await editor.openLast(api, 'Stream', stream);
			assert.ok(!(await editor.field('registerStream').isVisible()));
			const push = async (kind: string) => await post(`${n8n.url}/${kind}/stream/stream`, [EVENT]);
			await editor.listen(/Waiting for records of a data stream/);
			await until('the test address takes records', async () => (await push('webhook-test')).ok);
			await editor.show('json');
			await editor.output(/PDP Context|pdp/i);
			await editor.closeNode();
			await editor.publish();
			await until('the address takes records', async () => (await push('webhook')).ok);
			await until('records start the workflow', async () =>
				(await api.listExecutions(id)).some(({ status }) => status === 'success'),
			);
			await api.deactivateWorkflow(id);
		},
	},
];
