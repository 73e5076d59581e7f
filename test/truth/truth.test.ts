import { operations } from '../../src/operations';
import { requestEntriesOf } from '../../src/table/chosenList';
import { splitKey, WALKED } from '../unit/nodes/rows/runRow';
import { answeringRoute } from './answers';
import { templateOf } from './requests';
import { SUCCESSES } from '../operations';
import { walk } from './walk';

/*
 * The simulator's answers match the service's documentation and recordings: its routes in both
 * generations, with successes and refusals, are compared with shapes written only from the same sources.
 * `npm run test:truth` also does so for everything the nodes send.
 */

test.each(['recorded', 'reference'] as const)(
	'every answer of the simulator matches its description (%s)',
	async (generation) => {
		const { answers, valid, findings, routes } = await walk(generation);
		const share = ((100 * valid) / answers).toFixed(1);
		console.log(
			`truth (${generation}): ${valid} of ${answers} answers of ${Object.keys(SUCCESSES).length} routes (${share} %)`,
		);
		expect(findings).toEqual([]);
		const unknown = routes.filter((route) => !(route in SUCCESSES));
		expect(
			unknown.map(
				(route) =>
					`${route}: describe its answers in the routes of its resource in test/operations`,
			),
		).toEqual([]);
		expect(answers).toBeGreaterThan(300);
	},
);

test('every operation has a described request and answer and a row in the tests', () => {
	const gaps = operations.flatMap((operation) => {
		const { resource, name } = operation;
		const file = `test/operations/${resource}.ts`;
		const undescribed = requestEntriesOf(operation).flatMap(({ request }) => {
			const [method, path] = request.split(' ') as [string, string];
			return [
				...(templateOf(method, path) ? [] : [`${request}: describe in ${file} what it accepts`]),
				...(answeringRoute(method, path) ? [] : [`${request}: describe its answer in ${file}`]),
			];
		});
		const hasRow = WALKED.some((key) => splitKey(key).join(' ') === `${resource} ${name}`);
		return [...undescribed, ...(hasRow ? [] : [`${resource} ${name}: give it a row in ${file}`])];
	});
	expect(gaps).toEqual([]);
});
