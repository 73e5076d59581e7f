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
	['an event', '={{ $json }}', EVENT, 'endpoint_id'],
	['a message', '={{ $json }}', MESSAGE, 'endpoint.id'],
])('%s is no endpoint: its own ID is not used', async (_, expression, item, place) => {
	const { id, fault } = await getEndpoint(expression, item);
	expect(id).toBeUndefined();
	expect(fault).toMatch(/^Endpoint must be an endpoint or its ID, got \{.*, which is neither; /);
	expect(fault).toContain(`it names an endpoint in ${place}, so end the expression with .${place}`);
});

test.each([
	[
		'a profile',
		'={{ $json.service_profile }}',
		{ service_profile: { id: 10001, name: 'Standard' } },
	],
	['an endpoint ID and name without a word for it', '={{ $json }}', { id: 10001, name: 'x' }],
	['a SIM', '={{ $json.sim }}', { sim: { id: 10001, iccid: '8988303000000000017' } }],
])('%s is no endpoint', async (_, expression, item) => {
	const { id, fault } = await getEndpoint(expression, item);
	expect(id).toBeUndefined();
	expect(fault).toMatch(/^Endpoint must be an endpoint or its ID, got \{.*, which is neither; /);
});

test('an endpoint is no SIM: where it names its SIM is said', async () => {
	const item = await read('endpoint get', { endpointId: rl(10001), simplify: true });
	const { id, fault } = await getSim('={{ $json }}', item);
	expect(id).toBeUndefined();
	expect(fault).toMatch(/^SIM must be a SIM or its ID, got \{.*, which is neither; /);
	expect(fault).toContain('it names a SIM in sim_id, so end the expression with .sim_id');
});

test('an item that a trigger made up for a test reaches no device', async () => {
	const { id, fault } = await getEndpoint('={{ $json.endpoint }}', {
		endpoint: { id: 0, name: 'sample' },
	});
	expect(id).toBeUndefined();
	expect(fault).toContain('must be an endpoint or its ID');
});
