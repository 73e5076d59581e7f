import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runAgent, answerOf } from '../../../support/n8n/agent';
import { storeFor } from '../../../support/n8n/n8n';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* An expression without a value, where a field narrows what a node is about: nothing is read or sent. */

const sim = simulated({ seed: { endpoints: 3 } });

const asked = () => sim.ledger().requests.filter(({ path }) => !path.includes('authenticate'));

/** A login that acts in several workspaces. */
const ofUser = () => ({ credentials: storeFor(sim.url), credential: 'cellularIotUserApi' });
const inWorkspace = { workspaceId: '={{ $json.workspace_id }}' };
const read = { returnAll: true, simplify: true };

const CASES: Array<[what: string, operation: string, parameters: object, says: RegExp]> = [
	[
		'a tag of a list',
		'endpoint getAll',
		{ ...read, filters: { tags: '={{ $json.tag }}' } },
		/^Tags must/,
	],
	[
		'a part of a raw query',
		'endpoint getAll',
		{ ...read, options: { rawQuery: '=tags:{{ $json.tag }}' } },
		/^Raw Query must/,
	],
	[
		'a prefix with a wildcard',
		'endpoint getAll',
		{ ...read, filters: { nameFilter: '={{ $json.prefix }}*' } },
		/^Name must/,
	],
	[
		'the endpoint of a list of SIMs',
		'sim getAll',
		{ ...read, filters: { endpoint: rl('={{ $json.endpoint_id }}') } },
		/^Endpoint must/,
	],
	[
		'the endpoint of a list of SIMs, by name',
		'sim getAll',
		{ ...read, filters: { endpoint: rl('={{ $json.name }}', 'name') } },
		/^Endpoint must/,
	],
	[
		'the limit',
		'endpoint getAll',
		{ returnAll: false, limit: '={{ $json.limit }}', simplify: true },
		/^Limit must/,
	],
	[
		'the maximum of changes',
		'endpoint retire',
		{
			endpointsBy: 'item',
			endpointId: rl(10001),
			sims: 'keep',
			dryRun: false,
			confirmCount: 1,
			options: { mostEndpoints: '={{ $json.most }}' },
		},
		/^Maximum Endpoints must/,
	],
	[
		'the idempotency key',
		'sms send',
		{ endpointId: rl(10001), payload: 'x', options: { idempotencyKey: '={{ $json.key }}' } },
		/^Idempotency Key must/,
	],
	[
		'a part of the idempotency key',
		'sms send',
		{
			endpointId: rl(10001),
			payload: 'x',
			options: { idempotencyKey: '={{ $json.campaign }}-{{ $json.other }}' },
		},
		/^Idempotency Key must not have an empty part: \{\{ \$json\.campaign \}\} gives nothing/,
	],
	[
		'a part of a name',
		'sms send',
		{ endpointId: rl("=device-{{ ($json.name ?? '') + '' }}", 'name'), payload: 'x' },
		/^Endpoint must not have an empty part/,
	],
	[
		'Dry Run of an option',
		'serviceProfile update',
		{
			serviceProfileId: rl(101),
			updateFields: { name: 'a' },
			options: { dryRun: '={{ $json.dry_run }}' },
		},
		/^Dry Run must/,
	],
];

test.each(CASES)('%s of %s is refused', async (_, operation, parameters, says) => {
	const { error, items } = await runAt(sim, operation, parameters, { items: [{ other: 1 }] });
	expect(items).toEqual([]);
	expect(error?.message).toMatch(says);
	expect(error?.context).toMatchObject({ itemIndex: 0, outcome: 'notSent' });
	expect(asked()).toEqual([]);
});

const IN_WORKSPACE: Array<[operation: string, parameters: object]> = [
	['endpoint getAll', read],
	['sms send', { endpointId: rl('device-000001', 'name'), payload: 'x' }],
	[
		'endpoint retire',
		{
			endpointsBy: 'tag',
			tagId: rl('north', 'name'),
			sims: 'keep',
			dryRun: false,
			confirmTag: 'north',
		},
	],
	[
		'endpoint applyTable',
		{
			valuesFrom: 'columns',
			namingColumn: 'id',
			columns: { mappingMode: 'autoMapInputData', value: null },
			dryRun: false,
			options: { notInTable: 'disable', mostChanges: '10' },
		},
	],
	['usage forecast', { of: 'organisation' }],
	['sim findIdle', { days: 30, verify: 'all' }],
	['organisationUsage getByTag', { month: 'current_month' }],
	['endpoint update', { endpointId: rl(10001), updateFields: { status: 1 } }],
];

/** Runs an operation for an item in a workspace that is not given: it is refused, and nothing is sent. */
async function refusedWithoutWorkspace(operation: string, parameters: object, item: IDataObject) {
	const more = { ...ofUser(), items: [item], onError: 'continueErrorOutput' as const };
	const { errors } = await runAt(sim, operation, parameters, more);
	expect(errors.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/^Workspace must not be empty/),
	]);
	expect(asked()).toEqual([]);
	expect(sim.ledger().effects).toEqual([]);
}

test.each(IN_WORKSPACE)(
	'%s is refused in a workspace that an expression does not give',
	async (operation, parameters: { options?: object }) => {
		const options = { ...parameters.options, ...inWorkspace };
		for (const workspace of [undefined, '', null]) {
			const item = { id: 10001, status: 'Enabled', workspace_id: workspace } as IDataObject;
			await refusedWithoutWorkspace(operation, { ...parameters, options }, item);
		}
	},
);

test.each(IN_WORKSPACE)(
	'%s is refused where the option was added and no workspace was chosen',
	async (operation, parameters: { options?: object }) => {
		for (const workspaceId of ['', []]) {
			const options = { ...parameters.options, workspaceId };
			const item = { id: 10001, status: 'Enabled' };
			await refusedWithoutWorkspace(operation, { ...parameters, options }, item);
		}
	},
);

test('the items that have a value are performed; the others go to the error output', async () => {
	sim.store.tags.set(1, { id: 1, organisationId: 1001, name: 'north', colorId: 1 });
	const filters = { tags: '={{ $json.tag }}' };
	const { items, errors } = await runAt(
		sim,
		'endpoint getAll',
		{ ...read, filters, options: { unknownName: 'nothing' } },
		{
			items: [{ tag: 'north' }, {}, { tag: ' ' }, { tag: 'null' }],
			onError: 'continueErrorOutput',
		},
	);
	expect(items).toEqual([]);
	expect(errors.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 1 },
		{ item: 2 },
		{ item: 3 },
	]);
	expect(asked().map(({ query }) => query.q)).toEqual(['tags:north']);
});

test('a value that changes something may be left out by an empty cell', async () => {
	const updateFields = { name: '={{ $json.name }}', imei: '={{ $json.imei }}' };
	const { error } = await runAt(
		sim,
		'endpoint update',
		{ endpointId: rl(10001), updateFields },
		{ items: [{ name: 'pump' }] },
	);
	expect(error).toBeUndefined();
	expect(sim.store.endpoints.get(10001)!.name).toBe('pump');
});

describe('a list of IDs that may come from the item', () => {
	const wait = { endpointId: rl(10001), waitHere: 0, atMost: 1, atMostUnit: 'minutes' };
	const run = async (options: object) =>
		await runAt(sim, 'await reply', { ...wait, options } as INodeParameters);

	test('is refused where its expression gives nothing', async () => {
		const { error } = await run({ smsIds: '={{ $json.sms }}' });
		expect(error?.message).toMatch(/^SMS IDs must not be empty/);
		expect(asked()).toEqual([]);
	});

	test('is not there where nobody has added it', async () => {
		const { error } = await run({});
		expect(error).toBeUndefined();
		expect(asked().length).toBeGreaterThan(0);
	});
});

describe('a column that says where something is made', () => {
	const CREATE = {
		valuesFrom: 'columns',
		serviceProfileId: rl(101),
		tariffProfileId: rl(201),
		status: 0,
		options: { allowEmptyCells: true },
	};
	const automatic = { mappingMode: 'autoMapInputData', value: null };
	const byHand = {
		mappingMode: 'defineBelow',
		value: { name: '={{ $json.name }}', organisation_id: '={{ $json.organisation_id }}' },
	};

	test.each([
		['automatic', automatic],
		['by hand', byHand],
	])('is refused for an empty cell, mapped %s', async (_, columns) => {
		const items = [
			{ name: 'a', organisation_id: 1002 },
			{ name: 'b', organisation_id: '' },
			{ name: 'c' },
		];
		const more = { items, onError: 'continueErrorOutput' as const };
		const { errors } = await runAt(sim, 'endpoint createMany', { ...CREATE, columns }, more);
		expect(errors.slice(0, 2).map(({ json }) => json.error)).toEqual(
			Array(2).fill(expect.stringMatching(/^Organisation ID must not be empty/)),
		);
	});
});

test('a part of the column that names the endpoint of a row is refused', async () => {
	const value = { id: "=1000{{ $json.number ?? '' }}", name: 'pump' };
	const { error } = await runAt(
		sim,
		'endpoint applyTable',
		{
			valuesFrom: 'columns',
			namingColumn: 'id',
			columns: { mappingMode: 'defineBelow', value },
			dryRun: false,
		},
		{ items: [{ other: 1 }] },
	);
	expect(error?.message).toMatch(/must not have an empty part: \{\{ \$json\.number/);
	expect(asked()).toEqual([]);
});

describe('the filters of a report over columns', () => {
	const REPORT = {
		output: 'items',
		valuesFrom: 'columns',
		namingColumn: 'id',
		columns: { mappingMode: 'autoMapInputData', value: null },
	};
	const report = async (filters: object) =>
		await runAt(sim, 'endpoint reportDrift', { ...REPORT, filters }, { items: [{ id: 10001 }] });

	test('limit what the table claims', async () => {
		expect((await report({})).items).toHaveLength(2);
		expect((await report({ managedName: 'device-000002' })).items).toHaveLength(1);
	});

	test.each(['managedName', 'managedTags', 'managedStatus'])(
		'are refused where %s gives nothing',
		async (name) => {
			const { error } = await report({ [name]: '={{ $json.none }}' });
			expect(error?.message).toMatch(/must not be empty/);
			expect(asked()).toEqual([]);
		},
	);
});

describe('the targets of an automation', () => {
	const columns = (value: object) => ({ mappingMode: 'defineBelow', value });
	const CREATE = {
		name: 'Blocked',
		status: rl('ENABLED'),
		eventId: rl('system:d0000000-0000-4000-8000-000000000001'),
		actionId: rl('f0000000-0000-4000-8000-000000000001'),
		targeting: 'some',
	};
	const inColumns = (targets: object) => ({
		valuesFrom: 'columns',
		properties: columns({ subject: 'Blocked' }),
		targets: columns(targets),
	});
	const inJson = (targetsJson: string) => ({
		valuesFrom: 'json',
		propertiesJson: '{"subject":"Blocked"}',
		targetsJson,
	});
	test.each([
		['one of two columns', inColumns({ endpoint_id: '10001', tag_id: '={{ $json.tag }}' })],
		[
			'a part of a column',
			inColumns({ tag_id: '=401{{ $json.tag ?? "" }}', endpoint_id: '={{ "" }}' }),
		],
		['a text in JSON', inJson('={"tag_id": "{{ $json.tag }}"}')],
		['a value of an object', inJson('={{ { endpoint_id: "10001", tag_id: $json.tag ?? "" } }}')],
		['an entry of a list', inJson('={{ { tag_id: ["401", $json.tag ?? ""] } }}')],
		['the text of a missing value', inJson('={{ { tag_id: String($json.tag) } }}')],
	])('are refused where %s gives nothing', async (_, parameters) => {
		const form = { ...CREATE, ...parameters };
		const { error } = await runAt(sim, 'automation create', form, { items: [{ other: 1 }] });
		expect(error?.message).toMatch(/^Targets/);
		expect(asked()).toEqual([]);
	});

	test('may leave out a column that nobody has filled in', async () => {
		const form = { ...CREATE, ...inColumns({ endpoint_id: null, tag_id: '={{ $json.tag }}' }) };
		const { error } = await runAt(sim, 'automation create', form, { items: [{ tag: '401' }] });
		expect(error).toBeUndefined();
		expect(sim.ledger().effects.map(({ kind }) => kind)).toEqual(['automation.created']);
	});
});

describe('an agent', () => {
	const find = {
		resource: 'endpoint',
		operation: 'getAll',
		returnAll: false,
		limit: 5,
		filters: { tags: "={{ $fromAI('tag', 'Tag', 'string') }}" },
	};
	const suspend = {
		resource: 'sim',
		operation: 'suspend',
		simId: rl("={{ $fromAI('sim', 'ID of the SIM', 'string') }}"),
		options: { workspaceId: "={{ $fromAI('workspace', 'ID of the workspace', 'string') }}" },
		mode: { allowStakes: true },
	};
	const limited = { ...suspend, options: {}, mode: { allowStakes: true, allowedEndpoints: ' ' } };

	test.each([
		['a filter', find, { tag: '' }, 'Tags must not be empty'],
		['a workspace', suspend, { sim: '1', workspace: '' }, 'Workspace must not be empty'],
		['its allowed endpoints', limited, { sim: '1' }, 'Allowed Endpoints must not be empty'],
	])('is refused with nothing in %s', async (_, tool, call, says) => {
		const failure = await runAgent(sim.url, { Tool: tool }, async ({ Tool }) => {
			const answer = answerOf(await Tool!.invoke(call));
			expect(answer).toMatchObject({ outcome: 'notSent' });
			expect(answer.message).toContain(says);
		});
		expect(failure).toBeUndefined();
		expect(asked()).toEqual([]);
		expect(sim.ledger().effects).toEqual([]);
	});
});
