import type { IDataObject } from 'n8n-workflow';
import { type Delivery, WebhookWorkflow } from '../../../support/n8n/triggers';
import { hasRedisServer, RedisServer } from '../../../support/redis/redis';
import { message, part } from '../sms/callbacks';
import { credentialsFor } from '../support';

/*
 * A thousand calls at once to one trigger, in both of its stores: all are answered, each message and
 * record is told once, and none is lost.
 */

const CALLS = 1_000;

const given = hasRedisServer();
if (!given) console.log('skipped: there is no redis-server on this machine');
let redis: RedisServer | undefined;
beforeAll(async () => {
	if (given) redis = await RedisServer.start();
});
afterAll(async () => await redis?.down());

type Store = 'memory' | 'redis';
const STORES: Store[] = given ? ['memory', 'redis'] : ['memory'];

function workflowOf(kind: 'sms' | 'stream', store: Store): WebhookWorkflow {
	const credentials = credentialsFor('http://127.0.0.1:9');
	if (store === 'redis') {
		const account = credentials.get('cellularIotTokenApi');
		const shared = { shareLimits: true, redisUrl: redis!.url };
		credentials.set('cellularIotTokenApi', { ...account, ...shared });
	}
	const remember = store === 'redis' && { registerCallback: 'remember' };
	const parameters = {
		sms: { verification: 'none', ...remember },
		stream: { verification: 'none', event: 'records', registerStream: false },
	};
	return new WebhookWorkflow(parameters[kind] as never, credentials, kind);
}

/** How often each value is there. */
function counted(values: unknown[]): Map<unknown, number> {
	const counts = new Map<unknown, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return counts;
}
const onceEach = (values: unknown[]) => new Map(values.map((value) => [value, 1]));

/**
 * Delivers all calls at once, and those that are answered "later" again, as the service does; gives the
 * items of all runs.
 */
async function deliverAll(workflow: WebhookWorkflow, calls: Delivery[]): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	let open = calls;
	for (let turn = 0; open.length > 0; turn++) {
		expect(turn).toBeLessThan(20);
		const answers = await Promise.all(open.map(async (call) => await workflow.deliver(call)));
		for (const answer of answers) {
			expect([200, 503]).toContain(answer.status);
			items.push(...(answer.items ?? []));
		}
		open = open.filter((_, i) => answers[i]!.status !== 200);
	}
	return items;
}
/** Some of the calls: of every ten one. */
const some = (calls: Delivery[]) => calls.filter((_, i) => i % 10 === 0);

test.each(STORES)('SMS, %s: whole ones, parts and repetitions', async (store) => {
	const workflow = workflowOf('sms', store);
	const wholes = Array.from({ length: CALLS * 0.6 }, (_, i) =>
		message({ payload: `whole ${i}`, endpoint: { id: 30_000 + i } }),
	);
	const halves = Array.from({ length: CALLS * 0.15 }, (_, i) => {
		const endpoint = { endpoint: { id: 20_000 + i } };
		return [part(1, 2, `left ${i}, `, endpoint), part(2, 2, `right ${i}`, endpoint)];
	});
	const bodies = [...wholes, ...halves.flat(), ...wholes.slice(0, CALLS * 0.1)];
	expect(bodies).toHaveLength(CALLS);
	const calls = bodies.map((body) => ({ body }));

	const told = await deliverAll(workflow, calls);
	const texts = [
		...wholes.map(({ payload }) => payload),
		...halves.map((_, i) => `left ${i}, right ${i}`),
	];
	expect(counted(told.map(({ text }) => text))).toEqual(onceEach(texts));
	expect(told.filter(({ complete }) => complete === false)).toEqual([]);

	workflow.restart();
	expect(await deliverAll(workflow, some(calls))).toEqual([]);
});

let nextId = 1;
const record = () => ({
	id: nextId++,
	traffic_type: { id: 5 },
	start_timestamp: '2026-02-03T10:00:05Z',
	end_timestamp: '2026-02-03T10:00:50Z',
	volume: { rx: 1, tx: 0, total: 1 },
});

test.each(STORES)('data stream, %s: lists that overlap', async (store) => {
	const workflow = workflowOf('stream', store);
	const records = Array.from({ length: 2 * CALLS }, record);
	// Each list has one record of the list before it.
	const calls = Array.from({ length: CALLS }, (_, i) => ({
		body: records.slice(Math.max(0, 2 * i - 1), 2 * i + 2),
	}));

	const told = await deliverAll(workflow, calls);
	expect(counted(told.map(({ id }) => id))).toEqual(onceEach(records.map(({ id }) => id)));

	workflow.restart();
	expect(await deliverAll(workflow, some(calls))).toEqual([]);
});
