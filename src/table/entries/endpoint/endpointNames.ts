import { InputError } from '../../../errors';
import { lookOf, NameIndex, refusedNewName } from '../../../readings/name';
import { listIn } from '../../../wire';
import type { Call, Input, Json, Prepared } from '../../define';
import * as f from '../../fields';
import { at } from '../../reading';
import { describeValue, groupedBy } from '../../values';
import { asGet } from './endpointMade';
import { isEndpointDeleted } from './endpointNumbers';
import { isFilterable, VALUES_IN_FILTER } from '../../filterValues';
import { ENDPOINTS_IN_PAGE, getAllEndpoints, readEndpoint } from './endpointRead';

/*
 * Names of endpoints that are created. The service allows a name any number of times: a row that occurs
 * twice, or a table that is sent twice, makes each endpoint twice.
 */

const ifNameExists = f.aboutRun(
	f.choice(
		{
			label: 'If the Name Exists',
			hint: 'What to do with an item whose name an endpoint has already',
			saidOnce: true,
			default: 'skip',
		},
		{ Create: 'create', Fail: 'fail', Skip: 'skip' },
	),
);
/** For an entry that creates one endpoint an item. */
export const ifNameExistsOption = f.inGroup('options', { ifNameExists });

export const nameOptions = f.inGroup('options', {
	allowEmptyCells: f.aboutRun(
		f.flag({
			label: 'Allow Empty Cells',
			hint: 'Whether an empty cell counts as not given',
		}),
	),
	allowRepeatedNames: f.aboutRun(
		f.flag({
			label: 'Allow Repeated Names',
			hint: 'Whether several items may have one name',
		}),
	),
	ifNameExists,
});

/** Endpoints that have one of some names, by name, deleted ones excepted; in few requests. */
async function endpointsCalled(call: Call, names: Set<string>): Promise<Map<string, Json[]>> {
	const found: Json[] = [];
	const looks = new Set([...names].map(lookOf));
	const keep = (endpoint: Json): undefined => {
		const isCalledSo = looks.has(lookOf(String(endpoint.name)));
		if (isCalledSo && !isEndpointDeleted(endpoint)) found.push(endpoint);
	};
	const values = [...names];
	const canFilter = values.every(isFilterable);
	const find = async () => {
		const all = await call.find('endpoint', 'name', values);
		for (const entries of all.values()) entries.forEach(keep);
	};
	if (canFilter && values.length === 1) {
		await find();
	} else {
		const query = { page: 1, per_page: ENDPOINTS_IN_PAGE };
		const first = await call.other(getAllEndpoints, {}, { query });
		const total = Number(first.headers['x-total-count'] || NaN);
		const pages = Math.ceil(total / (listIn(first.body)?.length ?? 0));
		if (canFilter && Math.ceil(values.length / VALUES_IN_FILTER) < pages - 1) {
			await find();
		} else {
			let isCut = false;
			const cut = () => (isCut = true);
			await call.list(getAllEndpoints, { returnAll: true }, keep, { first, cut });
			if (isCut) throw notRead();
		}
	}
	const index = new NameIndex<Json>((endpoint) => String(endpoint.name));
	found.forEach((endpoint) => index.add(endpoint));
	const all = [...names].map((name) => [name, index.match(name).found] as const);
	return new Map(all.filter(([, called]) => called.length > 0));
}

const notRead = () =>
	new InputError(
		'ifNameExists',
		'cannot be decided: the list of endpoints was not read to its end. Try again, or choose "Create"',
		'If the Name Exists',
	);

/** The items that have a name together, as n8n counts them. */
const itemsOf = (numbers: number[]) =>
	`items ${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ' and others' : ''}`;

/** The error of a name that comes of a file which was read wrongly, or of its last row. */
const noName = (fault: string) =>
	new InputError('name', `must be the name of a device, and none is called ${fault}`, 'Name');

const repeated = (name: string, numbers: number[]) =>
	new InputError(
		'name',
		`must be given once in the input: ${itemsOf(numbers)} are called ${describeValue(name)}. "Allow Repeated Names" in Options creates them all`,
		'Name',
	);

/** The refusal of an item whose name an endpoint already has, or that endpoint in place of a new one. */
function existing(input: Input, endpoints: Json[]): { done: Json } | { error: unknown } {
	const ids = endpoints.map(({ id }) => String(id)).join(', ');
	const { name } = input;
	if (input.ifNameExists === 'fail') {
		const rule = `must not exist already: ${describeValue(name)} is the name of endpoint ${ids}`;
		return { error: new InputError('name', rule, 'Name') };
	}
	if (endpoints.length > 1) {
		const rule = `must be that of one endpoint to be skipped: ${describeValue(name)} is the name of ${ids}`;
		return { error: new InputError('name', rule, 'Name') };
	}
	const endpoint = readEndpoint(endpoints[0]!);
	const wanted = input.simId;
	const own = at(endpoint, 'sim.id') ?? undefined;
	const isOther = wanted !== undefined && Number(own) !== wanted;
	const sim = isOther ? `, and its SIM is not that of the item` : '';
	return {
		done: {
			...asGet(endpoint, input),
			skipped: true,
			note: `An endpoint of this name exists already${sim}: nothing was created or changed.`,
		},
	};
}

/**
 * Refuses what is no name, compares items of one name with each other and with the endpoints that exist, and refuses or skips them
 * as they ask for. `numbers` are those of the items, as n8n counts them.
 */
export async function checkNewNames(
	call: Call,
	inputs: Input[],
	numbers: number[],
): Promise<Prepared[]> {
	const named = inputs.flatMap((input, index) =>
		typeof input.name === 'string' && input.name !== ''
			? [
					{
						index,
						name: input.name,
						key: JSON.stringify([lookOf(input.name), input.organisationId ?? null]),
					},
				]
			: [],
	);
	const prepared: Prepared[] = inputs.map((input) => ({ input }));
	for (const { index, name } of named) {
		const fault = refusedNewName(name);
		if (fault !== undefined) prepared[index] = { error: noName(fault) };
	}
	for (const same of groupedBy(named, ({ key }) => key).values()) {
		if (same.length < 2) continue;
		for (const { index, name } of same) {
			if (inputs[index]!.allowRepeatedNames === true) continue;
			const all = same.map((entry) => numbers[entry.index]!);
			prepared[index] = { error: repeated(name, all) };
		}
	}
	const asked = named.filter(({ index }) => {
		const { ifNameExists: wish = 'create' } = inputs[index]!;
		return wish !== 'create' && 'input' in prepared[index]!;
	});
	if (asked.length === 0) return prepared;
	const found = await endpointsCalled(call, new Set(asked.map(({ name }) => name)));
	for (const { index, name } of asked) {
		const endpoints = found.get(name);
		if (endpoints) prepared[index] = existing(inputs[index]!, endpoints);
	}
	return prepared;
}

/**
 * Creates an endpoint, unless one has its name and the item asks to be skipped or refused then. Items of
 * one name that ask for it are created one after the other.
 * @throws InputError for a name that exists
 */
export async function createUnlessNamed(
	call: Call,
	input: Input,
	create: () => Promise<Json>,
): Promise<Json> {
	const { name, ifNameExists: choice = 'create' } = input;
	if (choice === 'create' || typeof name !== 'string' || name === '') return await create();
	return await call.exclusively(`endpoint named ${name}`, async () => {
		const endpoints = (await endpointsCalled(call, new Set([name]))).get(name);
		if (!endpoints) return await create();
		const found = existing(input, endpoints);
		if ('error' in found) throw found.error;
		return found.done;
	});
}
