import type { WebhookWorkflow } from '../../../support/n8n/triggers';
import { movingOn } from '../../../support/movedPorts';
import { answersAt, nobodyAt, UNUSED } from '../copies';
import { ORIGIN, published, sim, streams, streamsLeft, trigger } from './registering';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));
jest.mock('../../../../src/triggers/runtime/inMemory', () =>
	jest.requireActual<object>('../../../support/n8n/processes'),
);
beforeAll(() => movingOn(sim.clock));

/*
 * A copy of n8n with the streams of its original: instance, workflow and node have the same IDs. The
 * original answers at ORIGIN, the copy at COPY.
 */

const COPY = 'https://copy.example';
const addresses = () =>
	streams().map(({ destination }) => (destination.credentials as { url: string }).url);
/** The streams as they stand, in every detail. */
const state = () => JSON.stringify(streams());
const starts = async (workflow: WebhookWorkflow) => await workflow.activate('trigger', 'init');
const changes = () => sim.ledger().effects.length;

describe('a copy that starts beside its original', () => {
	test('leaves the streams of the original as they are, and asks it without any secret', async () => {
		const original = await published({ event: 'records' });
		const copy = original.copiedTo(COPY);
		const asked = answersAt(ORIGIN, original);
		answersAt(COPY, copy);
		const before = [state(), changes()];
		await starts(copy);
		expect([state(), changes()]).toEqual(before);
		expect(asked.length).toBeGreaterThan(0);
		for (const headers of asked) {
			expect(Object.keys(headers)).not.toContain('authorization');
			expect(Object.keys(headers)).not.toContain('x-stream-secret');
		}
		// The original starts again, and still has its streams.
		await starts(original);
		expect([state(), changes()]).toEqual(before);
	});

	test.each([
		['a proxy that answers 502', { status: 502, body: '<h1>Bad Gateway</h1>' }],
		['a proxy that answers 404', { status: 404, body: '404 page not found' }],
		['a page of an n8n that starts', { status: 200, body: 'n8n is starting up. Please wait' }],
		['an n8n in which the workflow is unpublished', UNUSED],
	])('leaves them where %s stands before the original', async (_name, page) => {
		const original = await published();
		const copy = original.copiedTo(COPY);
		answersAt(ORIGIN, page);
		answersAt(COPY, copy);
		const before = [state(), changes()];
		await starts(copy);
		expect([state(), changes()]).toEqual(before);
	});

	test('takes them over when no connection to the original can be made', async () => {
		const original = await published({ event: 'records' });
		const ids = streams().map(({ id }) => id);
		const copy = original.copiedTo(COPY);
		nobodyAt(ORIGIN);
		answersAt(COPY, copy);
		await starts(copy);
		expect(streams().map(({ id }) => id)).toEqual(ids);
		for (const address of addresses()) expect(address).toContain(`${copy.address}?`);
	});

	test('leaves them when it does not reach itself, and so cannot tell who else is there', async () => {
		const original = await published();
		const copy = original.copiedTo(COPY);
		nobodyAt(ORIGIN);
		nobodyAt(COPY);
		const before = [state(), changes()];
		await starts(copy);
		expect([state(), changes()]).toEqual(before);
	});

	test('leaves them when both have one WEBHOOK_URL, where the original has changed since', async () => {
		const original = await published();
		const copy = original.copiedTo(ORIGIN);
		original.edit({ event: 'events' });
		await original.activate();
		answersAt(ORIGIN, original);
		await streamsLeft();
		const before = [state(), changes()];
		await starts(copy);
		expect([state(), changes()]).toEqual(before);
	});

	test('leaves the stream of a test that runs in the original', async () => {
		const original = trigger();
		await original.activate('manual');
		const copy = original.copiedTo(COPY);
		answersAt(ORIGIN, original);
		answersAt(COPY, copy);
		await starts(copy);
		expect(addresses().some((address) => address.startsWith(`${ORIGIN}/webhook-test/`))).toBe(true);
	});
});

describe('a person at the copy', () => {
	test('is told why the workflow is not published, and nothing changes', async () => {
		const original = await published();
		const copy = original.copiedTo(COPY);
		answersAt(ORIGIN, original);
		answersAt(COPY, copy);
		const before = [state(), changes()];
		await expect(copy.activate()).rejects.toMatchObject({
			message: expect.stringContaining(`of this trigger calls ${original.address}, where another`),
			description: expect.stringContaining('Unpublish the workflow in one of them'),
		});
		expect([state(), changes()]).toEqual(before);
	});

	test.each(['delete', 'pause'])(
		'unpublishes without touching the streams of the original, with %s',
		async (unpublished) => {
			const original = await published({ options: { unpublished } });
			const copy = original.copiedTo(COPY);
			answersAt(ORIGIN, original);
			answersAt(COPY, copy);
			const before = [state(), changes()];
			await copy.deactivate();
			expect([state(), changes()]).toEqual(before);
		},
	);

	test('unpublishes its own stream, at its own address', async () => {
		const original = await published();
		const copy = original.copiedTo(COPY);
		nobodyAt(ORIGIN);
		answersAt(COPY, copy);
		await starts(copy);
		await copy.deactivate();
		expect(await streamsLeft()).toHaveLength(0);
	});
});

test('an address that changes within one n8n takes its streams along', async () => {
	const workflow = await published({ event: 'records' });
	const ids = streams().map(({ id }) => id);
	answersAt(ORIGIN, workflow);
	answersAt('https://new.example', workflow);
	workflow.origin = 'https://new.example';
	await starts(workflow);
	expect(streams().map(({ id }) => id)).toEqual(ids);
	for (const address of addresses()) expect(address).toContain(`${workflow.address}?`);
});

test('another process of the same n8n, on the same database, is no other n8n', async () => {
	const workflow = await published();
	const sibling = workflow.copiedTo('https://new.example');
	// Both have the new address, as processes of one n8n do; the sibling answers for both addresses.
	workflow.origin = sibling.origin;
	answersAt(ORIGIN, sibling);
	answersAt(sibling.origin, sibling);
	await starts(workflow);
	expect(addresses()).toEqual([expect.stringContaining(`${workflow.address}?`)]);
});

test('a challenge starts no run, and its answer differs for each challenge', async () => {
	const workflow = await published();
	const ask = async (challenge: string) =>
		await workflow.deliver({ body: [], headers: { 'x-cellular-iot-challenge': challenge } });
	const [first, again, second] = [
		await ask('a'.repeat(43)),
		await ask('a'.repeat(43)),
		await ask('b'.repeat(43)),
	];
	expect(first).toMatchObject({ status: 200, items: undefined });
	expect(first.body).toEqual(again.body);
	expect(first.body).not.toEqual(second.body);
	expect(JSON.stringify(first.body)).not.toContain(new URL(workflow.address).pathname);
	// Anything else is a call, and needs the secret.
	expect(await ask('short')).toMatchObject({ status: 401 });
});
