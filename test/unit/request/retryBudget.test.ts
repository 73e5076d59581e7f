import { budgetFor } from '../../../src/request/retry';

/* The retries that a process makes of a service which does not answer. */

/** How many retries are allowed in a row. */
function left(service: string): number {
	let count = 0;
	while (count < 1_000 && budgetFor(service).take()) count += 1;
	return count;
}

test('is 20, however many requests have succeeded before', () => {
	const service = 'http://answers-for-long.test';
	for (let time = 0; time < 1_000; time += 1) budgetFor(service).success();
	expect(left(service)).toBe(20);
});

test('grows by one with two successes, for this service alone', () => {
	const [one, other] = ['http://one.test', 'http://other.test'];
	for (const service of [one, other]) left(service);
	for (let time = 0; time < 2; time += 1) budgetFor(one).success();
	expect([left(one), left(other)]).toEqual([1, 0]);
});
