import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowJson } from '../../../demo/lib/api';
import type { SimulatorHandle } from '../../../simulator';
import type { Figure } from '../../faults/figures';
import { byId } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { RedisServer } from '../../support/redis/redis';
import { until } from '../../support/until';
import { listen, type Listener } from '../stage/listen';
import { post, type RealN8n } from '../stage/realN8n';
import {
	accountNode,
	type Credential,
	linksTo,
	n8nNode,
	poster,
	webhook,
	workflowOf,
} from '../stage/workflows';
import { inRealN8n } from './inN8n';

/*
 * Runs of a real n8n ask devices and sleep; the devices answer in any order, some at once, while n8n is
 * killed and restarted. Each run reports its reply to the sink. A run that was active when n8n was
 * killed is marked as crashed and does not continue.
 */

interface Question {
	/** Its number, which is part of the reply. */
	number: number;
	endpoint: number;
	/** Text that identifies its reply among others of the device. */
	contains?: string;
	minutes: number;
}

const OUTPUTS = ['reply', 'delivered', 'timed out'];
/** Longest delay of an immediate reply, in milliseconds. */
const AT_ONCE_MS = 50;

/** Asks on a call of `ask`; each output reports to the sink. */
function askingWorkflow(sink: string, credential: Credential): WorkflowJson {
	const question = {
		resource: 'sms',
		operation: 'awaitReply',
		endpointId: byId('={{ $json.body.endpoint }}'),
		payload: '=STATUS {{ $json.body.number }}',
		waitMinutes: '={{ $json.body.minutes }}',
		options: { replyContains: '={{ $json.body.contains ?? undefined }}' },
	};
	const report = (output: string) =>
		`={{ JSON.stringify({ number: $('Asked').first().json.body.number, text: $json.reply, output: '${output}', outcome: $json.outcome }) }}`;
	const nodes = [
		webhook('Asked', 'ask'),
		accountNode('Ask', credential, question, 'cellularIotJobs'),
		...OUTPUTS.map((output) => poster(output, sink, report(output))),
	];
	return workflowOf('Asks', nodes, { Asked: linksTo('Ask'), Ask: linksTo(...OUTPUTS) });
}

/** Receives SMS from devices. */
function inboxWorkflow(credential: Credential): WorkflowJson {
	const parameters = {
		verification: 'none',
		registerCallback: 'remember',
		options: { awaited: 'handOver' },
	};
	const inbox = accountNode('Inbox', credential, parameters, 'cellularIotSmsTrigger');
	return workflowOf('Inbox', [
		{ ...inbox, typeVersion: 2, webhookId: 'inbox' },
		n8nNode('End', 'noOp', 1),
	]);
}

/** Half of them one per device; the others four per device, identified by their text. */
function questionsFor(endpoints: number[], count: number): Question[] {
	const alone = Math.floor(count / 2);
	return Array.from({ length: count }, (_, number) => {
		const isAlone = number < alone;
		const endpoint = endpoints[isAlone ? number : alone + ((number - alone) >> 2)]!;
		return { number, endpoint, minutes: 60, ...(!isAlone && { contains: `#${number}#` }) };
	});
}

/** The devices, which answer each SMS that the simulator has sent. */
class Devices {
	private next = 1;
	private seen = 0;

	constructor(
		private readonly sim: SimulatorHandle,
		private readonly address: () => string,
	) {}

	/** Numbers of questions sent since the last check. */
	asked(): number[] {
		const sent = this.sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent');
		const fresh = sent.slice(this.seen);
		this.seen = sent.length;
		return fresh.map(({ detail }) => Number(/STATUS (\d+)/.exec(JSON.stringify(detail))?.[1]));
	}

	/** Sends a reply until n8n has accepted it, like the service. */
	async reply({ number, endpoint }: Question): Promise<void> {
		const body = {
			id: 900_000 + (this.next += 1),
			payload: `OK #${number}#`,
			dcs: 0,
			submit_date: '2026-06-15 00:00:00',
			source_address: '88239',
			dest_address: '12345',
			endpoint: { id: endpoint },
			organisation: { id: 1001 },
		};
		const isTaken = async () => {
			const { status, text } = await post(this.address(), body);
			// Before it has migrated its database, n8n answers everything with 200.
			return status === 200 && !text.includes('n8n is starting up');
		};
		while (!(await isTaken())) await pause(200);
	}
}

const shuffled = <T>(all: T[]): T[] =>
	all
		.map((one) => ({ one, key: Math.random() }))
		.sort((a, b) => a.key - b.key)
		.map(({ one }) => one);

export const awaits = async (size: { waits: number; kills: number }): Promise<Figure[]> => {
	const redis = await RedisServer.start();
	const sink = await listen();
	try {
		return await inRealN8n(
			{ seed: { endpoints: size.waits + 20 } },
			async ({ sim, n8n, credential }) => {
				const ask = await n8n.publish(askingWorkflow(sink.url, credential), 'ask').catch(() => {
					throw new Error('the asking workflow has no address');
				});
				await n8n.publish(inboxWorkflow(credential), 'inbox/sms');
				const address = () => `${n8n.url}/webhook/inbox/sms`;
				const endpoints = [...sim.store.endpoints.values()]
					.filter(({ organisationId, simId }) => organisationId === 1001 && simId !== null)
					.map(({ id }) => id);
				return await askAndAnswer({ n8n, sim, sink, endpoints, address, ask }, size);
			},
			{ shareLimits: true, redisUrl: redis.url },
		);
	} finally {
		sink.close();
		await redis.down();
	}
};

interface Stage {
	n8n: RealN8n;
	sim: SimulatorHandle;
	sink: Listener<Record<string, unknown>>;
	endpoints: number[];
	address: () => string;
	ask: { id: string; address: string };
}

/** Replies that come while n8n is being killed. */
const EARLY = 5;

/** Numbers of the questions whose runs are marked as crashed. */
async function crashed({ n8n, ask }: Stage): Promise<number[]> {
	const ids = await n8n.ask<{ id: number }>(
		`SELECT id FROM execution_entity WHERE status = 'crashed' AND "workflowId" = '${ask.id}'`,
	);
	return await Promise.all(
		ids.map(async ({ id }) => {
			const { data } = await n8n.api.waitForExecution(String(id));
			const asked = data.resultData.runData.Asked?.[0]?.data?.main?.[0]?.[0]?.json.body;
			return (asked as Question).number;
		}),
	);
}

async function askAndAnswer(
	stage: Stage,
	{ waits, kills }: { waits: number; kills: number },
): Promise<Figure[]> {
	const { n8n, sim, sink, endpoints, address, ask } = stage;
	const questions = questionsFor(endpoints, waits);
	const devices = new Devices(sim, address);
	const isAtOnce = ({ number }: Question) => number % 10 === 0;
	devices.asked();
	let asking = true;
	const atOnce: Array<Promise<void>> = [];
	const quick = (async () => {
		while (asking) {
			for (const number of devices.asked()) {
				const question = questions[number];
				if (!question || !isAtOnce(question)) continue;
				const reply = pause(Math.random() * AT_ONCE_MS).then(() => devices.reply(question));
				atOnce.push(reply);
			}
			await pause(2);
		}
	})();
	const sent = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;
	for (const question of questions) {
		await post(ask.address, question);
		while (sent() < question.number - 8) await pause(20);
	}
	await until('all questions', async () => sent() >= waits, 600, 100);
	asking = false;
	await quick;
	await Promise.all(atOnce);
	const told = () => new Set(sink.told.map(({ number }) => number)).size;
	await until('the replies at once', async () => told() >= atOnce.length, 300, 100);
	say(`  ${waits} asked, ${told()} answered within ${AT_ONCE_MS} ms`);
	const rest = shuffled(questions.filter((question) => !isAtOnce(question)));
	const size = Math.ceil(rest.length / (kills + 1));
	for (let kill = 0; kill <= kills; kill += 1) {
		const part = rest.slice(kill * size, (kill + 1) * size);
		// The first replies of each part arrive while n8n is down.
		const early = part.splice(0, kill === 0 ? 0 : EARLY);
		const restarting = kill === 0 ? undefined : n8n.restart('SIGKILL');
		await Promise.all([restarting, ...early.map(async (one) => await devices.reply(one))]);
		for (const question of part) await devices.reply(question);
		const wanted = atOnce.length + Math.min(rest.length, (kill + 1) * size);
		const ended = async () => {
			const numbers = sink.told.map(({ number }) => number);
			return new Set([...numbers, ...(await crashed(stage))]).size;
		};
		await until('the replies', async () => (await ended()) >= wanted, 600, 500);
		say(`  ${told()} of ${waits} answered after ${kill} of ${kills} kills`);
	}
	// Runs that were resumed twice would report again.
	await pause(3_000);
	const own = sink.told.filter(
		({ number, text, output }) => text === `OK #${String(number)}#` && output === 'reply',
	);
	const answered = new Set(own.map(({ number }) => number));
	const lost = (await crashed(stage)).filter((number) => !answered.has(number));
	const said = (replies: number, crossed: number, messages: number) =>
		`${replies} runs with their own reply, ${crossed} with another or twice, ${messages} SMS`;
	const got = said(answered.size, sink.told.length - answered.size, sent());
	const atKills = `; ${lost.length} that n8n was killed under (at most ${EARLY * kills})`;
	return [
		{
			name: `await: ${waits} questions, replies shuffled, n8n killed ${kills} times`,
			wanted: said(waits, 0, waits),
			got: got + atKills,
			held: got === said(waits - lost.length, 0, waits) && lost.length <= EARLY * kills,
		},
		await withoutReply(stage, waits),
	];
}

/** A device that gets its SMS and does not reply, and a device that is not reached. */
async function withoutReply({ sim, sink, endpoints, ask }: Stage, first: number): Promise<Figure> {
	const [silent, away] = endpoints.slice(-2).map((id) => sim.store.endpoints.get(id)!);
	silent!.connectivity = 'ONLINE';
	away!.connectivity = 'OFFLINE';
	const minutes = 0.1;
	await post(ask.address, { number: first, endpoint: silent!.id, minutes });
	await post(ask.address, { number: first + 1, endpoint: away!.id, minutes });
	const outcomes = () =>
		[first, first + 1].map((number) => {
			const one = sink.told.find((told) => told.number === number);
			return `${String(one?.output)} (${String(one?.outcome)})`;
		});
	const wanted = 'delivered (noReply), timed out (timedOut)';
	await until('the ends of both', async () => !outcomes().join().includes('undefined'), 300, 200);
	const got = outcomes().join(', ');
	return {
		name: 'await: a device that is silent, and one away',
		wanted,
		got,
		held: got === wanted,
	};
}
