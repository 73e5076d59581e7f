import type { IDataObject } from 'n8n-workflow';
import { start, type SimulatorHandle } from '../../../../simulator';
import { type NodeRun, runNode, storeFor } from '../../../support/n8n/n8n';
import { fresh } from '../../../support/simulator';

// Waits and clock pass two hundred times as fast.
jest.mock('../../../../src/ports', () =>
	jest.requireActual<object>('../../../support/scaledPorts'),
);

/* Under n8n's Retry On Fail, n8n-core runs the whole node again; the simulator counts what arrives. */

let sim: SimulatorHandle;
beforeAll(async () => {
	sim = await start({ limits: false, seed: { endpoints: 2, recordBodies: true } });
});
afterAll(async () => await sim.close());
beforeEach(async () => await fresh(sim));

const path = '/sms$';
const texts = (count: number) => Array.from({ length: count }, (_, i) => `text ${i}`);

const send = async (payloads: string[], more: Partial<NodeRun> = {}) =>
	await runNode({
		credentials: storeFor(sim.url),
		items: payloads.map((payload) => ({ payload })),
		parameters: {
			resource: 'sms',
			operation: 'send',
			endpointId: { __rl: true, mode: 'id', value: 10001 },
			payload: '={{ $json.payload }}',
		} as never,
		maxTries: 3,
		...more,
	});

/** Texts of the requests to send an SMS that reached the service. */
const asked = () =>
	sim
		.ledger()
		.requests.filter((r) => r.method === 'POST' && r.path.endsWith('/sms'))
		.map(({ body }) => (body as IDataObject).payload as string);
const applied = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;

test('1,000 items, one in ten without an answer and many never sent: each is sent once', async () => {
	const all = texts(1_000);
	await sim.setFaults({
		seed: 7,
		rules: [
			// n8n tries again when the first item has failed.
			{ match: { method: 'POST', path }, kind: 'resetAfter', times: 1 },
			// The session of the first try, and the next one: the run asks no more.
			{ match: { method: 'POST', path }, kind: 'unauthorized', skip: 400, times: 80 },
			{ match: { method: 'POST', path }, kind: 'resetAfter', rate: 0.1 },
		],
	});
	const { items, errors } = await send(all, { onError: 'continueErrorOutput' });
	expect(applied()).toBe(1_000);
	const outcomes = errors.map(({ json }) => (json.details as IDataObject).outcome);
	expect(outcomes.length).toBeGreaterThan(50);
	expect(new Set(outcomes)).toEqual(new Set(['unknown']));
	expect(items.length + errors.length).toBe(1_000);
});

test('a run that stops at its first failure goes on behind it, and sends that item no second time', async () => {
	const all = texts(60);
	await sim.setFaults({
		rules: [{ match: { method: 'POST', path }, kind: 'resetAfter', times: 1 }],
	});
	const { error } = await send(all);
	expect(error?.message).toMatch(/Unknown whether/);
	expect(error?.description).toMatch(/of 60 items 59 done, 1 unknown/i);
	expect(asked().sort()).toEqual(all.sort());
});

test('what was refused is tried again', async () => {
	const rule = { match: { method: 'POST', path }, status: 422, times: 1 };
	await sim.setFaults({ rules: [{ ...rule, kind: 'errorBefore' }] });
	const { items, error } = await send(texts(3));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	expect(applied()).toBe(3);
});

test('a bulk call without an answer is not sent a second time', async () => {
	const match = { method: 'POST', path: 'endpoint/multi' };
	await sim.setFaults({ rules: [{ match, kind: 'resetAfter', times: 1 }] });
	const { error } = await send([], {
		items: texts(4).map((name) => ({ name })),
		parameters: {
			resource: 'endpoint',
			operation: 'createMany',
			serviceProfileId: { __rl: true, mode: 'id', value: 101 },
			tariffProfileId: { __rl: true, mode: 'id', value: 201 },
			status: 0,
			options: { name: '={{ $json.name }}' },
		} as never,
	});
	expect(error?.message).toMatch(/Unknown whether/);
	const made = sim.ledger().effects.filter(({ kind }) => kind === 'endpoint.created');
	expect(made).toHaveLength(4);
	expect(sim.ledger().counters.bulk).toBe(1);
});

test('another execution of the same node remembers nothing', async () => {
	await send(texts(2));
	await send(texts(2));
	expect(applied()).toBe(4);
});
