import { later, message, open, part } from './callbacks';

afterEach(() => jest.useRealTimers());

describe('parts of a long message', () => {
	const permutations = (list: number[]): number[][] =>
		list.length < 2
			? [list]
			: list.flatMap((entry) =>
					permutations(list.filter((other) => other !== entry)).map((rest) => [entry, ...rest]),
				);

	test.each(permutations([1, 2, 3]).map((order) => [order]))(
		'are joined when they arrive in the order %j',
		async (order) => {
			const workflow = open();
			const texts = ['The first, ', 'the second ', 'and the third.'];
			const runs = [];
			for (const partno of order) {
				runs.push(await workflow.items(part(partno, 3, texts[partno - 1]!)));
			}
			expect(runs.slice(0, 2)).toEqual([undefined, undefined]);
			expect(runs[2]).toMatchObject([
				{
					text: texts.join(''),
					complete: true,
					parts: { total: 3, identifier: 7, received: [1, 2, 3], missing: [] },
				},
			]);
		},
	);

	test('are joined when they arrive concurrently, with a copy of the stored data for each call', async () => {
		const workflow = open();
		let release = () => {};
		const held = new Promise<void>((resolve) => (release = resolve));
		const calls = [1, 2, 3].map((partno) =>
			workflow.deliver({ body: part(partno, 3, `${partno}.`) }, async () => await held),
		);
		await new Promise((resolve) => setImmediate(resolve));
		release();
		const items = (await Promise.all(calls)).flatMap(({ items: own }) => own ?? []);
		expect(items).toMatchObject([{ text: '1.2.3.', complete: true }]);
	});

	test('are joined once across restarts and redeliveries', async () => {
		const workflow = open();
		const [first, second] = [part(1, 2, 'left '), part(2, 2, 'right')];
		expect(await workflow.items(first)).toBeUndefined();
		workflow.restart();
		expect(await workflow.items(first)).toBeUndefined();
		expect(await workflow.items(second)).toMatchObject([{ text: 'left right' }]);
		for (const body of [first, second, { ...second, id: 999_999 }]) {
			expect(await workflow.items(body)).toBeUndefined();
		}
		workflow.restart();
		for (const body of [first, second]) expect(await workflow.items(body)).toBeUndefined();
	});

	test('are emitted as incomplete with the next call after the give-up time', async () => {
		const workflow = open();
		await workflow.deliver({ body: part(1, 3, 'one ') });
		await workflow.deliver({ body: part(3, 3, 'three') });
		later(9);
		expect(await workflow.items(message())).toHaveLength(1);
		later(2);
		const items = await workflow.items(message());
		expect(items).toMatchObject([
			{ text: 'one three', complete: false, parts: { received: [1, 3], missing: [2] } },
			{ text: 'hello', complete: true },
		]);
	});

	test('are dropped after the give-up time if that option is set', async () => {
		const workflow = open({ options: { incomplete: 'drop', giveUpMinutes: 1 } });
		await workflow.deliver({ body: part(1, 3, 'one ') });
		later(2);
		expect(await workflow.items(message())).toMatchObject([{ text: 'hello' }]);
		expect(await workflow.items(message())).toHaveLength(1);
	});

	test('with a reused identifier belong to another message if total, time or endpoint differ', async () => {
		const workflow = open();
		const texts: unknown[] = [];
		const send = async (body: object) => {
			const items = await workflow.items(body);
			texts.push(...(items ?? []).map((item) => [item.text, item.complete]));
		};
		await send(part(1, 2, 'A1'));
		// Another total.
		await send(part(2, 3, 'B2'));
		// Five minutes later by the submit date.
		await send(part(2, 2, 'C2', { submit_date: '2026-03-01 12:05:00' }));
		expect(texts).toEqual([]);
		await send(part(1, 2, 'C1', { submit_date: '2026-03-01 12:05:03' }));
		await send(part(2, 2, 'A2', { submit_date: '2026-03-01 12:00:04' }));
		expect(texts).toEqual([
			['C1C2', true],
			['A1A2', true],
		]);
		// Other devices.
		await send(part(1, 2, 'D1', { endpoint: { id: 10002 } }));
		await send(part(2, 2, 'E2', { endpoint: { id: 10003 } }));
		expect(texts).toHaveLength(2);
	});

	test.each([
		['5 s', '12:00:05', false],
		['6 s', '12:00:06', true],
		['25 s', '12:00:25', true],
	])(
		'that are %s apart are joined, and marked as uncertain above 5 s',
		async (_name, at, uncertain) => {
			const workflow = open();
			await workflow.deliver({ body: part(1, 2, 'left ') });
			const body = part(2, 2, 'right', { submit_date: `2026-03-01 ${at}` });
			const items = await workflow.items(body);
			expect(items).toMatchObject([{ text: 'left right', complete: true, uncertain }]);
		},
	);

	test('that are 40 s apart are of two messages, each with a part that is missing', async () => {
		const workflow = open({ options: { giveUpMinutes: 1 } });
		await workflow.deliver({ body: part(1, 2, 'ALARM door ') });
		const body = part(2, 2, 'temp 21C', { submit_date: '2026-03-01 12:00:40' });
		expect(await workflow.items(body)).toBeUndefined();
		later(2);
		const items = await workflow.items(message());
		expect(items?.map(({ text, complete }) => [text, complete])).toEqual([
			['ALARM door ', false],
			['temp 21C', false],
			['hello', true],
		]);
	});

	test('of a message that has lost a part take nothing of the message seconds after it', async () => {
		const workflow = open({ options: { giveUpMinutes: 1 } });
		const at = (second: number) => ({ submit_date: `2026-03-01 12:00:0${second}` });
		expect(await workflow.items(part(1, 2, 'ALARM door ', at(0)))).toBeUndefined();
		expect(await workflow.items(part(1, 2, 'all ', at(6)))).toBeUndefined();
		expect(await workflow.items(part(2, 2, 'right', at(8)))).toMatchObject([
			{ text: 'all right', complete: true, uncertain: false },
		]);
	});

	test('that follow each other within 5 s are joined as certain, even if all ten take longer', async () => {
		const workflow = open();
		const sent = Array.from({ length: 10 }, (_, i) =>
			part(i + 1, 10, 'x', { submit_date: `2026-03-01 12:00:${String(i * 4).padStart(2, '0')}` }),
		);
		const told = [];
		for (const body of sent.toReversed()) told.push(...((await workflow.items(body)) ?? []));
		expect(told).toMatchObject([{ text: 'x'.repeat(10), complete: true, uncertain: false }]);
		expect(await workflow.items(message())).toMatchObject([{ uncertain: false }]);
	});

	test('take little space while they wait, even if their calls hold large fields', async () => {
		const workflow = open();
		const long = 'y'.repeat(1_000_000);
		const more = {
			submit_date: long,
			source_address: long,
			dest_address: long,
			pid: long,
			x: long,
		};
		const first = part(1, 2, 'left ', { ...more, endpoint: { id: 10001, name: long } });
		await workflow.deliver({ body: first });
		expect(JSON.stringify(workflow.saved).length).toBeLessThan(5_000);
		expect(await workflow.items(first)).toBeUndefined();
		const second = part(2, 2, 'right', { ...more, endpoint: { id: 10001, name: long } });
		workflow.restart();
		expect(await workflow.items(second)).toMatchObject([{ text: 'left right' }]);
	});

	test('of messages that cannot be distinguished are emitted separately as incomplete', async () => {
		const workflow = open({ options: { giveUpMinutes: 1 } });
		for (const body of [part(1, 2, 'A1'), part(1, 2, 'B1'), part(2, 2, 'A2'), part(2, 2, 'B2')]) {
			expect(await workflow.items(body)).toBeUndefined();
		}
		later(2);
		const items = await workflow.items(message());
		expect(items?.map(({ text, complete }) => [text, complete])).toEqual([
			['A1', false],
			['B1', false],
			['A2', false],
			['B2', false],
			['hello', true],
		]);
	});

	const lone = (endpoint: number, identifier: number) =>
		message({
			payload: 'x'.repeat(1_530),
			endpoint: { id: endpoint },
			multi_part_info: { partno: 1, total: 2, identifier },
		});

	test('are limited per endpoint, without discarding parts of other endpoints', async () => {
		later(0);
		const workflow = open();
		expect(await workflow.items(part(1, 2, 'left ', { endpoint: { id: 5 } }))).toBeUndefined();
		let items = 0;
		for (let turn = 0; turn < 300; turn++) {
			items += (await workflow.items(lone(10001, turn)))?.length ?? 0;
		}
		expect(items).toBeGreaterThan(150);
		expect(JSON.stringify(workflow.saved).length).toBeLessThan(300_000);
		const { items: whole } = await workflow.deliver({
			body: part(2, 2, 'right', { endpoint: { id: 5 } }),
		});
		expect(whole).toMatchObject([{ text: 'left right', complete: true }]);
	});

	test('of many endpoints can wait at the same time', async () => {
		later(0);
		const workflow = open();
		const endpoints = Array.from({ length: 200 }, (_, i) => ({ endpoint: { id: i + 1 } }));
		// In total more than one endpoint may store.
		const long = 'a'.repeat(700);
		for (const endpoint of endpoints) await workflow.deliver({ body: part(1, 2, long, endpoint) });
		let whole = 0;
		for (const endpoint of endpoints) {
			const items = await workflow.items(part(2, 2, 'b', endpoint));
			if (items?.[0]?.complete === true) whole += 1;
		}
		expect(whole).toBe(200);
	});
});
