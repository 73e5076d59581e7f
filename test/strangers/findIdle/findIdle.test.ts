jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import type { IDataObject } from 'n8n-workflow';
import { DAY } from '../service/builders';
import { Service } from '../service/server';
import { runOperation } from '../support/operation';
import { time } from '../support/ports';
import { NOW, cases, type Case } from './cases';

interface Judged {
	name: string;
	faults: string[];
	said: string;
	/** SIMs that were named though they had shown life, or could not be known. */
	falsely: number;
	missed: number;
}

/** The proof says what the ledger says: usage of the SIM, from the first of the days on. */
function brokenProof(of: Case, { sim_id, proof }: IDataObject, service: Service): string[] {
	const words = String(proof);
	const saysUsage = /usage/.test(words);
	const first = new Date(NOW - of.days * DAY).toISOString().slice(0, 10);
	const read = service.asked.find(
		({ path, status }) =>
			path.startsWith(`/api/v1/sim/${String(sim_id)}/stats/daily`) && status === 200,
	);
	const from = read && new URL(read.path, 'http://service').searchParams.get('start_date');
	const faults: string[] = [];
	if (saysUsage && !read) faults.push(`the proof of ${String(sim_id)} names usage, none was read`);
	if (saysUsage && read && (from === null || from! > first))
		faults.push(`the usage of ${String(sim_id)} was read from ${String(from)} on, not ${first}`);
	if (of.verify === 'all' && !saysUsage) faults.push(`${String(sim_id)} is named without usage`);
	const hasEvents = service.asked.some(
		({ path, status }) => path.includes('/event') && status === 200,
	);
	if (/event/.test(words) && !hasEvents) faults.push('the proof names events, none were read');
	return faults;
}

function brokenForms(of: Case, item: IDataObject): string[] {
	const faults: string[] = [];
	const { last_sign_of_life: sign, days_idle: idle, is_longer: isLonger } = item;
	if (!(Number(idle) >= of.days))
		faults.push(`idle for ${String(idle)} days, asked for ${of.days}`);
	if ((sign === null) !== (isLonger === true))
		faults.push(`is_longer is ${String(isLonger)} with the last sign ${String(sign)}`);
	if (sign !== null && Number(idle) !== Math.floor((NOW - Date.parse(String(sign))) / DAY))
		faults.push(`${String(idle)} days since ${String(sign)}`);
	for (const field of ['suspending_saves', 'suspending_risks'])
		if (typeof item[field] !== 'string') faults.push(`${field} has no words`);
	if (/cost(s)? nothing|free of charge/i.test(String(item.suspending_saves)))
		faults.push(`it says that it costs nothing: ${String(item.suspending_saves)}`);
	return faults;
}

async function judged(of: Case): Promise<Judged> {
	time.set(NOW);
	const service = await new Service(of.state).listen();
	of.whileAsked?.(service);
	const zone = process.env.TZ;
	if (of.zone !== undefined) process.env.TZ = of.zone;
	try {
		const given = await runOperation({
			url: service.url,
			operation: 'sim findIdle',
			parameters: {
				days: of.days,
				verify: of.verify,
				...(of.failAbove !== undefined && { options: { failAbove: of.failAbove } }),
			},
		});
		return judgedAnswer(of, given, service);
	} finally {
		if (zone === undefined) delete process.env.TZ;
		else process.env.TZ = zone;
		await service.close();
	}
}

function judgedAnswer(
	of: Case,
	given: { outputs: IDataObject[][]; error?: string; hints: string[] },
	service: Service,
): Judged {
	const items = (given.outputs[0] ?? []).filter(({ sim_id }) => sim_id !== undefined);
	const others = (given.outputs[0] ?? []).filter(({ sim_id }) => sim_id === undefined);
	const error = given.error ?? others.map((item) => item.error).find((each) => each !== undefined);
	const faults = service.unknown.map((path) => `unknown path ${path}`);
	if (service.applied.length > 0) faults.push('it has changed something');
	const named = items.map(({ sim_id }) => Number(sim_id));
	if (new Set(named).size < named.length) faults.push(`named twice: ${named.join(', ')}`);
	const allowed = new Set([...of.idle, ...(of.mayBe ?? [])]);
	const falsely = named.filter((id) => !allowed.has(id));
	if (falsely.length > 0)
		faults.push(`named though it is not known to be idle: ${falsely.join(', ')}`);
	const missed = error === undefined ? of.idle.filter((id) => !named.includes(id)) : [];
	if (missed.length > 0) faults.push(`not named: ${missed.join(', ')}`);
	if (error !== undefined && of.error === undefined) faults.push(`an error: ${String(error)}`);
	if (error === undefined && of.error === 'must') faults.push('no error');
	const words = JSON.stringify([given.hints, error, others]);
	if (of.note && !of.note.test(words)) faults.push(`no note: ${words}`);
	if (error === undefined) {
		for (const item of items)
			faults.push(...brokenProof(of, item, service), ...brokenForms(of, item));
		faults.push(...(of.broken?.(items) ?? []).filter((each) => each !== false));
	}
	return {
		name: of.name,
		faults,
		said: `${named.join(', ') || 'nobody'}; ${words}`,
		falsely: falsely.length,
		missed: missed.length,
	};
}

/** The same facts in the forms of the reference. */
const inReferenceForm: Case[] = cases
	.filter(({ state }) => state.form === 'recorded')
	.map((each) => ({ ...each, state: structuredClone({ ...each.state, form: 'reference' }) }));

describe.each([
	['find idle', cases],
	['find idle, in the forms of the reference', inReferenceForm],
] as const)('%s', (title, of) => {
	const results: Judged[] = [];

	it.each(of.map((each) => [each.name, each] as const))('%s', async (_, each) => {
		const result = await judged(each);
		results.push(result);
		expect(result.faults).toEqual([]);
	});

	afterAll(() => {
		const wrong = results.filter(({ faults }) => faults.length > 0);
		const count = (part: 'falsely' | 'missed'): number =>
			results.reduce((sum, each) => sum + each[part], 0);
		const lines = wrong.flatMap(({ name, faults, said }) => [
			`- ${name}: ${faults.join('; ')}`,
			`  said: ${said}`,
			`  ${of.find((each) => each.name === name)!.fact}`,
		]);
		const figures = `${results.length} cases, ${results.length - wrong.length} right, ${count('falsely')} SIMs named falsely, ${count('missed')} not named`;
		console.log([`${title}: ${figures}`, ...lines].join('\n'));
	});
});
