import { setTimeout as sleep } from 'node:timers/promises';

import { SERVICE_PROFILES } from '../../simulator/seed/data';
import { type Execution, type N8nApi, outputOf } from './api';
import { bold, dim, green, red, say, step } from './console';
import * as play from './everyEvent';
import { control } from './everyEvent';
import { printFact } from './report';
import { LedgerPart, type Simulator } from './simulator';
import { bindWorkflow, readWorkflow } from './workflows';

/* The two active workflows, which events of the service start. */

type Credential = { id: string; name: string };

/** The context of the triggers' part of the demo. */
interface Triggers {
	api: N8nApi;
	simulator: Simulator;
	guardId: string;
	twoWayId: string;
	everyId: string;
	cast: play.Cast;
}

/** Longer than one SMS part, with a character that needs UCS-2. */
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
	const credentials = { cellularIotUserApi: pick(account) };
	const cast = castFrom(simulator);
	const guard = bindWorkflow(readWorkflow('quota-guard'), {
		credentials,
		// The other devices stay unchanged, so that their events are visible.
		parameters: {
			'Quota exhausted': {
				scope: 'picked',
				endpoints: {
					values: [{ endpointId: { __rl: true, mode: 'id', value: String(guardedBy(simulator)) } }],
				},
			},
		},
	});
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
	await play.prepare(simulator, cast);
	const ids: string[] = [];
	const mark = LedgerPart.mark(simulator);
	for (const workflow of [guard, twoWay, play.everyEventWorkflow(pick(account))]) {
		const id = await api.createWorkflow(workflow);
		await api.activateWorkflow(id);
		ids.push(id);
	}
	const [guardId = '', twoWayId = '', everyId = ''] = ids;
	// n8n answers before the triggers have started, with their first poll and registration.
	const requests = (path: RegExp) =>
		simulator.ledger().requests.filter((r) => r.seq > mark && path.test(r.path)).length;
	// One workflow watches every device, the other a single device.
	const wanted = simulator.store.endpoints.size + 1;
	const polled = () => requests(/\/quota\/sms$/) >= wanted && requests(/\/event$/) > 0;
	const registered = () =>
		simulator.store.serviceProfiles.get(SERVICE_PROFILES.metered)?.apiCallbackId != null;
	const deadline = performance.now() + 300_000;
	while (!registered() || !polled()) {
		if (performance.now() > deadline) throw new Error('n8n did not start the triggers');
		await sleep(200);
	}
	// The last poll has not stored its state yet.
	await sleep(2000);
	return { api, simulator, guardId, twoWayId, everyId, cast };
}

/** The device whose quota the guard renews and the device that sends an SMS: the last two. */
const guardedBy = (simulator: Simulator) => Math.max(...simulator.store.quotas.keys()) - 1;
const writerOf = (simulator: Simulator) => guardedBy(simulator) + 1;

/** Roles of the first devices; the last two have others. */
function castFrom(simulator: Simulator): play.Cast {
	const ids = [...simulator.store.quotas.keys()].sort((a, b) => a - b);
	if (ids.length < 10) throw new Error('The demo needs ten devices with a quota');
	const [exhausted, threshold, expired, renewed, deleted, blocked, unblocked, assigned] = ids as [
		number,
		number,
		number,
		number,
		number,
		number,
		number,
		number,
	];
	return { exhausted, threshold, expired, renewed, deleted, blocked, unblocked, assigned };
}

/** Items of a trigger over several executions, as `event endpoint`, sorted. */
const emittedBy = (executions: Execution[], node: string): string[] =>
	executions
		.flatMap((execution) => outputOf(execution, node))
		.map(({ event, endpoint }) => `${String(event)} ${String((endpoint as { id: number }).id)}`)
		.sort();

/** Waits for the first `count` executions of a workflow to end. */
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

/** SMS to a device since a mark, from the simulator's ledger. */
const sentTo = (simulator: Simulator, mark: number, endpointId: number) =>
	simulator
		.ledger()
		.effects.filter((e) => e.seq > mark && e.kind === 'sms.sent' && e.endpointId === endpointId)
		.map((e) => String((e.detail as { payload?: unknown } | undefined)?.payload));

/** Calls the registered address without knowing the secret. */
async function strangerCalls(simulator: Simulator): Promise<boolean> {
	const address = [...simulator.store.callbacks.values()].at(-1)?.url ?? '';
	const forged = `${btoa('{"alg":"none"}')}.${btoa('{}')}.`.replaceAll('=', '');
	const statuses: number[] = [];
	for (const headers of [
		{},
		{ Authorization: `Bearer ${forged}` },
		{ Authorization: 'Bearer x.y.z' },
	]) {
		const answer = await fetch(address, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...headers },
			body: JSON.stringify({ payload: 'forged', endpoint: { id: 10001 } }),
		});
		statuses.push(answer.status);
	}
	return statuses.every((status) => status === 401);
}

/**
 * Uses up the quota of one device and sends an SMS from another. Returns whether both workflows did
 * their job, according to n8n's executions and the simulator's ledger.
 */
export async function checkTriggers(triggers: Triggers): Promise<boolean> {
	const { simulator, guardId, twoWayId, everyId, cast } = triggers;
	const [guarded, writer] = [guardedBy(simulator), writerOf(simulator)];
	const facts: Array<[string, boolean]> = [];
	const mark = LedgerPart.mark(simulator);
	await play.happen(simulator, cast);
	await control(simulator, 'consume', { endpointId: guarded, volume: 1000 });

	say();
	facts.push([
		'a call without a token, or with a forged one, gets 401',
		await strangerCalls(simulator),
	]);
	await step(
		'"Two-way SMS": a device sends a message of two parts in the wrong order',
		async () => {
			await control(simulator, 'device/sms', {
				endpointId: writer,
				payload: MESSAGE,
				order: [2, 1],
				repeat: 2,
			});
			const [answered] = await executionsOf(triggers, twoWayId, 1, 120_000);
			await control(simulator, 'sms/finish', { endpointId: writer });
			// Messages of the provisioning are delivered and get receipts, too.
			const waiting = 2;
			const executions = await executionsOf(triggers, twoWayId, 1 + waiting, 120_000);
			const texts = answered ? outputOf(answered, 'SMS from a device') : [];
			const answers = sentTo(simulator, mark, writer);
			const receipts = executions.flatMap((execution) => outputOf(execution, 'Delivery noted'));
			say(dim(`  device ${writer}: ${MESSAGE}`));
			say(dim(`  answer:       ${answers.join(' | ')}`));
			facts.push(
				['both parts, each delivered twice, started one execution', texts.length === 1],
				[
					'its text is complete and its token was verified',
					texts[0]?.text === MESSAGE && texts[0]?.authenticated === true,
				],
				['one answer reached the service', answers.length === 1 && answers[0]!.startsWith('ACK')],
				[
					`delivery receipts came in: ${receipts.length}`,
					receipts.length === waiting && receipts.every(({ status }) => status === 'DELIVERED'),
				],
				['every execution succeeded', succeeded(executions)],
			);
		},
	);
	await step('"Quota guard": a quota is exhausted; n8n polls once a minute', async () => {
		const executions = await executionsOf(triggers, guardId, 1, 300_000);
		const items = executions.flatMap((execution) => outputOf(execution, 'Quota exhausted'));
		const volume = simulator.store.quotas.get(guarded)?.volume;
		const notes = sentTo(simulator, mark, guarded);
		say(dim(`  device ${guarded}: ${String(items[0]?.reason)}; note: ${notes.join(' | ')}`));
		facts.push(
			[
				'the exhausted quota started one execution',
				items.length === 1 && items[0]?.event === 'exhausted',
			],
			// The note itself consumes one.
			[`the quota was topped up; ${volume} are left after the note`, volume === 99],
			['one note was sent', notes.length === 1],
			['it succeeded', succeeded(executions)],
		);
	});
	await step('Every event of the quota trigger, by status and by event feed', async () => {
		// The polled state of the guarded device depends on which workflow polls first.
		const ofOthers = (all: string[]) => all.filter((event) => !event.endsWith(` ${guarded}`));
		const wanted = { [play.STATUS]: play.toldByStatus(cast), [play.FEED]: play.toldByFeed(cast) };
		const deadline = performance.now() + 300_000;
		let told: Record<string, string[]> = {};
		let executions: Execution[] = [];
		const count = (all: Record<string, string[]>) => Object.values(all).flat().length;
		while (count(told) < count(wanted) && performance.now() < deadline) {
			executions = await executionsOf(triggers, everyId, executions.length + 1, 20_000);
			told = Object.fromEntries(
				Object.keys(wanted).map((name) => [name, ofOthers(emittedBy(executions, name))]),
			);
		}
		for (const [name, events] of Object.entries(wanted)) {
			const got = told[name] ?? [];
			const same = String(got) === String(events.sort());
			if (!same) say(red(`  ${name}: ${got.join(', ')} instead of ${events.join(', ')}`));
			facts.push([
				`${name}: ${new Set(events.map((event) => event.split(' ')[0])).size} kinds of events, once each`,
				same,
			]);
		}
	});
	say();
	say(bold('  triggers'));
	for (const [fact, held] of facts) printFact(fact, held);
	const ok = facts.every(([, held]) => held);
	say();
	say(ok ? green('Both triggers fired.') : red('A trigger failed.'));
	return ok;
}
