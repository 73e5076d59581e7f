jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import type { IDataObject } from 'n8n-workflow';
import { Service } from '../service/server';
import type { State } from '../service/state';
import { picked, runOperation, type Asked, type Given } from '../support/operation';
import { time } from '../support/ports';
import { NOW } from './case';
import { cases } from './cases';
import { canJoin, fleetOf } from './fleet';

/*
 * Many devices in one run: each gets the answer that it gets alone, since nothing of another concerns it.
 */

const PER_RUN = 50;
const joining = cases.filter(canJoin);
const runs: (typeof joining)[] = [];
for (let from = 0; from < joining.length; from += PER_RUN)
	runs.push(joining.slice(from, from + PER_RUN));

async function run(
	state: State,
	asked: Omit<Asked, 'url'>,
): Promise<{ given: Given; service: Service }> {
	time.set(NOW);
	const service = await new Service(state).listen();
	try {
		return { given: await runOperation({ url: service.url, ...asked }), service };
	} finally {
		await service.close();
	}
}

const diagnoseAll = (ids: number[]): Omit<Asked, 'url'> => ({
	operation: 'endpoint diagnose',
	parameters: { endpointId: picked('={{ $json.id }}') },
	items: ids.map((id) => ({ id })),
});

const shown = (name: string, said: unknown[]): string => `${name}: ${said.map(String).join(', ')}`;
const answer = (name: string, item: IDataObject): string =>
	shown(name, [item.verdict, item.certainty, item.since]);
const added = (name: string, item: IDataObject): string =>
	shown(name, [item.diagnosis, item.diagnosis_certainty, item.diagnosis_since]);

/** What each device is told alone, with the same ids and names. */
async function aloneAnswers(some: typeof joining): Promise<string[]> {
	const answers: string[] = [];
	for (const [place, each] of some.entries()) {
		const { state, members } = fleetOf(some);
		const id = members[place]!.id;
		const only: State = {
			...state,
			endpoints: state.endpoints.filter((endpoint) => endpoint.id === id),
			events: state.events.filter(({ endpoint }) => endpoint === id),
		};
		const { given } = await run(only, diagnoseAll([id]));
		answers.push(answer(each.name, given.outputs[0]![0]!));
	}
	return answers;
}

describe('many devices in one run', () => {
	it('has enough devices for more than one run', () => {
		expect(joining.length).toBeGreaterThan(2 * PER_RUN);
	});

	it.each(runs.map((some, place) => [place + 1, some] as const))(
		'Diagnose, run %i: each device is told what it is told alone',
		async (_, some) => {
			const { state, members } = fleetOf(some);
			const { given, service } = await run(state, diagnoseAll(members.map(({ id }) => id)));
			expect(given.error).toBeUndefined();
			expect(service.unknown).toEqual([]);
			expect(service.applied).toEqual([]);
			const said = given.outputs[0]!.map((item, place) => answer(some[place]!.name, item));
			expect(said).toEqual(await aloneAnswers(some));
			expect(given.outputs[0]!.every(({ requests }) => Number(requests) <= 12)).toBe(true);
		},
	);

	it.each(runs.map((some, place) => [place + 1, some] as const))(
		'Get Many with Add to Each: Diagnosis, fleet %i: the same',
		async (_, some) => {
			const { state, members } = fleetOf(some);
			const { given, service } = await run(state, {
				operation: 'endpoint getAll',
				parameters: { returnAll: true, simplify: true, options: { addToEach: ['diagnosis'] } },
			});
			expect(given.error).toBeUndefined();
			expect(service.unknown).toEqual([]);
			const items = new Map(given.outputs[0]!.map((item) => [item.id, item]));
			const said: string[] = [];
			const known: string[] = [];
			const alone = await aloneAnswers(some);
			members.forEach(({ of, id }, place) => {
				const item = items.get(id);
				expect(item).toBeDefined();
				// Deleted ones are named as not read.
				if (/deleted/.test(String((item!.not_read as IDataObject | undefined)?.diagnosis))) return;
				said.push(added(of.name, item!));
				known.push(alone[place]!);
			});
			expect(said).toEqual(known);
			expect(said.length).toBeGreaterThan(some.length - 4);
		},
	);

	it('51 endpoints are refused before anything is sent', async () => {
		const { state } = fleetOf(joining.slice(0, 2));
		const { given, service } = await run(
			state,
			diagnoseAll(Array.from({ length: 51 }, () => 4101)),
		);
		expect(given.error).toMatch(/50/);
		expect(service.asked).toEqual([]);
	});
});
