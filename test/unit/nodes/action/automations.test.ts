import type { INodeListSearchResult, INodeParameters, ResourceMapperFields } from 'n8n-workflow';
import { CellularIotAutomation } from '../../../../nodes/CellularIot/CellularIotAutomation.node';
import type { Generation, SimulatorHandle } from '../../../../simulator';
import { type Answered, answerOf, runAgent } from '../../../support/n8n/agent';
import { storeFor } from '../../../support/n8n/n8n';
import { pickerContext } from '../../../support/n8n/pickers';
import { faultAt, GENERATIONS, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/*
 * Automations in n8n's own contexts: their form is built from the service's definitions, and a lost
 * answer creates no second automation.
 */

let sim: SimulatorHandle;
const begin = (generation: Generation) => {
	const own = simulated({ generation, seed: { endpoints: 2 } });
	beforeEach(() => void (sim = own));
};

const [EMAIL, , BELL] = [1, 2, 3].map((n) => `f0000000-0000-4000-8000-00000000000${n}`);
const event = (n: number) => `system:d0000000-0000-4000-8000-00000000000${n}`;
const columns = (value: object) => ({ mappingMode: 'defineBelow', value });

const node = new CellularIotAutomation();
const contextFor = (parameters: object) =>
	pickerContext(node, storeFor(sim.url), {
		resource: 'automation',
		operation: 'create',
		...parameters,
	});
const listed = async (lookup: string, parameters: object = {}) => {
	const { results }: INodeListSearchResult = await node.methods.listSearch![lookup]!.call(
		contextFor(parameters),
	);
	return results.map(({ name }) => name);
};
const fieldsOf = async (form: string, parameters: object = {}): Promise<ResourceMapperFields> =>
	await node.methods.resourceMapping![`named_${form}`]!.call(contextFor(parameters));
const ids = ({ fields }: ResourceMapperFields) => fields.map(({ id }) => id);

const run = async (operation: string, parameters: object, resource = 'automation') =>
	await runAt(sim, `${resource} ${operation}`, parameters);
const newAutomation = {
	name: 'Blocked',
	status: rl('ENABLED'),
	eventId: rl(event(1)),
	valuesFrom: 'columns',
	actionId: rl(EMAIL),
	properties: columns({ subject: 'Blocked' }),
	targeting: 'some',
	targets: columns({ tag_id: '401' }),
	simplify: true,
};
const kinds = (kind: string) => sim.ledger().effects.filter((effect) => effect.kind === kind);
const posts = () => sim.ledger().requests.filter(({ method }) => method === 'POST');

describe.each(GENERATIONS)('the form with %s answers', (generation) => {
	begin(generation);

	test('lists system and custom events, and the actions that fit the chosen event', async () => {
		await run(
			'create',
			{
				name: 'Many SMS',
				templateId: rl('7'),
				valuesFrom: 'json',
				simplify: true,
				propertiesJson: { threshold: 80 },
			},
			'customEvent',
		);
		expect(await listed('automationEvent')).toEqual([
			'Device blocked',
			'Device disabled',
			'Many SMS (Custom)',
			'Monthly threshold',
		]);
		const actions = async (eventId: unknown) => await listed('automationAction', { eventId });
		expect(await actions(rl(event(1)))).toEqual(['Disable device', 'Send e-mail']);
		expect(await actions(rl(event(2)))).toEqual(['Ring the bell', 'Send e-mail']);
		// This event has no output that the bell could use.
		expect(await actions(rl('Monthly threshold', 'name'))).toEqual(['Send e-mail']);
		expect(await actions(rl('Many SMS', 'name'))).toEqual(['Send e-mail']);
		expect(await actions(rl(''))).toHaveLength(3);
	});

	test('shows all properties of an unknown action, and all targets of an event', async () => {
		expect(ids(await fieldsOf('actionProperties', { actionId: rl(BELL) }))).toEqual([
			'tower',
			'max.strokes',
			'quiet hours',
		]);
		expect(
			ids(await fieldsOf('actionProperties', { actionId: rl('Send e-mail', 'name') })),
		).toEqual(['recipients', 'subject', 'message']);
		expect(ids(await fieldsOf('targets', { eventId: rl(event(1)) }))).toEqual([
			'endpoint_id',
			'tag_id',
		]);
		const none = await fieldsOf('actionProperties', { actionId: rl('') });
		expect(none).toMatchObject({
			fields: [],
			emptyFieldsNotice: expect.stringContaining('Choose'),
		});
	});

	test('shows the types and defaults of template properties, and which are required', async () => {
		const { fields } = await fieldsOf('templateProperties', {
			resource: 'customEvent',
			templateId: rl('7'),
		});
		expect(fields).toMatchObject([
			{ id: 'threshold', type: 'number', required: true },
			{ id: 'unit', type: 'string', required: false, defaultValue: 'percent' },
			{ id: 'repeat', type: 'options', required: false, defaultValue: 'false' },
			{ id: 'countries', type: 'string', required: false },
		]);
	});

	test('takes the actions and targets from the event of the automation in an update', async () => {
		const { items } = await run('create', newAutomation);
		const automationId = rl(items[0]!.json.id);
		const changing = { operation: 'update', automationId };
		expect(await listed('automationAction', changing)).toEqual(['Disable device', 'Send e-mail']);
		expect(ids(await fieldsOf('targets', changing))).toEqual(['endpoint_id', 'tag_id']);
		expect(await listed('automationStatus')).toEqual(['ENABLED']);
		expect(await listed('automation')).toEqual(['Blocked (ENABLED)']);
	});

	test('creates an automation with an unknown action, which then runs', async () => {
		const { error } = await run('create', {
			...newAutomation,
			eventId: rl('Device disabled', 'name'),
			targeting: 'all',
			actionId: rl('Ring the bell', 'name'),
			properties: columns({ tower: '="north tower"', 'max.strokes': 12, 'quiet hours': '22,23' }),
		});
		expect(error).toBeUndefined();
		sim.tell(43, 10001);
		expect(kinds('automation.acted')).toHaveLength(1);
		expect([...sim.store.automation.automations.values()][0]?.actions[0]?.properties).toEqual([
			{ property: 'tower', value: 'north tower', value_array: [] },
			{ property: 'max.strokes', value: '12', value_array: [] },
			{ property: 'quiet hours', value: '', value_array: ['22', '23'] },
		]);
	});
});

describe('with recorded answers', () => {
	begin('recorded');

	test.each(['resetAfter', 'truncated'] as const)(
		'a lost answer (%s) creates one automation, which is read back',
		async (kind) => {
			faultAt(sim, 'POST /automation$', { kind, times: 1 });
			const { items, error } = await run('create', newAutomation);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ name: 'Blocked', created: true });
			expect(kinds('automation.created')).toHaveLength(1);
			expect(posts()).toHaveLength(1);
		},
	);

	test('a custom event is read back when the answer to its create is lost', async () => {
		faultAt(sim, 'POST /configuration$', { kind: 'resetAfter', times: 1 });
		const values = { name: 'Many', templateId: rl('7'), valuesFrom: 'json', simplify: true };
		const { items } = await run(
			'create',
			{ ...values, propertiesJson: { threshold: 80 } },
			'customEvent',
		);
		expect(items[0]?.json).toMatchObject({ name: 'Many', created: true, organisation_id: 1001 });
		expect(items[0]?.json.properties).toEqual({ threshold: '80', unit: 'percent' });
		expect(kinds('customEvent.created')).toHaveLength(1);
	});

	test('an unknown property of an action is refused with a list of the known ones', async () => {
		const { error } = await run('create', {
			...newAutomation,
			properties: columns({ subjcet: 'x' }),
		});
		expect(error?.message).toContain('"recipients", "subject", "message", got "subjcet"');
		expect(posts()).toEqual([]);
	});

	test('a refused automation gives the first validation error of the service', async () => {
		const { error } = await run('create', { ...newAutomation, status: rl('ON') });
		expect(error?.message).toContain('status must be one of ENABLED, DISABLED');
		expect(kinds('automation.created')).toEqual([]);
	});

	test.each(['automation', 'customEvent', 'systemEvent'])(
		'a list of the resource %s fails without the feature, and the error says so',
		async (resource) => {
			sim.store.automation.off.add(1001);
			const { error } = await run('getAll', { returnAll: true, simplify: true }, resource);
			expect(error?.description).toContain('may not be enabled for this organisation');
		},
	);

	test.each([
		[{}, 'must have "threshold": the template requires it'],
		[{ threshold: 'much' }, 'must have a number for "threshold"'],
		[{ threshold: 1, repeat: 'x' }, 'must have true or false for "repeat"'],
		[{ treshold: 1 }, 'got "treshold"'],
	])('a custom event with the properties %j is refused', async (propertiesJson, words) => {
		const values = { name: 'Many', templateId: rl('7'), valuesFrom: 'json', simplify: true };
		const { error } = await run('create', { ...values, propertiesJson }, 'customEvent');
		expect(error?.message).toContain(words);
		expect(posts()).toEqual([]);
	});

	test('an update of the name keeps the actions and targets', async () => {
		const message = '"Hello, world"';
		const properties = columns({ recipients: 'a@example.com,b@example.com', message });
		const { items } = await run('create', { ...newAutomation, properties });
		const id = String(items[0]!.json.id);
		expect(items[0]!.json.actions).toMatchObject([
			{ recipients: ['a@example.com', 'b@example.com'], properties: { message: 'Hello, world' } },
		]);
		const { error } = await run('update', {
			automationId: rl(id),
			valuesFrom: 'columns',
			actions: 'keep',
			targeting: 'keep',
			updateFields: { name: 'Other' },
			simplify: true,
		});
		expect(error).toBeUndefined();
		expect(sim.store.automation.automations.get(id)).toMatchObject({
			name: 'Other',
			actions: [
				{
					properties: [
						{ property: 'recipients', value_array: ['a@example.com', 'b@example.com'] },
						{ property: 'message', value: 'Hello, world' },
					],
				},
			],
			targets: [{ property: 'tag_id', value: '401' }],
		});
	});

	test('an agent that names event and action gets a dry run unless a person allows the create', async () => {
		const ai = (name: string) => `={{ $fromAI('${name}', 'of the call', 'string') }}`;
		const tool = {
			resource: 'automation',
			operation: 'create',
			name: 'Blocked',
			valuesFrom: 'json',
			eventId: rl(ai('event')),
			actionId: rl(ai('action')),
			status: rl(ai('status')),
			targeting: 'all',
			propertiesJson: ai('properties'),
			simplify: true,
		};
		const args = {
			event: 'Device blocked',
			action: 'Send e-mail',
			status: 'ENABLED',
			properties: '{"subject":"Hello, world"}',
		};
		const call = async (mode: object) => {
			const answers: Answered[] = [];
			const parameters = { ...tool, mode } as INodeParameters;
			const error = await runAgent(sim.url, { make: parameters }, async ({ make }) => {
				answers.push(answerOf(await make!.invoke(args)));
			});
			if (error) throw error;
			return answers[0];
		};
		expect(await call({})).toMatchObject({ outcome: 'dryRun' });
		expect(posts()).toEqual([]);
		expect(await call({ allowStakes: true })).toMatchObject({ outcome: 'done' });
		expect([...sim.store.automation.automations.values()]).toMatchObject([
			{ name: 'Blocked', actions: [{ properties: [{ value: 'Hello, world' }] }], targets: [] },
		]);
	});
});
