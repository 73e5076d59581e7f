import type { IDataObject } from 'n8n-workflow';
import { control } from '../../../../demo/lib/everyEvent';
import type { NodeOutput } from '../../../support/n8n/n8n';
import { movingOn } from '../../../support/movedPorts';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../../nodes/rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* What counts as a sign of life and as a stable session, and what is said where less can be seen. */

const sim = simulated({ seed: { endpoints: 4 } }, 'new');
beforeEach(() => movingOn(sim.clock));

const MINUTE_MS = 60_000;

const look = async (name: string, values: object, items: IDataObject[], waitHere = 0) =>
	await runAt(
		sim,
		`await ${name}`,
		{
			endpointId: rl('={{ $json.endpoint_id ?? $json.id }}'),
			atMost: 2,
			atMostUnit: 'days',
			waitHere,
			...values,
		},
		{ items, onError: 'continueErrorOutput' },
	);
const at = ({ outputs }: NodeOutput, place: number) =>
	(outputs[place] ?? []).map(({ json }) => json);
/** The endpoints at each output; the fourth is that of errors. */
const endpoints = (output: NodeOutput) =>
	output.outputs.map((items) => items.map(({ json }) => json.endpoint_id ?? json.id));
const forbid = (...paths: string[]) =>
	sim.setFaults({
		rules: paths.map((path) => ({
			match: { method: 'GET', path },
			kind: 'errorBefore',
			status: 403,
		})),
	});
const EVENTS = '/event$';

describe('Seen Again: Also Count', () => {
	const both = { options: { alsoCount: ['traffic', 'messages'] } };

	test('a device that only moves data, and one that only sends, are seen; without it they are not', async () => {
		const ids = [{ id: 10001 }, { id: 10002 }, { id: 10003 }];
		const first = await look('seenAgain', both, ids);
		const plain = await look('seenAgain', {}, ids);
		expect(endpoints(first)).toEqual([[], [10001, 10002, 10003], [], []]);
		sim.clock.advance(MINUTE_MS);
		await control(sim, 'consume', { endpointId: 10001, volume: 0, data: 2 });
		await control(sim, 'device/sms', { endpointId: 10002, payload: 'awake' });
		const second = await look('seenAgain', both, at(first, 1));
		expect(endpoints(second)).toEqual([[10001, 10002], [10003], [], []]);
		expect(at(second, 0)).toMatchObject([
			{ sign: 'traffic', seen_by: 'usage' },
			{ sign: 'message', seen_by: 'messages' },
		]);
		const without = await look('seenAgain', {}, at(plain, 1));
		expect(endpoints(without)).toEqual([[], [10001, 10002, 10003], [], []]);
	});

	test('traffic and messages from before the first look do not count', async () => {
		await control(sim, 'consume', { endpointId: 10001, volume: 0, data: 2 });
		await control(sim, 'device/sms', { endpointId: 10001, payload: 'before' });
		const first = await look('seenAgain', both, [{ id: 10001 }]);
		const second = await look('seenAgain', both, at(first, 1));
		expect(endpoints(second)).toEqual([[], [10001], [], []]);
	});
});

describe('Seen Again: refusals and late figures', () => {
	test.each(['refused', 'rejected', 'rejectedGprs'])(
		'a step that was %s is no sign of life, and is shown with its words',
		async (kind) => {
			const first = await look('seenAgain', {}, [{ id: 10001 }]);
			sim.clock.advance(MINUTE_MS);
			const cause = 'cause 33: requested service option not subscribed';
			await control(sim, 'connection', { endpointId: 10001, kind, cause });
			sim.clock.advance(MINUTE_MS);
			const second = await look('seenAgain', {}, at(first, 1));
			expect(endpoints(second)).toEqual([[], [10001], [], []]);
			expect(at(second, 1)[0]).toMatchObject({ refused: expect.stringContaining(cause) });
			await control(sim, 'connection', { endpointId: 10001, kind: 'open' });
			const third = await look('seenAgain', {}, at(second, 1));
			expect(at(third, 0)).toMatchObject([{ sign: 'session', seen_by: 'events' }]);
		},
	);

	test('statistics that catch up with traffic of before the first look are no sign', async () => {
		const before = new Date(sim.clock.now() - 5 * MINUTE_MS).toISOString();
		const traffic = { options: { alsoCount: ['traffic'] } };
		const first = await look('seenAgain', traffic, [{ id: 10001 }, { id: 10002 }]);
		sim.clock.advance(2 * MINUTE_MS);
		await control(sim, 'consume', { endpointId: 10001, data: 40, at: before });
		await control(sim, 'consume', { endpointId: 10002, data: 0.01 });
		const second = await look('seenAgain', traffic, at(first, 1));
		expect(endpoints(second)).toEqual([[10002], [10001], [], []]);
	});

	test('a look that comes a day later counts the days since', async () => {
		const traffic = { options: { alsoCount: ['traffic'] } };
		for (const endpointId of [10001, 10002])
			await control(sim, 'usage', { endpointId, isMadeUp: false, hourMb: 0 });
		const first = await look('seenAgain', traffic, [{ id: 10001 }, { id: 10002 }]);
		await control(sim, 'consume', { endpointId: 10001, data: 7 });
		sim.clock.advance(25 * 60 * MINUTE_MS);
		await control(sim, 'consume', { endpointId: 10002, data: 0.01 });
		sim.clock.advance(10 * 60 * MINUTE_MS);
		const second = await look('seenAgain', traffic, at(first, 1));
		expect(endpoints(second)).toEqual([[10002], [10001], [], []]);
	});
});

describe('Seen Again, where the login may not read events', () => {
	test('the connectivity of each device stands in for them, and the result says so', async () => {
		forbid(EVENTS);
		const first = await look('seenAgain', {}, [{ id: 10001 }, { id: 10002 }]);
		expect(endpoints(first)).toEqual([[], [10001, 10002], [], []]);
		expect(first.hints.join(' ')).toMatch(/may not read events: the connectivity of each device/);
		sim.clock.advance(MINUTE_MS);
		await control(sim, 'connection', { endpointId: 10002, kind: 'attach' });
		const second = await look('seenAgain', {}, at(first, 1));
		expect(endpoints(second)).toEqual([[10002], [10001], [], []]);
		expect(at(second, 0)[0]).toMatchObject({ sign: 'connectivity', seen_by: 'connectivity' });
	});

	test('the feed is not asked again once it was refused', async () => {
		forbid(EVENTS);
		const first = await look('seenAgain', {}, [{ id: 10001 }, { id: 10002 }]);
		const before = sim.ledger().requests.length;
		await look('seenAgain', {}, at(first, 1));
		const paths = sim
			.ledger()
			.requests.slice(before)
			.map(({ path }) => path);
		expect(paths).toHaveLength(2);
		expect(paths.every((path) => path.endsWith('/connectivity'))).toBe(true);
	});

	test('where only the feed of all is refused, the events of each device are read', async () => {
		forbid('/api/v1/event$');
		const newerThan = new Date(sim.clock.now()).toISOString();
		sim.clock.advance(MINUTE_MS);
		await control(sim, 'connection', { endpointId: 10002, kind: 'attach' });
		const values = { options: { newerThan } };
		const output = await look('seenAgain', values, [{ id: 10001 }, { id: 10002 }]);
		expect(endpoints(output)).toEqual([[10002], [10001], [], []]);
		expect(at(output, 0)[0]).toMatchObject({ sign: 'registration', seen_by: 'events' });
	});
});

test('Seen Again: a device that is gone fails alone, also where events are read one by one', async () => {
	sim.setFaults({
		rules: [
			{ match: { method: 'GET', path: '/api/v1/event$' }, kind: 'errorBefore', status: 403 },
			{ match: { path: '/endpoint/10002/event$' }, kind: 'errorBefore', status: 404 },
		],
	});
	const newerThan = new Date(sim.clock.now()).toISOString();
	const items = [{ id: 10001 }, { id: 10002 }];
	const output = await look('seenAgain', { options: { newerThan } }, items);
	expect(at(output, 1)).toMatchObject([{ endpoint_id: 10001 }]);
	expect(output.outputs[3]).toHaveLength(1);
});

describe('Online and Stable', () => {
	const sleeper = async (kind: 'psm' | 'asleep') => {
		const lives = { endpointIds: [10001], kind, sleepSeconds: 86_400, awakeSeconds: 864_000 };
		await control(sim, 'lives', lives);
		await runAt(sim, 'endpoint resetConnectivity', { endpointId: rl('10001'), reset: 'both' });
	};

	test('a device reset asleep with its session is not stable before it wakes, however long ago that is', async () => {
		await sleeper('psm');
		sim.clock.advance(5_000);
		const first = await look('online', {}, [{ id: 10001 }], 900);
		expect(endpoints(first)).toEqual([[], [10001], [], []]);
		expect(at(first, 1)[0]).toMatchObject({
			status: 'ONLINE',
			broken_by: 'a reset after its session had begun',
		});
		// A wait that begins anew an hour later knows no more of the reset than the events say.
		sim.clock.advance(60 * MINUTE_MS);
		const anew = await look('online', {}, [{ id: 10001 }], 900);
		expect(endpoints(anew)).toEqual([[], [10001], [], []]);
		sim.clock.advance(24 * 60 * MINUTE_MS);
		const woken = await look('online', {}, at(anew, 1), 900);
		expect(endpoints(woken)).toEqual([[10001], [], [], []]);
		expect(at(woken, 0)[0]).toMatchObject({ status: 'ONLINE', seen_by: 'reads and events' });
	});

	test('where the login may not read events, reads alone count, and the result says so', async () => {
		await control(sim, 'connection', { endpointId: 10001, kind: 'open' });
		forbid(EVENTS);
		const output = await look('online', {}, [{ id: 10001 }, { id: 10002 }], 120);
		expect(at(output, 0)).toMatchObject([{ endpoint_id: 10001, seen_by: 'reads alone' }]);
		expect(output.hints.join(' ')).toMatch(/may not read events: reads alone say/);
	});

	test('a device that is gone between its reads and its events fails alone', async () => {
		for (const endpointId of [10001, 10002])
			await control(sim, 'connection', { endpointId, kind: 'open' });
		const rules = [
			{ match: { method: 'GET', path: '/api/v1/event$' }, kind: 'errorBefore', status: 403 },
			{ match: { path: '/endpoint/10002/event$' }, kind: 'errorBefore', status: 404 },
		] as const;
		sim.setFaults({ rules: [...rules] });
		const output = await look('online', {}, [{ id: 10001 }, { id: 10002 }], 120);
		expect(at(output, 0)).toMatchObject([{ endpoint_id: 10001 }]);
		expect(output.outputs[3]).toHaveLength(1);
	});
});
