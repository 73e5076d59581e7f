import { LOOK_MS, type WebhookWorkflow } from '../../../support/n8n/triggers';
import { until } from '../../../support/until';
import {
	credentialsOf,
	door,
	ORIGIN,
	streamsLeft,
	secretOf,
	sim,
	streams,
	recordsArrived,
	published,
	use,
} from './registering';

/* Registered streams after publication: at a start of n8n, during a test, and in error. */

describe('a start of n8n', () => {
	test('restarts streams that have failed, and leaves paused streams alone', async () => {
		const workflow = await published({ event: 'records' });
		const [events, usage] = streams();
		sim.streams.fail(usage!.id);
		Object.assign(events!, { statusId: 2 });
		workflow.restart();
		await workflow.activate('trigger', 'init');
		expect([events!.statusId, usage!.statusId]).toEqual([2, 1]);
	});

	test('removes the stream of a test during which n8n ended', async () => {
		const workflow = await published();
		await workflow.activate('manual');
		workflow.restart();
		await workflow.activate('trigger', 'init');
		expect(await streamsLeft()).toHaveLength(1);
		expect(credentialsOf().url).not.toContain('/webhook-test/');
	});

	test('leaves the trigger working when the service returns an error', async () => {
		const workflow = await published();
		sim.setFaults({
			rules: [{ kind: 'errorBefore', status: 422, match: { path: '/api/v2/data_stream' } }],
		});
		const headers = { 'x-stream-secret': secretOf() };
		await workflow.activate('trigger', 'init');
		expect((await workflow.deliver({ body: [], headers })).status).toBe(200);
	});
});

test('a test has its own stream while it listens', async () => {
	const workflow = await published();
	await workflow.activate('manual');
	expect(streams()).toHaveLength(2);
	expect(credentialsOf(1).url).toContain('/webhook-test/');
	const ids = use(3);
	await recordsArrived(6);
	expect(new Set(door.ids)).toEqual(new Set(ids));
	expect(streams()[1]!.name).toMatch(/ test \(usage\)$/);
	await workflow.deactivate('manual');
	expect(await streamsLeft()).toHaveLength(1);
	expect(credentialsOf().url).not.toContain('/webhook-test/');
});

describe('a stream in error while the workflow is published', () => {
	const fail = () => {
		for (const stream of streams()) stream.statusId = 3;
	};
	/** Checks the streams `times` times, every five minutes. */
	const watched = async (
		workflow: WebhookWorkflow,
		times: number,
		before: (turn: number) => void,
	) =>
		await workflow.watch(async (look) => {
			for (let turn = 1; turn <= times; turn += 1) {
				before(turn);
				await look();
			}
		});
	const looks = () =>
		sim
			.ledger()
			.requests.filter(
				(request) => `${request.method} ${request.path}` === 'GET /api/v2/data_stream',
			).length;
	const fakeTimers = () =>
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	afterEach(() => jest.useRealTimers());

	test('is found within five minutes, with one request per check and none after unpublishing', async () => {
		const workflow = await published({ options: { inError: 'tell' } });
		fakeTimers();
		const before = looks();
		await workflow.watch(async (look) => {
			fail();
			await jest.advanceTimersByTimeAsync(LOOK_MS - 1);
			expect(looks()).toBe(before);
			for (const [turn, ms] of [1, LOOK_MS, LOOK_MS].entries()) {
				await look(ms);
				expect(looks()).toBe(before + turn + 1);
			}
		});
		await jest.advanceTimersByTimeAsync(3 * LOOK_MS);
		expect(looks()).toBe(before + 3);
	});

	test.each([
		[undefined, 0, 1],
		['restart', 0, 1],
		['both', 1, 1],
		['tell', 1, 3],
		['nothing', 0, 3],
	])('with the option %s gives %i items and ends in state %i', async (inError, items, state) => {
		const workflow = await published({ options: inError === undefined ? {} : { inError } });
		fakeTimers();
		const told = await watched(workflow, 3, (turn) => {
			if (turn === 1) fail();
		});
		const item = {
			record: 'stream',
			event: 'streamInError',
			stream_id: [...sim.store.streams.keys()][0],
			restarted: inError === 'both',
		};
		expect(told).toMatchObject(Array(items).fill(item));
		jest.useRealTimers();
		await until('the state', () => streams()[0]!.statusId === state);
	});

	test('is reported again when it fails again, even after a check that was refused', async () => {
		const workflow = await published({ options: { inError: 'both' } });
		fakeTimers();
		const told = await watched(workflow, 5, (turn) => {
			if (turn === 2) {
				const match = { method: 'GET', path: '/api/v2/data_stream' };
				sim.setFaults({ rules: [{ kind: 'errorBefore', status: 422, match, times: 1 }] });
			}
			if (turn === 1 || turn === 4) fail();
		});
		expect(told).toHaveLength(2);
	});
});

test('a stream that pushes to another n8n is told once while the workflow is published', async () => {
	const workflow = await published({ options: { inError: 'both' } });
	const [stream] = streams();
	const elsewhere = workflow.address.replace(ORIGIN, 'https://copy.example');
	credentialsOf().url = credentialsOf().url.replace(workflow.address, elsewhere);
	stream!.statusId = 3;
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	try {
		const told = await workflow.watch(async (look) => {
			await look();
			await look();
		});
		expect(told).toEqual([
			{
				record: 'stream',
				event: 'streamAtAnotherAddress',
				stream_id: stream!.id,
				stream_name: stream!.name,
				address: elsewhere,
				timestamp: expect.any(String),
			},
		]);
		// It is the other one's to restart.
		expect(stream!.statusId).toBe(3);
	} finally {
		jest.useRealTimers();
	}
});
