import { type Delivery, WebhookWorkflow } from '../../../support/n8n/triggers';
import { STORES, useRedis } from '../../../support/redis/useRedis';
import { message, part } from '../sms/callbacks';
import { byHand } from '../stream/pushes';
import { recordOf } from '../stream/usage';
import { deliverAll } from '../deliverAll';
import { credentialsFor, credentialsOn } from '../support';

/*
 * A thousand concurrent calls to one trigger, with both of its stores: all are answered, and each
 * message and record is emitted once.
 */

const CALLS = 1_000;

const redis = useRedis();
const credentialsOf = (store: (typeof STORES)[number]) =>
	store === 'redis' ? credentialsOn(redis().url) : credentialsFor();

/** How often each value occurs. */
function counted(values: unknown[]): Map<unknown, number> {
	const counts = new Map<unknown, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return counts;
}
const onceEach = (values: unknown[]) => new Map(values.map((value) => [value, 1]));

/** Every tenth call. */
const some = (calls: Delivery[]) => calls.filter((_, i) => i % 10 === 0);

test.each(STORES)(
	'SMS, %s: emits each message once from whole messages, parts and repeated calls',
	async (store) => {
		const workflow = new WebhookWorkflow(
			{ verification: 'none', registerCallback: false },
			credentialsOf(store),
		);
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
	},
);

test.each(STORES)('data stream, %s: emits each record of overlapping lists once', async (store) => {
	const workflow = byHand({}, credentialsOf(store));
	const end = Date.now();
	const records = Array.from({ length: 2 * CALLS }, (_, i) => ({
		...recordOf(1, end, 1),
		id: i + 1,
	}));
	// Each list has one record of the list before it.
	const calls = Array.from({ length: CALLS }, (_, i) => ({
		body: records.slice(Math.max(0, 2 * i - 1), 2 * i + 2),
	}));

	const told = await deliverAll(workflow, calls);
	expect(counted(told.map(({ id }) => id))).toEqual(onceEach(records.map(({ id }) => id)));

	workflow.restart();
	expect(await deliverAll(workflow, some(calls))).toEqual([]);
});
