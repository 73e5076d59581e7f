import { stub } from '../../../support/stub';
import type { IDataObject } from 'n8n-workflow';
import { wakeLate } from '../../../support/movedPorts';
import { type NodeRun, storeFor } from '../../../support/n8n/n8n';
import { ProcessedItems } from '../../../support/n8n/processedItems';
import { hasRedisServer, RedisServer } from '../../../support/redis/redis';
import { faultAt, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Idempotency keys in n8n-core's own execution; the simulator counts the requests. */

const sim = simulated({ seed: { endpoints: 60, recordBodies: true } });
let redis: RedisServer | undefined;
const table = new ProcessedItems();
const putBack = table.install();

beforeAll(async () => {
	if (hasRedisServer()) redis = await RedisServer.start();
});
afterAll(async () => {
	putBack();
	await redis?.down();
});
beforeEach(async () => {
	table.rows.clear();
	table.fault = undefined;
	await redis?.empty();
});

const STORES = ["n8n's database", ...(hasRedisServer() ? ['a Redis'] : [])];
if (STORES.length < 2) console.warn('keys: skipped on a Redis: there is no redis-server to start');

const asked = () =>
	sim.ledger().requests.filter((r) => r.method === 'POST' && r.path.endsWith('/sms')).length;
const applied = (kind = 'sms.sent') => sim.ledger().effects.filter((e) => e.kind === kind).length;
const outcomes = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => (json.details as IDataObject | undefined)?.outcome ?? json.already);

describe.each(STORES)('with keys in %s', (place) => {
	const isRedis = place === 'a Redis';
	const rates = () => (isRedis ? { rates: { shareLimits: true, redisUrl: redis!.url } } : {});

	const run = async (operation: string, parameters: object, more: Partial<NodeRun>) =>
		await runAt(sim, operation, parameters, {
			credentials: storeFor(sim.url, rates()),
			onError: 'continueErrorOutput',
			...more,
		});
	/** Sends texts to an endpoint, each with its key. */
	const send = async (
		items: IDataObject[],
		more: Partial<NodeRun> = {},
		options: IDataObject = {},
	) =>
		await run(
			'sms send',
			{
				endpointId: rl(10001),
				payload: '={{ $json.text }}',
				options: { idempotencyKey: '={{ $json.key }}', ...options },
			},
			{ items, ...more },
		);
	const texts = (count: number) =>
		Array.from({ length: count }, (_, i) => ({ key: `fw21-${i}`, text: `text ${i}` }));

	test('a new key is sent; a second run sends nothing and returns the known result', async () => {
		const first = await send(texts(60));
		expect(first.errors).toEqual([]);
		expect(first.items.map(({ json }) => json.already)).toEqual(Array(60).fill(undefined));
		const second = await send(texts(60));
		expect(second.errors).toEqual([]);
		expect(asked()).toBe(60);
		const [{ json }] = second.items as [{ json: IDataObject }];
		expect(json).toMatchObject({ already: true, idempotency_key: 'fw21-0', endpoint_id: 10001 });
		if (isRedis) expect(json).toMatchObject(first.items[0]!.json);
		expect(second.items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(
			Array.from({ length: 60 }, (_, i) => i),
		);
	});

	test('a second run over more items sends only the new ones', async () => {
		await send(texts(4));
		const { items } = await send(texts(8));
		expect(items.filter(({ json }) => json.already)).toHaveLength(4);
		expect(applied()).toBe(8);
	});

	test('a key used for a different request is refused, and stays done for the first request', async () => {
		await send([{ key: 'k', text: 'one' }]);
		const { errors } = await send([{ key: 'k', text: 'two' }]);
		expect(errors[0]?.json.error).toMatch(/^Idempotency Key must be another one/);
		expect(errors[0]?.json.details).toMatchObject({ outcome: 'notSent', field: 'idempotencyKey' });
		expect(asked()).toBe(1);
		expect(outcomes((await send([{ key: 'k', text: 'one' }])).items)).toEqual([true]);
		expect(outcomes((await send([{ key: 'k', text: 'two' }])).errors)).toEqual(['notSent']);
	});

	test('options of the run do not make it a different request', async () => {
		await send([{ key: 'k', text: 'one' }]);
		const { items } = await send([{ key: 'k', text: 'one' }], {}, { verifyUnknown: true });
		expect(outcomes(items)).toEqual([true]);
	});

	test('a key with an unknown outcome is not sent again; with Redis its SMS is read back', async () => {
		faultAt(sim, 'POST /sms$', { kind: 'resetAfter', times: 1 });
		expect(outcomes((await send([{ key: 'k', text: 'one' }])).errors)).toEqual(['unknown']);
		const { items, errors } = await send([{ key: 'k', text: 'one' }]);
		expect(asked()).toBe(1);
		if (isRedis) {
			expect(items[0]?.json).toMatchObject({ already: true, sms_ids: [expect.any(Number)] });
			expect(outcomes((await send([{ key: 'k', text: 'one' }])).items)).toEqual([true]);
		} else {
			expect(outcomes(errors)).toEqual(['unknown']);
			expect(errors[0]?.json.error).toMatch(/Unknown whether .* idempotency key "k"/);
		}
		expect(asked()).toBe(1);
	});

	test('a request that never arrived is not sent again either, since it might still arrive', async () => {
		faultAt(sim, 'POST /sms$', { kind: 'resetBefore', times: 1 });
		expect(outcomes((await send([{ key: 'k', text: 'one' }])).errors)).toEqual(['unknown']);
		expect(outcomes((await send([{ key: 'k', text: 'one' }])).errors)).toEqual(['unknown']);
		expect(applied()).toBe(0);
		expect(asked()).toBe(1);
	});

	test('a key with an unknown outcome is refused for a different request', async () => {
		faultAt(sim, 'POST /sms$', { kind: 'resetAfter', times: 1 });
		await send([{ key: 'k', text: 'one' }]);
		expect(outcomes((await send([{ key: 'k', text: 'two' }])).errors)).toEqual(['notSent']);
		expect(outcomes((await send([{ key: 'k', text: 'two' }])).errors)).toEqual(['notSent']);
		expect(asked()).toBe(1);
	});

	test.each([
		['refused', { kind: 'errorBefore', status: 422 }, 'refused'],
		['not sent', { kind: 'unauthorized' }, undefined],
	])(
		'a key whose first attempt was %s can be used again, even for a different request',
		async (_, fault, outcome) => {
			faultAt(sim, 'POST /sms$', stub({ times: 2, ...fault }));
			const { errors } = await send([{ key: 'k', text: 'one' }]);
			expect(errors).toHaveLength(1);
			if (outcome) expect(outcomes(errors)).toEqual([outcome]);
			sim.clearFaults();
			const { items } = await send([{ key: 'k', text: 'two' }]);
			expect(items.map(({ json }) => json.already)).toEqual([undefined]);
			expect(applied()).toBe(1);
		},
	);

	test('items of one run with the same key and request are sent once', async () => {
		const items = [...texts(3), ...texts(3), { key: 'fw21-1', text: 'text 1' }];
		const { items: got } = await send(items);
		expect(outcomes(got)).toEqual([undefined, undefined, undefined, true, true, true, true]);
		expect(asked()).toBe(3);
	});

	test('a run whose items have the same key for different requests sends nothing', async () => {
		const { error } = await send([...texts(3), { key: 'fw21-1', text: 'other' }], {
			onError: undefined,
		});
		expect(error?.message).toMatch(/^Idempotency Key must be another one/);
		expect(error?.message).toContain('a key of its own, such as fw21-1-{{ $json.id }}');
		expect(error?.description).toMatch(/item 3; nothing was sent/);
		expect(asked()).toBe(0);
	});

	test('an empty key is refused, since the item would be sent without protection', async () => {
		const { errors } = await send([
			{ text: 'one' },
			{ key: '', text: 'two' },
			{ key: '  ', text: 'three' },
		]);
		expect(errors.map(({ json }) => json.error)).toEqual(
			Array(3).fill(expect.stringMatching(/^Idempotency Key must not be empty/)),
		);
		expect(asked()).toBe(0);
	});

	test('concurrent executions send each key once', async () => {
		const all = await Promise.all([send(texts(8)), send(texts(8)), send(texts(8))]);
		expect(asked()).toBe(8);
		expect(all.map(({ items }) => items.length)).toEqual([8, 8, 8]);
		expect(all.flatMap(({ items }) => items).filter(({ json }) => json.already)).toHaveLength(16);
	});

	test('a run that stops releases the keys that it has not sent', async () => {
		faultAt(sim, 'POST /sms$', { kind: 'errorBefore', status: 422, skip: 3 });
		const { error } = await send(texts(120), { onError: undefined });
		expect(error?.description).toMatch(/refused, .* not sent/);
		sim.clearFaults();
		const { items } = await send(texts(120));
		expect(items).toHaveLength(120);
		expect(applied()).toBe(120);
	});

	test('a second try under Retry On Fail can use the keys that the first try claimed', async () => {
		faultAt(sim, 'POST /sms$', { kind: 'errorBefore', status: 422, times: 1 });
		const { items, error } = await send(texts(5), { maxTries: 3, onError: undefined });
		expect(error).toBeUndefined();
		expect(outcomes(items)).toEqual(Array(5).fill(undefined));
		expect(applied()).toBe(5);
	});

	test('a bulk call leaves out items whose key is done', async () => {
		const create = async (count: number, from = 0) =>
			await run(
				'endpoint createMany',
				{
					serviceProfileId: rl(101),
					tariffProfileId: rl(201),
					status: 0,
					valuesFrom: 'fields',
					identity: { name: '={{ $json.name }}' },
					options: { idempotencyKey: '={{ $json.name }}' },
				},
				{ items: Array.from({ length: count }, (_, i) => ({ name: `pump-${from + i}` })) },
			);
		const first = await create(5);
		expect(first.errors).toEqual([]);
		const { items } = await create(7, 3);
		expect(outcomes(items)).toEqual([true, true, ...Array(5).fill(undefined)]);
		expect(applied('endpoint.created')).toBe(10);
		expect(sim.ledger().counters.bulk).toBe(2);
		await create(7, 3);
		expect(sim.ledger().counters.bulk).toBe(2);
	});

	test('nothing is sent when the store fails, and the error says so', async () => {
		if (isRedis) await redis!.down();
		// An outage of half a minute passes in three waits: each try to connect takes its real time.
		wakeLate(10_000);
		table.fault = () => {
			throw new Error('database is locked');
		};
		const { errors } = await send(texts(3));
		wakeLate(0);
		expect(outcomes(errors)).toEqual(Array(3).fill('notSent'));
		expect(errors[0]?.json.error).toMatch(isRedis ? /could not be reached/ : /database is locked/);
		expect(asked()).toBe(0);
	});

	test('a dry run claims nothing', async () => {
		await run(
			'sim transfer',
			{
				simsBy: 'ids',
				simIds: '1',
				targetWorkspaceId: rl(1002),
				dryRun: true,
				options: { idempotencyKey: 'move-1' },
			},
			{ credential: 'cellularIotUserApi' },
		);
		const keys = isRedis
			? (await redis!.keys()).filter((key) => key.includes(':key:'))
			: [...table.rows];
		expect(keys).toEqual([]);
	});

	test('a key counts beside a dry run in another item', async () => {
		const transfer = async () =>
			await run(
				'sim transfer',
				{
					simsBy: 'ids',
					simIds: '={{ $json.sim }}',
					targetWorkspaceId: rl(1002),
					dryRun: '={{ $json.dry }}',
					options: { idempotencyKey: '={{ $json.key }}' },
				},
				{
					credential: 'cellularIotUserApi',
					items: [
						{ sim: '1', dry: true, key: 'move-1' },
						{ sim: '2', dry: false, key: 'move-2' },
					],
				},
			);
		expect((await transfer()).errors).toEqual([]);
		const { items } = await transfer();
		expect(items.map(({ json }) => json.already)).toEqual([undefined, true]);
	});
});

const sendOne = async (more: Partial<NodeRun> = {}) =>
	await runAt(
		sim,
		'sms send',
		{ endpointId: rl(10001), payload: 'x', options: { idempotencyKey: 'k' } },
		{ onError: 'continueErrorOutput', ...more },
	);

test('an item is done when the store fails after sending, and the next run records it', async () => {
	let calls = 0;
	table.fault = () => {
		if (++calls > 1) throw new Error('database is locked');
	};
	expect(outcomes((await sendOne()).items)).toEqual([undefined]);
	table.fault = undefined;
	expect(outcomes((await sendOne()).items)).toEqual([true]);
	expect(asked()).toBe(1);
});

test('nothing is sent without a store, and the error says so', async () => {
	const { errors } = await sendOne({ workflowId: '__EMPTY__' });
	expect(errors[0]?.json.error).toMatch(/^Idempotency Key needs a store/);
	expect(asked()).toBe(0);
});
