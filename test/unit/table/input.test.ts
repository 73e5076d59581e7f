import fc from 'fast-check';
import { InputError } from '../../../src/errors';
import { operations } from '../../../src/operations';
import { goodValues as good } from '../../operations';
import { answers, clientFor, outcomeOf, outcomesOf, unexpected } from './support';

/* Invalid input is refused before anything is sent, with its field and rule. */

const sent = unexpected();

/** The error of one item; expects that nothing was sent. */
async function refused(row: string, values: Record<string, unknown>, as?: 'user' | 'token') {
	const [outcome] = await outcomesOf(clientFor(as), row, [values]);
	expect(sent).toEqual([]);
	const { error } = outcome as { error: unknown };
	expect(error).toBeInstanceOf(InputError);
	return error as InputError;
}

const pathFields = operations.flatMap((o) =>
	Object.entries(o.fields)
		.filter(([name, field]) => field.in === 'path' || name === 'endpointId')
		.filter(([, field]) => field.rule === 'must be a whole number of 1 or more')
		.map(([name, field]) => [`${o.resource} ${o.name}`, name, field] as const),
);

const BAD_IDS = [
	'../1',
	'1?x=2',
	'1e3',
	'1/2',
	'1#',
	'%31',
	'1;2',
	' 1',
	'1 ',
	'01',
	'+1',
	'-1',
	'0',
	'0x1',
	'1.5',
	'１',
	'my',
	'undefined',
	'NaN',
	'99999999999999999999',
	'1\n',
	'1,2',
	0,
	-1,
	1.5,
	NaN,
	Infinity,
	2 ** 53,
	true,
	[],
	[1],
	['1'],
	{},
	{ id: 1 },
	{ by: 'iccid', value: '../1' },
	{ by: 'imei', value: '1' },
	{ by: 'name', value: 'x' },
];

describe('IDs in paths', () => {
	test('exist in more than 25 fields', () => expect(pathFields.length).toBeGreaterThan(25));

	test.each(pathFields)(
		'%s: %s refuses invalid IDs',
		async (row, name, { group, label, control }) => {
			// An optional ID that is not there is allowed: the login gives it.
			const bad = [...BAD_IDS, '', null, ...(group === undefined ? [undefined] : [])];
			const byName = control.kind === 'locator' && control.alsoBy?.includes('name');
			for (const value of bad) {
				if (byName && (value as { by?: string } | null)?.by === 'name') continue;
				const error = await refused(row, { ...good(row, name), [name]: value });
				expect(error).toMatchObject({ field: name, outcome: 'notSent' });
				expect(error.message).toMatch(new RegExp(`^${label} must (not )?be `));
			}
		},
	);

	test.each(pathFields)('%s: %s refuses random text that is not a number', async (row, name) => {
		const text = fc
			.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.webPath(), fc.webQueryParameters())
			.filter((v) => !/^[1-9]\d{0,15}$/.test(v) && v !== '');
		await fc.assert(
			fc.asyncProperty(text, async (value) => {
				expect(await refused(row, { ...good(row, name), [name]: value })).toMatchObject({
					field: name,
				});
			}),
			{ numRuns: 30 },
		);
	});
});

/** Refusals in addition to those in test/unit/nodes/action, which use the labels of the node. */
const REFUSALS: Array<[row: string, change: Record<string, unknown>, field: string, rule: RegExp]> =
	[
		['endpoint update', { name: 'a', clear: ['name'] }, 'name', /not be .* with "Clear"/],
		['endpoint update', { tagAssignments: [1], clear: ['tags'] }, 'tagAssignments', /with "Clear"/],
		['endpoint create', { status: 2 }, 'status', /one of/],
		['endpoint create', { simStatus: 5 }, 'simStatus', /one of/],
		['endpoint create', { simId: undefined }, 'simStatus', /needs "SIM"/],
		['endpoint update', { simId: 7, unassignSim: true }, 'simId', /not be given together/],
		['endpoint getAll', { limit: 0 }, 'limit', /1 or more/],
		['endpoint getAll', { output: 'xlsx' }, 'output', /one of/],
		['endpoint getAll', { output: 'csv', partSize: 0 }, 'partSize', /from 1 to 1000/],
		[
			'endpoint getAll',
			{ output: 'csv', onlyChanged: 'changes', returnAll: true },
			'output',
			/must be Items/,
		],
		['endpoint getAll', { tags: 'a,status:1' }, 'tags', /without commas or colons/],
		['endpoint resetConnectivity', { reset: 'everything' }, 'reset', /one of/],
		['smsQuota topUp', { add: 0 }, 'add', /number of/],
		['smsQuota topUp', { expiryDate: '2026-06-14T00:00:00Z' }, 'expiryDate', /in the future/],
		['trafficLimitExtension create', { volume: 0 }, 'volume', /number of/],
		['sim getAll', { endpoint: 17 }, 'endpoint', /not be given together/],
		['sim update', { status: 0 }, 'status', /one of/],
		['sim update', { status: 3 }, 'status', /one of/],
		['sim transfer', { simIds: '' }, 'simIds', /list of SIM ids/],
		['sim transfer', { simIds: '7,x' }, 'simIds', /whole number/],
		['sim transfer', { simsBy: 'iccids', iccids: '898830300000000001' }, 'iccids', /19 digits/],
		['sim transfer', { simsBy: 'iccids', iccids: [] }, 'iccids', /list of ICCIDs/],
		[
			'sim transfer',
			{ simsBy: 'range', rangeStart: '1', rangeEnd: '2' },
			'rangeStart',
			/19 digits/,
		],
		[
			'sim transfer',
			{ simsBy: 'range', rangeStart: '8988303000000000002', rangeEnd: '8988303000000000001' },
			'rangeEnd',
			/before the start/,
		],
		[
			'sim transfer',
			{ simsBy: 'range', rangeStart: '8988303000000000001', rangeEnd: '8988303100000000001' },
			'rangeEnd',
			/50000/,
		],
		['mfaKey activate', { code: '12345' }, 'code', /6 digits/],
		['mfaKey activate', { code: 12345 }, 'code', /6 digits/],
		['session verifyCode', { code: '' }, 'code', /6 digits/],
		['event getAll', { until: undefined }, 'until', /go together/],
		['event getAll', { types: [11, 20, 21, 54, 55, 58, 59] }, 'types', /at most 6/],
		['event getAll', { types: [1.5] }, 'types', /whole number/],
		['event getAll', { types: [-1] }, 'types', /whole number/],
		// As in a workflow that was saved before the operation had this field.
		['euicc getOperation', { euiccId: '' }, 'euiccId', /must be given: .* Choose the eUICC/],
		['dataStream create', { eventTypeIds: [-1] }, 'eventTypeIds', /whole number of 0 or more/],
	];

test.each(REFUSALS)('%s refuses %j in the field %s', async (row, change, field, rule) => {
	const error = await refused(row, { ...good(row), ...change });
	expect(error.field).toBe(field);
	expect(error.rule).toMatch(rule);
});

test('an ICCID that lost digits as a number is refused and not looked up', async () => {
	// The number that JSON.parse gives for 8988303000000000017.
	const value = Number('8988303000000000017');
	for (const row of ['endpoint get', 'endpoint deleteMany']) {
		const error = await refused(row, { endpointId: { by: 'iccid', value }, simplify: true });
		expect(error.rule).toMatch(
			/must be text: a number of \d+ digits loses digits, and .+ has lost its last ones/,
		);
	}
});

test('an update without changes is refused, since a typo would look like a success', async () => {
	for (const row of ['endpoint update', 'endpoint updateMany']) {
		expect(await refused(row, { endpointId: 17 })).toMatchObject({ field: 'updateFields' });
	}
});

test.each(['sim transfer', 'session requestCode', 'session verifyCode'])(
	'%s refuses an application token before any request',
	async (row) => {
		const error = await refused(row, { ...good(row), code: '123456' }, 'token');
		expect(error.message).toContain('must be a "User Login"');
	},
);

test('a workspace is refused with an application token', async () => {
	const error = await refused('endpoint get', { ...good('endpoint get'), workspaceId: 7 }, 'token');
	expect(error).toMatchObject({
		field: 'workspaceId',
		message: expect.stringMatching(
			/^Workspace must be left out with an application token, .*User Login/,
		),
		outcome: 'notSent',
	});
});

test('a refused workspace of one item stops all items without continueOnFail', async () => {
	const items = [{}, { workspaceId: 7 }].map((own) => ({ ...good('endpoint get'), ...own }));
	const run = outcomesOf(clientFor('token'), 'endpoint get', items, false);
	await expect(run).rejects.toMatchObject({ index: 1, summary: 'nothing was sent' });
	expect(sent).toEqual([]);
});

// A text that is no ID is a name, and what is not in a list may be several.
const NO_WORKSPACE = BAD_IDS.filter(
	(id) => typeof id !== 'string' && !Array.isArray(id) && !Object.hasOwn(Object(id), 'by'),
);

test.each(NO_WORKSPACE)('the workspace %j is refused', async (workspaceId) => {
	for (const row of ['mfaKey getTypes', 'endpoint update']) {
		const { field, message } = await refused(row, { ...good(row), workspaceId });
		expect([field, message]).toEqual([
			'workspaceId',
			expect.stringMatching(/^Workspace must be (an ID or a name|IDs or names|text)/),
		]);
	}
});

test.each([
	['session verifyCode', 'code', '12345 and more'],
	['mfaKey activate', 'code', '1234567'],
	['mfaKey create', 'password', { typed: 'Passw0rd' }],
])('%s: the value of a refused %s is not shown', async (row, name, value) => {
	const { message } = await refused(row, { ...good(row, name), [name]: value });
	expect(message).not.toMatch(/got|12345|Passw0rd/);
});

test('a one-time code may contain spaces', async () => {
	const typed: string[] = [];
	const client = clientFor('user', { verifyCode: async (code) => void typed.push(code) });
	answers('GET /api/v1/user/my/mfa/trusted_device', 200, []);
	await outcomesOf(client, 'session verifyCode', [{ code: ' 123 456' }]);
	expect(typed).toEqual(['123456']);
});

test('the limit applies when Return All is the text "false"', async () => {
	const operators = Array.from({ length: 8 }, (_, i) => ({ id: i + 1 }));
	answers('GET /api/v1/endpoint/1/operator_blacklist', 200, operators);
	const values = { endpointId: 1, returnAll: 'false', limit: 5 };
	const outcome = await outcomeOf('operatorBlacklist getAll', values);
	expect(outcome).toMatchObject({ items: { length: 5 } });
});

test.each([' ', ',', ' ;\n'])(
	'tags given as %j are refused, since they would remove all tags',
	async (text) => {
		const values = { endpointId: 1, tagAssignments: text };
		expect(await refused('endpoint update', values)).toMatchObject({ field: 'tagAssignments' });
	},
);

test('an empty reply address is not sent', async () => {
	const bodies = answers('POST /api/v1/endpoint/1/sms', 201, {});
	await outcomeOf('sms send', { endpointId: 1, payload: 'a', destAddress: '' });
	expect(bodies).toEqual([{ payload: 'a', dcs: 0 }]);
});
