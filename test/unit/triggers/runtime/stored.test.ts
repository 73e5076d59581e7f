import {
	forgetPolls,
	type Polled,
	pollStored,
	sinceLast,
	type StateStore,
	type Stored,
} from '../../../../src/triggers/runtime/stored';

/* How a poll continues from the state of the poll before, where n8n may have stored it or not. */

interface State {
	seen: number;
	n?: number;
	at?: number;
}

let key = '';
let keys = 0;
beforeEach(() => void (key = `w n${(keys += 1)}`));

/** A poll that has found `seen`, with an item for each number since the poll before. */
const finds =
	(seen: number, startedAt = 1_000) =>
	async ({ before }: { before: Partial<State> }): Promise<Polled<State>> => ({
		state: { seen },
		items: seen > (before.seen ?? 0) ? [{ from: before.seen ?? 0, to: seen }] : [],
		startedAt,
	});

const stateIn = ({ state }: StateStore) => JSON.parse(String(state)) as State;
/** The text that n8n stores, as the next poll finds it. */
const storedAs = (state: State): StateStore => ({ state: JSON.stringify(state) });

test('a poll whose run n8n did not store gives its items again', async () => {
	const store = storedAs({ n: 1, at: 500, seen: 1 });
	expect(await pollStored<State>(key, store, {}, finds(2))).toEqual([{ from: 1, to: 2 }]);
	// n8n has neither the run nor the state.
	const asBefore = storedAs({ n: 1, at: 500, seen: 1 });
	expect(await pollStored<State>(key, asBefore, {}, finds(2))).toEqual([{ from: 1, to: 2 }]);
	// Now it has both.
	expect(await pollStored<State>(key, asBefore, {}, finds(2))).toEqual([]);
});

test('a poll that gave nothing counts as it is in memory, since n8n stores none', async () => {
	const store = storedAs({ n: 1, at: 500, seen: 5 });
	expect(await pollStored<State>(key, store, {}, finds(3))).toEqual([]);
	const asBefore = storedAs({ n: 1, at: 500, seen: 5 });
	expect(await pollStored<State>(key, asBefore, {}, finds(4))).toEqual([{ from: 3, to: 4 }]);
});

test('the poll of a publication counts as it is in memory, with items too', async () => {
	const store = storedAs({ n: 1, at: 500, seen: 1 });
	await pollStored<State>(key, store, { publication: true }, finds(2));
	const asBefore = storedAs({ n: 1, at: 500, seen: 1 });
	expect(await pollStored<State>(key, asBefore, {}, finds(2))).toEqual([]);
});

test('the newest state counts: what other triggers stored, or what n8n has from elsewhere', async () => {
	const store = storedAs({ n: 1, at: 500, seen: 1 });
	const elsewhere = JSON.stringify({ n: 2, at: 600, seen: 7 });
	expect(await pollStored<State>(key, store, { elsewhere }, finds(8))).toEqual([
		{ from: 7, to: 8 },
	]);
	expect(stateIn(store)).toMatchObject({ n: 3, seen: 8 });
	// A state of before does not count, wherever it is.
	expect(await pollStored<State>(key, store, { elsewhere }, finds(8))).toEqual([]);
});

test('memory that counts is left for a newer state that n8n has from another process', async () => {
	await pollStored<State>(key, storedAs({ n: 1, at: 500, seen: 5 }), {}, finds(3));
	const store = storedAs({ n: 9, at: 600, seen: 6 });
	expect(await pollStored<State>(key, store, {}, finds(7))).toEqual([{ from: 6, to: 7 }]);
});

test('a state has the moment of its poll, or the one that the poll gives', async () => {
	const store: StateStore = {};
	await pollStored<State>(key, store, {}, finds(1, 1_000));
	expect(stateIn(store)).toEqual({ n: 1, at: 1_000, seen: 1 });
	const at = async () => 1_900;
	await pollStored<State>(key, store, {}, async (r) => ({ ...(await finds(2, 2_000)(r)), at }));
	expect(stateIn(store)).toEqual({ n: 2, at: 1_900, seen: 2 });
	expect(sinceLast(key, 2_500)).toBe(500);
});

test('a poll that found the same changes no stored text, and asks for no moment', async () => {
	const store: StateStore = {};
	await pollStored<State>(key, store, {}, finds(1, 1_000));
	const before = store.state;
	const at = jest.fn(async () => 9_999);
	await pollStored<State>(key, store, {}, async (r) => ({ ...(await finds(1, 2_000)(r)), at }));
	expect(store.state).toBe(before);
	expect(at).not.toHaveBeenCalled();
});

test('the first poll stores its state also where it found nothing', async () => {
	const store: StateStore = {};
	const nothing = async () => ({ state: {}, items: [], startedAt: 1_000 });
	await pollStored<Stored>(key, store, {}, nothing);
	expect(store.state).toBe(JSON.stringify({ n: 0 }));
});

test('a failed poll changes nothing, and the next one works', async () => {
	const store = storedAs({ n: 1, at: 500, seen: 1 });
	const before = store.state;
	const failing = async () => await Promise.reject(new Error('no answer'));
	await expect(pollStored<State>(key, store, {}, failing)).rejects.toThrow('no answer');
	expect(store.state).toBe(before);
	expect(sinceLast(key, 2_000)).toBeUndefined();
	expect(await pollStored<State>(key, store, {}, finds(2))).toEqual([{ from: 1, to: 2 }]);
});

test('two polls never work side by side, and others than of this key do', async () => {
	const store = storedAs({ n: 1, at: 500, seen: 1 });
	let finish!: () => void;
	const slow = pollStored<State>(key, store, {}, async (resumed) => {
		await new Promise<void>((resolve) => (finish = resolve));
		return await finds(2)(resumed);
	});
	expect(await pollStored<State>(key, store, {}, finds(2))).toBeUndefined();
	const other = storedAs({ n: 1, at: 500, seen: 1 });
	expect(await pollStored<State>(`${key} other`, other, {}, finds(2))).toHaveLength(1);
	finish();
	expect(await slow).toEqual([{ from: 1, to: 2 }]);
});

test('a poll gives nothing where another has stored a state meanwhile', async () => {
	const store = storedAs({ n: 1, at: 500, seen: 1 });
	const theirs = JSON.stringify({ n: 2, at: 600, seen: 2 });
	const items = await pollStored<State>(key, store, {}, async (resumed) => {
		store.state = theirs;
		return await finds(2)(resumed);
	});
	expect(items).toEqual([]);
	expect(store.state).toBe(theirs);
});

test('only the first poll of a process that finds a stored state is resumed', async () => {
	const store = storedAs({ n: 1, at: 500, seen: 1 });
	const seen: boolean[] = [];
	const poll = async () =>
		await pollStored<State>(key, store, {}, async (resumed) => {
			seen.push(resumed.isResumed);
			return await finds(1)(resumed);
		});
	await poll();
	await poll();
	forgetPolls(key);
	await poll();
	expect(seen).toEqual([true, false, true]);
});

test('with no state stored, nothing is resumed', async () => {
	const seen: boolean[] = [];
	await pollStored<State>(key, {}, {}, async (resumed) => {
		seen.push(resumed.isResumed);
		return await finds(1)(resumed);
	});
	expect(seen).toEqual([false]);
});
