import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowJson } from '../../../demo/lib/api';
import { type SimulatorHandle, start } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import { say } from '../../faults/secrets';
import { until } from '../../support/until';
import {
	accountNode,
	type Credential,
	linksTo,
	n8nNode,
	resellerAccount,
	webhook,
	workflowOf,
} from '../stage/workflows';
import { Cluster } from './instance';
import { checkServices } from './services';

/*
 * Waits in queue mode with two workers, without a Redis in the account: each execution sleeps in n8n's database,
 * and goes on in whichever worker is there; one worker is killed meanwhile.
 */

const EXECUTIONS = 10;
/** The devices of an execution: one takes its SMS at once, one while n8n sleeps, one never. */
const FATES = ['atOnce', 'later', 'never'] as const;
const DEVICES = EXECUTIONS * FATES.length;
/** n8n sleeps in its database from 65 seconds on. */
const SLEEP = { amount: 66, unit: 'seconds' };
const DELIVERED = 4;

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Sends an SMS to each device and awaits its delivery in a loop. */
const waitingWorkflow = (credential: Credential): WorkflowJson =>
	workflowOf(
		'Waits',
		[
			webhook('Call', 'waits'),
			n8nNode('Devices', 'splitOut', 1, { fieldToSplitOut: 'body.items' }),
			accountNode('Send', credential, {
				resource: 'sms',
				operation: 'send',
				endpointId: byId('={{ $json.id }}'),
				payload: 'hello',
			}),
			accountNode(
				'Await',
				credential,
				{
					resource: 'await',
					operation: 'delivered',
					endpointId: byId('={{ $json.endpoint_id }}'),
					smsIds: '={{ $json.sms_ids }}',
					waitHere: 5,
					atMost: 1.2,
					atMostUnit: 'minutes',
				},
				'cellularIotJobs',
			),
			n8nNode('Wait', 'wait', 1.1, SLEEP),
			n8nNode('Met', 'noOp', 1),
			n8nNode('Timed Out', 'noOp', 1),
		],
		{
			Call: linksTo('Devices'),
			Devices: linksTo('Send'),
			Send: linksTo('Await'),
			Await: linksTo('Met', 'Wait', 'Timed Out'),
			Wait: linksTo('Await'),
		},
	);

async function measure(sim: SimulatorHandle, cluster: Cluster): Promise<Figure[]> {
	const credential = await resellerAccount(cluster.api, sim.url);
	const id = await cluster.api.createWorkflow(waitingWorkflow(credential));
	await cluster.api.activateWorkflow(id);
	const devices = [...sim.store.endpoints.values()].slice(0, DEVICES);
	const fateOf = new Map(devices.map((device, i) => [device.id, FATES[i % FATES.length]!]));
	for (const device of devices) {
		device.connectivity = fateOf.get(device.id) === 'atOnce' ? 'ONLINE' : 'OFFLINE';
	}
	const bodies = Array.from({ length: EXECUTIONS }, (_, i) => ({
		items: devices
			.slice(i * FATES.length, (i + 1) * FATES.length)
			.map(({ id: endpointId }) => ({ id: endpointId })),
	}));
	await cluster.call('waits', bodies);
	const asleep = await until('all executions asleep', async () => {
		const all = await cluster.api.listExecutions(id);
		const own = all.filter(({ status }) => status === 'waiting');
		return own.length === EXECUTIONS && own;
	});
	const workers = counts(asleep.map(({ id: deviceId }) => cluster.workerOf(deviceId)?.pid)).size;
	for (const [endpointId, fate] of fateOf) {
		if (fate !== 'later') continue;
		const finished = await fetch(`${sim.url}/_sim/sms/finish`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ endpointId, status: DELIVERED }),
		});
		if (!finished.ok) throw new Error(await finished.text());
	}
	await cluster.kill(cluster.workers[0]!);
	await pause(2_000);
	say('  a worker was killed while the executions slept');
	const ended = await cluster.ended(id, EXECUTIONS);
	await cluster.record(ended.keys());
	const wanted = { atOnce: 'met', later: 'met', never: 'timedOut' };
	let right = 0;
	for (const [execution] of ended) {
		const { data } = await cluster.api.waitForExecution(execution);
		const ends = ['Met', 'Timed Out'].flatMap((node) =>
			(data.resultData.runData[node] ?? []).flatMap((run) => run.data?.main[0] ?? []),
		);
		for (const { json } of ends) {
			if (json.outcome === wanted[fateOf.get(Number(json.endpoint_id))!]) right += 1;
		}
	}
	const well = [...ended.values()].filter((status) => status === 'success').length;
	const sent = sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;
	return [
		exactly(
			'queue mode: waits',
			`${EXECUTIONS} executions well ended, begun by 2 workers, one of them killed; ${DEVICES} items each by its right output, ${DEVICES} SMS sent`,
			`${well} executions well ended, begun by ${workers} workers, one of them killed; ${right} items each by its right output, ${sent} SMS sent`,
		),
	];
}

/** n8n in queue mode with two workers. */
export async function waits(): Promise<Figure[]> {
	await checkServices();
	const sim = await start({ port: 0, limits: false, seed: { endpoints: DEVICES } });
	let cluster: Cluster | undefined;
	try {
		cluster = await Cluster.start();
		return await measure(sim, cluster);
	} finally {
		await cluster?.stop();
		await sim.close();
	}
}
