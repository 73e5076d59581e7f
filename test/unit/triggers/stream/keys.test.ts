import fc from 'fast-check';
import { MemoryStore } from '../../../../src/triggers/runtime/memoryStore';
import { recordsForm, streamKind } from '../../../../src/triggers/stream/kind';
import { receiveRecords } from '../../../../src/triggers/stream/watch';
import { recordKey } from '../../../../src/triggers/stream/record';

const key = fc.tuple(fc.constantFrom('u', 'e'), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));

test('keys with any id survive packing and unpacking', () => {
	fc.assert(
		fc.property(fc.uniqueArray(key.map(([kind, id]) => kind + String(id))), (keys) => {
			expect(recordsForm.unpack(recordsForm.pack(keys))?.sort()).toEqual([...keys].sort());
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
	expect(recordsForm.unpack(String(window.pack().keys))).toHaveLength(MOST.stored);
});

test('a text id with a leading zero identifies the same record after a restart', async () => {
	const record = { id: '007', traffic_type: { id: 5 }, start_timestamp: '2026-03-01T00:00:00Z' };
	const key = recordKey(record)!;
	expect(key).toBe(recordKey({ ...record, id: 7 }));
	const window = new MemoryStore(streamKind);
	await (await receiveRecords(window, [key])).settle(true);
	const restarted = new MemoryStore(streamKind);
	restarted.adopt(window.pack());
	expect((await receiveRecords(restarted, [key])).fresh.size).toBe(0);
});

test.each([[{ u: 1 }], [7], [null], ['1.AAAA!'], ['0.AAAA']])(
	'discards the unreadable stored value %j with a message',
	(stored) => {
		const said: string[] = [];
		expect(recordsForm.unpack(stored, (message) => said.push(message))).toBeUndefined();
		expect(said).toEqual([expect.stringMatching(/records that have come cannot be read/)]);
	},
);
