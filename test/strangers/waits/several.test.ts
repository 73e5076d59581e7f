jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import type { IDataObject } from 'n8n-workflow';
import { Service } from '../service/server';
import { runOperation } from '../support/operation';
import { time } from '../support/ports';
import { START, type Outcome } from './case';
import { several, type SeveralItems } from './several';

const OUTPUTS: Outcome[] = ['met', 'notYet', 'timedOut', 'error'];

/** What has left a run, by the place of its item. */
type Left = Map<number | undefined, { outcome: Outcome; item: IDataObject }>;

async function ran(of: SeveralItems, service: Service, items: IDataObject[]): Promise<Left> {
	const given = await runOperation({
		url: service.url,
		operation: of.operation,
		parameters: { ...of.parameters, waitHere: of.waitHere ?? 0 },
		items,
		onError: 'continueErrorOutput',
	});
	if (given.error !== undefined) throw new Error(given.error);
	const left: Left = new Map();
	for (const [output, list] of given.outputs.entries()) {
		for (const item of list) {
			const place = item.place as number | undefined;
			expect(left.has(place)).toBe(false);
			left.set(place, { outcome: OUTPUTS[output]!, item });
		}
	}
	// An item of the way of errors may hold the error alone: it is the one that is missing.
	const nameless = left.get(undefined);
	const missing = items.map(({ place }) => place as number).filter((place) => !left.has(place));
	if (nameless && missing.length === 1) left.set(missing[0]!, nameless);
	return left;
}

it.each(several.map((each) => [each.name, each] as const))('%s', async (_, of) => {
	const later = [...(of.later ?? [])];
	const state = structuredClone(of.state);
	const service = await new Service(state, (now) => {
		while (later[0] && START + later[0].after <= now) {
			const { after, change } = later.shift()!;
			change(state, START + after);
		}
	}).listen();
	try {
		time.set(START);
		const left = await ran(
			of,
			service,
			of.items.map(({ item }, place) => ({ ...item, place })),
		);
		if (of.after !== undefined) {
			expect([...left.values()].map(({ outcome }) => outcome)).toEqual(
				of.items.map(() => 'notYet'),
			);
			time.set(START + of.after);
			const items = [...left.values()].map(({ item }) => item);
			for (const [place, again] of await ran(of, service, items)) left.set(place, again);
		}
		const wrong = of.items.flatMap(({ right, promise }, place) => {
			const { outcome, item } = left.get(place) ?? { outcome: 'none', item: {} };
			return outcome === right && promise?.(item) !== false
				? []
				: [`${place}: ${outcome}, not ${right}: ${JSON.stringify(item)}`];
		});
		expect(wrong).toEqual([]);
		expect(service.unknown).toEqual([]);
		if (!of.isActing) expect(service.applied).toEqual([]);
	} finally {
		await service.close();
	}
});
