import { answerCall } from '../../../src/run/tool/call';
import { withWorkspaceNamed } from '../../../src/run/workspaces';
import { checkInput } from '../../../src/table/checks';
import { findOperation } from '../../../src/table/entries';
import nock from '../../support/nock';
import { clientFor } from '../table/support';

/* The option Workspace: several for reads, one for other operations, and no silent fallback. */

const sent: string[] = [];
nock.emitter.on('no match', (request: { path?: string }) => sent.push(request.path ?? ''));
beforeEach(() => (sent.length = 0));

const list = findOperation('serviceProfile', 'getAll');
const env = { now: Date.parse('2026-06-15T00:00:00Z') };
const valuesIn = (workspaceId: unknown) => ({ returnAll: true, simplify: true, workspaceId });
const names = (value: unknown) => ({ by: 'names', value });

test.each([
	['Plant North, 1002,\n Plant South ,', ['Plant North', '1002', 'Plant South']],
	[
		['Plant, North', 1002],
		['Plant, North', '1002'],
	],
	[1002, ['1002']],
	['A, B, A', ['A', 'B']],
])('reads %j as the workspaces %j', (given, read) => {
	expect(checkInput(list, valuesIn(names(given)), env).workspaceId).toEqual(read);
});

test.each([[''], [' , '], [[]], [null]])('rejects %j, which names no workspace', (given) => {
	expect(() => checkInput(list, valuesIn(names(given)), env)).toThrow(/at least one workspace/);
});

test('a write operation accepts only one picked workspace', () => {
	const update = findOperation('endpoint', 'update');
	const values = { endpointId: 17, name: 'a', workspaceId: names('Plant North') };
	expect(() => checkInput(update, values, env)).toThrow(/^Workspace must be picked/);
});

test.each([[names('Plant North, Plant South')], ['plant'], [{ by: 'iccid', value: '1' }]])(
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

test('labels an item with the workspace that was read, over the values of the entry', () => {
	const workspace = { workspace_id: 1002, workspace_name: 'Plant North' };
	const entry = { id: 1, workspace_id: 7, workspace_name: 'of the entry' };
	const result = withWorkspaceNamed({ items: [entry] }, { index: 3, input: {}, workspace });
	expect(result).toEqual({ items: [{ ...workspace, id: 1 }], of: 3 });
});

test('an operation that returns workspaces accepts only one picked workspace', () => {
	const usage = findOperation('organisationUsage', 'getWorkspacesDaily');
	const values = { output: 'days', simplify: true, workspaceId: names('Plant North') };
	expect(() => checkInput(usage, values, env)).toThrow(/^Workspace must be picked/);
});
