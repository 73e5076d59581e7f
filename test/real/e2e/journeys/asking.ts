import assert from 'node:assert/strict';
import { control } from '../../../../demo/lib/everyEvent';
import { SERVICE_PROFILES } from '../../../../simulator';
import { until } from '../../../support/until';
import { node } from '../editor';
import type { Journey } from '../journey';
import { DEVICES, endpointNamed } from '../stage';

/* A run that asks a device and sleeps until it has answered. */

/** The outputs on the canvas, with what came out. */
const OUTPUTS = ['Reply 1 item', 'Delivered, No Reply', 'Timed Out'];

export const asking: Journey[] = [
	{
		name: 'job: ask a device and await its reply, in at most 7 clicks; the reply comes out of the first of three outputs',
		async run({ api, token, sim }, editor) {
			const profile = sim.store.serviceProfiles.get(SERVICE_PROFILES.standard)!;
			const { id: endpointId } = endpointNamed(sim, DEVICES.pump);
			const sent = () =>
				sim
					.ledger()
					.effects.filter((one) => one.kind === 'sms.sent' && one.endpointId === endpointId);
			const serviceProfileId = { __rl: true, mode: 'id', value: String(profile.id) };
			const inbox = node(
				'Inbox',
				'cellularIotSmsTrigger',
				{ verification: 'none', registerCallback: true, serviceProfileId },
				{ typeVersion: 2, webhookId: 'inbox', credentials: { cellularIotTokenApi: token } },
			);
			const inboxId = await editor.workflowOf(api, 'Replies', [inbox]);
			await api.activateWorkflow(inboxId);

			const action = 'Send an SMS and await its reply';
			await editor.addNode(api, 'jobs', action, 'Cellular IoT Jobs');
			const [found] = await editor.search('endpointId', DEVICES.pump);
			await editor.pick(found!);
			await editor.typeIn('payload', 'STATUS?');
			const before = sent().length;
			await editor.click(editor.page.getByTestId('node-execute-button'));
			await until('the question is sent', () => sent().length > before);
			await control(sim, 'device/sms', { endpointId, payload: 'OK 42' });
			await editor.output(/OK 42/);
			editor.within(7);
			await editor.output(/Reply Branch \(1 item\)/);
			assert.equal(sent().length, before + 1, 'the device is asked once');
			await editor.closeNode();
			assert.deepEqual(await editor.outputsOf(action), OUTPUTS);
			await api.deactivateWorkflow(inboxId);
			await until('the address is taken back', () => profile.apiCallbackId === null);
		},
	},
];
