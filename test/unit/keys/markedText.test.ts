import type { Marks } from '../../../src/keys/markedKeys';
import { MarkedText } from '../../../src/keys/markedText';
import { hangingMarks } from '../../support/hangingMarks';
import { Random } from '../../support/random';
import { turns } from '../../support/turns';

/* Texts stored as marks by processes that are killed between any two steps. */

let processes = 0;

/** The text as one process has it, which hangs for good after `stepsLeft` steps. */
const processOn = (all: Set<string>, stepsLeft = Infinity): MarkedText =>
	new MarkedText(hangingMarks(all, `process ${++processes}`, stepsLeft));

/** Runs a process until it ends or hangs. */
const runUntilStuck = async <T>(work: Promise<T>) => await Promise.race([work, turns()]);

const readIn = async (all: Set<string>) => await processOn(all).read();

test('a text is read by another process, is replaced and is given up, and then leaves no marks', async () => {
	const all = new Set(['key of a campaign']);
	const own = processOn(all);
	expect(await own.read()).toBeUndefined();
	for (const text of ['one', 'two\nlines', 'Übergröße 4', '']) {
		await own.write(text);
		expect(await readIn(all)).toBe(text);
	}
	await own.write(undefined);
	expect(await readIn(all)).toBeUndefined();
	expect([...all]).toEqual(['key of a campaign']);
});

test('200 texts are written by processes that are killed at any step: the text before or the text after', async () => {
	const random = new Random('kills');
	const all = new Set<string>();
	let kept: string | undefined;
	let killed = 0;
	for (let round = 0; round < 200; round += 1) {
		const text = random.chance(0.2)
			? undefined
			: Array.from({ length: 5 }, () => Math.floor(random.between(0, 1e6))).join();
		const steps = Math.floor(random.between(0, 16));
		let hasEnded = false;
		const own = processOn(all, steps);
		const work = async () => {
			await own.read();
			await own.write(text);
			hasEnded = true;
		};
		await runUntilStuck(work());
		if (!hasEnded) killed += 1;
		const now = await readIn(all);
		expect([round, hasEnded ? [text] : [kept, text]]).toEqual([
			round,
			expect.arrayContaining([now]),
		]);
		kept = now;
	}
	expect(killed).toBeGreaterThan(40);
});

test('a read that is killed at any of its steps loses nothing, and what it has left is mended', async () => {
	for (let steps = 0; steps < 12; steps += 1) {
		const all = new Set<string>();
		await processOn(all).write('under judgement');
		await runUntilStuck(processOn(all, steps).read());
		expect([steps, await readIn(all)]).toEqual([steps, 'under judgement']);
		const own = processOn(all);
		await own.read();
		await own.write(undefined);
		expect([steps, all.size]).toEqual([steps, 0]);
	}
});

test.each([undefined, 'before'])(
	'after %j, a write and the next read are killed at any step: the text before or after, or words that it is lost',
	async (before) => {
		const ends = new Map<string | undefined, number>();
		for (const ofWrite of [1, 3, 5, 7, 8, 9, 10, 11, 12]) {
			for (let ofRead = 0; ofRead < 10; ofRead += 1) {
				const all = new Set<string>();
				const own = processOn(all, ofWrite);
				if (before !== undefined) await processOn(all).write(before);
				const write = async () => {
					await own.read();
					await own.write('after');
					return 'ended';
				};
				const isWritten = (await runUntilStuck(write())) === 'ended';
				const read = async () => ({ text: await processOn(all, ofRead).read() });
				const hasRead = await runUntilStuck(read());
				const now = await readIn(all).catch((error: Error) => {
					expect(error.message).toMatch(/cannot be read any more/);
					return 'lost';
				});
				ends.set(now, (ends.get(now) ?? 0) + 1);
				const killedOnce = hasRead ? [hasRead.text] : [before, 'after', 'lost'];
				expect([ofWrite, ofRead, isWritten ? ['after'] : killedOnce]).toEqual([
					ofWrite,
					ofRead,
					expect.arrayContaining([now]),
				]);
			}
		}
		expect([...ends.keys()].sort()).toEqual([before, 'after', 'lost'].sort());
		expect(ends.get('lost')).toBeLessThan(14);
	},
);

test('a text is written after a step of the one before had no answer', async () => {
	for (let step = 1; step <= 4; step += 1) {
		for (const isDone of [true, false]) {
			const all = new Set<string>();
			await processOn(all).write('before');
			const marks = hangingMarks(all, 'no answer', Infinity);
			let steps = -Infinity;
			const unanswered = async <T>(job: () => Promise<T>): Promise<T> => {
				steps += 1;
				if (steps !== step) return await job();
				if (isDone) await job();
				throw new Error('no answer');
			};
			const own = new MarkedText({
				...marks,
				record: async (given, most) => await unanswered(() => marks.record(given, most)),
				remove: async (given) => await unanswered(() => marks.remove(given)),
			});
			await own.read();
			steps = 0;
			await expect(own.write('after')).rejects.toThrow('no answer');
			await own.write('later');
			expect([step, isDone, await readIn(all)]).toEqual([step, isDone, 'later']);
			await own.write(undefined);
			expect([step, isDone, all.size]).toEqual([step, isDone, 0]);
		}
	}
});

test('a text of which both copies are spoiled is not taken for none, and the next run begins anew', async () => {
	const all = new Set<string>();
	await processOn(all).write('under judgement');
	const before = all.size;
	for (const copy of [0, 1]) {
		for (let bit = 0; bit < 64; bit += 1) all.add(`text ${copy} ${bit}`);
	}
	// The marks that were there before are named the same.
	expect(all.size).toBeLessThan(before + 2 * 64);
	await expect(readIn(all)).rejects.toThrow('cannot be read any more');
	expect(await readIn(all)).toBeUndefined();
});

test('a text that does not fit is refused, and the one before stays', async () => {
	const all = new Set<string>();
	const own = processOn(all);
	await own.write('small');
	const random = new Random('large');
	const large = Array.from({ length: 2_000 }, () => random.next()).join();
	await expect(own.write(large)).rejects.toThrow('keeps 3000 of a node');
	expect(await readIn(all)).toBe('small');
});

test('two runs of a node do not hold its text at once', async () => {
	const marks = { row: 'one node' } as Marks;
	const [first, second] = [new MarkedText(marks), new MarkedText(marks)];
	await first.hold();
	await expect(second.hold()).rejects.toThrow('Another run of this node is under way');
	await second.release();
	await expect(second.hold()).rejects.toThrow('Another run');
	await first.release();
	await second.hold();
	await second.release();
});

test('a run that gives its text up twice takes it from no other run', async () => {
	const marks = { row: 'one node' } as Marks;
	const run = () => new MarkedText(marks);
	const [first, second, third] = [run(), run(), run()];
	await first.hold();
	await first.release();
	await second.hold();
	await first.release();
	await expect(third.hold()).rejects.toThrow('Another run of this node is under way');
	await second.release();
});
