import { resolve } from 'node:path';
import { violationsOf } from './checks';
import { planOf } from './families';
import { FAMILIES } from './plan';
import { subjectOf } from './subject';
import { live, prepare } from './live';

/* The same family and seed reproduce the same world. */

const ROOT = resolve(__dirname, '../..');

describe('a simulated world', () => {
	it('has the same history each time, regardless of the worlds run before it', async () => {
		const subject = await subjectOf(ROOT);
		prepare(subject);
		const histories = async () => {
			const all = [];
			for (const family of FAMILIES) {
				for (const seed of [1, 2, 3]) all.push(await live(planOf(family, seed), subject));
			}
			return all;
		};
		const first = await histories();
		expect(await histories()).toEqual(first);
		expect(first.flatMap(({ sent }) => sent).length).toBeGreaterThan(50);
	});

	it('reports a violation when an act without an answer is sent again', async () => {
		const subject = await subjectOf(ROOT, [
			{
				file: 'src/request/exchange.ts',
				find: "(failure === 'ambiguous' && request.effect !== 'act')",
				replace: "failure === 'ambiguous'",
			},
		]);
		prepare(subject);
		const rules = new Set<string>();
		for (let seed = 1; seed <= 20; seed++) {
			const plan = planOf('single', seed);
			for (const { rule } of violationsOf(plan, await live(plan, subject))) rules.add(rule);
		}
		expect(rules).toContain('an act is applied once');
	});

	// Seeds of former faults: an hour without logins after the clock of Redis was set; a code that another
	// process had used; a password refused after an attempt without an answer and tried again by the next
	// process.
	it.each([605, 855, 1807])(
		'has no violation in session %d, which exposed a fault',
		async (seed) => {
			const subject = await subjectOf(ROOT);
			prepare(subject);
			const plan = planOf('session', seed);
			expect(violationsOf(plan, await live(plan, subject))).toEqual([]);
		},
	);

	it('refuses to plant a fault whose text is not in the sources', async () => {
		const replacement = { file: 'src/request/retry.ts', find: 'nothing like this', replace: '' };
		await expect(subjectOf(ROOT, [replacement])).rejects.toThrow('holds 0 times');
	});
});
