jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import type { IDataObject } from 'n8n-workflow';
import { Service } from '../service/server';
import { picked, runOperation, type Given } from '../support/operation';
import { time } from '../support/ports';
import { NOW, cases, type Case } from './cases';

interface Judged {
	name: string;
	faults: string[];
	said: string;
	falsely: number;
	missed: number;
	wrongAuthors: number;
}

/** What an item says, in the words of a case. */
const wordsOf = ({ drift, endpoint_id, row, column }: IDataObject): string =>
	[drift, drift === 'missing' ? row : endpoint_id, column]
		.filter((part) => part !== null)
		.join(' ');

/** The values of an item that a case holds, each against those that are allowed. */
function brokenValues(of: Case, item: IDataObject): { faults: string[]; isWrongAuthor: boolean } {
	const words = wordsOf(item);
	const faults: string[] = [];
	const authors = of.by?.[words] ?? [null];
	const isWrongAuthor = !authors.includes(item.by as string | null);
	if (isWrongAuthor) faults.push(`${words}: by ${String(item.by)}, not ${authors.join(' or ')}`);
	const times = of.when?.[words]?.map((at) => (at === null ? null : new Date(at).toISOString()));
	if (times && !times.includes(item.when as string | null))
		faults.push(`${words}: when is ${String(item.when)}`);
	const values = of.is?.[words];
	if (values && !values.includes(item.is))
		faults.push(`${words}: it is ${JSON.stringify(item.is)}`);
	if (item.changed_after !== null)
		faults.push(`${words}: changed after ${String(item.changed_after)} in a first run`);
	if (!(Math.abs(Date.parse(String(item.changed_before)) - NOW) < 60_000))
		faults.push(`${words}: changed before ${String(item.changed_before)}`);
	return { faults, isWrongAuthor };
}

/** Where the values come from: columns of the table, or the form. */
const values = ({ key, fields }: Case): IDataObject =>
	fields
		? {
				valuesFrom: 'fields',
				endpointId: picked('={{ $json.name }}', 'name'),
				updateFields: fields,
			}
		: {
				valuesFrom: 'columns',
				namingColumn: key ?? 'name',
				columns: { mappingMode: 'autoMapInputData', value: null },
			};

async function judged(of: Case): Promise<Judged> {
	time.set(NOW);
	const service = await new Service(of.state).listen();
	of.whileAsked?.(service);
	try {
		const given = await runOperation({
			url: service.url,
			operation: 'endpoint reportDrift',
			items: of.rows,
			onError: 'continueRegularOutput',
			parameters: {
				output: 'items',
				...values(of),
				filters: of.filters ?? {},
				options: of.options ?? {},
			},
		});
		return judgedAnswer(of, given, service);
	} finally {
		await service.close();
	}
}

function judgedAnswer(of: Case, given: Given, service: Service): Judged {
	const items = given.outputs[0] ?? [];
	const failed = items.filter(({ error }) => error !== undefined);
	const found = items.filter(({ drift }) => typeof drift === 'string');
	const faults = service.unknown.map((path) => `unknown path ${path}`);
	if (service.applied.length > 0)
		faults.push(`it has changed something: ${service.applied[0]!.path}`);
	const said = found.map(wordsOf);
	const allowed = new Set([...of.right, ...(of.mayBe ?? [])]);
	const falsely = said.filter((words) => !allowed.has(words));
	if (falsely.length > 0) faults.push(`said, and not so: ${falsely.join(', ')}`);
	const hasFailed = of.mayFail === true && (given.error !== undefined || failed.length > 0);
	const missed = hasFailed ? [] : of.right.filter((words) => !said.includes(words));
	if (missed.length > 0) faults.push(`not said: ${missed.join(', ')}`);
	if (given.error !== undefined && !of.mayFail) faults.push(`an error: ${given.error}`);
	if (!hasFailed && !(of.errors ?? [0]).includes(failed.length))
		faults.push(
			`${failed.length} rows have an error: ${JSON.stringify(failed.map(({ error }) => error))}`,
		);
	const notes = JSON.stringify([given.hints, given.error, failed]);
	if (of.note && !of.note.test(notes)) faults.push(`no note: ${notes}`);
	const held = found.map((item) => brokenValues(of, item));
	faults.push(...held.flatMap((each) => each.faults));
	return {
		name: of.name,
		faults,
		said: `${said.join(', ') || 'nothing'}; ${notes}`,
		falsely: falsely.length,
		missed: missed.length,
		wrongAuthors: held.filter(({ isWrongAuthor }) => isWrongAuthor).length,
	};
}

/** The same facts in the forms of the reference. */
const inReferenceForm: Case[] = cases.map((each) => ({
	...each,
	state: structuredClone({ ...each.state, form: 'reference' }),
}));
/** Kept apart, since a case may change its state while it runs. */
const inRecordedForm: Case[] = cases.map((each) => ({
	...each,
	state: structuredClone(each.state),
}));

describe.each([
	['drift', inRecordedForm],
	['drift, in the forms of the reference', inReferenceForm],
] as const)('%s', (title, of) => {
	const results: Judged[] = [];

	it.each(of.map((each) => [each.name, each] as const))('%s', async (_, each) => {
		const result = await judged(each);
		results.push(result);
		expect(result.faults).toEqual([]);
	});

	afterAll(() => {
		const wrong = results.filter(({ faults }) => faults.length > 0);
		const count = (part: 'falsely' | 'missed' | 'wrongAuthors'): number =>
			results.reduce((sum, each) => sum + each[part], 0);
		const lines = wrong.flatMap(({ name, faults, said }) => [
			`- ${name}: ${faults.join('; ')}`,
			`  said: ${said}`,
			`  ${of.find((each) => each.name === name)!.fact}`,
		]);
		const figures = `${results.length} cases, ${results.length - wrong.length} right, ${count('falsely')} differences said that are none, ${count('missed')} not said, ${count('wrongAuthors')} wrong authors`;
		console.log([`${title}: ${figures}`, ...lines].join('\n'));
	});
});
