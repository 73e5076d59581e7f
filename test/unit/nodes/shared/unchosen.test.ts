import { type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { findOperation, operations } from '../../../../src/operations';
import type { Field, Operation } from '../../../../src/table/define';
import { actionNode } from '../../../support/n8n/n8n';
import { runAt, simulated } from '../../../support/simulator';

/* Fields whose value costs money or cuts something off open with nothing chosen. */

const UNCHOSEN: Array<[operation: string, field: string]> = [
	['sim update', 'status'],
	['smsQuota set', 'volume'],
	['smsQuota topUp', 'add'],
	['dataQuota set', 'volume'],
	['dataQuota topUp', 'add'],
	['trafficLimitExtension create', 'volume'],
	['serviceProfile addDataLimit', 'volume'],
	['serviceProfile removeQuotas', 'kind'],
	['workspaceMember setStatus', 'status'],
];

/** Those in a collection: their default is stored with the node once somebody adds them. */
const UNCHOSEN_IN_COLLECTIONS = [
	'dataQuota set lastVolumeAdded',
	'endpoint applyTable dataQuota',
	'endpoint applyTable smsQuota',
	'endpoint create simStatus',
	'endpoint createMany simStatus',
	'endpoint update simStatus',
	'endpoint updateMany simStatus',
	'user update status',
];

const IN_DRY_RUN = 'Nothing is changed until Dry Run is switched off.';
/** Fields with a default that stay as they are, each with the reason. */
const HARMLESS: Record<string, string> = {
	'endpoint create status': 'What is billed is its SIM, and not the endpoint.',
	'endpoint createMany status': 'What is billed is its SIM, and not the endpoint.',
	'endpoint retire endpointsBy': 'It says how endpoints are named.',
	'endpoint retire sims': IN_DRY_RUN,
	'endpoint retire confirmCount': 'No number of endpoints is 0.',
	'organisation assignInclusiveVolume confirmVolumeId': 'No ID is 0.',
	'sim deleteMany confirmCount': 'It must be the number of items.',
	'sim swap swapWith': IN_DRY_RUN,
	'sim transfer simsBy': 'It says how SIMs are named.',
	'simBatch register status': IN_DRY_RUN,
	'simOperation create targetsBy': 'It says how SIMs are named.',
	'sms awaitReply atMost': 'It says how long the run waits.',
	'sms awaitReply atMostUnit': 'It says how long the run waits.',
	'sms awaitReply waitHere': 'It says how long the run waits.',
	'smsQuota set status': 'A quota that is set is to be used.',
	'dataQuota set status': 'A quota that is set is to be used.',
	'automation create valuesFrom': 'It says where values are given.',
	'automation create targeting': 'Some, which are then named.',
	'automation update valuesFrom': 'It says where values are given.',
	'automation update actions': 'They are kept.',
	'automation update targeting': 'They are kept.',
};

const keyOf = ({ resource, name }: Operation, field: string) => `${resource} ${name} ${field}`;
const operationOf = (key: string) => {
	const [resource = '', name = ''] = key.split(' ');
	return findOperation(resource, name);
};

test('each choice or number with a default, where money or a loss is at stake, has its reason', () => {
	const opensWithValue = ({ control, default: value, group }: Field) =>
		group === undefined && ['choice', 'number'].includes(control.kind) && value !== '';
	const found = operations
		.filter(({ stakes }) => stakes === 'billed' || stakes === 'final')
		.flatMap((operation) =>
			Object.entries(operation.fields)
				.filter(([, field]) => opensWithValue(field))
				.map(([name]) => keyOf(operation, name)),
		);
	expect(found.sort()).toEqual(Object.keys(HARMLESS).sort());
});

test.each(UNCHOSEN)('%s: %s opens with nothing chosen', (key, field) => {
	const [resource = '', operation = ''] = key.split(' ');
	const { description } = actionNode({ resource, operation });
	const opened = NodeHelpers.getNodeParameters(
		description.properties,
		{ resource, operation },
		true,
		false,
		{ typeVersion: 1 },
		description,
	)?.[field];
	expect(opened).toBe('');
	const shown = (property: INodeProperties) =>
		property.name === field &&
		NodeHelpers.displayParameter(
			{ resource, operation },
			property,
			{ typeVersion: 1 },
			description,
		);
	expect(description.properties.filter(shown)).toMatchObject([{ required: true }]);
});

test.each(UNCHOSEN_IN_COLLECTIONS)('%s has no value when it is added', (key) => {
	const field = key.split(' ').at(-1)!;
	expect(operationOf(key).fields[field]?.default).toBe('');
});

describe('in a run', () => {
	const sim = simulated();
	const SIM = { __rl: true, mode: 'id', value: 17 };
	const run = async (more: object = {}) => {
		const out = await runAt(sim, 'sim update', { simId: SIM, ...more });
		return { ...out, effects: sim.ledger().effects.map(({ kind }) => kind) };
	};

	test('n8n does not start a new node without a status, and names the field', async () => {
		await expect(run()).rejects.toThrow('Parameter "Status" is required');
		expect(sim.ledger().effects).toEqual([]);
	});

	test('an expression that gives no status is refused in words that name the field', async () => {
		const { error, effects } = await run({ status: '={{ "" }}' });
		expect(error?.message).toContain('Status must be chosen: Activated, Factory Test, Suspended');
		expect(effects).toEqual([]);
	});
});
