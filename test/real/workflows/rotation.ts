import { outputOf } from '../../../demo/lib/api';
import { bindWorkflow, readWorkflow } from '../../../demo/lib/workflows';
import { APPLICATION_TOKENS, USERS } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { keepSecret } from '../../faults/secrets';
import { until } from '../../support/until';
import { requested } from './fleet';
import { openMailbox, press } from './mailbox';
import { mustSucceed, settings, type Stage } from './stage';

/* Replacing a token after approval by email; offboarding a person. */

const NAME = 'n8n production';

export async function rotation(stage: Stage): Promise<Figure[]> {
	const { sim, api, n8nUrl } = stage;
	const old = sim.store.applicationTokens.get(APPLICATION_TOKENS.enterprise)!;
	old.description = `${NAME} (the first)`;
	const box = await openMailbox();
	try {
		const { id: credentialId } = await api.createCredential('Rotated', 'cellularIotTokenApi', {
			baseUrl: sim.url,
			applicationToken: APPLICATION_TOKENS.enterprise,
		});
		const smtp = await api.createCredential('Rotation mail', 'smtp', {
			host: '127.0.0.1',
			port: box.port,
			secure: false,
			disableStartTls: true,
		});
		const n8nApi = await api.createCredential('n8n API', 'n8nApi', {
			apiKey: api.apiKey,
			baseUrl: `${n8nUrl}/api/v1`,
		});
		const values = { tokenName: NAME, credentialId, n8nUrl, serviceUrl: sim.url };
		const workflow = await api.createWorkflow(
			bindWorkflow(readWorkflow('rotate-the-token'), {
				credentials: {
					cellularIotTokenApi: { id: credentialId, name: 'Rotated' },
					smtp: { id: smtp.id, name: smtp.name },
					n8nApi: { id: n8nApi.id, name: n8nApi.name },
				},
				parameters: settings({ ...values, lifetimeDays: 30 }),
			}),
		);
		const from = sim.ledger().effects.length;
		const made = () =>
			sim
				.ledger()
				.effects.slice(from)
				.flatMap(({ kind, detail }) =>
					kind.startsWith('applicationToken') ? [`${kind} ${String(detail.id)}`] : [],
				);
		const isWaiting = async () =>
			(await api.listExecutions(workflow)).some(({ status }) => status === 'waiting');
		/** Runs it and clicks a button in the email. */
		const answer = async (mails: number, approved: boolean) => {
			await api.runWorkflow(workflow, 'Run by hand');
			const mail = await box.mail(mails);
			await until('a run that waits', isWaiting, 300, 300);
			const before = made().length;
			await press(mail, approved);
			await until('the end', async () => !(await isWaiting()), 300, 300);
			return before;
		};
		const declined = await answer(1, false);
		const afterDeclined = made().length;
		const before = await answer(2, true);
		const done = await box.mail(3);
		await until('the revocation', () => old.statusId === 1);
		const [text, fresh] = [...sim.store.applicationTokens].at(-1)!;
		keepSecret(text);
		// The stored data of its runs, if there are any.
		const runs = await api.listExecutions(workflow);
		const stored = await Promise.all(runs.map(async ({ id }) => await api.waitForExecution(id)));
		return [
			exactly('rotation: changes before a person pressed', '0, 0', `${declined}, ${before}`),
			exactly('rotation: changes after it was declined', '0', String(afterDeclined)),
			exactly(
				'rotation: what happened, in order',
				`applicationToken.created ${fresh.id}, applicationToken.revoked ${old.id}`,
				made().join(', '),
			),
			exactly(
				'rotation: the old one and the new one',
				'revoked, activated with an expiry date',
				[
					old.statusId === 1 ? 'revoked' : 'activated',
					`${fresh.statusId === 0 ? 'activated' : 'revoked'} ${fresh.expiryDate === null ? 'for ever' : 'with an expiry date'}`,
				].join(', '),
			),
			exactly(
				'rotation: mails and stored runs that hold a token',
				'0',
				String([done, JSON.stringify(stored)].filter((shown) => shown.includes(text)).length),
			),
		];
	} finally {
		box.close();
	}
}

/** A user with a trusted device and a token. */
export async function offboarding(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const { id: userId, username } = USERS.restricted;
	const now = sim.clock.now();
	sim.store.trustedDevices.set(9_700, {
		id: 9_700,
		userId,
		fingerprint: 'of a person',
		operatingSystem: null,
		browser: null,
		name: null,
		activatedAt: now,
		expiresAt: now + 86_400_000,
	});
	const token = sim.store.applicationTokens.get(APPLICATION_TOKENS.reseller)!;
	const own = { ...token, id: 9_700, creatorId: userId, description: 'of a person' };
	sim.store.applicationTokens.set(keepSecret('app-token-of-a-person'), own);
	const run = await load('offboard-a-person', {
		user: 'totp',
		parameters: settings({ email: username }),
	});
	const from = sim.ledger().effects.length;
	const execution = mustSucceed(await run());
	const made = requested(sim.ledger().effects.slice(from));
	return [
		exactly(
			'offboarding: what happened',
			`trustedDevice.deleted 9700, user.updated ${userId}`,
			made
				.map(({ kind, detail }) => `${kind} ${String(detail.id)}`)
				.sort()
				.join(', '),
		),
		exactly(
			'offboarding: tokens to be replaced',
			'9700',
			outputOf(execution, 'Tokens to replace')
				.map(({ id }) => id)
				.join(', '),
		),
	];
}
