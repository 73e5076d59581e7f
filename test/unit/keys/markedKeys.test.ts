import { MarkedKeys } from '../../../src/keys/markedKeys';
import { hangingMarks } from '../../support/hangingMarks';
import { turns } from '../../support/turns';

/* Keys stored as marks by processes that are killed between any two steps. */

/** The keys of one process, which hangs for good after `stepsLeft` steps. */
const processOn = (all: Set<string>, name: string, stepsLeft = Infinity) =>
	new MarkedKeys(hangingMarks(all, name, stepsLeft), async () => {});

const firstClaim = { key: 'k', request: 'one' };
const two = { key: 'k', request: 'two' };
let processes = 0;
const next = (all: Set<string>, stepsLeft?: number) =>
	processOn(all, `process ${++processes}`, stepsLeft);

/** Runs a process until it ends or hangs. */
const runUntilStuck = async (work: Promise<unknown>) => await Promise.race([work, turns()]);

const stateFor = async (all: Set<string>, request: typeof firstClaim) =>
	(await next(new Set(all)).claim([request]))[0]!.is;

test('a key changes from free to open to done, and is refused for another request', async () => {
	const all = new Set<string>();
	const own = next(all);
	expect(await own.claim([firstClaim])).toEqual([{ is: 'mine' }]);
	expect(await stateFor(all, firstClaim)).toBe('open');
	expect(await stateFor(all, two)).toBe('other');
	await own.settle([{ ...firstClaim, is: 'done' }]);
	await own.close();
	expect(await stateFor(all, firstClaim)).toBe('done');
	expect(await stateFor(all, two)).toBe('other');
});

test('a key that is given back is free for any request', async () => {
	const all = new Set<string>();
	const own = next(all);
	await own.claim([firstClaim]);
	await own.settle([{ ...firstClaim, is: 'free' }]);
	await own.close();
	expect(all.size).toBe(0);
	expect(await stateFor(all, two)).toBe('mine');
});

test.each([0, 1, 2, 3])(
	'a done key never becomes free when a process is killed after %i steps of claiming it',
	async (steps) => {
		for (const asked of [firstClaim, two]) {
			const all = new Set<string>();
			const first = next(all);
			await first.claim([firstClaim]);
			await first.settle([{ ...firstClaim, is: 'done' }]);
			await first.close();
			await runUntilStuck(next(all, steps).claim([asked]));
			expect(['done', 'open']).toContain(await stateFor(all, firstClaim));
			// An item that was never sent does not count as done.
			expect(['other', 'open']).toContain(await stateFor(all, two));
		}
	},
);

test.each([0, 1])(
	'a key never becomes free when its process is killed after %i steps of writing the verdict',
	async (steps) => {
		const all = new Set<string>();
		const own = next(all, 1 + steps);
		await own.claim([firstClaim]);
		await own.settle([{ ...firstClaim, is: 'done' }]);
		await runUntilStuck(own.close());
		expect(await stateFor(all, firstClaim)).toBe(steps === 0 ? 'open' : 'done');
	},
);

test('an open key of another run in the same process is reported as possibly live', async () => {
	const all = new Set<string>();
	const first = processOn(all, 'shared');
	const second = processOn(all, 'shared');
	await first.claim([firstClaim]);
	expect(await second.claim([firstClaim])).toEqual([{ is: 'open', mayLive: true }]);
	await first.settle([{ ...firstClaim, is: 'done' }]);
	// The deferred verdict is written first.
	expect(await second.claim([firstClaim])).toEqual([{ is: 'done' }]);
});

test.each([0, 1])(
	'a claim and the verdicts before it are written in one step (killed after %i steps)',
	async (steps) => {
		const all = new Set<string>();
		const own = next(all, 1 + steps);
		await own.claim([firstClaim]);
		await own.settle([{ ...firstClaim, is: 'done' }]);
		const later = { key: 'later', request: 'one' };
		await runUntilStuck(own.claim([later]));
		expect(await stateFor(all, firstClaim)).toBe(steps === 0 ? 'open' : 'done');
		expect(await stateFor(all, later)).toBe(steps === 0 ? 'mine' : 'open');
	},
);

test('a failed write of verdicts is repeated with the next claim', async () => {
	const all = new Set<string>();
	let fails = false;
	const own = new MarkedKeys(
		{
			row: 'failing',
			alone: async (job) => await job(),
			record: async (asked) => {
				if (fails) throw new Error('database is locked');
				const added = asked.filter((mark) => !all.has(mark));
				for (const mark of added) all.add(mark);
				return added;
			},
			remove: async () => {},
		},
		async () => {},
	);
	const later = { key: 'later', request: 'one' };
	await own.claim([firstClaim]);
	await own.settle([{ ...firstClaim, is: 'done' }]);
	fails = true;
	await expect(own.claim([later])).rejects.toMatchObject({ outcome: 'notSent' });
	fails = false;
	expect(await own.claim([later])).toEqual([{ is: 'mine' }]);
	expect(await stateFor(all, firstClaim)).toBe('done');
});

/** The keys of one process whose store takes a while for each step. */
function slowProcess(all: Set<string>, name: string): MarkedKeys {
	const { alone, ...marks } = hangingMarks(all, name, Infinity);
	const slow = async <T>(job: () => Promise<T>): Promise<T> => {
		await turns();
		return await alone(job);
	};
	return new MarkedKeys({ ...marks, alone: slow }, async () => {});
}

test('verdicts that fill the store are written before their run goes on', async () => {
	const all = new Set<string>();
	const own = slowProcess(all, 'full');
	const keys = Array.from({ length: own.mostOpen }, (_, i) => ({ key: `k${i}`, request: 'one' }));
	await own.claim(keys);
	await own.settle(keys.map((named) => ({ ...named, is: 'done' })));
	const states = await next(new Set(all)).claim(keys);
	expect(new Set(states.map(({ is }) => is))).toEqual(new Set(['done']));
});

test('a key that another run has asked for is free as soon as it is given back', async () => {
	const all = new Set<string>();
	const [own, other] = [slowProcess(all, 'wanted'), slowProcess(all, 'wanted')];
	await own.claim([firstClaim]);
	await other.claim([firstClaim]);
	expect(await own.release([{ ...firstClaim, is: 'free' }])).toEqual([true]);
	expect(await stateFor(all, firstClaim)).toBe('mine');
});
