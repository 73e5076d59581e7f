import type { Marks } from '../../src/keys/markedKeys';

/** Marks in `all`, as a process has them that hangs for good after `stepsLeft` steps. */
export function hangingMarks(all: Set<string>, row: string, stepsLeft: number): Marks {
	let steps = 0;
	const step = async () => {
		if (++steps > stepsLeft) await new Promise(() => {});
	};
	return {
		row,
		alone: async (job) => await job(),
		record: async (asked) => {
			await step();
			const added = asked.filter((mark) => !all.has(mark));
			for (const mark of added) all.add(mark);
			return added;
		},
		remove: async (given) => {
			await step();
			for (const mark of given) all.delete(mark);
		},
	};
}
