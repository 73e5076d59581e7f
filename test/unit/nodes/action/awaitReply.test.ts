import { setTimeout as pause } from 'node:timers/promises';
import {
	type IDataObject,
	type INode,
	NodeHelpers,
	SEND_AND_WAIT_OPERATION,
	Workflow,
} from 'n8n-workflow';
import { JOB_RESOURCES, operationsOf } from '../../../../src/table/entries';
import { forgetMemory } from '../../../../src/triggers/runtime/inMemory';
import type { CredentialStore } from '../../../support/credentials';
import { actionNode, nodeTypes, storeFor } from '../../../support/n8n/n8n';
import { SleepingRun } from '../../../support/n8n/sleeping';
import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { runAt, simulated } from '../../../support/simulator';
import { turns } from '../../../support/turns';
import { rl } from '../rows/rowTypes';

/* A run that sends questions to devices, waits, and resumes with their replies, in n8n's own contexts. */

const NODE: INode = {
	id: 'ask',
	name: 'Ask',
	type: 'n8n-nodes-cellular-iot.cellularIotJobs',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const sim = simulated({ seed: { endpoints: 4 } });
let credentials: CredentialStore;
let inbox: WebhookWorkflow;
const runs: SleepingRun[] = [];
beforeEach(() => {
	credentials = storeFor(sim.url);
	inbox = new WebhookWorkflow({ verification: 'none', registerCallback: 'remember' }, credentials);
});
afterEach(async () => {
	await Promise.all(runs.splice(0).map(async (run) => await run.close()));
	forgetMemory();
});

/** A run that sends a question to the endpoint of each item. */
async function ask(
	parameters: IDataObject = {},
	more: Partial<INode> = {},
	id?: string,
): Promise<SleepingRun> {
	const run = await SleepingRun.of(
		credentials,
		{
			resource: 'sms',
			operation: 'awaitReply',
			waitMinutes: 10,
			endpointId: rl('={{ $json.id }}'),
			payload: 'STATUS?',
			...parameters,
		} as never,
		more,
		id,
	);
	runs.push(run);
	return run;
}

let smsId = 5000;
/** Delivers a device's message as the service does. */
const says = async (endpoint: number, payload: string, edit: IDataObject = {}) => {
	inbox.edit(edit as never);
	return await inbox.deliver({
		body: {
			id: (smsId += 1),
			payload,
			submit_date: '2026-06-15 00:00:10',
			dest_address: '12345',
			endpoint: { id: endpoint },
			organisation: { id: 1001 },
		},
	});
};
const sent = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;
const ended = async (run: SleepingRun) => {
	while (run.status === 'waiting' || run.status === 'running') await pause(5);
};

test('a reply resumes the run and leaves through the first output', async () => {
	const run = await ask();
	await run.start([{ id: 10001 }]);
	expect(run.status).toBe('waiting');
	expect((await says(10001, 'OK 42')).items).toHaveLength(1);
	await ended(run);
	expect(run.outputs).toEqual([
		[
			expect.objectContaining({
				endpoint_id: 10001,
				sent: true,
				outcome: 'reply',
				reply: 'OK 42',
				message: expect.objectContaining({ text: 'OK 42', authenticated: false }),
			}),
		],
		[],
		[],
	]);
	expect(JSON.stringify(run.outputs)).not.toContain('_deliveries');
	expect([run.resumed, sent()]).toEqual([1, 1]);
});

test('a run started in the editor sends its question and is resumed too', async () => {
	const run = await ask();
	run.isManual = true;
	await run.start([{ id: 10001 }]);
	expect(run.error).toBeUndefined();
	await says(10001, 'OK');
	await ended(run);
	expect(run.outputs[0]).toEqual([expect.objectContaining({ reply: 'OK' })]);
});

test('a trigger with "hand over" starts no run for an awaited reply, and one for any other message', async () => {
	const run = await ask();
	await run.start([{ id: 10001 }]);
	const options = { options: { awaited: 'handOver' } };
	expect((await says(10001, 'yes', options)).items).toBeUndefined();
	await ended(run);
	expect((await says(10001, 'no question', options)).items).toHaveLength(1);
});

test('a trigger without a credential or with a different account resumes no run', async () => {
	const run = await ask();
	await run.start([{ id: 10001 }]);
	await says(10001, 'forged', { registerCallback: false });
	credentials.set('cellularIotUserApi', {
		baseUrl: sim.url,
		username: 'b',
		password: 'c',
	} as never);
	await says(10001, 'forged', {
		registerCallback: 'remember',
		authentication: 'cellularIotUserApi',
	});
	await turns();
	expect([run.status, run.calls.slice(1)]).toEqual(['waiting', []]);
});

test('a run over several devices waits until all have replied, and pairs each reply with its item', async () => {
	const run = await ask();
	await run.start([{ id: 10001 }, { id: 10002 }]);
	await says(10002, 'two');
	await turns();
	expect(run.status).toBe('waiting');
	await says(10001, 'one');
	await ended(run);
	expect(run.outputs[0]!.map(({ endpoint_id, reply }) => [endpoint_id, reply])).toEqual([
		[10001, 'one'],
		[10002, 'two'],
	]);
});

test('a message of another device does not resume the run', async () => {
	const run = await ask();
	await run.start([{ id: 10001 }]);
	await says(10002, 'of another device');
	expect(run.status).toBe('waiting');
});

test('a run that times out leaves through the third output with the outcome "unheard"', async () => {
	const run = await ask();
	const from = Date.now();
	await run.start([{ id: 10001 }]);
	expect(run.waitTill!.getTime()).toBeGreaterThanOrEqual(from + 600_000);
	forgetMemory();
	await run.timeOut();
	expect(run.outputs).toEqual([
		[],
		[],
		[expect.objectContaining({ endpoint_id: 10001, outcome: 'unheard', sms_status: 'unknown' })],
	]);
	expect(sent()).toBe(1);
});

test('the run waits for the sent items when another item could not be sent', async () => {
	const run = await ask({}, { onError: 'continueRegularOutput' });
	await run.start([{ id: 10001 }, { id: 99999 }]);
	await says(10001, 'one');
	await ended(run);
	expect(run.outputs[0]).toHaveLength(1);
	expect(run.outputs[2]).toEqual([
		expect.objectContaining({ error: expect.any(String) as string }),
	]);
});

test('nothing is sent when n8n cannot reach its own webhook address', async () => {
	const run = await ask();
	await run.close();
	await run.start([{ id: 10001 }]);
	expect(run.error?.message).toContain('does not reach itself');
	expect(sent()).toBe(0);
	runs.splice(0);
});

test('an agent gets an error that it cannot wait, and nothing is sent', async () => {
	const question = { waitMinutes: 1, payload: 'STATUS?', endpointId: rl('10001') };
	const { items } = await runAt(sim, 'sms awaitReply', question, {
		typeName: 'n8n-nodes-cellular-iot.cellularIotJobsTool',
		items: [{ id: 10001 }],
	});
	expect(JSON.stringify(items)).toContain('cannot sleep');
	expect(sent()).toBe(0);
});

test('only Await Reply has three outputs, and n8n makes no approval tool of the node', () => {
	const type = actionNode({ resource: 'sms', operation: 'awaitReply' });
	const outputsOf = (resource: string, operation: string) => {
		const parameters = { authentication: 'cellularIotTokenApi', resource, operation };
		const node = { ...NODE, parameters };
		const workflow = new Workflow({
			id: 'w',
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: nodeTypes({ [NODE.type]: type }),
		});
		return NodeHelpers.getNodeOutputs(workflow, node, type.description);
	};
	expect(outputsOf('sms', 'awaitReply')).toEqual([
		{ type: 'main', displayName: 'Reply' },
		{ type: 'main', displayName: 'Delivered, No Reply' },
		{ type: 'main', displayName: 'Timed Out' },
	]);
	const others = operationsOf(JOB_RESOURCES).filter(({ name }) => name !== 'awaitReply');
	expect(others.length).toBeGreaterThan(1);
	for (const { resource, name } of others) expect(outputsOf(resource, name)).toEqual(['main']);
	// n8n makes an approval tool of a node with webhooks that has an operation of this name.
	const values = type.description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [] }) => options.map((one) => ('value' in one ? one.value : '')));
	expect(values).not.toContain(SEND_AND_WAIT_OPERATION);
	expect(type.description.webhooks!.every(({ restartWebhook }) => restartWebhook)).toBe(true);
	expect(type.description.usableAsTool).toBe(true);
});

test("a run of a database that was restored, with another run's id, asks and is answered by itself", async () => {
	const before = await ask();
	await before.start([{ id: 10001 }]);
	// The database forgets the run, the mailbox does not.
	const again = await ask({ options: { replyContains: 'NEW' } }, {}, before.id);
	await again.start([{ id: 10001 }]);
	expect(again.error).toBeUndefined();
	expect(sent()).toBe(2);
	await says(10001, 'NEW 42');
	await ended(again);
	expect(again.outputs[0]).toMatchObject([{ outcome: 'reply', reply: 'NEW 42' }]);
});
