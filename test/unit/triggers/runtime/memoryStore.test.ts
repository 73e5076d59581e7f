import { randomUUID } from 'node:crypto';
import { MemoryStore } from '../../../../src/triggers/runtime/memoryStore';
import { BY_NUMBER, reserve, settle } from '../../../../src/triggers/runtime/store';
import { streamKind } from '../../../../src/triggers/stream/kind';

/* The memory of a trigger as n8n's store gets it, around the runs that its calls start. */

const retention = { ...BY_NUMBER, emitsAgain: true };
const CELL = 'calls';

const newStore = () => new MemoryStore(streamKind, retention);

/** A call with records, up to the moment at which n8n gets its items. */
async function arrive(store: ReturnType<typeof newStore>, keys: string[]) {
	const call = randomUUID();
	await reserve(store, CELL, { call, keys }, (cell, { fresh, now }) => {
		cell.entries.push({ keys: [...fresh], by: call, until: now + store.leaseMs });
	});
	store.begin(call);
	return { call, keys, settle: settle(store, [CELL], { call, keys }) };
}

/** The keys that are new after a restart with what is stored. */
async function newAfter(stored: object, keys: string[]): Promise<string[]> {
	const restarted = newStore();
	restarted.adopt({ ...stored });
	return await restarted.change(CELL, keys, (_, { fresh }) => [...fresh]);
}

test('counts a delivery as new after a restart while its run may never have begun', async () => {
	const store = newStore();
	const { call } = await arrive(store, ['u1']);
	expect(await newAfter(store.pack(call), ['u1'])).toEqual(['u1']);
});

test('counts it as delivered once its run has ended', async () => {
	const store = newStore();
	const { call, keys, settle: answered } = await arrive(store, ['u1']);
	store.pack(call);
	await store.claim(keys, 'run 1');
	const starting = store.startingCall(keys);
	await answered(true);
	expect(await newAfter(store.packBegun(starting!), keys)).toEqual([]);
});

test('counts both of two deliveries as delivered when the first run ends while the second begins', async () => {
	const store = newStore();
	const first = await arrive(store, ['u1']);
	store.pack(first.call);
	await store.claim(first.keys, 'run 1');
	const starting = store.startingCall(first.keys);
	await first.settle(true);
	const second = await arrive(store, ['u2']);
	store.pack(second.call);
	store.packBegun(starting!);
	await store.claim(second.keys, 'run 2');
	const next = store.startingCall(second.keys);
	expect(next).toBe(second.call);
	await second.settle(true);
	expect(await newAfter(store.packBegun(next!), ['u1', 'u2'])).toEqual([]);
});

test('knows no starting call of deliveries that belong to another', async () => {
	const store = newStore();
	await arrive(store, ['u1']);
	expect(store.startingCall(['u2'])).toBeUndefined();
});

describe('with limits of its size', () => {
	/** Whether a key counts as delivered. */
	const isKnown = async (store: ReturnType<typeof newStore>, key: string) =>
		await store.change(CELL, [key], (_, { fresh }) => !fresh.has(key));

	test('forgets the oldest deliveries', async () => {
		const most = { ...streamKind.most, memory: 3 };
		const store = new MemoryStore({ ...streamKind, most }, retention);
		for (const key of ['u1', 'u2', 'u3', 'u4', 'u5']) {
			await (await arrive(store, [key])).settle(true);
		}
		const known = [];
		for (const key of ['u1', 'u2', 'u3', 'u4', 'u5']) known.push(await isKnown(store, key));
		expect(known).toEqual([false, false, true, true, true]);
	});

	test('names the largest cell once all together are too large', async () => {
		const size = ({ entries }: { entries: unknown[] }) => entries.length;
		const store = new MemoryStore({ ...streamKind, size, mostSize: 3 }, retention);
		const add = async (cell: string, key: string) =>
			await store.change(cell, [key], ({ entries }, { now }) => {
				entries.push({ keys: [key], by: key, until: now + store.leaseMs });
			});
		await add('small', 'u1');
		await add('large', 'u2');
		await add('large', 'u3');
		expect(store.overfull()).toBeUndefined();
		await add('large', 'u4');
		expect(store.overfull()).toBe('large');
	});
});
