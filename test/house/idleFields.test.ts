import type { Field, Json, Operation } from '../../src/table/define';
import { entries } from '../../src/table/entries';
import * as f from '../../src/table/fields';
import { idleFields } from './idleFields';

/* A field that an entry leaves out is named, whichever function of the entry leaves it out. */

const look = { label: 'Planted', hint: 'A field that was added, and nothing else' };
const required = f.body.text('planted', look);
const optional = (field: Field): Field => ({ ...field, group: 'options' });
const inBody = optional(required);
const inQuery = optional(f.query.text('planted', look));
const withoutPlace = optional(f.text(look));

function entryOf(key: string): Operation {
	const entry = entries.find(({ resource, name }) => `${resource} ${name}` === key);
	if (!entry) throw new Error(`There is no entry ${key}`);
	return entry;
}

/** The idle fields of a copy of an entry that has one more field. */
const idleWith = async (key: string, planted: Field, changes: Partial<Operation> = {}) => {
	const entry = entryOf(key);
	return await idleFields({ ...entry, ...changes, fields: { ...entry.fields, planted } });
};

const shared = f.shared(inBody);

test.each<[what: string, key: string, planted: Field]>([
	['a `body` of its own', 'tariffProfileBlocklist blockRatTypes', inBody],
	['a `body` of constants', 'sim activate', inBody],
	['a `body` beside a `run`', 'serviceProfile addDataLimit', inBody],
	['a `body` that reads what has no place', 'endpoint resetConnectivity', withoutPlace],
	['a `run` that makes the body', 'sms send', inBody],
	['a `run`, of what has no place', 'tag create', withoutPlace],
	['the body of a bulk call, of what its items share', 'endpoint updateMany', shared],
	['a bulk call, of what has no place', 'endpoint createMany', withoutPlace],
	['a `result`, of what has no place', 'endpoint getConnectivity', withoutPlace],
	['a list in pages, of what has no place', 'sim getAll', withoutPlace],
])('a field that is left out by %s is named (%s)', async (_, key, planted) => {
	expect(await idleWith(key, planted)).toEqual(['planted']);
});

test('a required field without a value in any case is named', async () => {
	expect(await idleWith('tariffProfileBlocklist blockRatTypes', required)).toEqual(['planted']);
});

test('a field that the query of a page leaves out is named', async () => {
	const pages = { ...entryOf('sim getAll').pages!, query: (_: Json, page: number) => ({ page }) };
	expect(await idleWith('sim getAll', inQuery, { pages })).toContain('planted');
});

test.each<[what: string, key: string, planted: Field, changes: Partial<Operation>]>([
	['its place', 'tag update', inBody, {}],
	['its place in the query', 'sim getAll', inQuery, {}],
	['the rest of a `body`', 'user invite', inBody, {}],
	['the items of a bulk call', 'endpoint updateMany', inBody, {}],
	[
		'a `body` that names it',
		'tariffProfileBlocklist blockRatTypes',
		withoutPlace,
		{ body: (fields, { planted }) => ({ ...fields, planted }) },
	],
	[
		'a `result` that names it',
		'endpoint getConnectivity',
		withoutPlace,
		{ result: (_, { planted }) => ({ planted }) },
	],
])('a field that is sent by %s is not named (%s)', async (_, key, planted, changes) => {
	expect(await idleWith(key, planted, changes)).toEqual([]);
});

test('a confirmation that no rule checks is named', async () => {
	const entry = entryOf('sim deleteMany');
	expect(await idleFields(entry)).toEqual([]);
	expect(await idleFields({ ...entry, rules: [] })).toEqual(['confirmCount']);
});
