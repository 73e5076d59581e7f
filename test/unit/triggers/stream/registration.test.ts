import { type SimulatorHandle, start } from '../../../simulator';
import { until } from '../../cluster/until';
import { LOOK_MS, WebhookWorkflow } from '../../support/triggers';
import { credentialsFor, service } from '../support';
import { Door } from './door';

/* "Register Stream" against the simulator, which pushes to the workflow. */

const ORIGIN = 'https://n8n.example';
const RESELLER = 1001;

let sim: SimulatorHandle;
let door: Door;
const workflows: WebhookWorkflow[] = [];
beforeAll(async () => {
	sim = await start({ limits: false, seed: { endpoints: 20 } });
	door = await Door.open((path) =>
		workflows.find(({ address }) => new URL(address).pathname === path.replace('-test', '')),
	);
});
afterAll(async () => {
	await sim.close();
	await door.close();
});
beforeEach(async () => {
	await sim.reset();
	workflows.length = 0;
	for (const list of [door.runs, door.statuses]) list.length = 0;
	door.after = (status) => status;
	sim.streams.set({ reach: { [ORIGIN]: door.url }, intervalMs: 20, backoffMs: 5 });
});

function trigger(parameters: object = {}): WebhookWorkflow {
	const given = { event: 'usage', registerStream: true, ...parameters };
	const workflow = new WebhookWorkflow(given as never, credentialsFor(sim.url), 'stream');
	workflow.origin = ORIGIN;
	workflows.push(workflow);
	return workflow;
}

const streams = () => [...sim.store.streams.values()];
const credentialsOf = (at = 0) =>
	streams()[at]!.destination.credentials as { url: string; headers: string[]; size: number };
const secretOf = (at = 0) => credentialsOf(at).headers[0]!.split(':')[1]!;
const endpoints = () =>
	[...sim.store.endpoints.values()].filter((one) => one.organisationId === RESELLER);
/** One record of each of these devices. */
const use = (count: number) =>
	sim.streams.usage(
		endpoints()
			.slice(0, count)
			.map(({ id }) => ({ endpointId: id, rx: 0.3, tx: 0.1 })),
	);
const told = async (count: number) =>
	await until(`${count} records`, () => door.ids.length >= count, 10);

test('publishing makes a stream that runs, with a secret that n8n does not keep', async () => {
	const workflow = trigger({ options: { streamName: 'fleet' } });
	await workflow.activate();
	expect(streams()).toMatchObject([{ name: 'fleet (usage)', typeId: 1, statusId: 1 }]);
	expect(credentialsOf().url).toContain(`${workflow.address}?`);
	expect(secretOf()).toMatch(/^[\w-]{43}$/);
	expect(JSON.stringify(workflow.saved)).not.toContain(secretOf());
	const ids = use(20);
	await told(20);
	expect(door.ids).toEqual(ids);
	expect(door.headers['x-stream-secret']).toBe(secretOf());
	await until('all are taken', () => sim.streams.tally().taken === 20, 5);
	expect(sim.streams.tally()).toMatchObject({ made: 20, taken: 20, sent: 20, waiting: 0 });
});

test('records of both kinds need two streams, at one address', async () => {
	await trigger({ event: 'records', options: { streamName: 'all', size: 7 } }).activate();
	expect(streams().map(({ name, typeId }) => [name, typeId])).toEqual([
		['all (events)', 2],
		['all (usage)', 1],
	]);
	expect(credentialsOf().size).toBe(7);
	const [endpoint] = endpoints();
	use(1);
	await service(sim, 'PATCH', `/api/v1/endpoint/${endpoint!.id}`, { status: { id: 1 } });
	await told(2);
	expect(new Set(door.runs.flat().map(({ record }) => record))).toEqual(
		new Set(['usage', 'event']),
	);
});

test('filters of events go with the stream, and change with the form', async () => {
	const workflow = trigger({ event: 'events', options: { eventTypeIds: [18, 19] } });
	await workflow.activate();
	expect(streams()[0]!.filters).toEqual([{ field: 'event_type_id', value: [18, 19] }]);
	workflow.edit({ options: { alertsOnly: true } });
	await workflow.activate();
	expect(streams()).toMatchObject([{ filters: [{ field: 'alert', value: true }], statusId: 1 }]);
	workflow.edit({ options: {} });
	await workflow.activate();
	expect(streams()).toMatchObject([{ filters: [], statusId: 1 }]);
});

test('a call without the secret gets 401 and starts nothing', async () => {
	const workflow = trigger();
	await workflow.activate();
	const wrong: Array<Record<string, string>> = [{}, { 'x-stream-secret': 'x'.repeat(43) }];
	for (const headers of wrong) {
		const answer = await workflow.deliver({ body: [], headers });
		expect(answer).toMatchObject({ status: 401, items: undefined });
	}
	const headers = { 'x-stream-secret': secretOf() };
	expect((await workflow.deliver({ body: [], headers })).status).toBe(200);
	workflow.restart();
	expect((await workflow.deliver({ body: [], headers })).status).toBe(200);
});

test('a secret that is not known here is neither right nor wrong', async () => {
	const workflow = trigger();
	await workflow.activate();
	workflow.restart();
	workflow.saved = {};
	const headers = { 'x-stream-secret': secretOf() };
	expect(await workflow.deliver({ body: [], headers })).toMatchObject({
		status: 503,
		headers: { 'retry-after': '5' },
	});
});

describe('publishing again', () => {
	test('what stands is left as it is', async () => {
		const workflow = trigger();
		await workflow.activate();
		const before = sim.ledger().effects.length;
		await workflow.activate();
		workflow.restart();
		await workflow.activate();
		expect(
			sim
				.ledger()
				.effects.slice(before)
				.map(({ kind }) => kind),
		).toEqual([]);
	});

	test('another address: the stream is paused, moved, and goes on; nothing is lost', async () => {
		const workflow = trigger();
		await workflow.activate();
		const old = secretOf();
		const [stream] = streams();
		let moved = false;
		// Records are made all the time, also while it is paused.
		const ids = use(20);
		const traffic = setInterval(() => ids.push(...use(5)), 10);
		await told(20);
		workflow.move();
		await workflow.activate().finally(() => (moved = true));
		clearInterval(traffic);
		expect(moved).toBe(true);
		await told(ids.length);
		expect(streams().map(({ id }) => id)).toEqual([stream!.id]);
		expect(credentialsOf().url).toContain(workflow.address);
		expect(secretOf()).not.toBe(old);
		expect(new Set(door.ids).size).toBe(ids.length);
		await until('all are taken', () => sim.streams.tally().waiting === 0, 5);
		expect(sim.streams.tally()).toMatchObject({ made: ids.length, taken: ids.length });
	});

	test('a stream in error is restarted, and what it kept comes', async () => {
		const workflow = trigger();
		await workflow.activate();
		sim.streams.fail(streams()[0]!.id);
		const ids = use(20);
		await workflow.activate();
		await told(20);
		expect(door.ids).toEqual(ids);
		expect(streams()).toMatchObject([{ statusId: 1 }]);
	});

	test('another event: the stream of the kind that is not wanted any more goes', async () => {
		const workflow = trigger({ event: 'records' });
		await workflow.activate();
		workflow.edit({ event: 'events' });
		await workflow.activate();
		await until('one stream', async () => (await left()).length === 1, 5);
		expect(streams().map(({ typeId }) => typeId)).toEqual([2]);
	});
});

/** Streams as the service lists them now. */
const left = async () => (await service(sim, 'GET', '/api/v2/data_stream')) as unknown[];

describe('unpublishing', () => {
	test('takes exactly that back', async () => {
		const other = { connection_type: 'S3', format: 'Json', credentials: { bucket_name: 'b' } };
		await service(sim, 'POST', '/api/v2/data_stream', {
			name: 'lake',
			data_stream_type: { id: 1 },
			destination: other,
		});
		const workflow = trigger({ event: 'records' });
		const second = trigger();
		await workflow.activate();
		await second.activate();
		expect(await left()).toHaveLength(4);
		workflow.restart();
		await workflow.deactivate();
		expect(streams().map(({ name }) => name)).toEqual(['lake', expect.stringMatching(/usage/)]);
		await second.deactivate();
		expect(await left()).toHaveLength(1);
		expect(workflow.saved).not.toHaveProperty(['node:Trigger', 'prints']);
	});

	test('Pause Stream: what is made until the next publication comes then', async () => {
		const workflow = trigger({ options: { unpublished: 'pause' } });
		await workflow.activate();
		await workflow.deactivate();
		expect(streams()).toMatchObject([{ statusId: 2 }]);
		const ids = use(20);
		await workflow.activate();
		await told(20);
		expect(door.ids).toEqual(ids);
	});

	test('Pause Stream: the next publication has another secret, and the old one ends', async () => {
		const workflow = trigger({ options: { unpublished: 'pause' } });
		await workflow.activate();
		const old = secretOf();
		await workflow.deactivate();
		await workflow.activate();
		expect(secretOf()).not.toBe(old);
		const with_ = async (secret: string) =>
			(await workflow.deliver({ body: [], headers: { 'x-stream-secret': secret } })).status;
		// For calls that were under way.
		expect(await with_(old)).toBe(200);
		jest.useFakeTimers({ now: Date.now() + 601_000, doNotFake: ['setImmediate', 'nextTick'] });
		try {
			for (const restarted of [false, true]) {
				if (restarted) workflow.restart();
				expect(await with_(old)).toBe(401);
				expect(await with_(secretOf())).toBe(200);
			}
		} finally {
			jest.useRealTimers();
		}
	});

	test('also when Register Stream was switched off meanwhile', async () => {
		const workflow = trigger();
		await workflow.activate();
		workflow.edit({ registerStream: false, verification: 'none' });
		workflow.restart();
		await workflow.deactivate();
		expect(await left()).toHaveLength(0);
	});

	test('a stream that is gone already is no mistake', async () => {
		const workflow = trigger();
		await workflow.activate();
		sim.store.streams.clear();
		await workflow.deactivate();
		await workflow.activate();
		expect(await left()).toHaveLength(1);
	});
});

describe('what is somebody else’s', () => {
	const own = (name: string, url = 'https://example.com/x') => ({
		name,
		data_stream_type: { id: 1 },
		destination: { connection_type: 'RestAPI', format: 'Json', credentials: { url } },
	});

	test('a stream of that name is left alone and named', async () => {
		await service(sim, 'POST', '/api/v2/data_stream', own('fleet (usage)'));
		await expect(trigger({ options: { streamName: 'fleet' } }).activate()).rejects.toMatchObject({
			message: expect.stringMatching(
				/^Data stream \w+ \("fleet \(usage\)"\) has this name already/,
			),
		});
		expect(await left()).toHaveLength(1);
	});

	test('a stream to this address that somebody made by hand is named', async () => {
		const workflow = trigger();
		await service(sim, 'POST', '/api/v2/data_stream', own('by hand', workflow.address));
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/"by hand"\) pushes to the address of this trigger already/),
		});
		expect(await left()).toHaveLength(1);
	});
});

describe('when something fails', () => {
	test('an answer that is lost: one stream all the same', async () => {
		const match = { method: 'POST', path: '/api/v2/data_stream' };
		sim.setFaults({ rules: [{ kind: 'resetAfter', match, times: 1 }] });
		await trigger().activate();
		expect(await left()).toHaveLength(1);
		const ids = use(5);
		await told(5);
		expect(door.ids).toEqual(ids);
	});

	test('an address that the service cannot use is refused before anything is sent', async () => {
		for (const [origin, why] of [
			['http://n8n.example', 'it is not https'],
			['https://192.0.2.1', 'it is an IP address and no name'],
		] as const) {
			const workflow = trigger();
			workflow.origin = origin;
			await expect(workflow.activate()).rejects.toMatchObject({
				message: expect.stringContaining(`cannot call this workflow at ${origin}: ${why}`),
			});
		}
		expect(await left()).toHaveLength(0);
	});

	test('a stream that the service cannot start is taken back, and the reason told', async () => {
		sim.streams.set({ triesAddress: true, reach: { [ORIGIN]: 'http://127.0.0.1:9' } });
		await expect(trigger().activate()).rejects.toMatchObject({
			message: expect.stringMatching(/could not start it: it is in error/),
		});
		expect(await left()).toHaveLength(0);
	});

	test('a service that tries the address at once finds it answering', async () => {
		sim.streams.set({ triesAddress: true });
		await trigger().activate();
		expect(door.statuses).toEqual([200]);
		expect(streams()).toMatchObject([{ statusId: 1 }]);
	});

	test('no account', async () => {
		const workflow = trigger({ authentication: 'cellularIotNoneApi' });
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/^Account must be chosen/),
		});
	});
});

describe('a start of n8n', () => {
	test('restarts what has failed meanwhile, and leaves alone what somebody has paused', async () => {
		const workflow = trigger({ event: 'records' });
		await workflow.activate();
		const [events, usage] = streams();
		sim.streams.fail(usage!.id);
		Object.assign(events!, { statusId: 2 });
		workflow.restart();
		await workflow.activate('trigger', 'init');
		expect([events!.statusId, usage!.statusId]).toEqual([2, 1]);
	});

	test('the stream of a test that was under way when n8n ended goes', async () => {
		const workflow = trigger();
		await workflow.activate();
		await workflow.activate('manual');
		workflow.restart();
		await workflow.activate('trigger', 'init');
		expect(await left()).toHaveLength(1);
		expect(credentialsOf().url).not.toContain('/webhook-test/');
	});

	test('a service that does not answer keeps nothing from working', async () => {
		const workflow = trigger();
		await workflow.activate();
		sim.setFaults({
			rules: [{ kind: 'errorBefore', status: 422, path: '/api/v2/data_stream' }],
		} as never);
		const headers = { 'x-stream-secret': secretOf() };
		await workflow.activate('trigger', 'init');
		expect((await workflow.deliver({ body: [], headers })).status).toBe(200);
	});
});

test('a test has a stream of its own for as long as it listens', async () => {
	const workflow = trigger();
	await workflow.activate();
	await workflow.activate('manual');
	expect(streams()).toHaveLength(2);
	expect(credentialsOf(1).url).toContain('/webhook-test/');
	const ids = use(3);
	await told(6);
	expect(new Set(door.ids)).toEqual(new Set(ids));
	expect(streams()[1]!.name).toMatch(/ test \(usage\)$/);
	await workflow.deactivate('manual');
	expect(await left()).toHaveLength(1);
	expect(credentialsOf().url).not.toContain('/webhook-test/');
});

describe('a stream in error while the workflow is published', () => {
	const fail = () => {
		for (const stream of streams()) stream.statusId = 3;
	};
	/** Looks after the streams for so many times five minutes. */
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
		sim.ledger().requests.filter((one) => `${one.method} ${one.path}` === 'GET /api/v2/data_stream')
			.length;
	const fakeTimers = () =>
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	afterEach(() => jest.useRealTimers());

	test('is found within five minutes: one call for each of them, and none once it is unpublished', async () => {
		const workflow = trigger({ options: { inError: 'tell' } });
		await workflow.activate();
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
	])('%s: %i items, then in state %i', async (inError, items, state) => {
		const workflow = trigger({ options: inError === undefined ? {} : { inError } });
		await workflow.activate();
		fakeTimers();
		const told = await watched(workflow, 3, (turn) => {
			if (turn === 1) fail();
		});
		expect(told).toHaveLength(items);
		if (items > 0) {
			expect(told).toMatchObject([
				{
					record: 'stream',
					event: 'streamInError',
					stream_id: [...sim.store.streams.keys()][0],
					restarted: inError === 'both',
				},
			]);
		}
		jest.useRealTimers();
		await until('the state', () => streams()[0]!.statusId === state, 5);
	});

	test('one that failed again is told again, and a service that does not answer ends nothing', async () => {
		const workflow = trigger({ options: { inError: 'both' } });
		await workflow.activate();
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
