import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE_PROFILES } from '../../simulator/seedData';
import { type Execution, type N8nApi, outputOf } from './api';
import { bold, dim, green, red, say, step } from './console';
import { printFact } from './report';
import { LedgerPart, type Simulator } from './simulator';
import { bindWorkflow, readWorkflow } from './workflows';

/* The two active workflows: what the service does starts them. */

type Credential = { id: string; name: string };

/** What the triggers' part of the demo works on. */
export interface Triggers {
	api: N8nApi;
	simulator: Simulator;
	guardId: string;
	twoWayId: string;
}

/** Longer than one part of an SMS holds, with a character that needs UCS-2. */
const MESSAGE =
	'Temperature 21.5 °C, humidity 43 %, door closed, battery 87 % → all is well. ' +
	'Position 52.52 N 13.40 E, next report in one hour.';

const pick = (credential: Credential) => ({ id: credential.id, name: credential.name });

/** Imports and activates both workflows; "Two-way SMS" registers itself in the service profile. */
export async function activateTriggers(
	api: N8nApi,
	simulator: Simulator,
	account: Credential,
): Promise<Triggers> {
	const secret = await api.createCredential('Callback secret', 'cellularIotCallbackApi', {
		secret: randomBytes(32).toString('hex'),
	});
	const credentials = { cellularIotUserApi: pick(account), cellularIotCallbackApi: pick(secret) };
	const guard = bindWorkflow(readWorkflow('quota-guard'), { credentials });
	const twoWay = bindWorkflow(readWorkflow('two-way-sms'), {
		credentials,
		parameters: {
			'SMS from a device': {
				serviceProfileId: {
					__rl: true,
					mode: 'list',
					value: String(SERVICE_PROFILES.metered),
					cachedResultName: 'Metered SMS',
				},
			},
		},
	});
	const [guardId, twoWayId] = [await api.createWorkflow(guard), await api.createWorkflow(twoWay)];
	const mark = LedgerPart.mark(simulator);
	for (const id of [guardId, twoWayId]) await api.activateWorkflow(id);
	// n8n answers before it has started the triggers: the first poll, and the registration.
	const read = () =>
		simulator.ledger().requests.filter((r) => r.seq > mark && /\/quota\/sms$/.test(r.path)).length;
	const registered = () =>
		simulator.store.serviceProfiles.get(SERVICE_PROFILES.metered)?.apiCallbackId != null;
	const deadline = performance.now() + 30_000;
	while (!registered() || read() < simulator.store.quotas.size) {
		if (performance.now() > deadline) throw new Error('n8n did not start the triggers');
		await sleep(200);
	}
	return { api, simulator, guardId, twoWayId };
}

/** Calls a control route of the simulator: plays the device. */
async function control(simulator: Simulator, path: string, body: object): Promise<void> {
	const answer = await fetch(`${simulator.url}/_sim/${path}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!answer.ok)
		throw new Error(`/_sim/${path} answered ${answer.status}: ${await answer.text()}`);
}

/** The first `count` executions of a workflow, when they have ended. */
async function executionsOf(
	{ api }: Triggers,
	workflowId: string,
	count: number,
	withinMs: number,
): Promise<Execution[]> {
	const deadline = performance.now() + withinMs;
	let ids: string[] = [];
	while (ids.length < count && performance.now() < deadline) {
		await sleep(500);
		ids = (await api.listExecutions(workflowId)).map(({ id }) => id);
	}
	return await Promise.all(ids.map(async (id) => await api.waitForExecution(id)));
}

const succeeded = (executions: Execution[]) =>
	executions.length > 0 && executions.every(({ status }) => status === 'success');

/** SMS to a device since a mark, as the simulator's ledger has them. */
const sentTo = (simulator: Simulator, mark: number, endpointId: number) =>
	simulator
		.ledger()
		.effects.filter((e) => e.seq > mark && e.kind === 'sms.sent' && e.endpointId === endpointId)
		.map((e) => String((e.detail as { payload?: unknown } | undefined)?.payload));

/**
 * Uses up the quota of one device and lets another write; tells whether both workflows did what
 * they are for, by n8n's executions and by the simulator's ledger.
 */
export async function checkTriggers(triggers: Triggers): Promise<boolean> {
	const { simulator, guardId, twoWayId } = triggers;
	const [exhausted, writer] = [...simulator.store.quotas.keys()];
	if (exhausted === undefined || writer === undefined) throw new Error('No device has a quota');
	const facts: Array<[string, boolean]> = [];
	const mark = LedgerPart.mark(simulator);
	await control(simulator, 'consume', { endpointId: exhausted, volume: 1000 });

	say();
	await step(
		'"Two-way SMS": a device writes a message of two parts, in the wrong order',
		async () => {
			await control(simulator, 'device/sms', {
				endpointId: writer,
				payload: MESSAGE,
				order: [2, 1],
				repeat: 2,
			});
			const [answered] = await executionsOf(triggers, twoWayId, 1, 20_000);
			await control(simulator, 'sms/finish', { endpointId: writer });
			// Those of the provisioning are delivered and told of, too.
			const waiting = 2;
			const executions = await executionsOf(triggers, twoWayId, 1 + waiting, 20_000);
			const texts = answered ? outputOf(answered, 'SMS from a device') : [];
			const answers = sentTo(simulator, mark, writer);
			const receipts = executions.flatMap((one) => outputOf(one, 'Delivery noted'));
			say(dim(`  device ${writer}: ${MESSAGE}`));
			say(dim(`  answer:       ${answers.join(' | ')}`));
			facts.push(
				['both parts, each delivered twice, started one execution', texts.length === 1],
				[
					'its text is whole and its token was verified',
					texts[0]?.text === MESSAGE && texts[0]?.authenticated === true,
				],
				['one answer reached the service', answers.length === 1 && answers[0]!.startsWith('ACK')],
				[
					`delivery receipts came in: ${receipts.length}`,
					receipts.length === waiting && receipts.every(({ status }) => status === 'DELIVERED'),
				],
				['every execution ended well', succeeded(executions)],
			);
		},
	);
	await step('"Quota guard": a quota is used up; n8n polls once a minute', async () => {
		const executions = await executionsOf(triggers, guardId, 1, 100_000);
		const items = executions.flatMap((one) => outputOf(one, 'Quota exhausted'));
		const volume = simulator.store.quotas.get(exhausted)?.volume;
		const notes = sentTo(simulator, mark, exhausted);
		say(dim(`  device ${exhausted}: ${String(items[0]?.reason)}; note: ${notes.join(' | ')}`));
		facts.push(
			[
				'the used-up quota started one execution',
				items.length === 1 && items[0]?.event === 'exhausted',
			],
			// The note itself takes one from it.
			[`the quota was topped up; ${volume} are left after the note`, volume === 99],
			['one note was sent', notes.length === 1],
			['it ended well', succeeded(executions)],
		);
	});
	say();
	say(bold('  triggers'));
	for (const [fact, held] of facts) printFact(fact, held);
	const ok = facts.every(([, held]) => held);
	say();
	say(ok ? green('Both triggers fired.') : red('A trigger did not do what it is for.'));
	return ok;
}
