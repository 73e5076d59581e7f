jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import { cases } from './cases';
import { judged, type Judged } from './judge';

const all: Judged[] = [];

describe('why a device is offline', () => {
	it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
		const result = await judged(each);
		all.push(result);
		expect([...result.faults, result.faults.length > 0 && result.said]).toEqual([false]);
	});

	it('names of cases are not used twice', () => {
		expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
	});

	afterAll(() => {
		const count = (has: (each: Judged) => boolean): number => all.filter(has).length;
		const right = count((each) => each.isVerdictRight);
		const lines = cases.flatMap(({ name, right: allowed, certain, fact }) => {
			const result = all.find((each) => each.name === name);
			if (!result || result.faults.length === 0) return [];
			const said = `  said: ${result.said}`;
			const verdicts = allowed === 'any' ? 'any' : allowed.join(', ');
			const wanted = `  right: ${verdicts}; certain: ${certain}. ${fact}`;
			return [`- ${name}: ${result.faults.join('; ')}`, said, wanted];
		});
		console.log(
			[
				`diagnose: ${all.length} cases, first cause right in ${right} (${((100 * right) / all.length).toFixed(1)} %), ` +
					`${count(({ isCertain }) => isCertain)} certain, ` +
					`${count(({ isCertainAndWrong }) => isCertainAndWrong)} certain and wrong, ` +
					`${count(({ faults }) => faults.length === 0)} without any fault`,
				...lines,
			].join('\n'),
		);
	});
});
