import { setTimeout as pause } from 'node:timers/promises';
import { SignJWT } from 'jose';
import type { WorkflowNode } from '../../../demo/lib/api';
import { exactly, type Figure } from '../../faults/figures';
import { say } from '../../faults/secrets';
import { until } from '../../support/until';
import { SECRET } from '../../unit/triggers/support';
import { deliver, message } from './calm';
import { EMPTY_TRIGGER } from '../stage/emptyNode';
import { answers, behindTrigger, post, RealN8n } from '../stage/realN8n';
import { cpuOf, forgetPeaks, median, peakOf } from '../stage/usage';

/*
 * The cost of a call with hundreds of concurrent calls, compared with a community trigger that only
 * answers, and with n8n's own Webhook: under n8n's default expression engine, which opens an isolate
 * for a call of any trigger except its Webhook.
 */

const ROUNDS = 3;
const BOUND = 1.2;
const SPEED_TIMEOUT_MS = 600_000;

interface Subject {
	name: string;
	path: string;
	trigger: Partial<WorkflowNode>;
	headers?: Record<string, string>;
	body: (text: string, id: number) => object;
	/** Checked against the bounds. */
	isOurs?: boolean;
	/** Waiting parts of long messages. */
	parts?: number;
}

async function subjects(secret: { id: string; name: string }): Promise<Subject[]> {
	const token = await new SignJWT({})
		.setProtectedHeader({ alg: 'HS256' })
		.sign(Buffer.from(SECRET));
	const credentials = { cellularIotCallbackApi: secret };
	const sms = { parameters: { authentication: 'cellularIotCallbackApi' }, credentials };
	const byToken = { headers: { Authorization: `Bearer ${token}` }, isOurs: true };
	const record = (text: string, id: number) => [
		{
			id,
			event_type: { id: 1, description: text },
			event_source: { id: 0, description: 'Network' },
			event_severity: { id: 0, description: 'INFO' },
			timestamp: '2026-03-01T12:00:00Z',
			alert: 0,
			description: text,
			endpoint: { id: 10_000 + (id % 50), name: 'device' },
		},
	];
	const body = (payload: string) => message({ payload });
	return [
		{
			name: "n8n's Webhook",
			path: 'bare',
			trigger: {
				type: 'n8n-nodes-base.webhook',
				parameters: { httpMethod: 'POST', path: 'bare', responseMode: 'onReceived' },
			},
			body,
		},
		{
			name: 'empty trigger',
			path: 'hook/empty',
			trigger: { type: EMPTY_TRIGGER, typeVersion: 1, parameters: {} },
			body,
		},
		{ name: 'SMS Trigger', path: 'speed/sms', trigger: sms, body, ...byToken },
		{
			name: 'SMS Trigger, 1,000 parts waiting',
			path: 'full/sms',
			trigger: sms,
			body,
			...byToken,
			isOurs: false,
			parts: 1_000,
		},
		{
			name: 'Stream Trigger',
			path: 'speed/stream',
			trigger: {
				type: 'n8n-nodes-cellular-iot.cellularIotStreamTrigger',
				parameters: { event: 'events', authentication: 'cellularIotCallbackApi' },
				credentials,
			},
			body: record,
			headers: { 'X-Stream-Secret': SECRET },
			isOurs: true,
		},
	];
}

interface Cost {
	/** Milliseconds per call: CPU time, and time until the last answer. */
	cpu: number;
	wall: number;
	/** Peak in MB. */
	peak: number;
	answered: number;
	runs: number;
	twice: number;
}

let nextId = 5_000_000;

/** Sends all calls concurrently to a freshly started n8n, until the last run has ended. */
async function storm(n8n: RealN8n, subject: Subject, count: number): Promise<Cost> {
	const { path, headers, body, parts = 0 } = subject;
	const address = `${n8n.url}/webhook/${path}`;
	const runs = async (where = '') => {
		const [row] = await n8n.ask<{ n: string }>(`select count(*) n from execution_entity ${where}`);
		return Number(row!.n);
	};
	const open = async () => await runs(`where status in ('new', 'running')`);
	const send = async (text: string) => {
		nextId += 1;
		return await post(address, body(text, nextId), SPEED_TIMEOUT_MS, headers);
	};
	await n8n.restart('SIGTERM');
	await answers(address, headers);
	const waiting = Array.from({ length: parts }, (_, i) =>
		message({
			multi_part_info: { partno: 1, total: 2, identifier: i % 256 },
			endpoint: { id: 30_000 + i },
		}),
	);
	await deliver(address, waiting, { headers });
	await Promise.all(Array.from({ length: 20 }, async () => await send('warm')));
	await until('the end of the first runs', async () => (await open()) === 0, 60);
	await pause(2_000);
	const [before, cpu, begun] = [await runs(), cpuOf(n8n.pid), performance.now()];
	forgetPeaks(n8n.pid);
	const texts = Array.from({ length: count }, (_, i) => `at once ${nextId} ${i} of all`);
	const seen = await Promise.all(texts.map(send));
	const wall = (performance.now() - begun) / count;
	await until('the end of all runs', async () => (await open()) === 0, 600);
	await pause(1_000);
	const used = (cpuOf(n8n.pid) - cpu) / count;
	const rows = await n8n.ask<{ data: string }>(
		`select d.data from execution_data d order by d."executionId" desc limit ${2 * count}`,
	);
	const twice = texts.filter((text) => rows.filter(({ data }) => data.includes(text)).length > 1);
	return {
		cpu: used,
		wall,
		peak: peakOf(n8n.pid),
		answered: seen.filter(({ status }) => status === 200).length,
		runs: (await runs()) - before,
		twice: twice.length,
	};
}

/** Concurrent calls of each webhook trigger. */
export async function speed(count: number): Promise<Figure[]> {
	const n8n = await RealN8n.start({ EXECUTIONS_DATA_PRUNE: 'false' });
	try {
		const secret = await n8n.api.createCredential('Secret', 'cellularIotCallbackApi', {
			secret: SECRET,
		});
		const all = await subjects(secret);
		for (const { name, path, trigger, headers } of all) {
			await n8n.publish(behindTrigger(name, path.split('/')[0]!, trigger), path, headers);
		}
		const costs = new Map<string, Cost[]>(all.map(({ name }) => [name, []]));
		// In turn, so that other load on the machine affects all of them.
		for (let round = 0; round < ROUNDS; round += 1) {
			for (const subject of all) {
				const cost = await storm(n8n, subject, count);
				costs.get(subject.name)!.push(cost);
				const { cpu, wall, peak, answered, runs, twice } = cost;
				say(
					`  ${subject.name}: ${cpu.toFixed(1)} ms of CPU a call (${wall.toFixed(1)} ms), ${peak.toFixed(0)} MB; ${answered} answered 200, ${runs} runs, ${twice} told twice`,
				);
			}
		}
		const of = (name: string, what: 'cpu' | 'peak') => median(costs.get(name)!.map((c) => c[what]));
		const [webhook, empty] = all as [Subject, Subject];
		const ratio = (subject: Subject, what: 'cpu' | 'peak', to: Subject) =>
			of(subject.name, what) / of(to.name, what);
		say(
			`  empty trigger beside n8n's Webhook: CPU ${ratio(empty, 'cpu', webhook).toFixed(2)} times, memory ${ratio(empty, 'peak', webhook).toFixed(2)} times`,
		);
		return all.slice(2).flatMap((subject) => {
			const [cpu, peak] = [ratio(subject, 'cpu', empty), ratio(subject, 'peak', empty)];
			const worst = costs.get(subject.name)!;
			const told = worst.every(
				({ runs, answered, twice }) => runs === count && answered === count && twice === 0,
			);
			return [
				exactly(
					`15, ${subject.name}: ${count} calls at once`,
					`${count} answered, told once each`,
					told
						? `${count} answered, told once each`
						: worst
								.map((c) => `${c.answered} answered, ${c.runs} runs, ${c.twice} twice`)
								.join('; '),
				),
				{
					name: `15, ${subject.name}: beside an empty trigger`,
					wanted: `CPU and memory of at most ${BOUND} times`,
					got: `CPU ${cpu.toFixed(2)} times, memory ${peak.toFixed(2)} times`,
					held: subject.isOurs !== true || (cpu <= BOUND && peak <= BOUND),
				},
			];
		});
	} finally {
		await n8n.stop();
	}
}
