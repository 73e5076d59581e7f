import assert from 'node:assert/strict';
import type { WorkflowNode } from '../../../../../demo/lib/api';
import type { SimulatorHandle } from '../../../../../simulator';
import type { Endpoint } from '../../../../../simulator/endpoints/entities';
import { giveDataQuota } from '../../../../support/dataQuotas';
import { byHand, linksTo, n8nNode, workflowOf } from '../../../stage/workflows';
import { openMailbox, smtpOf } from '../../../workflows/mailbox';
import { node, ours } from '../../editor';
import type { Journey } from '../../journey';
import type { Credential } from '../../stage';
import { clickInMail, executeFrom, openCanvas, reached } from './canvas';
import { told, withService } from './service';

/* Jobs in which a person decides before anything is done: in a form, and by an email. */

const DAY_MS = 86_400_000;

/** Some devices have had no sign of life for a long time; the others were seen yesterday. */
function fallSilent(service: SimulatorHandle, fleet: Endpoint[], silent: Endpoint[]): void {
	const now = service.clock.now();
	for (const endpoint of fleet) {
		service.store.sims.get(endpoint.simId!)!.activationDate = now - 90 * DAY_MS;
		if (silent.includes(endpoint)) endpoint.network = 'network_determined_not_reachable';
		else service.connect(endpoint.id, { kind: 'attach', at: now - DAY_MS });
	}
	service.store.touch();
}

const form = (name: string, typeVersion: number, type: string, parameters: object): WorkflowNode =>
	node(name, `n8n-nodes-base.${type}`, parameters as Record<string, unknown>, {
		typeVersion,
		webhookId: name.toLowerCase().replaceAll(' ', '-'),
	});

const CHOSEN = 'Suspend these';

/** A form asks for the days, shows the idle SIMs with a box before each, and suspends those that are ticked. */
const idleWorkflow = (token: Credential) =>
	workflowOf('Suspend idle SIMs that somebody has ticked', [
		form('How long', 2.3, 'formTrigger', {
			formTitle: 'Idle SIMs',
			formFields: { values: [{ fieldLabel: 'Days', fieldType: 'number', requiredField: true }] },
			options: { buttonLabel: 'List them' },
		}),
		ours(token, 'Idle SIMs', {
			resource: 'sim',
			operation: 'findIdle',
			days: '={{ $json.Days }}',
			verify: 'all',
			options: { failAbove: 10 },
		}),
		form('Which ones', 2.3, 'form', {
			defineForm: 'json',
			jsonOutput: `={{ JSON.stringify([{
				fieldLabel: '${CHOSEN}', fieldType: 'checkbox', fieldOptions: { values:
					$('Idle SIMs').all().map(({ json }) => ({ option: json.iccid + ' ' + json.endpoint_name })) } }]) }}`,
			options: { buttonLabel: 'Suspend' },
		}),
		n8nNode('One by one', 'splitOut', 1, { fieldToSplitOut: CHOSEN, options: {} }),
		ours(token, 'Suspend', {
			resource: 'sim',
			operation: 'update',
			simId: { __rl: true, mode: 'iccid', value: `={{ $json['${CHOSEN}'].split(' ')[0] }}` },
			status: 2,
		}),
		form('Done', 2.3, 'form', {
			operation: 'completion',
			completionTitle: "={{ $('Suspend').all().length }} suspended",
		}),
	]);

/** The quota of a device is read, a person is asked by email, and it is topped up if the answer is yes. */
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
				endpointId: { __rl: true, mode: 'id', value: "={{ $('Quota').item.json.endpoint_id }}" },
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

export const approved: Journey[] = [
	{
		name: 'whole job: SIMs idle for 30 days are listed in a form; those that are ticked are suspended, and no others',
		async run(stage, editor) {
			await withService(stage, 12, async ({ service, token, fleet, made }) => {
				const silent = fleet.slice(0, 5);
				fallSilent(service, fleet, silent);
				const id = await stage.api.createWorkflow(idleWorkflow(token));
				await openCanvas(editor, id, 'How long');
				editor.countFrom();
				const opened = editor.page.waitForEvent('popup');
				await editor.click(editor.page.getByTestId('execute-workflow-button').first());
				const page = await opened;
				await editor.click(page.locator('input[type=number]'));
				await page.keyboard.type('30');
				await editor.click(page.getByRole('button', { name: 'List them' }));
				const boxes = page.locator('input[type=checkbox]');
				await boxes.first().waitFor();
				const listed = (await page.locator('body').innerText()).match(/device-\d+/g) ?? [];
				assert.deepEqual(listed.toSorted(), silent.map(({ name }) => name).toSorted());
				assert.deepEqual(made(), [], 'a list changes nothing');
				const ticked = [silent[1]!, silent[3]!];
				for (const { name } of ticked) await editor.click(page.getByText(name));
				await editor.click(page.getByRole('button', { name: 'Suspend' }));
				await page.getByText('2 suspended').waitFor();
				editor.within(6);
				await reached(stage, id, 1, 'success');
				assert.deepEqual(
					made()
						.map(({ kind, simId }) => `${kind} ${simId}`)
						.toSorted(),
					ticked.map(({ simId }) => `sim.suspended ${simId}`).toSorted(),
				);
				await page.close();
			});
		},
	},
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
				const answer = async (number: number, button: string) => {
					await executeFrom(editor, byHand.name);
					const mail = await box.mail(number);
					assert.match(mail, /5 MB are left/);
					await reached(stage, id, number, 'waiting');
					await clickInMail(stage, editor, mail, button);
					await reached(stage, id, number, 'success');
					return mail;
				};
				await answer(1, 'Decline');
				assert.deepEqual(made(), []);
				const mail = await answer(2, 'Approve');
				const topUp = [`dataQuota.set ${device!.id}`];
				assert.deepEqual(told(made()), topUp);
				editor.within(4);
				// The mail lies there still.
				await clickInMail(stage, editor, mail, 'Approve');
				assert.deepEqual(told(made()), topUp);
				assert.equal(service.store.dataQuotas.get(device!.id)?.volume, 45);
			}).finally(() => box.close());
		},
	},
];
