import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runAt, simulated } from '../../support/simulator';
import { picked } from '../support/operation';
import { CellFigures } from './figures';
import { endpoint, fleetOf } from './fleets';
import { judgeCell } from './judge';
import type { CellCase, CellOutcome, Value } from './kinds';
import { SETS } from './sets';
import { settle } from './world';

/*
 * The cells whose meaning hangs on what the service has: names, and IMEIs that an endpoint completes. Each name by the
 * product's own ways to a thing: as the name of an endpoint and of a tag in Apply a Table, which creates what is missing;
 * as a tag of Add Tags, which creates it; and in a picker.
 */

const sim = simulated({ seed: { bulkDelayMs: 0 } }, 'kept');

/** The endpoint that gets tags. */
const TAGGED = 90;

/** A thing at the service: one that was there, or one that was made. */
const thing = (existing: ReadonlyArray<{ id: number }>, id: number, name: string): Value =>
	existing.some((known) => known.id === id) ? { id } : { missing: name };

interface Run {
	operation: string;
	parameters: IDataObject;
	item: IDataObject;
}

async function outcomeOf(
	{ operation, parameters, item }: Run,
	valueOf: (json: IDataObject) => Value,
): Promise<CellOutcome> {
	const run = await runAt(sim, operation, parameters as INodeParameters, { items: [item] });
	if (run.error) return { error: `${run.error.message} ${run.error.description ?? ''}` };
	return { value: valueOf(run.items[0]!.json), changed: run.hints };
}

const TABLE = {
	valuesFrom: 'columns',
	columns: { mappingMode: 'autoMapInputData', value: null },
	dryRun: false,
	createMissing: true,
	newEndpoints: {
		newServiceProfileId: picked(201),
		newTariffProfileId: picked(301),
	},
};

/** The tag that the endpoint has now. */
function tagValue(existing: ReadonlyArray<{ id: number }>): Value {
	const [id, ...others] = sim.store.endpoints.get(TAGGED)!.tagIds;
	if (id === undefined || others.length > 0) return `${others.length + 1} tags`;
	return thing(existing, id, sim.store.tags.get(id)!.name);
}

const WAYS: Record<string, (one: CellCase) => Promise<CellOutcome>> = {
	'endpoint of a table': async ({ given, context }) => {
		const existing = context!.existing!;
		settle(sim, fleetOf({ endpoints: existing.map(({ id, name }) => endpoint(id, name)) }));
		const parameters = { ...TABLE, namingColumn: 'name' };
		const item = { name: given, status: 'Enabled' };
		return await outcomeOf({ operation: 'endpoint applyTable', parameters, item }, (json) => {
			const id = Number(json.endpoint_id);
			return thing(existing, id, sim.store.endpoints.get(id)!.name);
		});
	},
	'tag of a table': async ({ given, context }) => {
		const existing = context!.existing!;
		settle(sim, fleetOf({ endpoints: [endpoint(TAGGED, 'device')], tags: existing }));
		const parameters = { ...TABLE, namingColumn: 'id' };
		const item = { id: TAGGED, tags: given };
		const run = { operation: 'endpoint applyTable', parameters, item };
		return await outcomeOf(run, () => tagValue(existing));
	},
	'tag of Add Tags': async ({ given, context }) => {
		const existing = context!.existing!;
		settle(sim, fleetOf({ endpoints: [endpoint(TAGGED, 'device')], tags: existing }));
		const parameters = {
			endpointId: picked(TAGGED),
			tagsBy: 'names',
			tagNames: '={{ $json.tag }}',
			options: { createMissing: true },
		};
		const run = { operation: 'endpoint addTags', parameters, item: { tag: given } };
		return await outcomeOf(run, () => tagValue(existing));
	},
	picker: async ({ given, context }) => {
		const existing = context!.existing!;
		settle(sim, fleetOf({ endpoints: existing.map(({ id, name }) => endpoint(id, name)) }));
		const parameters = { endpointId: picked('={{ $json.name }}', 'name'), simplify: true };
		const run = { operation: 'endpoint get', parameters, item: { name: given } };
		return await outcomeOf(run, ({ id }) => ({ id: Number(id) }));
	},
};

/** Cells that mean something else on a way, with why. */
const OTHERWISE: Record<string, string[]> = {
	// A line break parts tags, as the docs say.
	'name-12': ['tag of a table', 'tag of Add Tags'],
};

describe.each(SETS)('$title', ({ title, cells }) => {
	const names = new CellFigures(`${title}: names, each by every way to a thing`);
	const imeis = new CellFigures(`${title}: IMEIs of endpoints`);
	afterAll(() => console.log([names, imeis].join('\n')));

	const isOnWay = ({ id, where }: CellCase, way: string): boolean =>
		(where === 'filter') === (way === 'picker') && OTHERWISE[id]?.includes(way) !== true;
	const named = cells.filter(({ reading }) => reading === 'name');
	const byWay = Object.keys(WAYS).flatMap((way) =>
		named
			.filter((cell) => isOnWay(cell, way))
			.map((cell) => [way, cell.id, JSON.stringify(cell.given), cell] as const),
	);

	test.each(byWay)('%s, %s: %s', async (way, _, __, cell) => {
		const outcome = await WAYS[way]!(cell);
		const { because, right } = judgeCell(cell, outcome);
		names.add(outcome, right);
		expect({ because, outcome }).toEqual({ because: [], outcome });
	});

	/** Cells of IMEIs that are to be set on an endpoint which reports one, or none. */
	const toSet = cells.filter(
		({ reading, where, context }) =>
			reading === 'imei' && where !== 'filter' && context?.reported !== undefined,
	);

	test.each(toSet.map((cell) => [cell.id, JSON.stringify(cell.given), cell] as const))(
		'IMEI of an endpoint, %s: %s',
		async (_, __, cell) => {
			const { given, context } = cell;
			const device = { ...endpoint(TAGGED, 'device'), imei: context!.reported ?? null };
			settle(sim, fleetOf({ endpoints: [device] }));
			const parameters = { ...TABLE, namingColumn: 'id' };
			const item = { id: TAGGED, imei: given };
			const run = { operation: 'endpoint applyTable', parameters, item };
			const outcome = await outcomeOf(run, () => sim.store.endpoints.get(TAGGED)!.imei);
			const { because, right } = judgeCell(cell, outcome);
			imeis.add(outcome, right);
			expect({ because, outcome }).toEqual({ because: [], outcome });
		},
	);
});
