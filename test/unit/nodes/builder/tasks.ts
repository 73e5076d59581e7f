import type { NodeName } from './typeFile';

/*
 * Tasks in a user's words, and their steps: nodes of this package with their parameters, and n8n's
 * own nodes by name where they matter.
 */

export interface Step {
	node: NodeName;
	/** Includes resource and operation for an action node. */
	parameters: Record<string, unknown>;
}

export interface Task {
	words: string;
	steps: Array<Step | `n8n-nodes-base.${string}`>;
}

const picked = (mode: 'id' | 'name' | 'iccid' | 'imei', value: string) => ({
	__rl: true,
	mode,
	value,
});
/** The entity of the input item, and the endpoint that an item of a trigger is about. */
const ITS_ID = picked('id', '={{ $json.id }}');
const ITS_ENDPOINT = picked('id', '={{ $json.endpoint.id }}');

const stepOf =
	(node: NodeName) =>
	(resource: string, operation: string, parameters: object = {}): Step => ({
		node,
		parameters: { resource, operation, ...parameters },
	});
const fleet = stepOf('cellularIot');
const admin = stepOf('cellularIotAdmin');
const account = stepOf('cellularIotAccount');
const service = stepOf('cellularIotAutomation');
const tagged = (tags: string) =>
	fleet('endpoint', 'getAll', { returnAll: true, filters: { tags: picked('name', tags) } });

const EVERY_DAY = 'n8n-nodes-base.scheduleTrigger';
const BY_HAND = 'n8n-nodes-base.manualTrigger';
const MAIL = 'n8n-nodes-base.emailSend';
const FILTER = 'n8n-nodes-base.filter';

const STEPS: Record<string, Task['steps']> = {
	'Disable all endpoints tagged scrap': [
		BY_HAND,
		tagged('scrap'),
		fleet('endpoint', 'updateMany', { endpointId: ITS_ID, updateFields: { status: 1 } }),
	],
	'When an SMS quota is used up, top it up by 100 and tell me by mail': [
		{
			node: 'cellularIotQuotaTrigger',
			parameters: { source: 'status', events: ['exhausted'], scope: 'filter' },
		},
		fleet('smsQuota', 'topUp', { endpointId: ITS_ENDPOINT, add: 100 }),
		MAIL,
	],
	'Send the text "sleep" to every device tagged winter': [
		BY_HAND,
		tagged('winter'),
		fleet('sms', 'send', { endpointId: ITS_ID, payload: 'sleep' }),
	],
	'Create an endpoint for each line of a CSV with name, iccid and tags, with the profiles Smart Meter and Europe':
		[
			'n8n-nodes-base.formTrigger',
			'n8n-nodes-base.extractFromFile',
			fleet('endpoint', 'createMany', {
				serviceProfileId: picked('name', 'Smart Meter'),
				tariffProfileId: picked('name', 'Europe'),
				status: 0,
				valuesFrom: 'columns',
				columns: { mappingMode: 'autoMapInputData', value: null },
			}),
		],
	'Suspend the SIM 8988303000000000017': [
		BY_HAND,
		fleet('sim', 'update', { simId: picked('iccid', '8988303000000000017'), status: 2 }),
	],
	'How much data has pump-17 used in May, in one figure?': [
		BY_HAND,
		fleet('usage', 'getDaily', {
			endpointId: picked('name', 'pump-17'),
			output: 'totals',
			options: { startDate: '2026-05-01', endDate: '2026-05-31' },
		}),
	],
	'Where is the device with IMEI 3577620830129501 connected?': [
		BY_HAND,
		fleet('endpoint', 'getConnectivityInfo', { endpointId: picked('imei', '3577620830129501') }),
	],
	'Reset the data session of every endpoint tagged stuck': [
		BY_HAND,
		tagged('stuck'),
		fleet('endpoint', 'resetConnectivity', { endpointId: ITS_ID, reset: 'data' }),
	],
	'Keep the endpoint pump-17 off the operator Celtra': [
		BY_HAND,
		fleet('operatorBlacklist', 'add', {
			endpointId: picked('name', 'pump-17'),
			operatorId: picked('name', 'Celtra'),
		}),
	],
	'Mail me each Monday what every workspace has used and cost so far': [
		EVERY_DAY,
		account('organisationUsage', 'getWorkspacesDaily', { output: 'totals', simplify: true }),
		MAIL,
	],
	'Tag all endpoints whose name begins with meter- as meters; make the tag if it is missing': [
		BY_HAND,
		fleet('endpoint', 'getAll', { returnAll: true }),
		FILTER,
		fleet('endpoint', 'addTags', {
			endpointId: ITS_ID,
			tagsBy: 'names',
			tagNames: 'meters',
			options: { createMissing: true },
		}),
	],
	'Move SIMs 8988303000000000017 to 8988303000000000099 to the workspace Berlin, for real': [
		BY_HAND,
		fleet('sim', 'transfer', {
			authentication: 'cellularIotUserApi',
			targetWorkspaceId: picked('name', 'Berlin'),
			simsBy: 'range',
			rangeStart: '8988303000000000017',
			rangeEnd: '8988303000000000099',
			dryRun: false,
		}),
	],
	'List what has happened to pump-17 since yesterday, the critical events only': [
		BY_HAND,
		fleet('event', 'getAll', {
			about: 'endpoint',
			endpointId: picked('name', 'pump-17'),
			returnAll: true,
			filters: {
				severity: 2,
				from: '={{ $now.minus({ days: 1 }).toISO() }}',
				until: '={{ $now.toISO() }}',
			},
		}),
	],
	'Push all events to our Kinesis stream fleet-events in eu-west-1': [
		BY_HAND,
		service('dataStream', 'create', {
			name: 'Events to Kinesis',
			streamType: 2,
			connectionType: 'AwsKinesis',
			region: 'eu-west-1',
			streamName: 'fleet-events',
			roleArn: '={{ $json.role }}',
		}),
	],
	'Check the SIM batch code that somebody types into a form, then register it as issued': [
		'n8n-nodes-base.formTrigger',
		admin('simBatch', 'validate', { bic: '={{ $json.Code }}' }),
		admin('simBatch', 'register', {
			bic: "={{ $('Form').item.json.Code }}",
			status: 0,
			dryRun: false,
		}),
	],
	'Give every endpoint tagged trial 50 MB until the end of the year': [
		BY_HAND,
		tagged('trial'),
		fleet('dataQuota', 'set', {
			endpointId: ITS_ID,
			volume: 50,
			expiryDate: "={{ $now.endOf('year').toISO() }}",
			status: 1,
		}),
	],
	'Which operators are there in Kenya?': [
		BY_HAND,
		admin('lookup', 'getMany', { list: 'operators', returnAll: true }),
		FILTER,
	],
	'Answer every SMS of a device with "ok"': [
		{ node: 'cellularIotSmsTrigger', parameters: { events: ['sms'], registerCallback: false } },
		fleet('sms', 'send', { endpointId: ITS_ENDPOINT, payload: 'ok' }),
	],
	'Tell us in Slack when a device tagged critical has been silent for two hours': [
		{
			node: 'cellularIotTrigger',
			parameters: {
				events: ['deviceSilent'],
				silentAfter: 2,
				options: { silentTags: 'critical' },
			},
		},
		'n8n-nodes-base.slack',
	],
	'Delete the tags that no endpoint carries': [
		BY_HAND,
		account('tag', 'getAll', { returnAll: true }),
		FILTER,
		account('tag', 'deleteMany', { tagId: ITS_ID }),
	],
};

export const TASKS: Task[] = Object.entries(STEPS).map(([words, steps]) => ({ words, steps }));
