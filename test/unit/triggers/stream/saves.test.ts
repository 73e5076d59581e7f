import { setTimeout as pause } from 'node:timers/promises';
import { deliverAll } from '../deliverAll';
import { byHand } from './pushes';
import { recordOf } from './usage';

/* Concurrent pushes: n8n's store contains every answered record, whichever save ends last. */

/** A workflow whose database takes a different time for each save. */
const slow = (parameters: object = {}) => {
	const workflow = byHand(parameters);
	workflow.commit = async () => await pause(Math.random() * 20);
	return workflow;
};
const now = Date.now();
/** A record of 1 MB from one device. */
const usage = (id: number) => ({ ...recordOf(4001, now - 15_000, 1), id });
const store = async () => await pause(Math.random() * 20);

test('the answer to a push says in JSON that it was received, and whether it has started a run', async () => {
	const workflow = byHand();
	const told = async () => (await workflow.deliver({ body: [usage(1)] })).body;
	expect(await told()).toEqual({ received: true, started: true });
	expect(await told()).toMatchObject({ received: true, started: false });
});

test('emits no record again after a restart', async () => {
	for (let turn = 0; turn < 5; turn += 1) {
		const workflow = slow();
		const lists = Array.from({ length: 50 }, (_, i) => [usage(2 * i + 1), usage(2 * i + 2)]);
		const answers = await Promise.all(lists.map((body) => workflow.deliver({ body }, store)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
		workflow.restart();
		const again = await Promise.all(lists.map((body) => workflow.deliver({ body })));
		expect(again.flatMap(({ items }) => items ?? [])).toEqual([]);
	}
});

test('emits a list whose run n8n did not store once when it is redelivered', async () => {
	const workflow = slow();
	const lists = Array.from({ length: 30 }, (_, i) => [usage(i + 1)]);
	let count = 0;
	const failing = async () => {
		workflow.storeFails = (count += 1) % 3 === 0;
	};
	const calls = lists.map((body) => ({ body }));
	const told = (await deliverAll(workflow, calls, failing)).map(({ id }) => Number(id));
	expect(told.sort((a, b) => a - b)).toEqual(lists.map(([first]) => first!.id));
	workflow.storeFails = false;
	workflow.restart();
	const again = await Promise.all(lists.map((body) => workflow.deliver({ body })));
	expect(again.flatMap(({ items }) => items ?? [])).toEqual([]);
});

test('keeps the complete sum of a window across a restart', async () => {
	for (let turn = 0; turn < 5; turn += 1) {
		// 50 MB do not exceed the limit; the next record does.
		const workflow = slow({ event: 'usageAboveLimit', usageWindow: 'month', usageLimit: 50 });
		const lists = Array.from({ length: 50 }, (_, i) => [usage(i + 1)]);
		const answers = await Promise.all(lists.map((body) => workflow.deliver({ body }, store)));
		expect(answers.flatMap(({ items }) => items ?? [])).toEqual([]);
		workflow.restart();
		const items = await workflow.items([usage(51)]);
		expect(items).toMatchObject([{ volume: 51 }]);
	}
});
