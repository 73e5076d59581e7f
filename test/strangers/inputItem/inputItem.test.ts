import type { IDataObject } from 'n8n-workflow';
import { runAt, simulated } from '../../support/simulator';
import { type Case, cases } from './cases';

/* Items before a picker that stands at the input item. */

const sim = simulated({ seed: { endpoints: 3 } }, 'kept');

/** The ID of the SIM that a word of the cases stands for. */
const simIdOf = (word: string): number =>
	sim.store.endpoints.get(10_000 + Number(word.replace('SIM', '')))!.simId!;

const withSims = (value: unknown): IDataObject =>
	JSON.parse(
		JSON.stringify(value).replace(/"(SIM[1-3])"/g, (_, word: string) => String(simIdOf(word))),
	) as IDataObject;

async function taken({ picker, item }: Case): Promise<{ id?: unknown; fault: string }> {
	const before = sim.ledger().requests.length;
	const { items, error } = await runAt(sim, `${picker} get`, {}, { items: [withSims(item)] });
	const fault = error?.message ?? '';
	if (error) expect(sim.ledger().requests.slice(before)).toEqual([]);
	return { id: items?.[0]?.json.id, fault };
}

test('there are forty cases', () => expect(cases).toHaveLength(40));

test.each(cases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
	const { id, fault } = await taken(one);
	if ('refused' in one.expect) {
		expect(id).toBeUndefined();
		expect(fault).toContain(one.expect.says);
	} else {
		expect({ id, fault }).toEqual({ id: (withSims(one.expect) as { id: number }).id, fault: '' });
	}
});
