import { InputError } from '../../../src/errors';
import { checkFields } from '../../../src/table/checks';
import type { Field, Fields, Json } from '../../../src/table/define';
import { everywhere } from '../../../src/table/fields';
import { narrows } from '../../../src/table/narrowing';
import { ALERTS } from '../../../src/triggers/alerts';
import { eventChoiceFields, readingFields, typeFields } from '../../../src/triggers/events/form';
import {
	endpointFilterFields,
	optionFields,
	quotaChoiceFields,
} from '../../../src/triggers/quota/form';
import {
	callbackChoiceFields,
	replacingFields,
	takingFields,
	tokenFields,
} from '../../../src/triggers/sms/form';
import { options as streamOptions } from '../../../src/triggers/stream/form';
import { USAGE_FIELDS } from '../../../src/triggers/stream/usageFields';
import { storeFor } from '../../support/n8n/n8n';
import { PollingWorkflow, WebhookWorkflow } from '../../support/n8n/triggers';
import { useSimulator } from '../../support/useSimulator';
import { credentialsFor } from './support';

/* A filter of a trigger that is there and gives nothing is refused: without it, everything would start runs. */

const EMPTY_FORMS: unknown[] = [
	'',
	' ',
	null,
	'undefined',
	'null',
	[],
	[''],
	{ by: 'name', value: '' },
];

const FORMS: Record<string, Fields> = {
	'events: choice': eventChoiceFields,
	'events: types': typeFields,
	'events: filters': readingFields,
	'events: workspace': everywhere,
	'quota: choice': quotaChoiceFields,
	'quota: filters': endpointFilterFields,
	'quota: options': optionFields,
	'sms: choice': callbackChoiceFields,
	'sms: filters': takingFields,
	'sms: token': tokenFields,
	'sms: callback': replacingFields,
	'stream: options': streamOptions,
	...Object.fromEntries(
		ALERTS.map(({ events, fields }) => [`events: ${events[0]!.value}`, fields]),
	),
	...Object.fromEntries(
		USAGE_FIELDS.map(({ events, fields }) => [`stream: ${events.join()}`, fields]),
	),
};

/** Values with which all fields of a form can be read but one, which stands alone. */
const aloneIn = (fields: Fields, name: string): Fields => ({
	[name]: { ...fields[name]!, showWhen: undefined } as Field,
});

const each = Object.entries(FORMS).flatMap(([form, fields]) =>
	Object.keys(fields).map((name) => [form, name, aloneIn(fields, name)] as const),
);

test.each(each)('%s: %s narrows, and is refused in each empty form', (_, name, fields) => {
	expect(narrows(fields[name]!)).toBe(true);
	for (const value of EMPTY_FORMS) {
		const values: Json = { [name]: value };
		const read = () => checkFields(fields, [], values, { now: 0 });
		expect(read).toThrow(InputError);
		expect(read).toThrow(expect.objectContaining({ field: name }));
	}
});

describe('at publication', () => {
	const sim = useSimulator({ seed: { endpoints: 3 } });
	const asked = () => sim.ledger().requests.filter(({ path }) => !path.includes('authenticate'));
	const nothing = '={{ $workflow.missing }}';

	test.each<['quota' | 'events', object, RegExp]>([
		['events', { events: ['any'], filters: { tags: nothing } }, /^Tag must not be empty/],
		[
			'events',
			{ events: ['any'], options: { workspaceId: nothing } },
			/^Workspace must not be empty/,
		],
		['events', { events: ['any'], options: { workspaceId: '' } }, /^Workspace must not be empty/],
		['events', { events: ['types'], types: nothing }, /^Types must/],
		[
			'events',
			{ events: ['automationRun'], filters: { automationIds: nothing } },
			/^Automations must not be empty/,
		],
		[
			'quota',
			{ source: 'status', events: ['exhausted'], filters: { tags: nothing } },
			/^Tags must not be empty/,
		],
		['quota', { source: 'status', events: ['exhausted'], scope: nothing }, /^Watch must be/],
		[
			'quota',
			{
				source: 'status',
				events: ['exhausted'],
				filters: { nameFilter: '=pump-{{ $workflow.missing }}*' },
			},
			/^Name must not have an empty part/,
		],
		[
			'events',
			{ events: ['any'], filters: { iccid: '=89{{ $workflow.missing }}' } },
			/^ICCID must not have an empty part/,
		],
	])('the %s trigger with %j is refused, and reads nothing', async (kind, parameters, says) => {
		const workflow = new PollingWorkflow(parameters, credentialsFor(sim.url), kind);
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(says),
		});
		expect(asked()).toEqual([]);
	});

	test.each<['sms' | 'stream', object, RegExp]>([
		['sms', { filters: { endpointIds: nothing } }, /^Endpoint IDs must not be empty/],
		[
			'sms',
			{ filters: { endpointIds: '=10001, {{ $workflow.missing }}' } },
			/^Endpoint IDs must not have an empty part/,
		],
		['sms', { filters: { organisationIds: nothing } }, /^Organisation IDs must not be empty/],
		['sms', { filters: { destinations: nothing } }, /^Destination Addresses must not be empty/],
		[
			'stream',
			{ event: 'events', options: { eventTypeIds: nothing } },
			/^Event Types must not be empty/,
		],
		[
			'stream',
			{ event: 'events', options: { eventTypeIds: [] } },
			/^Event Types must not be empty/,
		],
	])('the %s trigger with %j is refused, and registers nothing', async (kind, parameters, says) => {
		const own =
			kind === 'sms'
				? { registerCallback: true, serviceProfileId: { __rl: true, mode: 'id', value: '101' } }
				: { registerStream: true };
		const form = { authentication: 'cellularIotTokenApi', ...own, ...parameters };
		const workflow = new WebhookWorkflow(form, credentialsFor(sim.url), kind);
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(says),
		});
		expect(sim.ledger().effects).toEqual([]);
	});
});

describe('what was picked in another organisation', () => {
	const sim = useSimulator({ seed: { endpoints: 3 } });
	const picked = (value: unknown, cachedResultName: string) => ({
		__rl: true,
		mode: 'list',
		value,
		cachedResultName,
	});
	const quotas = { source: 'status', events: ['exhausted'] };

	test.each<['quota' | 'events', object, RegExp]>([
		[
			'quota',
			{ ...quotas, filters: { serviceProfile: picked(101, 'Retired') } },
			/^Service Profile was picked as ID 101 \("Retired"\)/,
		],
		[
			'quota',
			{
				...quotas,
				scope: 'picked',
				endpoints: { values: [{ endpointId: picked(10001, 'pump (…9999999)') }] },
			},
			/^Endpoint was picked as ID 10001/,
		],
		[
			'events',
			{ events: ['automationRun'], filters: { automationIds: ['alarm (ID 17)'] } },
			/^Automations was picked as ID 17 \("alarm"\)/,
		],
	])('is not watched by the %s trigger with %j', async (kind, parameters, says) => {
		const workflow = new PollingWorkflow(parameters, credentialsFor(sim.url), kind);
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(says),
		});
		await expect(workflow.sample()).rejects.toMatchObject({ message: expect.stringMatching(says) });
	});

	test('a workspace that an expression gives with another name is not watched', async () => {
		const parameters = {
			events: ['dataQuota'],
			authentication: 'cellularIotUserApi',
			options: { workspaceId: "={{ 'Depot (ID 1002)' }}" },
		};
		const credentials = storeFor(sim.url, { user: { userId: '11' } });
		const workflow = new PollingWorkflow(parameters, credentials, 'events');
		await expect(workflow.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/^Workspace was picked as ID 1002 \("Depot"\)/),
		});
	});

	test('is watched where it has its name', async () => {
		const name = sim.store.serviceProfiles.get(101)!.name;
		const parameters = { ...quotas, filters: { serviceProfile: picked(101, name) } };
		const workflow = new PollingWorkflow(parameters, credentialsFor(sim.url), 'quota');
		expect(await workflow.activate()).toEqual([]);
	});
});
