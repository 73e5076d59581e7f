import type { IDataObject } from 'n8n-workflow';
import { knownResults } from '../../../src/run/knownResults';
import { faultAt, runAt, simulated } from '../../support/simulator';
import { rl } from '../nodes/rows/rowTypes';

// Waits and clock run two hundred times as fast.
jest.mock('../../../src/ports', () => jest.requireActual<object>('../../support/movedPorts'));

/* "Verify Unknown Outcomes": the outcome of calls without an answer after reading back. */

const sim = simulated({ seed: { endpoints: 3, bulkDelayMs: 0 } }, 'new');
const effects = (kind: string) => sim.ledger().effects.filter((e) => e.kind === kind);

/** Runs an operation, with "Verify Unknown Outcomes" unless `parameters` has its own options. */
const run = async (operation: string, parameters: object, items: IDataObject[] = [{}]) =>
	await runAt(
		sim,
		operation,
		{ options: { verifyUnknown: true }, ...parameters },
		{ items, onError: 'continueErrorOutput' },
	);

const send = async (items: IDataObject[], more: object = {}) =>
	await run(
		'sms send',
		{ endpointId: rl('={{ $json.id }}'), payload: '={{ $json.text }}', ...more },
		items,
	);
const outcome = ({ json }: { json: object }) =>
	(json as { details?: { outcome?: string } }).details?.outcome;

const [first, second] = [10001, 10002];

test('reports a sent SMS as done with the id found by reading back', async () => {
	faultAt(sim, 'POST /sms$', { kind: 'resetAfter', times: 1 });
	const out = await send([{ id: first, text: 'a' }]);
	const [sent] = effects('sms.sent');
	expect(out.errors).toEqual([]);
	expect(out.items[0]?.json).toMatchObject({ sent: true, sms_ids: [sent?.detail.smsId] });
	expect(effects('sms.sent')).toHaveLength(1);
});

test('reports an SMS that is not found as unknown, since the service may still be processing it', async () => {
	faultAt(sim, 'POST /sms$', { kind: 'resetBefore', times: 1 });
	const out = await send([{ id: first, text: 'a' }]);
	expect(outcome(out.errors[0]!)).toBe('unknown');
	expect((out.errors[0]?.json.details as { hint: string }).hint).toMatch(/two minutes later/);
	expect(effects('sms.sent')).toHaveLength(0);
});

test('does not accept the same text sent earlier or to another device', async () => {
	await send([first, second].map((id) => ({ id, text: 'a' })));
	faultAt(sim, 'POST /sms$', { kind: 'resetBefore', times: 1 });
	const out = await send([{ id: first, text: 'a' }]);
	expect(outcome(out.errors[0]!)).toBe('unknown');
});

test('distinguishes equal messages of one run', async () => {
	faultAt(sim, 'POST /sms$', { kind: 'resetAfter', times: 1, skip: 1 });
	const items = Array.from({ length: 4 }, () => ({ id: first, text: 'same' }));
	const out = await send(items);
	const ids = out.items.flatMap(({ json }) => json.sms_ids as number[]);
	expect(out.items).toHaveLength(4);
	expect(new Set(ids).size).toBe(4);
	expect(effects('sms.sent')).toHaveLength(4);
});

test('leaves a message unknown where an equal one was sent whose answer had no ID', async () => {
	const match = { method: 'POST', path: '/sms$' };
	sim.setFaults({
		rules: [
			{ match, kind: 'errorAfter', status: 201, content: {}, times: 2 },
			{ match, kind: 'resetBefore', times: 1 },
		],
	});
	const out = await send([first, second, first].map((id) => ({ id, text: 'same' })));
	expect(out.items).toHaveLength(2);
	expect(out.errors.map(outcome)).toEqual(['unknown']);
	expect(effects('sms.sent')).toHaveLength(2);
});

test('remembers when calls without an ID were answered, beside those of other things', () => {
	const known = knownResults('https://service.example');
	known.addNameless('sms 1', 1_000);
	known.addNameless('sms 2', 61_000);
	expect(known.namelessAt('sms 1')).toBe(1_000);
});

test('reads back one part of a long message and sends the remaining parts', async () => {
	faultAt(sim, 'POST /sms$', { kind: 'truncated', times: 1, skip: 1 });
	const options = { verifyUnknown: true, longMessages: 'split' };
	const out = await send([{ id: first, text: 'x'.repeat(400) }], { options });
	expect(out.items[0]?.json).toMatchObject({ sent: true, parts: 3 });
	expect(out.items[0]?.json.sms_ids).toHaveLength(3);
});

test('leaves the outcome unknown when reading back fails too', async () => {
	sim.setFaults({
		rules: [
			{ match: { method: 'POST', path: '/sms$' }, kind: 'resetAfter' },
			{ match: { method: 'GET', path: '/sms$' }, kind: 'errorBefore' },
		],
	});
	const out = await send([{ id: first, text: 'a' }]);
	expect(outcome(out.errors[0]!)).toBe('unknown');
});

test('reads back again where a reading back fails', async () => {
	sim.setFaults({
		rules: [
			{ match: { method: 'POST', path: '/sms$' }, kind: 'resetAfter', times: 1 },
			{ match: { method: 'GET', path: '/sms$' }, kind: 'errorBefore', status: 403, times: 1 },
		],
	});
	const out = await send([{ id: first, text: 'a' }]);
	const [sent] = effects('sms.sent');
	expect(out.items[0]?.json).toMatchObject({ sent: true, sms_ids: [sent?.detail.smsId] });
});

test('reads nothing back without the option', async () => {
	faultAt(sim, 'POST /sms$', { kind: 'resetAfter', times: 1 });
	const out = await send([{ id: first, text: 'a' }], { options: {} });
	expect(outcome(out.errors[0]!)).toBe('unknown');
	const { requests } = sim.ledger();
	expect(requests.filter((r) => r.method === 'GET' && r.path.endsWith('/sms'))).toEqual([]);
});

test.each([
	['resetAfter', 'done'],
	['resetBefore', 'unknown'],
] as const)('under the fault %s, reports a traffic limit extension as %s', async (kind, wanted) => {
	faultAt(sim, 'POST /traffic_limit_extension$', { kind, times: 1 });
	const out = await run('trafficLimitExtension create', { endpointId: rl(first), volume: 10 });
	expect(out.errors[0] ? outcome(out.errors[0]) : 'done').toBe(wanted);
	expect(effects('extension.created')).toHaveLength(kind === 'resetAfter' ? 1 : 0);
});

test('finds a traffic limit extension beside an equal one that was created right before', async () => {
	faultAt(sim, 'POST /traffic_limit_extension$', { kind: 'resetAfter', times: 1, skip: 1 });
	const extension = { endpointId: rl(first), volume: 10 };
	const out = await run('trafficLimitExtension create', extension, [{}, {}]);
	expect(out.errors).toEqual([]);
	expect(effects('extension.created')).toHaveLength(2);
});

const MADE: Array<[what: string, path: string, effect: string, operation: string, form: object]> = [
	['a tag', '/v2/tags$', 'tag.created', 'tag create', { name: 'arctic', simplify: true }],
	[
		'a SIM operation',
		'/sim/operation$',
		'operation.scheduled',
		'simOperation create',
		{ actionId: rl(2), targetsBy: 'ids', simIds: '2, 1', simplify: true },
	],
	[
		'an eUICC operation',
		'/euicc/1/operation$',
		'operation.scheduled',
		'euicc scheduleOperations',
		{ euiccId: rl(1), actionId: rl(2), simplify: true },
	],
];

test.each(MADE)(
	'reports %s that was created as done with its id',
	async (_, path, kind, operation, form) => {
		faultAt(sim, `POST ${path}`, { kind: 'resetAfter', times: 1 });
		const out = await run(operation, form);
		expect(out.errors).toEqual([]);
		expect(effects(kind)).toHaveLength(1);
		expect(out.items.map(({ json }) => json.id)).toEqual([effects(kind)[0]?.detail.id]);
	},
);

test.each(MADE)(
	'reports %s that is not found as unknown',
	async (_, path, kind, operation, form) => {
		faultAt(sim, `POST ${path}`, { kind: 'resetBefore', times: 1 });
		const out = await run(operation, form);
		expect(outcome(out.errors[0]!)).toBe('unknown');
		expect(effects(kind)).toHaveLength(0);
	},
);

test.each(MADE)(
	'creates %s once per item when the items of a run are equal',
	async (_, path, kind, operation, form) => {
		faultAt(sim, `POST ${path}`, { kind: 'resetAfter', times: 1 });
		const out = await run(operation, form, [{}, {}]);
		// The name of a tag is unique: the second create is refused.
		const most = kind === 'tag.created' ? 1 : 2;
		expect(effects(kind)).toHaveLength(most);
		expect(new Set(out.items.map(({ json }) => json.id)).size).toBe(most);
	},
);

test('does not accept an existing tag of the same name', async () => {
	const [, path, kind, operation, form] = MADE[0]!;
	await run(operation, form);
	faultAt(sim, `POST ${path}`, { kind: 'resetAfter', times: 1 });
	const out = await run(operation, form);
	expect(outcome(out.errors[0]!)).toBe('unknown');
	expect(effects(kind)).toHaveLength(1);
});

const create = async (
	name: 'create' | 'createMany',
	identity: IDataObject,
	items?: IDataObject[],
	options: IDataObject = {},
) =>
	await run(
		`endpoint ${name}`,
		{
			serviceProfileId: rl(101),
			tariffProfileId: rl(201),
			status: 0,
			...(name === 'createMany' && { valuesFrom: 'fields' }),
			identity,
			options: { ...options, verifyUnknown: true },
		},
		items,
	);

test.each([
	['by SIM', { simId: rl(1) }],
	['by name', { name: 'pump-1' }],
])('finds a created endpoint %s', async (_, identity) => {
	faultAt(sim, 'POST /v1/endpoint$', { kind: 'errorAfter', times: 1 });
	const out = await create('create', identity);
	const [made] = effects('endpoint.created');
	expect(out.items[0]?.json.id).toBe(made?.endpointId);
});

test('reports an endpoint that is not found as unknown', async () => {
	faultAt(sim, 'POST /v1/endpoint$', { kind: 'errorBefore', times: 1 });
	const out = await create('create', { simId: rl(1) });
	expect(outcome(out.errors[0]!)).toBe('unknown');
});

test('reports an endpoint with neither SIM nor name as unknown', async () => {
	faultAt(sim, 'POST /v1/endpoint$', { kind: 'errorAfter', times: 1 });
	const out = await create('create', {}, undefined, { allowUnnamed: true });
	expect(outcome(out.errors[0]!)).toBe('unknown');
});

test('assigns each endpoint to its item after the answer to a bulk create was lost', async () => {
	faultAt(sim, 'POST /v2/endpoint/multi$', { kind: 'resetAfter', times: 1 });
	const items = Array.from({ length: 20 }, (_, i) => ({
		name: `pump-${i % 5}`,
		...(i < 10 && { sim: i + 1 }),
	}));
	const identity = { name: '={{ $json.name }}', simId: rl('={{ $json.sim }}') };
	const out = await create('createMany', identity, items, { allowRepeatedNames: true });
	expect(out.errors).toEqual([]);
	expect(out.items.map(({ json }) => [json.name, json.sim_id ?? undefined])).toEqual(
		items.map(({ name, sim: given }) => [name, given]),
	);
	expect(new Set(out.items.map(({ json }) => json.id)).size).toBe(20);
	expect(effects('endpoint.created')).toHaveLength(20);
});

test('of a bulk create without an answer, items that are found are done, also behind one that cannot be', async () => {
	faultAt(sim, 'POST /v2/endpoint/multi$', { kind: 'resetAfter', times: 1 });
	const items = [{}, { name: 'pump-1' }, { name: 'pump-2' }];
	const out = await create('createMany', { name: '={{ $json.name }}' }, items, {
		allowUnnamed: true,
	});
	expect(out.errors.map(outcome)).toEqual(['unknown']);
	expect(out.items.map(({ json }) => json.name)).toEqual(['pump-1', 'pump-2']);
});
