import type { IDataObject } from 'n8n-workflow';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* Pickers of endpoints and SIMs take the thing itself from an item, and no other thing. */

const sim = simulated({ seed: { endpoints: 3 } }, 'new');

const endpoint = () => sim.store.endpoints.get(10001)!;
const simId = () => endpoint().simId!;

/** What an operation does with an item, and its expression in the picker. */
async function run(operation: string, picker: string, expression: string, item: IDataObject) {
	const { items, error } = await runAt(
		sim,
		operation,
		{ [picker]: rl(expression), simplify: false },
		{ items: [item] },
	);
	return { id: items?.[0]?.json.id, fault: error?.message };
}
const getEndpoint = async (expression: string, item: IDataObject) =>
	await run('endpoint get', 'endpointId', expression, item);
const getSim = async (expression: string, item: IDataObject) =>
	await run('sim get', 'simId', expression, item);

/** An item of a read, simplified or not. */
async function read(operation: string, parameters: object): Promise<IDataObject> {
	const { items } = await runAt(sim, operation, parameters, { items: [{}] });
	return items![0]!.json;
}

test.each([true, false])(
	'an endpoint as it was read (simplified: %s) is itself',
	async (simplify) => {
		const item = await read('endpoint get', { endpointId: rl(10001), simplify });
		expect(await getEndpoint('={{ $json }}', item)).toEqual({ id: 10001, fault: undefined });
	},
);

test.each([true, false])('a SIM as it was read (simplified: %s) is itself', async (simplify) => {
	const item = await read('sim get', { simId: rl(simId()), simplify });
	expect(await getSim('={{ $json }}', item)).toEqual({ id: simId(), fault: undefined });
});

test.each([
	['={{ $json.endpoint }}', { endpoint: { id: 10002, name: 'device-000002' } }],
	["={{ $json['endpoint'] }}", { endpoint: { id: '10002' } }],
	['={{ $json.body.endpoint }}', { body: { endpoint: { id: 10002, name: 'pump' } } }],
])('%s gives the endpoint that a message or an event is about', async (expression, item) => {
	expect(await getEndpoint(expression, { id: 1, ...item })).toEqual({
		id: 10002,
		fault: undefined,
	});
});

test('{{ $json.sim }} gives the SIM of an endpoint as the service lists it', async () => {
	const item = await read('endpoint get', { endpointId: rl(10001), simplify: false });
	expect(await getSim('={{ $json.sim }}', item)).toEqual({ id: simId(), fault: undefined });
});

const EVENT = { id: 10001, timestamp: '2026-03-01T12:00:00Z', type_id: 3, endpoint_id: 10002 };
const MESSAGE = { id: 10001, type: 'sms', text: 'ok', endpoint: { id: 10002, name: 'pump' } };

test.each([
	['an event', EVENT],
	['a message', MESSAGE],
	['an item of a job', { endpoint_id: 10002, outcome: 'met' }],
	['a row of text', { id: '7', endpoint_id: '10002' }],
])('%s gives the endpoint that it names, and never its own ID', async (_, item) => {
	expect(await getEndpoint('={{ $json }}', item)).toEqual({ id: 10002, fault: undefined });
});

test('an endpoint gives the SIM in it, simplified or not', async () => {
	for (const simplify of [true, false]) {
		const item = await read('endpoint get', { endpointId: rl(10001), simplify });
		expect(await getSim('={{ $json }}', item)).toEqual({ id: simId(), fault: undefined });
	}
});

const ICCID = '8988303000000000017';
const OTHERS: Array<[string, string, IDataObject, string]> = [
	[
		'a profile',
		'={{ $json.service_profile }}',
		{ service_profile: { id: 10001, name: 'Standard' } },
		'such as {{ $json.id }} if that is its ID',
	],
	['an ID and a name', '={{ $json }}', { id: 10001, name: 'x' }, '"By ID", "By ICCID"'],
	['a limit of a profile', '={{ $json }}', { id: 10001, service_profile_id: 101 }, '"By ID"'],
	[
		'a row with an ID of its own',
		'={{ $json }}',
		{ id: 10001, iccid: ICCID },
		'choose "By ICCID" and give {{ $json.iccid }}',
	],
	[
		'a SIM by its name',
		'={{ $json.sim }}',
		{ sim: { id: 10001, iccid: ICCID } },
		'"By ID", "By ICCID"',
	],
	[
		'an answer of another service',
		'={{ $json }}',
		{ endpoint: '/v1/devices', id: 10001 },
		'"By ID"',
	],
	[
		'the answer of a person who was asked',
		'={{ $json }}',
		{ data: { approved: true, respondedAt: '2026-06-15T10:00:00.000Z' } },
		"a node before the question, such as {{ $('Name of that node').item.json.endpoint_id }}",
	],
];

test.each(OTHERS)('%s is no endpoint: the way out is said', async (_, expression, item, way) => {
	const { id, fault } = await getEndpoint(expression, item);
	expect(id).toBeUndefined();
	expect(fault).toMatch(
		/^Endpoint must be an endpoint or its ID, got \{.*, which is neither, and names none in endpoint_id; /,
	);
	expect(fault).toContain(way);
});

test('a row with an ICCID and an ID of its own is no SIM', async () => {
	const { id, fault } = await getSim('={{ $json }}', { id: simId(), iccid: ICCID });
	expect(id).toBeUndefined();
	expect(fault).toContain(
		'which is neither, and names none in sim_id; choose "By ICCID" and give {{ $json.iccid }}',
	);
});

test.each([
	['endpoint_id', { endpoint_id: '' }],
	['endpoint_id', { endpoint_id: null, endpoint: { id: 10002 } }],
	['endpoint.id', { endpoint: { id: null } }],
	['endpoint', { id: 10001, endpoint: null }],
])('an item whose %s is empty names no endpoint: %j', async (place, item) => {
	const { id, fault } = await getEndpoint('={{ $json }}', item);
	expect(id).toBeUndefined();
	expect(fault).toContain(`whose ${place} is empty: it names no endpoint`);
});

test('an item that names two devices is refused, with both', async () => {
	const item = await read('endpoint get', { endpointId: rl(10001), simplify: true });
	const { id, fault } = await getEndpoint('={{ $json }}', { ...item, endpoint_id: 10002 });
	expect(id).toBeUndefined();
	expect(fault).toContain('which names two: endpoint_id 10002 and id 10001');
	const same = await getEndpoint('={{ $json }}', { ...item, endpoint_id: '10001' });
	expect(same).toEqual({ id: 10001, fault: undefined });
});

test('what was taken is said once a run', async () => {
	const items = [EVENT, { ...EVENT, endpoint_id: 10001 }];
	const { hints } = await runAt(sim, 'endpoint get', { endpointId: rl('={{ $json }}') }, { items });
	expect(hints.join()).toContain(
		'Endpoint: taken from endpoint_id of the item (item 0 and 1 more)',
	);
});

test('an item that a trigger made up for a test reaches no device', async () => {
	const { id, fault } = await getEndpoint('={{ $json }}', {
		endpoint: { id: 0, name: 'sample' },
	});
	expect(id).toBeUndefined();
	expect(fault).toContain('whose endpoint.id is 0: it names no endpoint');
});

describe('a chain of nodes as they open', () => {
	const fleet = async () => await runAt(sim, 'endpoint getAll', { limit: 3 });

	test.each([
		['sms send', { payload: 'ping' }, 'POST', (id: number) => `/api/v1/endpoint/${id}/sms`],
		['usage getSummary', {}, 'GET', (id: number) => `/api/v1/endpoint/${id}/stats`],
		[
			'endpoint resetConnectivity',
			{},
			'PATCH',
			(id: number) => `/api/v1/endpoint/${id}/connectivity`,
		],
	])('Endpoint: Get Many → %s', async (operation, values, method, pathOf) => {
		const { items } = await fleet();
		const ids = items.map(({ json }) => Number(json.id));
		const { error } = await runAt(sim, operation, values, { items: items.map(({ json }) => json) });
		expect(error).toBeUndefined();
		const sent = sim.ledger().requests.filter((request) => request.method === method);
		expect(ids).toHaveLength(3);
		expect(sent.map(({ path }) => path)).toEqual(expect.arrayContaining(ids.map(pathOf)));
	});

	test.each(['endpoint getAll', 'sim getAll'])('%s → SIM: Suspend', async (list) => {
		const filters = list === 'sim getAll' ? { status: 1 } : { simStatus: 1 };
		const { items } = await runAt(sim, list, { limit: 2, filters });
		const sims = items.map(({ json }) => Number(json.sim_id ?? json.id));
		const { error } = await runAt(sim, 'sim suspend', {}, { items: items.map(({ json }) => json) });
		expect(error).toBeUndefined();
		expect(sims.map((id) => sim.store.sims.get(id)!.statusId)).toEqual([2, 2]);
	});
});

test('without an item that names a device, nothing is sent, and the error says what to choose', async () => {
	const before = sim.ledger().requests.length;
	const { error } = await runAt(sim, 'sms send', { payload: 'ping' }, { items: [{}] });
	expect(error?.message).toBe(
		'Endpoint must be an endpoint or its ID, got {}, which is neither, and names none in endpoint_id; pick one from the list, or choose "By ID", "By ICCID", "By IMEI" or "By Name" and give the field that names it',
	);
	expect(sim.ledger().requests).toHaveLength(before);
});

test('the input item has no name that an error could give to a device', async () => {
	const { error } = await runAt(sim, 'endpoint get', {}, { items: [{ endpoint_id: 999999 }] });
	expect(error?.message).toContain('999999');
	expect(error?.message).not.toContain('The Input Item');
});

test('the default in a tool is refused, without a request: the item is what the agent was given', async () => {
	const before = sim.ledger().requests.length;
	const { items } = await runAt(
		sim,
		'sms send',
		{ payload: 'ping' },
		{ items: [{ endpoint_id: 10001 }], typeName: 'n8n-nodes-cellular-iot.cellularIotTool' },
	);
	expect(JSON.stringify(items)).toContain(
		'must not be a whole item in the tool of an agent: let the model define it',
	);
	expect(sim.ledger().requests).toHaveLength(before);
});
