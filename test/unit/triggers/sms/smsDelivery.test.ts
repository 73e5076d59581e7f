import { setTimeout as pause } from 'node:timers/promises';
import { deliverAll } from '../deliverAll';
import { later, message, open, part, receipt } from './callbacks';
import { turns } from '../../../support/turns';

afterEach(() => jest.useRealTimers());

describe('redelivery', () => {
	test('starts no run for a repeated call within the window, also after a restart', async () => {
		const workflow = open();
		const body = message();
		expect(await workflow.items(body)).toHaveLength(1);
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
		workflow.restart();
		expect(await workflow.items(body)).toBeUndefined();
		later(25 * 60);
		expect(await workflow.items(body)).toHaveLength(1);
	});

	test('starts a run for a receipt with a new status, but not for a repeated status', async () => {
		const workflow = open();
		const first = receipt({ status: { id: 3, status: 'BUFFERED' }, final_date: null });
		const last = { ...first, status: { id: 4, status: 'DELIVERED' } };
		const started = [];
		for (const body of [first, last, first, last]) {
			started.push((await workflow.deliver({ method: 'PATCH', body })).items?.length ?? 0);
		}
		expect(started).toEqual([1, 1, 0, 0]);
	});

	test('treats the same text with another id as a second message', async () => {
		const workflow = open();
		expect(await workflow.items(message())).toHaveLength(1);
		expect(await workflow.items(message())).toHaveLength(1);
	});

	test('starts a run for every call when the window is 0', async () => {
		const workflow = open({ options: { windowMinutes: 0 } });
		const body = message();
		for (let turn = 0; turn < 3; turn++) {
			expect(await workflow.items(body)).toHaveLength(1);
		}
	});
});

test('the answer to a call says in JSON that it was received, and whether it has started a run', async () => {
	const workflow = open();
	const body = message();
	const told = async () => (await workflow.deliver({ body })).body;
	expect(await told()).toEqual({ received: true, started: true });
	expect(await told()).toMatchObject({ received: true, started: false });
	const { body: other } = await workflow.deliver({ method: 'PATCH', body: receipt() });
	expect(other).toEqual({ received: true, started: true });
});

describe('failed and overlapping calls', () => {
	test('a message or a last part whose run was not stored is accepted again', async () => {
		const workflow = open();
		const body = message();
		workflow.storeFails = true;
		expect(await workflow.deliver({ body })).toMatchObject({ status: 500, items: undefined });
		workflow.storeFails = false;
		expect(await workflow.items(body)).toHaveLength(1);
		expect(await workflow.items(body)).toBeUndefined();

		const [first, second] = [part(1, 2, 'left '), part(2, 2, 'right')];
		await workflow.deliver({ body: first });
		expect(await workflow.deliverUnstored(second)).toBe(500);
		expect(await workflow.items(second)).toMatchObject([{ text: 'left right' }]);
		expect(await workflow.items(second)).toBeUndefined();
	});

	test('a run that has started is not repeated, even if its call was answered with an error', async () => {
		const workflow = open();
		const body = message();
		const parts = [part(1, 2, 'left '), part(2, 2, 'right')];
		await workflow.deliver({ body: parts[0] });
		const told = [];
		for (const answerFails of [true, false, false]) {
			workflow.answerFails = answerFails;
			for (const sent of [body, parts[1]]) {
				const { items, status } = await workflow.deliver({ body: sent });
				told.push(...(items ?? []).map(({ text }) => text));
				expect(status).toBe(answerFails ? 500 : 200);
			}
		}
		expect(told).toEqual(['hello', 'left right']);
	});

	test('a redelivery waits for the result of the first call', async () => {
		const workflow = open();
		const body = message();
		let release!: () => void;
		let reached!: () => void;
		const isHeld = new Promise<void>((resolve) => (release = resolve));
		const isReached = new Promise<void>((resolve) => (reached = resolve));
		const first = workflow.deliver({ body }, async () => {
			reached();
			await isHeld;
		});
		await isReached;
		const again = workflow.deliver({ body });
		await turns();
		release();
		expect((await first).items).toHaveLength(1);
		expect((await again).items).toBeUndefined();
	});

	test('after a clean restart no accepted message is emitted again, and no part waits again', async () => {
		const workflow = open({ options: { giveUpMinutes: 1 } });
		const bodies = Array.from({ length: 20 }, () => message());
		const parts = [part(1, 2, 'left '), part(2, 2, 'right')];
		for (const body of [...bodies, ...parts]) await workflow.deliver({ body });
		workflow.restart();
		later(2);
		const told = [];
		for (const body of [...bodies, ...parts]) {
			told.push(...((await workflow.items(body)) ?? []));
		}
		expect(told).toEqual([]);
	});
});

describe('concurrent calls with slow saves', () => {
	/** A workflow whose database takes a different time for each save. */
	const slow = () => {
		const workflow = open({ options: { giveUpMinutes: 1440 } });
		workflow.commit = async () => await pause(Math.random() * 20);
		return workflow;
	};
	const taken = (answers: Array<{ status: number }>) =>
		answers.filter(({ status }) => status === 200).length;

	test('the last save contains every answered call', async () => {
		for (let turn = 0; turn < 5; turn++) {
			const workflow = slow();
			const wholes = Array.from({ length: 30 }, () => ({ body: message() }));
			const parts = Array.from({ length: 30 }, (_, i) => ({
				body: part(1, 2, 'a', { endpoint: { id: 500 + i } }),
			}));
			const calls = wholes.flatMap((whole, i) => [whole, parts[i]!]);
			const store = async () => await pause(Math.random() * 20);
			const answers = await Promise.all(calls.map((call) => workflow.deliver(call, store)));
			expect(taken(answers)).toBe(60);
			workflow.restart();
			const again = await Promise.all(wholes.map((call) => workflow.deliver(call)));
			expect(again.filter(({ items }) => items !== undefined)).toEqual([]);
			const lasts = parts.map(({ body: { endpoint } }) =>
				workflow.deliver({ body: part(2, 2, 'b', { endpoint }) }),
			);
			const told = (await Promise.all(lasts)).flatMap(({ items }) => items ?? []);
			expect(told.filter(({ text }) => text === 'ab')).toHaveLength(30);
		}
	});

	test('each message is emitted once, and redelivered if n8n did not store its run', async () => {
		const workflow = slow();
		const calls = Array.from({ length: 40 }, () => ({ body: message() }));
		let count = 0;
		const store = async () => {
			workflow.storeFails = (count += 1) % 3 === 0;
		};
		const told = (await deliverAll(workflow, calls, store)).map(({ id }) => id);
		expect(told.sort()).toEqual(calls.map(({ body }) => body.id).sort());
		workflow.storeFails = false;
		workflow.restart();
		const again = await Promise.all(calls.map((call) => workflow.deliver(call)));
		expect(again.filter(({ items }) => items !== undefined)).toEqual([]);
	});
});
