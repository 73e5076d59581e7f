import { answerCall } from '../../../src/run/tool/call';
import { withWorkspaceNamed } from '../../../src/run/workspaces';
import { checkInput } from '../../../src/table/checks';
import { findOperation } from '../../../src/operations';
import nock from '../../support/nock';
import { BASE_URL, clientFor, errorOf, outcomesOf } from '../table/support';
import type { Json } from '../../../src/table/define';
import { reporting } from '../../support/reporting';

/* The option Workspace: several for reads, one for other operations, and no silent fallback. */

const sent: string[] = [];
nock.emitter.on('no match', (request: { path?: string }) => sent.push(request.path ?? ''));
beforeEach(() => (sent.length = 0));

const list = findOperation('serviceProfile', 'getAll');
const update = findOperation('endpoint', 'update');
const env = { now: Date.parse('2026-06-15T00:00:00Z') };
const valuesIn = (workspaceId: unknown) => ({ returnAll: true, simplify: true, workspaceId });
const changeIn = (workspaceId: unknown) => ({ endpointId: 17, name: 'a', workspaceId });
const called = (value: string) => ({ by: 'name', value });

test.each([
	['Plant North, 1002,\n Plant South ,', ['Plant North', '1002', 'Plant South']],
	[
		['Plant, North', 1002],
		['Plant, North', '1002'],
	],
	[
		['Plant, North (ID 1001)', 'Plant South (ID 1002)'],
		['1001', '1002'],
	],
	['A, B, A', ['A', 'B']],
])('a read has %j as the workspaces %j', (given, read) => {
	expect(checkInput(list, valuesIn(given), env).workspaceId).toEqual(read);
});

/** One workspace, as forms and expressions give it. */
const ONE: Array<[given: unknown, read: unknown]> = [
	[1002, 1002],
	['1002', 1002],
	[' 1002 ', 1002],
	['Plant South (ID 1002)', 1002],
	['Plant North', called('Plant North')],
];

test.each([
	...ONE,
	[[1002], 1002],
	[['Plant South (ID 1002)'], 1002],
	[['Plant, North'], called('Plant, North')],
	['A, A,', called('A')],
])('a read has %j as the one workspace %j', (given, read) => {
	expect(checkInput(list, valuesIn(given), env).workspaceId).toEqual(read);
});

test.each([...ONE, ['Plant, North', called('Plant, North')]])(
	'a change has %j as the workspace %j',
	(given, read) => {
		expect(checkInput(update, changeIn(given), env).workspaceId).toEqual(read);
	},
);

test.each([[''], [' '], [' , '], [[]], [['']], [null], [['1002', '']], [[1002, null]]])(
	'a read refuses %j, which names no workspace in a place',
	(given) => {
		expect(() => checkInput(list, valuesIn(given), env)).toThrow(
			/^Workspace must (be IDs or names, got|not be empty)/,
		);
	},
);

test.each([[[1001, 1002]], [['Plant North']], [{ id: 1002 }], [0], [1.5]])(
	'a change refuses %j, which is no ID or name',
	(given) => {
		expect(() => checkInput(update, changeIn(given), env)).toThrow(
			/^Workspace must be an ID or a name, got /,
		);
	},
);

test.each([[''], [' '], [null], ['undefined'], [[]]])(
	'a change refuses %j, which names no workspace',
	(given) => {
		expect(() => checkInput(update, changeIn(given), env)).toThrow(/^Workspace must not be empty/);
	},
);

test.each([['Plant North, Plant South'], [['plant', 1002]], [{ by: 'iccid', value: '1' }]])(
	'an agent call with the workspace %j is refused before sending',
	async (workspaceId) => {
		const answer = await answerCall(clientFor(), {
			operation: list,
			values: valuesIn(workspaceId),
			isFixed: () => true,
			limits: {},
			sms: {},
		});
		expect(answer).toMatchObject({
			outcome: 'notSent',
			message: expect.stringContaining('must be one workspace'),
		});
		expect(sent).toEqual([]);
	},
);

test.each([['Plant North'], ['1002'], [['Plant North (ID 1002)']]])(
	'an agent call with the workspace %j acts there',
	async (workspaceId) => {
		const here = 'http://workspace.test';
		nock(BASE_URL)
			.get('/api/v2/user/11/workspace')
			.query(true)
			.optionally()
			.reply(200, [{ id: 1002, name: 'Plant North' }]);
		nock(here)
			.get('/api/v1/service_profile')
			.query(true)
			.reply(200, [{ id: 111, name: 'standard' }]);
		const client = clientFor();
		const entered: number[] = [];
		client.ports.inWorkspace = (id) => {
			entered.push(id);
			return clientFor('user', {}, here).ports;
		};
		const answer = await answerCall(client, {
			operation: list,
			values: valuesIn(workspaceId),
			isFixed: () => true,
			limits: {},
			sms: {},
		});
		expect(answer).toMatchObject({ items: [expect.objectContaining({ id: 111 })] });
		expect([entered, sent]).toEqual([[1002], []]);
	},
);

test('labels an item with the workspace that was read, over the values of the entry', () => {
	const workspace = { workspace_id: 1002, workspace_name: 'Plant North' };
	const entry = { id: 1, workspace_id: 7, workspace_name: 'of the entry' };
	const result = withWorkspaceNamed(
		clientFor(),
		{ index: 3, input: {}, workspace },
		{ items: [entry] },
	);
	expect(result).toEqual({ items: [{ ...workspace, id: 1 }], of: 3 });
});

test('an operation that returns workspaces accepts only one picked workspace', () => {
	const usage = findOperation('organisationUsage', 'getWorkspacesDaily');
	const values = { output: 'days', simplify: true, workspaceId: ['Plant North'] };
	expect(() => checkInput(usage, values, env)).toThrow(/^Workspace must be an ID or a name/);
});

test('a refused profile has the name that it has in the workspace of its item', async () => {
	const workspaces = [
		{ id: 1001, name: 'Plant North', profile: 'Meters', url: 'http://north.test' },
		{ id: 1002, name: 'Plant South', profile: 'Trackers', url: 'http://south.test' },
	];
	nock(BASE_URL).get('/api/v2/user/11/workspace').query(true).reply(200, workspaces);
	for (const { url, profile } of workspaces) {
		nock(url)
			.patch('/api/v1/endpoint/17')
			.reply(422, { error_code: 1000, message: 'service_profile 101 is not available' })
			.get('/api/v1/service_profile')
			.query(true)
			.reply(200, [{ id: 101, name: profile }]);
	}
	const client = clientFor();
	client.ports.inWorkspace = (id) => {
		const { url } = workspaces.find((workspace) => workspace.id === id)!;
		return clientFor('user', {}, url).ports;
	};
	const outcomes = await outcomesOf(
		client,
		'endpoint update',
		workspaces.map(({ name }) => ({ endpointId: 17, serviceProfileId: 101, workspaceId: name })),
	);
	expect(outcomes.map((outcome) => errorOf(outcome).message)).toEqual([
		expect.stringContaining('service_profile 101 ("Meters")'),
		expect.stringContaining('service_profile 101 ("Trackers")'),
	]);
});

describe('a parent and its child, both named', () => {
	const PARENT = { id: 1001, name: 'Plant' };
	const CHILD = { id: 1002, name: 'Plant North' };
	const endpoint = (id: number) => ({
		id,
		name: `pump-${id}`,
		status: { id: 0 },
		sim: { id, iccid: String(id) },
	});
	const all = Array.from({ length: 15 }, (_, i) => endpoint(i + 1));
	const ofChild = all.slice(3);

	/** A client in the parent, and one in the child, of a service that lists different things to them. */
	const read = async (row: string, lists: [Json[], Json[]], more: object = {}) => {
		const notes: string[] = [];
		const child = 'http://child.test';
		nock(BASE_URL).get('/api/v2/user/11/workspace').query(true).reply(200, [PARENT, CHILD]);
		for (const [i, url] of [BASE_URL, child].entries()) {
			nock(url)
				.get(/^\/api\/v1\//)
				.query(true)
				.reply(200, lists[i], { 'X-Total-Count': String(lists[i]!.length), 'X-Total-Pages': '1' });
		}
		const client = clientFor();
		client.ports.report = reporting({ note: (sentence) => void notes.push(sentence) });
		client.ports.inWorkspace = () => clientFor('user', {}, child).ports;
		const workspaceId = 'Plant, Plant North';
		const values = { returnAll: true, simplify: true, workspaceId, about: 'all', ...more };
		const outcomes = await outcomesOf(client, row, [values]);
		const items = outcomes.flatMap((outcome) => ('items' in outcome ? outcome.items : []));
		return { items, notes };
	};

	test('give each endpoint of the child once, under the child, and a note', async () => {
		const { items, notes } = await read('endpoint getAll', [all, ofChild]);
		expect(items.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))).toEqual(
			all.map(({ id }) => id),
		);
		const workspaces = items.map(({ id, workspace_id }) => [id, workspace_id]);
		expect(workspaces).toContainEqual([1, PARENT.id]);
		expect(workspaces).toContainEqual([15, CHILD.id]);
		expect(items.filter((item) => item.workspace_id === CHILD.id)).toHaveLength(12);
		expect(notes).toEqual([expect.stringMatching(/^12 entries are listed by several/)]);
	});

	test('do the same without Simplify, and with SIMs', async () => {
		const raw = await read('endpoint getAll', [all, ofChild], { simplify: false });
		expect(raw.items).toHaveLength(15);
		const sims = all.map(({ sim }) => sim);
		const { items } = await read('sim getAll', [sims, sims.slice(3)]);
		expect(items).toHaveLength(15);
	});

	test('keep what merely has the same ID', async () => {
		const other = { ...endpoint(1), name: 'another', sim: { id: 99, iccid: '99' } };
		const { items, notes } = await read('endpoint getAll', [all, [other]]);
		expect(items).toHaveLength(16);
		expect(notes).toEqual([]);
	});

	test('keep lists of reference data, which are the same everywhere', async () => {
		const operators = [{ id: 1, name: 'Celtra' }];
		const { items } = await read('lookup getMany', [operators, operators], {
			list: 'operators',
		});
		expect(items).toHaveLength(2);
	});
});
