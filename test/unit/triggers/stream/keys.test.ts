import fc from 'fast-check';
import { MemoryStore } from '../../../../src/triggers/runtime/memoryStore';
import type { Json } from '../../../../src/table/define';
import { HOUR_MS } from '../../../../src/times';
import { pack, unpack } from '../../../../src/triggers/runtime/storedText';
import { recordsForm, streamKind, type UsageCell } from '../../../../src/triggers/stream/kind';
import { receiveRecords } from '../../../../src/triggers/stream/watch';
import { recordKey } from '../../../../src/triggers/stream/record';

const key = fc.tuple(fc.constantFrom('u', 'e'), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));

test('keys with any id survive packing and unpacking', () => {
	fc.assert(
		fc.property(fc.uniqueArray(key.map(([kind, id]) => kind + String(id))), (keys) => {
			expect(unpack(recordsForm, pack(recordsForm, keys))?.sort()).toEqual([...keys].sort());
		}),
	);
});

const { most: MOST } = streamKind;

test('a window remembers only the newest keys', async () => {
	const window = new MemoryStore(streamKind);
	const tell = async (from: number, count: number) => {
		const keys = Array.from({ length: count }, (_, i) => `u${from + i}`);
		const { fresh, settle } = await receiveRecords(window, keys);
		await settle(true);
		return fresh.size;
	};
	for (let at = 0; at < MOST.memory; at += 10_000) expect(await tell(at, 10_000)).toBe(10_000);
	expect(await tell(0, 10_000)).toBe(0);
	expect(await tell(MOST.memory, 10_000)).toBe(10_000);
	expect(await tell(0, 10_000)).toBe(10_000);
	expect(await tell(MOST.memory, 10_000)).toBe(0);
	expect(unpack(recordsForm, String(window.pack().keys))).toHaveLength(MOST.stored);
});

test('a text id with a leading zero identifies the same record after a restart', async () => {
	const record = { id: '007', traffic_type: { id: 5 }, start_timestamp: '2026-03-01T00:00:00Z' };
	const recorded = recordKey(record)!;
	expect(recorded).toBe(recordKey({ ...record, id: 7 }));
	const window = new MemoryStore(streamKind);
	await (await receiveRecords(window, [recorded])).settle(true);
	const restarted = new MemoryStore(streamKind);
	restarted.adopt(window.pack());
	expect((await receiveRecords(restarted, [recorded])).fresh.size).toBe(0);
});

test.each([[{ u: 1 }], [7], [null], ['1.AAAA!'], ['0.AAAA']])(
	'discards the unreadable stored value %j with a message',
	(stored) => {
		const said: string[] = [];
		expect(unpack(recordsForm, stored, (message) => said.push(message))).toBeUndefined();
		expect(said).toEqual([expect.stringMatching(/records that have come cannot be read/)]);
	},
);

describe('how far back every delivery is remembered', () => {
	let now = Date.now();
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());
	const tell = async (memory: MemoryStore<UsageCell>, from: number, count: number) => {
		const keys = Array.from({ length: count }, (_, i) => `e${from + i}`);
		await (await receiveRecords(memory, keys)).settle(true);
	};
	const restarted = (before: MemoryStore<UsageCell>) => {
		const after = new MemoryStore(streamKind);
		after.adopt(JSON.parse(JSON.stringify(before.pack())) as Json);
		return after;
	};

	test('is from the first start on, also after a restart, and anew from a publication on', async () => {
		const memory = new MemoryStore(streamKind);
		await tell(memory, 1, 1);
		now += 3 * HOUR_MS;
		const after = restarted(memory);
		expect(await after.rememberedMs()).toBe(3 * HOUR_MS);
		await after.rememberFromNow();
		now += HOUR_MS;
		expect(await restarted(after).rememberedMs()).toBe(HOUR_MS);
	});

	test('does not reach to what n8n has no room for', async () => {
		const memory = new MemoryStore(streamKind);
		await tell(memory, 0, MOST.stored);
		now += 3 * HOUR_MS;
		await tell(memory, MOST.stored, MOST.stored);
		now += HOUR_MS;
		expect(await memory.rememberedMs()).toBe(4 * HOUR_MS);
		expect(await restarted(memory).rememberedMs()).toBeLessThanOrEqual(HOUR_MS);
	});

	test('is nothing after a clock that was ahead', async () => {
		const memory = new MemoryStore(streamKind);
		const stored = memory.pack();
		now -= HOUR_MS;
		const after = new MemoryStore(streamKind);
		after.adopt(stored);
		expect(await after.rememberedMs()).toBe(0);
	});
});
