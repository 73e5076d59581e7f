jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import { cases } from './cases';
import { judged, type Judged } from './judge';

function report(results: Judged[]): string {
	const count = (of: (each: Judged) => number): number =>
		results.reduce((total, each) => total + of(each), 0);
	const right = results.filter(({ wrong }) => wrong === 0).length;
	const moments = `${count((each) => each.moments)} moments, ${count(({ wrong }) => wrong)} wrong`;
	const lines = results.flatMap(({ name, faults, wrong, moments: tried }) => {
		if (wrong === 0) return [];
		const { fact } = cases.find((each) => each.name === name)!;
		return [
			`- ${name}: wrong at ${wrong} of ${tried}`,
			...faults.map((fault) => `    ${fault}`),
			`  fact: ${fact}`,
		];
	});
	return [`retire: ${results.length} cases, ${right} right; ${moments}`, ...lines].join('\n');
}

describe('retire', () => {
	const results: Judged[] = [];

	it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
		const result = await judged(each);
		results.push(result);
		expect(result.faults).toEqual([]);
	});

	afterAll(() => console.log(report(results)));
});

it('names of cases are not used twice', () => {
	expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
