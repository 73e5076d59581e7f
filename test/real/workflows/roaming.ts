import { until } from '../../support/until';
import { exactly, type Figure } from '../../faults/figures';
import { imeisvOf, poll, session } from './alerts';
import { openMailbox, smtpOf } from './mailbox';
import { ENTERPRISE, fleetOf, mustSucceed, type Stage } from './stage';

/* Three devices come near their days in a country: each Monday one mail names them, the nearest first. */

const RULE = { country: 'Germany', days: 20, windowDays: 60, countedBy: 'imei' };

export async function roaming(stage: Stage): Promise<Figure[]> {
	const { api } = stage;
	const near = fleetOf(stage, ENTERPRISE).slice(20, 23);
	const box = await openMailbox();
	const id = await stage.create('roaming-days-each-monday', {
		user: 'trial',
		others: smtpOf(box),
		parameters: { 'Near a limit': { roamingRules: { rows: [RULE] } } },
	});
	const again = async () => {
		await api.deactivateWorkflow(id);
		await api.activateWorkflow(id);
	};
	const monday = async () => mustSucceed(await api.runToEnd(id, 'Run by hand', 300_000));
	try {
		await poll(stage, again);
		await monday();
		const before = box.count();
		near.forEach(({ id: endpointId }, i) => session(stage, endpointId, imeisvOf(700 + i, 1)));
		await poll(stage, again);
		// The run by hand, and the one of the trigger.
		const areKept = async () => (await api.listExecutions(id)).length === 2;
		await until('the run of the trigger', areKept, 300, 500);
		for (const { id: run } of await api.listExecutions(id))
			mustSucceed(await api.waitForExecution(run));
		await monday();
		const mail = await box.mail(1);
		await monday();
		await box.mail(2);
		const lines = mail.match(/near 20 days of 60 in Germany on \d{4}-\d\d-\d\d; /g) ?? [];
		return [
			exactly('roaming: mails on a Monday without a device', '0', String(before)),
			exactly('roaming: subject', 'true', String(mail.includes('3 devices near a limit'))),
			exactly('roaming: lines of devices', '3', String(lines.length)),
			exactly('roaming: mails of two Mondays', '2', String(box.count())),
		];
	} finally {
		await api.deactivateWorkflow(id);
		box.close();
	}
}
