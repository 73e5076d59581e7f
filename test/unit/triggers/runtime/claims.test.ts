import { GlobalConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { type Delivered, WebhookWorkflow } from '../../../support/n8n/triggers';
import { moved } from '../../../support/steppedPorts';
import { RedisServer } from '../../../support/redis/redis';
import { STORES, testWithRedis, useRedis } from '../../../support/redis/useRedis';
import { until } from '../../../support/until';
import { message, open, part } from '../sms/callbacks';
import { byHand } from '../stream/pushes';
import { recordOf } from '../stream/usage';
import { credentialsFor, credentialsOn } from '../support';

/*
 * n8n also answers 200 for runs that it starts late or never. A call is answered 200 once the first
 * step of its run has claimed its deliveries; else with 503, so that it comes again.
 */

jest.mock('../../../../src/ports', () =>
	jest.requireActual<object>('../../../support/steppedPorts'),
);

/** Longer than a call waits for its run, and shorter than the pause after two of them. */
const WAIT_MS = 6_000;

const redis = useRedis();
const credentialsOf = (store: (typeof STORES)[number]) =>
	store === 'redis' ? credentialsOn(redis().url) : credentialsFor();
const smsTrigger = (store: (typeof STORES)[number], options: object = {}) =>
	new WebhookWorkflow(
		{ verification: 'none', registerCallback: false, options },
		credentialsOf(store),
	);
let lastId = 0;
/** Calls of both triggers that are called, each with something new. */
const TRIGGERS = {
	sms: { make: smsTrigger, body: () => message() as unknown },
	stream: {
		make: (store: (typeof STORES)[number]) => byHand({}, credentialsOf(store)),
		body: () =>
			[1, 2].map(() => ({ ...recordOf(1, moved.clock.now(), 1), id: (lastId += 1) })) as unknown,
	},
};
const CASES = STORES.flatMap((store) =>
	(['sms', 'stream'] as const).map((kind) => [kind, store, TRIGGERS[kind]] as const),
);

/** Begins a call whose run n8n stores and does not start; it is stored, or the call answered. */
async function begin(workflow: WebhookWorkflow, body: unknown) {
	workflow.startsNothing = true;
	const before = workflow.stored.length;
	const call: { answer?: Delivered } = {};
	const answer = workflow.deliver({ body }).then((found) => (call.answer = found));
	await until('the run is stored', () => workflow.stored.length > before || Boolean(call.answer));
	workflow.startsNothing = false;
	return {
		answer: async () => {
			await until('the call is answered', () => call.answer);
			return await answer;
		},
	};
}

/** Delivers a call whose run n8n stores and does not start, and lets its wait pass. */
async function deliverUnstarted(workflow: WebhookWorkflow, body: unknown) {
	const { answer } = await begin(workflow, body);
	await moved.by(WAIT_MS);
	return await answer();
}

test.each(CASES)(
	'%s, %s: a call whose run never starts is answered with 503, and emitted once when it comes again',
	async (_kind, store, { make, body: bodyOf }) => {
		const workflow = make(store);
		const body = bodyOf();
		expect(await deliverUnstarted(workflow, body)).toMatchObject({
			status: 503,
			headers: { 'retry-after': '5' },
		});
		const again = await workflow.deliver({ body });
		expect(again.status).toBe(200);
		expect(again.items?.length).toBeGreaterThan(0);
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	},
);

test.each(CASES)(
	'%s, %s: a run that starts after the 503 is found by the repetition, which starts none',
	async (_kind, store, { make, body: bodyOf }) => {
		const workflow = make(store);
		const body = bodyOf();
		await deliverUnstarted(workflow, body);
		const late = await workflow.stored[0]!();
		expect(late.length).toBeGreaterThan(0);
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	},
);

test.each(CASES)(
	'%s, %s: of a late run and the run of the repetition only the first to start emits',
	async (_kind, store, { make, body: bodyOf }) => {
		for (const order of [
			[0, 1],
			[1, 0],
		]) {
			const workflow = make(store);
			const body = bodyOf();
			await deliverUnstarted(workflow, body);
			const again = await begin(workflow, body);
			expect(workflow.stored).toHaveLength(2);
			const [first, second] = order.map((place) => workflow.stored[place]!);
			const told = await first!();
			expect(told.length).toBeGreaterThan(0);
			expect(await second!()).toEqual([]);
			expect((await again.answer()).status).toBe(200);
		}
	},
);

test.each(CASES)(
	'%s, %s: calls that come again and again start few runs while none of them begins',
	async (_kind, store, { make, body: bodyOf }) => {
		const workflow = make(store);
		const body = bodyOf();
		let calls = 0;
		for (const deadline = moved.now + 600_000; moved.now < deadline; calls += 1) {
			const { status, headers } = await deliverUnstarted(workflow, body);
			expect(status).toBe(503);
			expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
		}
		expect(calls).toBeGreaterThan(50);
		expect(workflow.stored.length).toBeLessThanOrEqual(5);
		expect(workflow.stored.length).toBeGreaterThanOrEqual(4);
		await workflow.stored[0]!();
		expect((await workflow.deliver({ body })).status).toBe(200);
	},
);

test.each(STORES)(
	'%s: with a window of 0 each call starts a run, and is answered by the run that begins',
	async (store) => {
		const workflow = smsTrigger(store, { windowMinutes: 0 });
		const body = message();
		for (let turn = 0; turn < 3; turn += 1) expect(await workflow.items(body)).toHaveLength(1);
		const other = message();
		expect((await deliverUnstarted(workflow, other)).status).toBe(503);
		expect(await workflow.items(other)).toHaveLength(1);
	},
);

testWithRedis('the claim of a run in another process is seen on the Redis', async () => {
	for (const { make, body } of Object.values(TRIGGERS)) {
		const workflow = make('redis');
		const { answer } = await begin(workflow, body());
		// A process of its own has nothing of this one's memory.
		workflow.restart();
		const items = await workflow.stored[0]!();
		expect(items.length).toBeGreaterThan(0);
		await moved.by(100);
		expect((await answer()).status).toBe(200);
	}
});

testWithRedis(
	'a run that cannot reach the Redis emits its items, and its call is answered 200',
	async () => {
		const own = await RedisServer.start();
		const workflow = new WebhookWorkflow(
			{ verification: 'none', registerCallback: false },
			credentialsOn(own.url),
		);
		const { answer } = await begin(workflow, message());
		await own.down();
		expect(await moved.until(workflow.stored[0]!())).toMatchObject([{ text: 'hello' }]);
		await moved.by(WAIT_MS);
		expect((await answer()).status).toBe(200);
	},
);

describe("n8n's database is away when the first step of a run reads its credential", () => {
	/** The next reads of credentials fail, as they do while PostgreSQL times out. */
	const failReads = (credentials: ReturnType<typeof credentialsFor>, times: number) => {
		const { helper } = credentials;
		const { getDecrypted } = helper;
		let left = times;
		helper.getDecrypted = async (...of) => {
			left -= 1;
			if (left >= 0) throw new Error('timeout exceeded when trying to connect');
			return await getDecrypted(...of);
		};
		return () => left < 0;
	};
	const once = (credentials: ReturnType<typeof credentialsFor>) =>
		new WebhookWorkflow(
			{
				verification: 'none',
				registerCallback: false,
				options: { afterCrash: 'once' },
			},
			credentials,
		);

	testWithRedis(
		'with Do Not Run Again, of two runs with a delivery only one emits it',
		async () => {
			for (const order of [
				[0, 1],
				[1, 0],
			]) {
				const credentials = credentialsOn(redis().url);
				const workflow = once(credentials);
				const body = message();
				await deliverUnstarted(workflow, body);
				const again = await begin(workflow, body);
				// The fields that the calls have read are used for five seconds.
				await moved.by(6_000);
				expect((await again.answer()).status).toBe(503);
				failReads(credentials, 100);
				const [late, other] = order.map((place) => workflow.stored[place]!);
				await expect(moved.until(late!())).rejects.toThrow(/could not be found out/);
				credentials.helper.getDecrypted = credentialsOn(redis().url).helper.getDecrypted;
				expect(await moved.until(other!())).toMatchObject([{ text: 'hello' }]);
				expect(await moved.until(workflow.deliver({ body }))).toMatchObject({
					status: 200,
					items: undefined,
				});
			}
		},
	);

	testWithRedis(
		'a run that fails to read it at first claims and emits a little later',
		async () => {
			const credentials = credentialsOn(redis().url);
			const workflow = once(credentials);
			const body = message();
			await deliverUnstarted(workflow, body);
			const hasFailed = failReads(credentials, 2);
			expect(await moved.until(workflow.stored[0]!())).toMatchObject([{ text: 'hello' }]);
			expect(hasFailed()).toBe(true);
			expect(await moved.until(workflow.deliver({ body }))).toMatchObject({
				status: 200,
				items: undefined,
			});
		},
	);
});

describe('where no claim can come', () => {
	const { executions } = Container.get(GlobalConfig);
	afterEach(() => {
		executions.mode = 'regular';
	});

	test('on Engine 2.0, the answer follows the stored run, and no field of ours is left', async () => {
		const workflow = open();
		workflow.engine = 'v2';
		const body = message();
		const { status, items } = await workflow.deliver({ body });
		expect(status).toBe(200);
		expect(items).toMatchObject([{ text: 'hello' }]);
		expect(items![0]).not.toHaveProperty('_deliveries');
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	});

	test('on Engine 2.0, parts that were joined are given up no more', async () => {
		const workflow = open();
		workflow.engine = 'v2';
		expect(await workflow.items(part(1, 2, 'left '))).toBeUndefined();
		expect(await workflow.items(part(2, 2, 'right'))).toMatchObject([{ text: 'left right' }]);
		// The time after which parts are given up is ten minutes.
		await moved.by(11 * 60_000);
		expect(await workflow.items(message())).toMatchObject([{ text: 'hello' }]);
	});

	test('in queue mode without a Redis, the answer follows the stored run', async () => {
		executions.mode = 'queue';
		const workflow = open();
		workflow.startsNothing = true;
		const body = message();
		expect((await workflow.deliver({ body })).status).toBe(200);
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
		expect(workflow.stored).toHaveLength(1);
	});
});
