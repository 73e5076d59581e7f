jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import type { IDataObject } from 'n8n-workflow';
import { Service } from '../service/server';
import { runOperation } from '../support/operation';
import { time } from '../support/ports';
import { NOW, cases, type Case } from './cases';

interface Judged {
	name: string;
	faults: string[];
	said: string;
}

const failure = (item: IDataObject | undefined, error: string | undefined): string | undefined =>
	error ?? (!item ? 'no item' : 'error' in item ? JSON.stringify(item.error) : undefined);

async function judged(of: Case): Promise<Judged> {
	time.set(of.now ?? NOW);
	const service = await new Service(of.state).listen();
	try {
		const given = await runOperation({
			url: service.url,
			operation: 'usage forecast',
			parameters: of.parameters,
		});
		const item = given.outputs[0]?.[0];
		const faults = service.unknown.map((path) => `unknown path ${path}`);
		if (service.applied.length > 0) faults.push('it has changed something');
		const error = failure(item, given.error);
		const asked = service.asked.map(({ path }) => path);
		if (error !== undefined && of.error === undefined) faults.push(`an error: ${error}`);
		if (error === undefined && of.error === 'must') faults.push('no error');
		if (error === undefined || of.error === 'must')
			faults.push(...of.broken(item ?? {}, asked).filter((each) => each !== false));
		const { data_month_end_low_mb: low, data_month_end_high_mb: high, changed } = item ?? {};
		const said = error ?? `${String(low)} to ${String(high)} MB, ${JSON.stringify(changed)}`;
		return { name: of.name, faults, said };
	} finally {
		await service.close();
	}
}

const results: Judged[] = [];

it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
	const result = await judged(each);
	results.push(result);
	expect(result.faults).toEqual([]);
});

afterAll(() => {
	const wrong = results.filter(({ faults }) => faults.length > 0);
	const lines = wrong.flatMap(({ name, faults, said }) => [
		`- ${name}: ${faults.join('; ')}`,
		`  said: ${said}`,
		`  ${cases.find((each) => each.name === name)!.fact}`,
	]);
	console.log(
		[
			`forecast, single cases: ${results.length} cases, ${results.length - wrong.length} right`,
			...lines,
		].join('\n'),
	);
});
