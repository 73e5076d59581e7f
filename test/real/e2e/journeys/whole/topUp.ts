import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../../simulator/endpoints/entities';
import { giveDataQuota } from '../../../../support/dataQuotas';
import { byHand, linksTo, n8nNode, workflowOf } from '../../../stage/workflows';
import { openMailbox, smtpOf } from '../../../workflows/mailbox';
import { node, ours } from '../../editor';
import type { Journey } from '../../journey';
import type { Credential } from '../../stage';
import { clickInMail, executeFrom, openCanvas, reached } from './canvas';
import { told, withService } from './service';

/* A top-up that a person agrees to by email. */

/**
 * The quota of a device is read, a person is asked by email, and it is topped up if the answer is yes. Whose quota that
 * is stands as in a new node: at the input item.
 */
const topUpWorkflow = (token: Credential, smtp: Credential, device: Endpoint) =>
	workflowOf(
		'Top up when somebody agrees',
		[
			byHand,
			ours(token, 'Quota', {
				resource: 'dataQuota',
				operation: 'get',
				endpointId: { __rl: true, mode: 'id', value: String(device.id) },
			}),
			node(
				'Ask',
				'n8n-nodes-base.emailSend',
				{
					operation: 'sendAndWait',
					fromEmail: 'fleet@example.test',
					toEmail: 'owner@example.test',
					subject: `Top up ${device.name}?`,
					message: '={{ $json.volume }} MB are left. Add 40 MB?',
					approvalOptions: { values: { approvalType: 'double' } },
					options: { appendAttribution: false },
				},
				{ typeVersion: 2.1, webhookId: 'ask', credentials: { smtp } },
			),
			n8nNode('Agreed?', 'if', 2.2, {
				conditions: {
					options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
					conditions: [
						{
							id: 'c0',
							leftValue: '={{ $json.data.approved }}',
							rightValue: '',
							operator: { type: 'boolean', operation: 'true', singleValue: true },
						},
					],
					combinator: 'and',
				},
			}),
			ours(token, 'Top up', {
				resource: 'dataQuota',
				operation: 'topUp',
				add: 40,
			}),
		],
		{
			[byHand.name]: linksTo('Quota'),
			Quota: linksTo('Ask'),
			Ask: linksTo('Agreed?'),
			'Agreed?': linksTo('Top up'),
		},
	);

export const topUp: Journey[] = [
	{
		name: 'whole job: a top-up waits for a person; refused, nothing is done; approved, it is done once',
		async run(stage, editor) {
			const { api } = stage;
			const box = await openMailbox();
			await withService(stage, 3, async ({ service, token, fleet, made }) => {
				const [device] = fleet;
				giveDataQuota(service, device!.id, 5);
				const smtp = await api.createCredential('Mail', 'smtp', smtpOf(box).smtp);
				const id = await api.createWorkflow(topUpWorkflow(token, smtp, device!));
				await openCanvas(editor, id, byHand.name);
				/** Executes the workflow, and answers its mail by a click. */
				const answer = async (number: number, button: string, end = 'success') => {
					await executeFrom(editor, byHand.name);
					const mail = await box.mail(number);
					assert.match(mail, /5 MB are left/);
					await reached(stage, id, number, 'waiting');
					await clickInMail(stage, editor, mail, button);
					await reached(stage, id, number, end);
					return mail;
				};
				// The item behind a question has the answer alone, and no device.
				await answer(1, 'Approve', 'error');
				await editor.onCanvas('Top up').dblclick();
				editor.clicks += 1;
				assert.match(
					(await editor.error()).text,
					/the field of a node before the question, such as/,
				);
				assert.deepEqual(made(), []);
				await editor.mode('endpointId', 'By ID');
				await editor.fillExpression('endpointId', "{{ $('Quota').item.json.endpoint_id }}");
				await editor.click(editor.page.getByTestId('ndv-close-button'));
				await answer(2, 'Decline');
				assert.deepEqual(made(), []);
				const mail = await answer(3, 'Approve');
				const once = [`dataQuota.set ${device!.id}`];
				assert.deepEqual(told(made()), once);
				editor.within(12);
				// The mail lies there still.
				await clickInMail(stage, editor, mail, 'Approve');
				assert.deepEqual(told(made()), once);
				assert.equal(service.store.dataQuotas.get(device!.id)?.volume, 45);
			}).finally(() => box.close());
		},
	},
];
