import assert from 'node:assert/strict';
import type { WorkflowNode } from '../../../../../demo/lib/api';
import type { SimulatorHandle } from '../../../../../simulator';
import type { Endpoint } from '../../../../../simulator/endpoints/entities';
import { n8nNode, workflowOf } from '../../../stage/workflows';
import { node, ours } from '../../editor';
import type { Journey } from '../../journey';
import type { Credential } from '../../stage';
import { openCanvas, reached } from './canvas';
import { withService } from './service';

/* Idle SIMs in a form, of which a person ticks those to suspend. */

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

export const ticked: Journey[] = [
	{
		name: 'whole job: SIMs idle for 30 days are listed in a form; those that are ticked are suspended, and no others',
		async run(stage, editor) {
			await withService(stage, 12, async ({ service, token, fleet, made }) => {
				const silent = fleet.slice(0, 5);
				fallSilent(service, fleet, silent);
				const id = await stage.api.createWorkflow(idleWorkflow(token));
				await openCanvas(editor, id, 'How long');
				editor.countFrom();
				/** Executes the workflow, types the days into its form, and has them listed. */
				const open = async () => {
					const [page] = await Promise.all([
						editor.page.waitForEvent('popup'),
						editor.click(editor.page.getByTestId('execute-workflow-button').first()),
					]);
					await editor.click(page.locator('input[type=number]'));
					await page.keyboard.type('30');
					await editor.click(page.getByRole('button', { name: 'List them' }));
					return page;
				};
				const page = await open();
				const boxes = page.locator('input[type=checkbox]');
				await boxes.first().waitFor();
				const listed = (await page.locator('body').innerText()).match(/device-\d+/g) ?? [];
				assert.deepEqual(listed.toSorted(), silent.map(({ name }) => name).toSorted());
				assert.deepEqual(made(), [], 'a list changes nothing');
				const chosen = [silent[1]!, silent[3]!];
				for (const { name } of chosen) await editor.click(page.getByText(name));
				await editor.click(page.getByRole('button', { name: 'Suspend' }));
				await page.getByText('2 suspended').waitFor();
				editor.within(6);
				await reached(stage, id, 1, 'success');
				assert.deepEqual(
					made()
						.map(({ kind, simId }) => `${kind} ${simId}`)
						.toSorted(),
					chosen.map(({ simId }) => `sim.suspended ${simId}`).toSorted(),
				);
				await page.close();
				// The others are listed again; where none is chosen, nothing is done.
				const again = await open();
				await again
					.getByText(/\d+ device-/)
					.first()
					.waitFor();
				assert.equal(await again.locator('input[type=checkbox]').count(), 3);
				await editor.click(again.getByRole('button', { name: 'Suspend' }));
				await reached(stage, id, 2, 'success');
				assert.equal(made().length, chosen.length);
				await again.close();
			});
		},
	},
];
