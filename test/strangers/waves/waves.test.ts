jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import { cases } from './cases';
import { judged, type Judged } from './judge';

function report(results: Judged[]): string {
	const right = results.filter(({ faults }) => faults.length === 0).length;
	const lines = results.flatMap(({ name, faults, said }) => {
		if (faults.length === 0) return [];
		const { fact } = cases.find((each) => each.name === name)!;
		return [`- ${name}: ${faults.join('; ')}`, `  said: ${said}`, `  fact: ${fact}`];
	});
	return [`waves: ${results.length} cases, ${right} right`, ...lines].join('\n');
}

describe('waves', () => {
	const results: Judged[] = [];

	it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
		const result = await judged(each);
		results.push(result);
		expect([...result.faults, result.faults.length > 0 && result.said]).toEqual([false]);
	});

	afterAll(() => console.log(report(results)));
});

it('names of cases are not used twice', () => {
	expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
