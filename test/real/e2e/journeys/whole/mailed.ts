import assert from 'node:assert/strict';
import { control } from '../../../../../demo/lib/everyEvent';
import { bindWorkflow, readWorkflow } from '../../../../../demo/lib/workflows';
import type { SimulatorHandle } from '../../../../../simulator';
import { openMailbox, smtpOf } from '../../../workflows/mailbox';
import type { Journey } from '../../journey';
import { executeFrom, openCanvas, reached } from './canvas';
import { withService } from './service';

/* A report that is mailed each Monday, from the imported example. */

const DAY_MS = 86_400_000;

/** Gives a device so many MB on each of the last seven days, and far more before them. */
async function usesEachDay(service: SimulatorHandle, endpointId: number, mb: number) {
	const day = (ago: number) =>
		new Date(service.clock.now() - ago * DAY_MS).toISOString().slice(0, 10);
	const days = Array.from({ length: 20 }, (_, ago) => [day(ago), ago <= 6 ? mb : 1_000]);
	await control(service, 'usage', {
		endpointId,
		isMadeUp: false,
		days: Object.fromEntries(days) as object,
	});
}

export const mailed: Journey[] = [
	{
		name: 'whole job: who used more than 50 MB last week is mailed each Monday, the heaviest first; nobody, no mail',
		async run(stage, editor) {
			const { api } = stage;
			const box = await openMailbox();
			await withService(stage, 5, async ({ service, token, fleet, made }) => {
				for (const [place, mb] of [5, 10, 20, 1, 7].entries())
					await usesEachDay(service, fleet[place]!.id, mb);
				const smtp = await api.createCredential('Mail', 'smtp', smtpOf(box).smtp);
				const example = bindWorkflow(readWorkflow('heavy-users'), {
					credentials: { cellularIotTokenApi: token, smtp },
				});
				const id = await api.createWorkflow(example);
				await openCanvas(editor, id, 'Every Monday');
				editor.countFrom();
				await executeFrom(editor, 'Every Monday');
				const mail = await box.mail(1);
				editor.within(1);
				await reached(stage, id, 1, 'success');
				assert.match(mail, /Subject: 2 devices above 50 MB last week/);
				const named = [...mail.matchAll(/\((\d+)\): ([\d.]+) MB/g)].map(([, device, mb]) => [
					Number(device),
					Math.round(Number(mb)),
				]);
				assert.deepEqual(named, [
					[fleet[2]!.id, 140],
					[fleet[1]!.id, 70],
				]);
				for (const { id: endpointId } of fleet) await usesEachDay(service, endpointId, 5);
				await executeFrom(editor, 'Every Monday');
				await reached(stage, id, 2, 'success');
				assert.equal(box.count(), 1, 'a week without such a device is not mailed');
				assert.deepEqual(made(), [], 'a report changes nothing');
			}).finally(() => box.close());
		},
	},
];
