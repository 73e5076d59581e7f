import { type FaultRule, type SimulatorHandle, start } from '../../../simulator';
import { runNode, storeFor } from '../../support/n8n/n8n';

// Waits and clock pass two hundred times as fast.
jest.mock('../../../src/ports', () => jest.requireActual<object>('../../support/scaledPorts'));

/* "Verify Unknown Outcomes": what reading back makes of calls that got no answer. */

let sim: SimulatorHandle;
// A new one each time: a service does not give an id a second time.
beforeEach(async () => {
	sim = await start({ port: 0, limits: false, seed: { endpoints: 3, bulkDelayMs: 0 } });
});
afterEach(async () => await sim.close());

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as never;
const fault = (path: string, rule: Omit<FaultRule, 'match'>) =>
	sim.setFaults({ rules: [{ match: { method: 'POST', path }, ...rule }] });
const effects = (kind: string) => sim.ledger().effects.filter((e) => e.kind === kind);

const run = async (parameters: object, items: object[] = [{}]) =>
	await runNode({
		credentials: storeFor(sim.url),
		parameters: parameters as never,
		items: items as never,
		onError: 'continueErrorOutput',
	});

const sms = (more: object = {}) => ({
	resource: 'sms',
	operation: 'send',
	endpointId: byId('={{ $json.id }}'),
	payload: '={{ $json.text }}',
	options: { verifyUnknown: true },
	...more,
});
const outcome = ({ json }: { json: object }) =>
	(json as { details?: { outcome?: string } }).details?.outcome;

const [first, second] = [10001, 10002];

test('an SMS that was sent is done, with the id that reading back found', async () => {
	fault('/sms$', { kind: 'resetAfter', times: 1 });
	const out = await run(sms(), [{ id: first, text: 'a' }]);
	const [sent] = effects('sms.sent');
	expect(out.errors).toEqual([]);
	expect(out.items[0]?.json).toMatchObject({ sent: true, sms_ids: [sent?.detail.smsId] });
	expect(effects('sms.sent')).toHaveLength(1);
});

test('an SMS that is not found stays unknown: the service may be at work on it', async () => {
	fault('/sms$', { kind: 'resetBefore', times: 1 });
	const out = await run(sms(), [{ id: first, text: 'a' }]);
	expect(outcome(out.errors[0]!)).toBe('unknown');
	expect((out.errors[0]?.json.details as { hint: string }).hint).toMatch(/two minutes later/);
	expect(effects('sms.sent')).toHaveLength(0);
});

test('the same text sent before, or to another device, is not taken for it', async () => {
	await run(sms(), [
		{ id: first, text: 'a' },
		{ id: second, text: 'a' },
	]);
	fault('/sms$', { kind: 'resetBefore', times: 1 });
	const out = await run(sms(), [{ id: first, text: 'a' }]);
	expect(outcome(out.errors[0]!)).toBe('unknown');
});

test('equal messages of one run are told apart', async () => {
	fault('/sms$', { kind: 'resetAfter', times: 1, skip: 1 });
	const items = Array.from({ length: 4 }, () => ({ id: first, text: 'same' }));
	const out = await run(sms(), items);
	const ids = out.items.flatMap(({ json }) => json.sms_ids as number[]);
	expect(out.items).toHaveLength(4);
	expect(new Set(ids).size).toBe(4);
	expect(effects('sms.sent')).toHaveLength(4);
});

test('parts of a long message: a lost answer is found, the rest goes on', async () => {
	fault('/sms$', { kind: 'truncated', times: 1, skip: 1 });
	const out = await run(sms({ options: { verifyUnknown: true, longMessages: 'split' } }), [
		{ id: first, text: 'x'.repeat(400) },
	]);
	expect(out.items[0]?.json).toMatchObject({ sent: true, parts: 3 });
	expect(out.items[0]?.json.sms_ids).toHaveLength(3);
});

test('where reading back fails too, the outcome stays unknown', async () => {
	sim.setFaults({
		rules: [
			{ match: { method: 'POST', path: '/sms$' }, kind: 'resetAfter' },
			{ match: { method: 'GET', path: '/sms$' }, kind: 'errorBefore' },
		],
	});
	const out = await run(sms(), [{ id: first, text: 'a' }]);
	expect(outcome(out.errors[0]!)).toBe('unknown');
});

test('without the option nothing is read back', async () => {
	fault('/sms$', { kind: 'resetAfter', times: 1 });
	const out = await run(sms({ options: {} }), [{ id: first, text: 'a' }]);
	expect(outcome(out.errors[0]!)).toBe('unknown');
	const { requests } = sim.ledger();
	expect(requests.filter((r) => r.method === 'GET' && r.path.endsWith('/sms'))).toEqual([]);
});

test.each([
	['resetAfter', 'done'],
	['resetBefore', 'unknown'],
] as const)('a traffic limit extension under %s is %s', async (kind, wanted) => {
	fault('/traffic_limit_extension$', { kind, times: 1 });
	const out = await run({
		resource: 'trafficLimitExtension',
		operation: 'create',
		endpointId: byId(first),
		volume: 10,
		options: { verifyUnknown: true },
	});
	expect(out.errors[0] ? outcome(out.errors[0]) : 'done').toBe(wanted);
	expect(effects('extension.created')).toHaveLength(kind === 'resetAfter' ? 1 : 0);
});

const MADE: Array<[what: string, path: string, effect: string, parameters: object]> = [
	['a tag', '/v2/tags$', 'tag.created', { resource: 'tag', operation: 'create', name: 'arctic' }],
	[
		'a SIM operation',
		'/sim/operation$',
		'operation.scheduled',
		{
			...{ resource: 'simOperation', operation: 'create', actionId: byId(2) },
			...{ targetsBy: 'ids', simIds: '2, 1' },
		},
	],
	[
		'an operation on a card',
		'/euicc/1/operation$',
		'operation.scheduled',
		{
			...{ resource: 'euicc', operation: 'scheduleOperations' },
			...{ euiccId: byId(1), actionId: byId(2) },
			options: { iccidWithLuhn: '89883030000000000175' },
		},
	],
];
const verified = (parameters: object) => ({
	...{ simplify: true, ...parameters },
	options: { verifyUnknown: true },
});

test.each(MADE)('%s that was made is done, with its id', async (_, path, kind, parameters) => {
	fault(path, { kind: 'resetAfter', times: 1 });
	const out = await run(verified(parameters));
	expect(out.errors).toEqual([]);
	expect(effects(kind)).toHaveLength(1);
	expect(out.items.map(({ json }) => json.id)).toEqual([effects(kind)[0]?.detail.id]);
});

test.each(MADE)('%s that is not found stays unknown', async (_, path, kind, parameters) => {
	fault(path, { kind: 'resetBefore', times: 1 });
	const out = await run(verified(parameters));
	expect(outcome(out.errors[0]!)).toBe('unknown');
	expect(effects(kind)).toHaveLength(0);
});

test.each(MADE)('equal ones of one run: %s is made once an item', async (_, path, kind, made) => {
	fault(path, { kind: 'resetAfter', times: 1 });
	const out = await run(verified(made), [{}, {}]);
	// A name of a tag can exist once: the second is refused.
	const most = kind === 'tag.created' ? 1 : 2;
	expect(effects(kind)).toHaveLength(most);
	expect(new Set(out.items.map(({ json }) => json.id)).size).toBe(most);
});

test('a tag whose name was there before is not taken for the one that was to be made', async () => {
	const [, path, kind, parameters] = MADE[0]!;
	await run(verified(parameters));
	fault(path, { kind: 'resetAfter', times: 1 });
	const out = await run(verified(parameters));
	expect(outcome(out.errors[0]!)).toBe('unknown');
	expect(effects(kind)).toHaveLength(1);
});

const create = (operation: 'create' | 'createMany', fields: object) => ({
	resource: 'endpoint',
	operation,
	serviceProfileId: byId(101),
	tariffProfileId: byId(201),
	status: 0,
	options: { ...fields, verifyUnknown: true },
});

test.each([
	['by SIM', { simId: byId(1) }],
	['by name', { name: 'pump-1' }],
])('an endpoint that was created is found %s', async (_, fields) => {
	fault('/v1/endpoint$', { kind: 'errorAfter', times: 1 });
	const out = await run(create('create', fields));
	const [made] = effects('endpoint.created');
	expect(out.items[0]?.json.id).toBe(made?.endpointId);
});

test('an endpoint that is not found stays unknown', async () => {
	fault('/v1/endpoint$', { kind: 'errorBefore', times: 1 });
	const out = await run(create('create', { simId: byId(1) }));
	expect(outcome(out.errors[0]!)).toBe('unknown');
});

test('an endpoint with neither SIM nor name cannot be told from others', async () => {
	fault('/v1/endpoint$', { kind: 'errorAfter', times: 1 });
	const out = await run(create('create', {}));
	expect(outcome(out.errors[0]!)).toBe('unknown');
});

test('a bulk create whose answer was lost: every item with its own endpoint', async () => {
	fault('/v2/endpoint/multi$', { kind: 'resetAfter', times: 1 });
	const items = Array.from({ length: 20 }, (_, i) => ({
		name: `pump-${i % 5}`,
		...(i < 10 && { sim: i + 1 }),
	}));
	const fields = { name: '={{ $json.name }}', simId: byId('={{ $json.sim }}') };
	const out = await run(create('createMany', fields), items);
	expect(out.errors).toEqual([]);
	expect(
		out.items.map(({ json }) => [json.name, (json.sim as { id?: number } | null)?.id]),
	).toEqual(items.map(({ name, sim }) => [name, sim]));
	expect(new Set(out.items.map(({ json }) => json.id)).size).toBe(20);
	expect(effects('endpoint.created')).toHaveLength(20);
});
