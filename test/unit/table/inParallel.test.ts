import { inParallel } from '../../../src/table/inParallel';

test('after a failure no other job starts, and running jobs finish first', async () => {
	const begun: number[] = [];
	const ended: number[] = [];
	const all = inParallel([1, 2, 3, 4, 5], 2, async (number) => {
		begun.push(number);
		if (number === 1) throw new Error('the first');
		await Promise.resolve();
		await Promise.resolve();
		ended.push(number);
	});
	await expect(all).rejects.toThrow('the first');
	expect(begun).toEqual([1, 2]);
	expect(ended).toEqual([2]);
});
