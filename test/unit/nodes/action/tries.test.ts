import type { IDataObject } from 'n8n-workflow';
import type { NodeRun } from '../../../support/n8n/n8n';
import { faultAt, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Under n8n's Retry On Fail, n8n-core runs the whole node again; the simulator counts the requests. */

const sim = simulated({ seed: { endpoints: 2, recordBodies: true } });

const texts = (count: number) => Array.from({ length: count }, (_, i) => `text ${i}`);

const send = async (payloads: string[], more: Partial<NodeRun> = {}) =>
	await runAt(
		sim,
		'sms send',
		{ endpointId: rl(10001), payload: '={{ $json.payload }}' },
		{ items: payloads.map((payload) => ({ payload })), maxTries: 3, ...more },
	);

/** Texts of the requests to send an SMS that reached the service. */
const asked = () =>
	sim
		.ledger()
		.requests.filter((r) => r.method === 'POST' && r.path.endsWith('/sms'))
		.map(({ body }) => (body as IDataObject).payload as string);
const applied = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;

test('1,000 items are sent once each although a tenth get no answer and a try is cut short', async () => {
	const all = texts(1_000);
	faultAt(
		sim,
		'POST /sms$',
		// n8n tries again when the first item has failed.
		{ kind: 'resetAfter', times: 1 },
		// The session of the first try and the next one are refused, and the run stops sending.
		{ kind: 'unauthorized', skip: 400, times: 40 },
		{ kind: 'resetAfter', rate: 0.1 },
	);
	const { items, errors } = await send(all, { onError: 'continueErrorOutput' });
	expect(applied()).toBe(1_000);
	const outcomes = errors.map(({ json }) => (json.details as IDataObject).outcome);
	expect(outcomes.length).toBeGreaterThan(50);
	expect(new Set(outcomes)).toEqual(new Set(['unknown']));
	expect(items.length + errors.length).toBe(1_000);
});

test('a run that stops at a failed item continues after it, and does not send that item again', async () => {
	const all = texts(60);
	faultAt(sim, 'POST /sms$', { kind: 'resetAfter', times: 1 });
	const { error } = await send(all);
	expect(error?.message).toMatch(/Unknown whether/);
	expect(error?.description).toMatch(/of 60 items 59 done, 1 unknown/i);
	expect(asked().sort()).toEqual(all.sort());
});

test('a refused item is sent again', async () => {
	faultAt(sim, 'POST /sms$', { kind: 'errorBefore', status: 422, times: 1 });
	const { items, error } = await send(texts(3));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(3);
	expect(applied()).toBe(3);
});

test('a bulk call without an answer is not sent again', async () => {
	faultAt(sim, 'POST endpoint/multi', { kind: 'resetAfter', times: 1 });
	const { error } = await runAt(
		sim,
		'endpoint createMany',
		{
			serviceProfileId: rl(101),
			tariffProfileId: rl(201),
			status: 0,
			valuesFrom: 'fields',
			identity: { name: '={{ $json.name }}' },
		},
		{ items: texts(4).map((name) => ({ name })), maxTries: 3 },
	);
	expect(error?.message).toMatch(/Unknown whether/);
	const made = sim.ledger().effects.filter(({ kind }) => kind === 'endpoint.created');
	expect(made).toHaveLength(4);
	expect(sim.ledger().counters.bulk).toBe(1);
});

test('another execution of the same node sends the same items again', async () => {
	await send(texts(2));
	await send(texts(2));
	expect(applied()).toBe(4);
});
