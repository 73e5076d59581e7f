import { readWorkflow } from '../../../../demo/lib/workflows';
import { PollingWorkflow } from '../../../support/n8n/triggers';
import { useSimulator } from '../../../support/useSimulator';
import { credentialsFor } from '../support';

/* Alerts in n8n's own contexts against the simulator, with the parameters of the examples. */

const sim = useSimulator({ seed: { endpoints: 3 } });

const [A, B] = [10001, 10002];
const HOUR = 3_600_000;

/** The trigger of an example, with some parameters changed. */
function exampleTrigger(example: string, more: object = {}) {
	const node = readWorkflow(example).nodes.find(({ type }) => type.endsWith('.cellularIotTrigger'));
	const parameters = { ...node!.parameters, ...more };
	return new PollingWorkflow(parameters, credentialsFor(sim.url), 'events');
}

/** A session that a device opens. */
function session(endpointId: number, imeisv: string, country = 'Germany'): void {
	sim.store.events.push({
		id: sim.store.nextId('event'),
		timestamp: sim.clock.now(),
		organisationId: 1001,
		typeId: 3,
		description: 'Create PDP Context',
		endpointId,
		simId: sim.store.endpoints.get(endpointId)?.simId ?? null,
		detail: {
			id: 3,
			name: 'Example Mobile',
			country: { id: country === 'Germany' ? 9 : 10, name: country },
			pdp_context: { imeisv },
		},
	});
}
const later = (hours: number) => sim.clock.advance(hours * HOUR);

test('SIM swap alarm reports another device together with the former one', async () => {
	const workflow = exampleTrigger('sim-swap-alarm');
	expect(await workflow.activate()).toEqual([]);
	session(A, '3500000000001701');
	later(0.1);
	expect(await workflow.poll()).toEqual([]);
	session(A, '3500000000001702');
	later(0.1);
	workflow.restart();
	expect(await workflow.poll()).toEqual([]);
	session(A, '3500000000009901');
	const [item, ...others] = await workflow.poll();
	expect(others).toEqual([]);
	expect(item).toMatchObject({
		event: 'simInOtherDevice',
		endpoint_id: A,
		endpoint_name: 'device-000001',
		sim_id: sim.store.endpoints.get(A)?.simId,
		imei: expect.stringMatching(/^35000000000099\d$/),
		previous_imei: expect.stringMatching(/^35000000000017\d$/),
	});
});

test('Silent devices reports silence once and the return once, also after a restart', async () => {
	const workflow = exampleTrigger('silent-devices', { options: { silentTags: 'no such tag: 2' } });
	expect(await workflow.activate()).toEqual([]);
	later(20);
	session(A, '3500000000001701');
	expect(await workflow.poll()).toEqual([]);
	later(5);
	const silent = await workflow.poll();
	expect(silent.map(({ event, endpoint_id }) => [event, endpoint_id])).toEqual([
		['deviceSilent', B],
		['deviceSilent', B + 1],
	]);
	later(1);
	expect(await workflow.poll()).toEqual([]);
	session(B, '3500000000002501');
	workflow.restart();
	expect(await workflow.poll()).toMatchObject([
		{ event: 'deviceBack', endpoint_id: B, silent_hours: expect.closeTo(26, 1) as number },
	]);
});

test('silent devices grouped by cause are one item about all of them', async () => {
	const workflow = exampleTrigger('silent-devices', {
		options: { groupByCause: true, gatherMinutes: 30 },
	});
	await workflow.activate();
	for (const id of [A, B, B + 1]) session(id, '3500000000001701');
	later(0.2);
	await workflow.poll();
	later(25);
	expect(await workflow.poll()).toMatchObject([
		{
			event: 'deviceSilent',
			incident_id: null,
			cause: null,
			affected: 3,
			without_place: 0,
			endpoint_ids: [A, B, B + 1],
		},
	]);
	later(1);
	session(B, '3500000000001701');
	later(1);
	workflow.restart();
	expect(await workflow.poll()).toMatchObject([{ event: 'deviceBack', endpoint_ids: [B] }]);
});

test('a device with traffic is not silent, even without events', async () => {
	const workflow = exampleTrigger('silent-devices');
	await workflow.activate();
	for (const { id } of sim.store.endpoints.values()) {
		if (id !== A) sim.store.endpoints.get(id)!.connectivity = 'ONLINE';
	}
	later(25);
	expect((await workflow.poll()).map(({ endpoint_id }) => endpoint_id)).toEqual([A]);
});

test.each([422, 500])(
	'usage that is refused with %i stops no other alert and no poll',
	async (status) => {
		const workflow = exampleTrigger('silent-devices', {
			events: ['deviceSilent', 'simInOtherDevice'],
		});
		await workflow.activate();
		session(A, '3500000000001701');
		await workflow.poll();
		sim.setFaults({
			rules: [{ match: { path: `/api/v1/endpoint/${B}/stats` }, kind: 'errorBefore', status }],
		});
		later(25);
		// All other devices are heard, so only the usage of this one is requested.
		session(A, '3500000000009901');
		session(B + 1, '3500000000002501');
		expect(await workflow.poll()).toMatchObject([{ event: 'simInOtherDevice', endpoint_id: A }]);
		expect(await workflow.poll()).toEqual([]);
		sim.clearFaults();
		later(1.1);
		expect(await workflow.poll()).toMatchObject([{ event: 'deviceSilent', endpoint_id: B }]);
	},
);

test('an unwanted country is reported once per visit with the values of the form', async () => {
	const workflow = exampleTrigger('sim-swap-alarm', {
		events: ['placeNotWanted'],
		placeKind: 'country',
		placeList: 'allowed',
		places: 'Germany, AT',
	});
	await workflow.activate();
	session(A, '3500000000001701');
	expect(await workflow.poll()).toEqual([]);
	later(0.1);
	session(A, '3500000000001701', 'France');
	expect(await workflow.poll()).toMatchObject([
		{ event: 'placeNotWanted', endpoint_id: A, country: 'France', operator: 'Example Mobile' },
	]);
	later(0.1);
	session(A, '3500000000001701', 'France');
	expect(await workflow.poll()).toEqual([]);
});

test.each([
	[{ events: ['deviceSilent'], silentAfter: 0 }, /^Silent After \(Hours\) must/],
	[
		{ events: ['deviceSilent'], options: { silentTags: 'pumps' } },
		/^Other Hours by Tag must be lines of a tag/,
	],
	[{ events: ['placeNotWanted'], places: '' }, /^Countries or Networks must be names/],
])('%j is refused at publication with an error message', async (parameters, message) => {
	await expect(exampleTrigger('silent-devices', parameters).activate()).rejects.toMatchObject({
		message: expect.stringMatching(message) as string,
	});
});

test('Automation Run emits each log entry once, also after a restart', async () => {
	const id = 'a0000000-0000-4000-8000-000000000001';
	const [action, event] = ['f', 'd'].map((kind) => `${kind}0000000-0000-4000-8000-000000000001`);
	sim.store.automation.automations.set(id, {
		id,
		organisationId: 1001,
		name: 'Device blocked',
		description: '',
		status: 'ENABLED',
		event: { kind: 'system', id: event! },
		actions: [{ actionId: action!, properties: [] }],
		targets: [],
		executions: 0,
		lastExecution: null,
		createdAt: sim.clock.now(),
		modifiedAt: sim.clock.now(),
	});
	sim.tell(11, A);
	const workflow = exampleTrigger('sim-swap-alarm', { events: ['automationRun'] });
	expect(await workflow.activate()).toEqual([]);
	later(0.1);
	expect(await workflow.poll()).toEqual([]);
	sim.tell(11, A);
	sim.tell(11, B);
	later(0.1);
	workflow.restart();
	const items = await workflow.poll();
	expect(items.map(({ execution }) => execution)).toEqual([2, 3]);
	expect(items[0]).toMatchObject({
		event: 'automationRun',
		automation_id: id,
		automation_name: 'Device blocked',
		status: 'FAILED',
		message: 'No verified recipient',
		action_id: action,
		event_id: String(sim.store.events.at(-2)?.id),
	});
	for (let i = 0; i < 5; i++) {
		later(0.1);
		if (i === 2) workflow.restart();
		expect(await workflow.poll()).toEqual([]);
	}
});

test('Automation Run fails at publication if automations are not enabled', async () => {
	sim.store.automation.off.add(1001);
	const workflow = exampleTrigger('sim-swap-alarm', { events: ['automationRun'] });
	await expect(workflow.activate()).rejects.toMatchObject({
		description: expect.stringContaining('may not be enabled for this organisation') as unknown,
	});
});

describe('Roaming Days', () => {
	const rule = { country: 'Brazil', days: 3, windowDays: 10, countedBy: 'imei' };
	const watching = (more: object) => {
		const parameters = { events: ['roamingDays'], ...more };
		return new PollingWorkflow(parameters, credentialsFor(sim.url), 'events');
	};

	test('warns by the rules of the form, or of an expression, in the zone of the workflow', async () => {
		const workflows = [
			watching({ roamingRules: { rows: [rule] } }),
			watching({ roamingRulesFrom: 'list', roamingRuleList: [rule] }),
		];
		for (const workflow of workflows) expect(await workflow.activate()).toEqual([]);
		session(A, '3500000000001701', 'Brazil');
		session(B, '3500000000002501');
		later(0.1);
		for (const workflow of workflows) {
			expect(await workflow.poll()).toMatchObject([
				{
					event: 'roamingDays',
					endpoint_id: A,
					imei: expect.stringMatching(/^35000000000017\d$/) as string,
					country: 'Brazil',
					days_certain: 1,
					limit_days: 3,
				},
			]);
			workflow.restart();
			expect(await workflow.poll()).toEqual([]);
		}
	});

	test.each([
		[
			{ roamingRules: { rows: [{ ...rule, country: 'Brasil' }] } },
			/Rules must name one country that exists; none is called "brasil"/,
		],
		[{ roamingRules: {} }, /Rules must have at least one rule/],
		[
			{ roamingRulesFrom: 'list', roamingRuleList: '[]' },
			/List of Rules must have at least one rule/,
		],
	])('is refused at its publication with %j', async (more, message) => {
		await expect(watching(more).activate()).rejects.toThrow(message);
	});
});
