import { SUCCESSES } from './routes';
import { walk } from './walk';

/*
 * The simulator answers as the service is described and was recorded: every route in both generations, with
 * successes and refusals, is held against shapes that are written from the same facts alone.
 */

test.each(['recorded', 'reference'] as const)(
	'%s: every answer is as described',
	async (generation) => {
		const { answers, valid, findings, missed } = await walk(generation);
		const share = ((100 * valid) / answers).toFixed(1);
		console.log(
			`truth (${generation}): ${valid} of ${answers} answers of ${Object.keys(SUCCESSES).length} routes (${share} %)`,
		);
		expect(findings).toEqual([]);
		expect(missed).toEqual([]);
		expect(answers).toBeGreaterThan(300);
	},
);
