import { movingOn } from '../../../support/movedPorts';
import { until } from '../../../support/until';
import { service } from '../support';
import {
	credentialsOf,
	door,
	endpoints,
	streamsLeft,
	ORIGIN,
	secretOf,
	sim,
	published,
	streams,
	recordsArrived,
	arriveInOrder,
	trigger,
	use,
} from './registering';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));
// The service completes a change within the first wait.
beforeAll(() => movingOn(sim.clock));

/* "Register Stream" against the simulator: publishing and unpublishing. */

test('publishing creates a running stream with a secret that n8n does not store', async () => {
	const workflow = await published({ options: { streamName: 'fleet' } });
	expect(streams()).toMatchObject([{ name: 'fleet (usage)', typeId: 1, statusId: 1 }]);
	expect(credentialsOf().url).toContain(`${workflow.address}?`);
	expect(secretOf()).toMatch(/^[\w-]{43}$/);
	expect(JSON.stringify(workflow.saved)).not.toContain(secretOf());
	await arriveInOrder(use(20));
	expect(door.headers['x-stream-secret']).toBe(secretOf());
	await until('all are taken', () => sim.streams.tally().taken === 20);
	expect(sim.streams.tally()).toMatchObject({ made: 20, taken: 20, sent: 20, waiting: 0 });
});

test('a list of streams that is not complete creates none: its own may be in the rest', async () => {
	sim.setFaults({
		rules: [
			{
				match: { method: 'GET', path: '/api/v2/data_stream$' },
				kind: 'headers',
				headers: { 'x-total-count': '99' },
			},
		],
	});
	await expect(published()).rejects.toThrow('The list of data streams is not complete');
	sim.clearFaults();
	expect(streams()).toEqual([]);
});

test('records of both kinds use two streams to one address', async () => {
	await published({ event: 'records', options: { streamName: 'all', size: 7 } });
	expect(streams().map(({ name, typeId }) => [name, typeId])).toEqual([
		['all (events)', 2],
		['all (usage)', 1],
	]);
	expect(credentialsOf().size).toBe(7);
	const [endpoint] = endpoints();
	use(1);
	await service(sim, 'PATCH', `/api/v1/endpoint/${endpoint!.id}`, { status: { id: 1 } });
	await recordsArrived(2);
	expect(new Set(door.runs.flat().map(({ record }) => record))).toEqual(
		new Set(['usage', 'event']),
	);
});

test('event filters are set on the stream, and change with the form', async () => {
	const workflow = await published({ event: 'events', options: { eventTypeIds: [18, 19] } });
	expect(streams()[0]!.filters).toEqual([{ field: 'event_type_id', value: [18, 19] }]);
	workflow.edit({ options: { alertsOnly: true } });
	await workflow.activate();
	expect(streams()).toMatchObject([{ filters: [{ field: 'alert', value: true }], statusId: 1 }]);
	workflow.edit({ options: {} });
	await workflow.activate();
	expect(streams()).toMatchObject([{ filters: [], statusId: 1 }]);
});

test('a call without the correct secret gets 401 and starts no run', async () => {
	const workflow = await published();
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

test('a call is answered 503 when the saved state is lost, since its secret cannot be checked', async () => {
	const workflow = await published();
	workflow.restart();
	workflow.saved = {};
	const headers = { 'x-stream-secret': secretOf() };
	expect(await workflow.deliver({ body: [], headers })).toMatchObject({
		status: 503,
		headers: { 'retry-after': '5' },
	});
});

describe('publishing again', () => {
	test('leaves an existing stream unchanged', async () => {
		const workflow = await published();
		const before = sim.ledger().effects.length;
		await workflow.activate();
		workflow.restart();
		await workflow.activate();
		expect(sim.ledger().effects).toHaveLength(before);
	});

	test('moves the stream to a new address without losing records', async () => {
		const workflow = await published();
		const old = secretOf();
		const [stream] = streams();

		// Records are made continuously, also while the stream is paused.
		const ids = use(20);
		const traffic = setInterval(() => ids.push(...use(5)), 10);
		await recordsArrived(20);
		workflow.move();
		await workflow.activate();
		clearInterval(traffic);
		await recordsArrived(ids.length);
		expect(streams().map(({ id }) => id)).toEqual([stream!.id]);
		expect(credentialsOf().url).toContain(workflow.address);
		expect(secretOf()).not.toBe(old);
		expect(new Set(door.ids).size).toBe(ids.length);
		await until('all are taken', () => sim.streams.tally().waiting === 0);
		expect(sim.streams.tally()).toMatchObject({ made: ids.length, taken: ids.length });
	});

	test('restarts a stream in error, and receives the records that it kept', async () => {
		const workflow = await published();
		sim.streams.fail(streams()[0]!.id);
		const ids = use(20);
		await workflow.activate();
		await arriveInOrder(ids);
		expect(streams()).toMatchObject([{ statusId: 1 }]);
	});

	test('deletes the stream of a kind that is no longer chosen', async () => {
		const workflow = await published({ event: 'records' });
		workflow.edit({ event: 'events' });
		await workflow.activate();
		await until('one stream', async () => (await streamsLeft()).length === 1);
		expect(streams().map(({ typeId }) => typeId)).toEqual([2]);
	});
});

describe('unpublishing', () => {
	test('deletes only the streams of the workflow', async () => {
		const other = { connection_type: 'S3', format: 'Json', credentials: { bucket_name: 'b' } };
		await service(sim, 'POST', '/api/v2/data_stream', {
			name: 'lake',
			data_stream_type: { id: 1 },
			destination: other,
		});
		const workflow = await published({ event: 'records' });
		const second = await published();
		expect(await streamsLeft()).toHaveLength(4);
		workflow.restart();
		await workflow.deactivate();
		expect(streams().map(({ name }) => name)).toEqual(['lake', expect.stringMatching(/usage/)]);
		await second.deactivate();
		expect(await streamsLeft()).toHaveLength(1);
		expect(workflow.saved).not.toHaveProperty(['node:Trigger', 'prints']);
	});

	test('with Pause Stream receives the records made in between at the next publication', async () => {
		const workflow = await published({ options: { unpublished: 'pause' } });
		await workflow.deactivate();
		expect(streams()).toMatchObject([{ statusId: 2 }]);
		const ids = use(20);
		await workflow.activate();
		await arriveInOrder(ids);
	});

	test('with Pause Stream replaces the secret at the next publication, and later refuses the old one', async () => {
		const workflow = await published({ options: { unpublished: 'pause' } });
		const old = secretOf();
		await workflow.deactivate();
		await workflow.activate();
		expect(secretOf()).not.toBe(old);
		const with_ = async (secret: string) =>
			(await workflow.deliver({ body: [], headers: { 'x-stream-secret': secret } })).status;
		// The old secret stays valid for calls that were under way.
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

	test('deletes the stream even if Register Stream was switched off in the meantime', async () => {
		const workflow = await published();
		workflow.edit({ registerStream: false, verification: 'none' });
		workflow.restart();
		await workflow.deactivate();
		expect(await streamsLeft()).toHaveLength(0);
	});

	test('accepts that a stream is already deleted', async () => {
		const workflow = await published();
		sim.store.streams.clear();
		await workflow.deactivate();
		await workflow.activate();
		expect(await streamsLeft()).toHaveLength(1);
	});
});

describe('existing streams of other clients', () => {
	const own = (name: string, url = 'https://example.com/x') => ({
		name,
		data_stream_type: { id: 1 },
		destination: { connection_type: 'RestAPI', format: 'Json', credentials: { url } },
	});

	test('a stream with the same name is left unchanged and named in the error', async () => {
		await service(sim, 'POST', '/api/v2/data_stream', own('fleet (usage)'));
		await expect(trigger({ options: { streamName: 'fleet' } }).activate()).rejects.toMatchObject({
			message: expect.stringMatching(
				/^Data stream \w+ \("fleet \(usage\)"\) has this name already/,
			),
		});
		expect(await streamsLeft()).toHaveLength(1);
	});

	test('a stream to this address that was created by hand is named in the error', async () => {
		const workflow = trigger();
		await service(sim, 'POST', '/api/v2/data_stream', own('by hand', workflow.address));
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/"by hand"\) pushes to the address of this trigger already/),
		});
		expect(await streamsLeft()).toHaveLength(1);
	});
});

describe('when something fails', () => {
	test('a lost answer to the create request still gives only one stream', async () => {
		const match = { method: 'POST', path: '/api/v2/data_stream' };
		sim.setFaults({ rules: [{ kind: 'resetAfter', match, times: 1 }] });
		await published();
		expect(await streamsLeft()).toHaveLength(1);
		await arriveInOrder(use(5));
	});

	test('an address that the service cannot use is refused, and no stream is created', async () => {
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
		expect(await streamsLeft()).toHaveLength(0);
	});

	test('a stream that the service cannot start is deleted, and the error gives the reason', async () => {
		sim.streams.set({ triesAddress: true, reach: { [ORIGIN]: 'http://127.0.0.1:9' } });
		await expect(trigger().activate()).rejects.toMatchObject({
			message: expect.stringMatching(/could not start it: it is in error/),
		});
		expect(await streamsLeft()).toHaveLength(0);
	});

	test('a service that tests the address at once gets an answer', async () => {
		sim.streams.set({ triesAddress: true });
		await published();
		expect(door.statuses).toEqual([200]);
		expect(streams()).toMatchObject([{ statusId: 1 }]);
	});

	test('publishing without an account is refused', async () => {
		const workflow = trigger({ authentication: 'cellularIotNoneApi' });
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/^Account must be chosen/),
		});
	});
});
