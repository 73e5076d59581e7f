import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { takesColumns } from '../../../nodes/CellularIot/shared/columns';
import { CellularIotAccount } from '../../../nodes/CellularIot/CellularIotAccount.node';
import { ACTION_NODES, actionNodes } from '../../support/n8n/actionNodes';
import { operations } from '../../../src/operations';
import { RESOURCES } from '../../../src/table/resources';
import { SET_BY_A_PERSON } from '../../../nodes/CellularIot/n8n/personOnly';
import type { Choice, Field } from '../../../src/table/define';
import { everywhereOf } from '../../../src/table/fields';
import { requestEntriesOf } from '../../../src/table/chosenList';
import { DOCUMENTED, OPERATION_FACTS } from '../../operations';

/* Rules for every entry of the table, and for the form that is generated from it. */

const named = operations.map((o) => [`${o.resource} ${o.name}`, o] as const);
const fieldsOf = (o: (typeof operations)[number]) =>
	Object.entries<Field>({ ...o.fields, ...everywhereOf(o) });
const allFields = operations.flatMap((o) =>
	fieldsOf(o).map(([name, field]) => [`${o.resource} ${o.name} ${name}`, field] as const),
);
const choicesOf = ({ control: c }: Field): Choice[] => ('choices' in c ? c.choices : []);

/** Where the facts of an operation stand, and what names all that it lacks. */
const remedy = (resource: string, name: string) =>
	`test/operations/${resource}.ts (npm run missing -- ${resource}.${name})`;

test('every operation is what its facts in test/operations say, and the reverse', () => {
	const own = new Map(named);
	for (const { list, resource, name, request, effect, lane, source } of DOCUMENTED) {
		const documented = { resource, name, request, effect, lane, source };
		const operation = own.get(`${resource} ${name}`);
		if (operation === undefined) {
			throw new Error(`no entry is listed for "${resource} ${name}" of ${remedy(resource, name)}`);
		}
		if (list === undefined) expect(operation).toMatchObject(documented);
		else
			expect(operation.lists?.[list]).toMatchObject({
				...documented,
				name: list,
			});
	}
	const withoutFacts = named.filter(([key]) => !(key in OPERATION_FACTS));
	expect(
		withoutFacts.map(([key, o]) => `"${key}" has no facts in ${remedy(o.resource, o.name)}`),
	).toEqual([]);
});

test('41 operations are named by the specification', () => {
	const specified = DOCUMENTED.filter(({ isNamed }) => isNamed);
	const names = specified.map(({ resource, name }) => `${resource} ${name}`).join(', ');
	if (specified.length !== 41) {
		throw new Error(
			`${specified.length} of 41 have S or P behind \`documented\` in test/operations (one that the specification does not name has no letter): ${names}`,
		);
	}
});

test('no operation is defined twice, and every resource has a name', () => {
	const keys = named.map(([key]) => key);
	expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
	expect(Object.keys(RESOURCES).sort()).toEqual(
		[...new Set(operations.map((o) => o.resource))].sort(),
	);
});

test.each(named)('%s: the placeholders of the path match its path fields', (_, operation) => {
	for (const { request, fields } of requestEntriesOf(operation)) {
		const placeholders = [...request.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		const inPath = Object.entries(fields).filter(([, field]) => field.in === 'path');
		expect(inPath.map(([name]) => name).sort()).toEqual(placeholders.sort());
	}
});

test.each(named)('%s: the effect fits the method', (_, { request, effect }) => {
	const method = request.split(' ')[0];
	const fitting: Record<string, string[]> = {
		// A POST that only checks may be repeated.
		read: ['GET', 'POST'],
		set: ['PUT', 'PATCH', 'DELETE', 'POST'],
		// A PUT that is charged for each call.
		act: ['POST', 'PATCH', 'PUT'],
	};
	expect(fitting[effect]).toContain(method);
});

test.each(named)('%s: has an action and a longer description', (_, operation) => {
	expect(operation.action).toMatch(/^[A-Z][\w ,’-]+$/);
	expect(operation.action).not.toMatch(/\.$/);
	expect(operation.description.length).toBeGreaterThan(20);
	// Shown next to the operation and read by an AI agent, so it must not repeat the action.
	expect(operation.description).not.toBe(operation.action);
});

test.each(named)('%s: defines exactly one way to its result', (_, operation) => {
	const { run, bulk, result, pages, lists } = operation;
	const isFeature = 'perform' in operation || 'performAll' in operation;
	// The feature of a list has its pages, too: it reads them.
	expect([run, bulk, result, lists, isFeature || pages].filter(Boolean)).toHaveLength(1);
});

const SMALL = /^(A|An|And|As|At|By|For|From|In|Of|On|Or|Per|The|To|With)$/i;
test.each(allFields)('%s: has a label in Title Case', (_, { label }) => {
	for (const [i, word] of label.replace(/[()/]/g, ' ').split(/\s+/).entries()) {
		if (i > 0 && SMALL.test(word)) continue;
		expect(word).toMatch(/^([A-Z0-9][\w.-]*|…|%|)$/);
	}
});

/** Words that the service spells differently, and abbreviations in the wrong case. */
const MISSPELT =
	/\b(Sms|Sim|Sims|Iccid|Imei|Imsi|Esim|Api|[Oo]rganization|[Cc]olour|[Bb]lacklist|[Dd]eny ?list|Locate)\b/;
test.each(named)('%s: uses the spellings and terms of the service', (_, operation) => {
	const { action, description, notice } = operation;
	const texts = fieldsOf(operation).flatMap(([, field]) => [
		field.label,
		field.hint,
		...choicesOf(field).map(({ name }) => name),
	]);
	for (const text of [action, description, notice, ...texts])
		expect(text ?? '').not.toMatch(MISSPELT);
});

test.each(allFields)(
	'%s: has a hint, without a full stop after a single sentence',
	(_, { hint }) => {
		expect(hint.length).toBeGreaterThan(3);
		expect(hint).toMatch(/^[A-Z]/);
		if (!/[.;:?] /.test(hint)) expect(hint).not.toMatch(/\.$/);
	},
);

test.each(allFields)(
	'%s: has a hint that starts with "Whether" if it is a flag',
	(_, { control, hint }) => {
		if (control.kind === 'flag') expect(hint).toMatch(/^Whether /);
		else expect(hint).not.toMatch(/^Whether to /);
	},
);

test.each(allFields.filter(([, field]) => choicesOf(field).length > 0))(
	'%s: has sorted, capitalised and unique choices',
	(_, field) => {
		const choices = choicesOf(field);
		const names = choices.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
		for (const name of names) expect(name).toMatch(/^[A-Z]/);
	},
);

test.each(allFields)('%s: has a default that fits its control', (_, field) => {
	const { control: c, default: opening, example } = field;
	// A field that opens with nothing chosen has an example of what can be chosen.
	const value = opening === '' ? example : opening;
	if (c.kind === 'choice' && !c.several) expect(c.choices.map((x) => x.value)).toContain(value);
	if (c.kind === 'flag') expect(typeof value).toBe('boolean');
	if (c.kind === 'number') expect(typeof value).toBe('number');
});

test.each(named.filter(([, { effect }]) => effect === 'act'))(
	'%s: describes its effect for errors with an unknown outcome',
	(_, { done }) => expect(done).toMatch(/^(a|an|the) [a-zA-Z ]+ (was|were|went) [a-z ]+$/),
);

test('every operation that deletes, resets, transfers or bills has a notice', () => {
	const risky =
		/^(delete|reset|transfer|topUp$|send$|remove|deactivate)|^(create|createMany)$|^add$/;
	const harmless = ['smsQuota topUp', 'operatorBlacklist remove'];
	const missing = named.filter(
		([key, o]) => risky.test(o.name) && o.notice === undefined && !harmless.includes(key),
	);
	expect(missing.map(([key]) => key)).toEqual([]);
});

describe('the form', () => {
	const resourcesOfNodes = Object.values(ACTION_NODES).flatMap(({ resources }) =>
		Object.keys(resources),
	);
	const properties = actionNodes().flatMap(({ description }) => description.properties);
	const isOnTool = (show: object = {}) => '@tool' in show;
	/** The form of an operation in a node that is no tool, without what only a person sets. */
	const shownFor = (resource: string, operation: string) =>
		properties.filter(({ name, displayOptions: { show = {} } = {} }) => {
			if (name === SET_BY_A_PERSON || isOnTool(show)) return false;
			return show.resource?.includes(resource) && show.operation?.includes(operation);
		});

	test.each(named)('%s: shows each of its fields once', (_, operation) => {
		const { resource, name, fields } = operation;
		const shown = shownFor(resource, name);
		const inside = shown
			.filter((p) => p.type === 'collection')
			.flatMap((p) => (p.options as INodeProperties[]).map(({ name: own }) => own));
		const outside = shown
			.filter((p) => p.type !== 'collection' && p.type !== 'notice')
			.map((p) => p.name);
		const naming = operation.itemsAreRows ? ['namingColumn'] : [];
		const columns = takesColumns(operation) ? ['columns', 'valuesFrom', ...naming] : [];
		// Read from the item, and in no form.
		const inForm = Object.entries({ ...fields, ...everywhereOf(operation) })
			.filter(([, { control }]) => control.kind !== 'itemField')
			.map(([field]) => field);
		const own = [...inForm, ...columns];
		expect([...outside, ...inside].sort()).toEqual(own.sort());
	});

	test.each(named)('%s: shows its fields and collections in the standard order', (_, operation) => {
		const shown = shownFor(operation.resource, operation.name);
		const inOrder = (names: string[], all: string[]) => all.filter((name) => names.includes(name));
		const names = shown.map((p) => p.name);
		const collections = shown.filter((p) => p.type === 'collection').map((p) => p.name);
		const order = ['identity', 'newEndpoints', 'updateFields', 'filters', 'waves', 'options'];
		expect(collections).toEqual(inOrder(names, order));
		expect(names.slice(-collections.length)).toEqual(collections);
		const last = ['returnAll', 'limit', 'simplify'];
		const direct = names.slice(0, -collections.length);
		expect(direct.filter((name) => last.includes(name))).toEqual(inOrder(direct, last));
		const tail = inOrder(direct, last);
		if (tail.length > 0) expect(direct.slice(-tail.length)).toEqual(tail);
	});

	describe('the forms of SMS and data quotas', () => {
		/** The fields of an operation in the order of its form, with the fields of its collections. */
		const fieldsIn = (resource: string, operation: string) => {
			const inside = (p: INodeProperties) =>
				(p.options as INodeProperties[]).map(({ name }) => `${p.name}.${name}`);
			return shownFor(resource, operation)
				.filter(({ type }) => type !== 'notice')
				.flatMap((p) => (p.type === 'collection' ? inside(p) : [p.name]));
		};
		/** The fields in MB, which only data quotas have. */
		const OF_DATA = ['options.lastVolumeAdded', 'options.thresholdVolume'];

		test.each(['get', 'set', 'topUp', 'delete'])(
			'%s: have the same fields in the same order',
			(name) => {
				const [sms, data] = [fieldsIn('smsQuota', name), fieldsIn('dataQuota', name)];
				expect(sms).toContain('endpointId');
				expect(data.filter((field) => !OF_DATA.includes(field))).toEqual(sms);
				expect(data.filter((field) => OF_DATA.includes(field))).toEqual(
					name === 'set' ? OF_DATA : [],
				);
			},
		);
	});

	test('collections are sorted by display name', () => {
		for (const { type, options } of properties) {
			if (type !== 'collection') continue;
			const names = (options as INodeProperties[]).map(({ displayName }) => displayName);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		}
	});

	test('every operation has an action, and operations are sorted', () => {
		const pickers = properties.filter((p) => p.name === 'operation');
		expect(pickers).toHaveLength(resourcesOfNodes.length);
		for (const { options } of pickers) {
			const list = options as INodePropertyOptions[];
			const names = list.map(({ name }) => name);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
			for (const option of list) expect(option.action).toBeTruthy();
		}
	});

	test('the secret of an MFA key and a new application token are marked as sensitive', () => {
		const { sensitiveOutputFields } = new CellularIotAccount().description;
		expect(sensitiveOutputFields).toEqual(['application_token', 'secret_key', 'otpauth']);
	});

	test('a locator offers From List first, then By ID', () => {
		const all = properties.flatMap((p) =>
			p.type === 'collection' ? (p.options as INodeProperties[]) : [p],
		);
		const locators = all.filter((p) => p.type === 'resourceLocator');
		expect(locators.length).toBeGreaterThan(10);
		for (const { modes, default: value } of locators) {
			// A tag in a filter is known by its name alone.
			const second = modes!.some(({ name }) => name === 'id') ? 'id' : 'name';
			expect(modes!.map(({ name }) => name).slice(0, 2)).toEqual(['list', second]);
			expect(['list', 'id']).toContain((value as { mode: string }).mode);
		}
	});

	/** Pickers that open with a field of the item, and with which. */
	const OF_A_FIELD: Record<string, string> = {
		'await esimOrder euiccId': 'euicc_id',
		'tag deleteMany tagId': 'id',
	};
	/** Pickers of another endpoint or SIM than the one that the item is about. */
	const OF_ANOTHER = ['sim swap otherEndpointId', 'sim swap simId'];

	const INPUT_ITEM = { mode: 'list', value: 'The Input Item' };

	test('a picker of an endpoint or SIM takes the item, and any other opens with the list', () => {
		const opened = properties.flatMap(
			({ type, name, default: value, displayOptions: { show } = {} }) =>
				type === 'resourceLocator' && show?.operation && !isOnTool(show)
					? [[`${String(show.resource)} ${String(show.operation)} ${name}`, value] as const]
					: [],
		);
		const takenWhole = (key: string) => {
			const [resource, operation, name] = key.split(' ');
			const own = operations.find((o) => o.resource === resource && o.name === operation)!;
			const { control } = own.fields[name!]!;
			const isThing = control.kind === 'locator' && ['endpoint', 'sim'].includes(control.lookup);
			return isThing && !OF_ANOTHER.includes(key);
		};
		const expected = opened.map(([key]) => {
			if (takenWhole(key)) return [key, INPUT_ITEM];
			const field = OF_A_FIELD[key];
			if (field === undefined) return [key, { mode: 'list', value: '' }];
			return [key, { mode: 'id', value: `={{ $json.${field} }}` }];
		});
		expect(opened).toEqual(expected);
		const keys = opened.map(([key]) => key);
		expect(keys).toEqual(expect.arrayContaining([...Object.keys(OF_A_FIELD), ...OF_ANOTHER]));
		expect(keys.filter(takenWhole).length).toBeGreaterThan(40);
	});

	test('a tool offers no tag in the place of one endpoint, any other node does', () => {
		const modesIn = (tool: boolean) =>
			properties
				.filter(
					({ name, displayOptions: { show = {}, hide = {} } = {} }) =>
						name === 'endpointId' &&
						show.operation?.includes('applyTable') &&
						(tool ? !isOnTool(hide) : !isOnTool(show)),
				)
				.map(({ modes = [] }) => modes.map((mode) => mode.name));
		expect(modesIn(true)).toEqual([['list', 'id', 'iccid', 'imei', 'name']]);
		expect(modesIn(false)).toEqual([['list', 'id', 'iccid', 'imei', 'name', 'tag']]);
	});

	test('the workspace is shown for both logins, since n8n drops the value of a hidden field', () => {
		const own = properties
			.filter(({ name }) => name === 'options')
			.flatMap(({ options }) => options!.filter(({ name }) => name === 'workspaceId'))
			.map((option) => option as INodeProperties);
		const without = named.filter(
			([, { resource, name }]) =>
				!shownFor(resource, name).some(
					(shown) =>
						shown.name === 'options' &&
						shown.options!.some((option) => option.name === 'workspaceId'),
				),
		);
		expect(without.map(([key]) => `${key}: its form has no workspace in Options`)).toEqual([]);
		expect(own).toHaveLength(operations.length);
		for (const { displayOptions } of own) {
			expect(displayOptions).toBeUndefined();
		}
	});

	test('the default operation only reads if the resource has a read operation', () => {
		const pickers = properties.filter(({ name }) => name === 'operation');
		expect(pickers).toHaveLength(resourcesOfNodes.length);
		for (const { default: name, displayOptions, options } of pickers) {
			const [resource] = displayOptions!.show!.resource as string[];
			const there = (options as INodePropertyOptions[]).map(({ value }) => value);
			const own = operations.filter((o) => o.resource === resource && there.includes(o.name));
			const reads = own.filter(({ effect }) => effect === 'read').map((o) => o.name);
			expect(own.map((o) => o.name)).toContain(name);
			if (reads.length > 0) expect(reads).toContain(name);
		}
	});

	test('selected fields default to the safest or most common value', () => {
		const of = (key: string, field: string) =>
			operations.find((o) => `${o.resource} ${o.name}` === key)?.fields[field]?.default;
		expect(of('sms send', 'longMessages')).toBe('split');
		expect(of('endpoint getAll', 'status')).toBe(0);
		expect(of('sim transfer', 'simsBy')).toBe('iccids');
		expect(of('sim transfer', 'dryRun')).toBe(true);
	});
});
