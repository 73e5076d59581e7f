import assert from 'node:assert/strict';
import { bindWorkflow, readWorkflow } from '../../../../../demo/lib/workflows';
import { FORM_USER } from '../../../workflows/people';
import { fallSilent } from '../../../workflows/ticked';
import type { Journey } from '../../journey';
import { openCanvas, reached } from './canvas';
import { withService } from './service';

/* Idle SIMs in a form, of which a person ticks those to suspend, from the imported example. */

export const ticked: Journey[] = [
	{
		name: 'whole job: SIMs idle for 30 days are listed in a form; those that are ticked are suspended, and no others',
		async run(stage, editor) {
			await withService(stage, 12, async ({ service, token, fleet, made }) => {
				const silent = fleet.slice(0, 5);
				fallSilent(service, fleet, silent);
				const httpBasicAuth = await stage.api.createCredential(
					'Form users',
					'httpBasicAuth',
					FORM_USER,
				);
				const example = bindWorkflow(readWorkflow('suspend-idle-sims'), {
					credentials: { cellularIotTokenApi: token, httpBasicAuth },
				});
				const id = await stage.api.createWorkflow(example);
				// A user types it into the window that the browser opens.
				const { user: username, password } = FORM_USER;
				await editor.page.context().setHTTPCredentials({ username, password });
				await openCanvas(editor, id, 'How long');
				editor.countFrom();
				/** Executes the workflow, types the days into its form, and has them listed. */
				const open = async () => {
					const [page] = await Promise.all([
						editor.page.waitForEvent('popup'),
						editor.click(editor.page.getByTestId('execute-workflow-button').first()),
					]);
					await editor.click(page.locator('input[type=number]'));
					await page.keyboard.press('ControlOrMeta+a');
					await page.keyboard.type('30');
					await editor.click(page.getByRole('button', { name: 'List them' }));
					await page.locator('input[type=checkbox]').first().waitFor();
					return page;
				};
				const page = await open();
				const listed = (await page.locator('body').innerText()).match(/device-\d+/g) ?? [];
				assert.deepEqual(listed.toSorted(), silent.map(({ name }) => name).toSorted());
				assert.deepEqual(made(), [], 'a list changes nothing');
				const chosen = [silent[1]!, silent[3]!];
				for (const { name } of chosen) await editor.click(page.getByText(name));
				await editor.click(page.getByRole('button', { name: 'Suspend' }));
				await page.getByText('2 of 2 suspended').waitFor();
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
				assert.equal(await again.locator('input[type=checkbox]').count(), 3);
				await editor.click(again.getByRole('button', { name: 'Suspend' }));
				await again.getByText('Nothing suspended').waitFor();
				await reached(stage, id, 2, 'success');
				assert.equal(made().length, chosen.length);
				await again.close();
			});
		},
	},
];
