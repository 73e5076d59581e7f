import { SERVICE_PROFILES } from '../../../../simulator';
import type { NodeName } from './typeFile';

/*
 * Workflows that were written from the type files and the hints of the nodes alone, as a workflow builder
 * writes them. `npm run test:workflows -- builder` runs them on real n8n.
 */

/** A node as a builder writes it; each is linked to the next. */
export interface WrittenNode {
	name: string;
	type: NodeName | `n8n-nodes-base.${string}`;
	typeVersion: number;
	parameters: Record<string, unknown>;
}

export interface WrittenWorkflow {
	/** What a user asked for. */
	words: string;
	nodes: WrittenNode[];
}

/** What the words of the tasks name. */
export const NAMED = {
	retiredTag: 'retired',
	campaignTag: 'field',
	/** Service profile whose devices send their messages to the workflow. */
	callbackProfile: SERVICE_PROFILES.standard,
	newDevices: { serviceProfile: 'Standard', tariffProfile: 'Europe' },
};

/** What the words name that depends on where the workflows run. */
export interface Surroundings {
	/** Folder that n8n may read and write. */
	folder: string;
	/** ICCID of the SIM that a device has, and of the one that it gets. */
	oldIccid: string;
	newIccid: string;
}

type Mode = 'id' | 'name' | 'iccid';
const picked = (mode: Mode, value: string) => ({ __rl: true, mode, value });

const START: WrittenNode = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

const action = (
	name: string,
	type: NodeName,
	resource: string,
	operation: string,
	parameters: Record<string, unknown>,
): WrittenNode => ({
	name,
	type,
	typeVersion: 1,
	parameters: { resource, operation, ...parameters },
});

const tagged = (tags: string, more: object = {}) =>
	action('Devices', 'cellularIot', 'endpoint', 'getAll', {
		returnAll: true,
		filters: { tags: picked('name', tags), ...more },
	});

export const writtenFor = ({ folder, oldIccid, newIccid }: Surroundings) =>
	({
		suspend: {
			words: `Suspend the SIM of every device tagged ${NAMED.retiredTag}`,
			nodes: [
				START,
				tagged(NAMED.retiredTag, { simStatus: 1 }),
				action('Suspend', 'cellularIot', 'sim', 'suspend', {
					simId: picked('id', '={{ $json.sim_id }}'),
				}),
			],
		},
		reboot: {
			words: `Send the text REBOOT to every device tagged ${NAMED.campaignTag}, and to none twice, however often this is run`,
			nodes: [
				START,
				tagged(NAMED.campaignTag),
				action('Send', 'cellularIot', 'sms', 'send', {
					endpointId: picked('id', '={{ $json.id }}'),
					payload: 'REBOOT',
					options: { idempotencyKey: '=reboot-{{ $json.id }}' },
				}),
			],
		},
		topUp: {
			words: 'When the SMS quota of a device is exhausted, add 50 SMS',
			nodes: [
				{
					name: 'Exhausted',
					type: 'cellularIotQuotaTrigger',
					typeVersion: 1,
					parameters: { quota: 'sms', source: 'status', events: ['exhausted'], scope: 'filter' },
				},
				action('Top up', 'cellularIot', 'smsQuota', 'topUp', {
					endpointId: picked('id', '={{ $json.endpoint.id }}'),
					add: 50,
				}),
			],
		},
		alarm: {
			words: `When a device of the service profile ${NAMED.callbackProfile} sends the text ALARM, reset its data session`,
			nodes: [
				{
					name: 'SMS',
					type: 'cellularIotSmsTrigger',
					typeVersion: 1,
					parameters: {
						events: ['sms'],
						authentication: 'cellularIotTokenApi',
						registerCallback: true,
						serviceProfileId: picked('id', String(NAMED.callbackProfile)),
					},
				},
				{
					name: 'Is it an alarm?',
					type: 'n8n-nodes-base.filter',
					typeVersion: 2.2,
					parameters: {
						conditions: {
							options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
							conditions: [
								{
									id: 'alarm',
									leftValue: '={{ $json.text }}',
									rightValue: 'ALARM',
									operator: { type: 'string', operation: 'equals' },
								},
							],
							combinator: 'and',
						},
						options: {},
					},
				},
				action('Reset', 'cellularIot', 'endpoint', 'resetConnectivity', {
					endpointId: picked('id', '={{ $json.endpoint.id }}'),
					reset: 'data',
				}),
			],
		},
		csv: {
			words: 'Write a CSV file of all devices with their name, ICCID and the status of their SIM',
			nodes: [
				START,
				action('Devices', 'cellularIot', 'endpoint', 'getAll', {
					returnAll: true,
					options: { output: 'csv' },
				}),
				{
					name: 'Write',
					type: 'n8n-nodes-base.readWriteFile',
					typeVersion: 1,
					parameters: {
						operation: 'write',
						fileName: `${folder}/devices.csv`,
						dataPropertyName: 'data',
						options: {},
					},
				},
			],
		},
		rows: {
			words: `Bring the devices in line with wanted.csv (name, iccid, tags, status), and create what is missing with the profiles ${NAMED.newDevices.serviceProfile} and ${NAMED.newDevices.tariffProfile}`,
			nodes: [
				START,
				{
					name: 'Read',
					type: 'n8n-nodes-base.readWriteFile',
					typeVersion: 1,
					parameters: { operation: 'read', fileSelector: `${folder}/wanted.csv`, options: {} },
				},
				{
					name: 'Rows',
					type: 'n8n-nodes-base.extractFromFile',
					typeVersion: 1,
					parameters: { operation: 'csv', options: {} },
				},
				action('Apply', 'cellularIotJobs', 'endpoint', 'applyTable', {
					valuesFrom: 'columns',
					columns: { mappingMode: 'autoMapInputData', value: null },
					namingColumn: 'name',
					createMissing: true,
					newEndpoints: {
						newServiceProfileId: picked('name', NAMED.newDevices.serviceProfile),
						newTariffProfileId: picked('name', NAMED.newDevices.tariffProfile),
					},
					dryRun: false,
				}),
			],
		},
		swap: {
			words: `Give the device with the SIM ${oldIccid} the SIM ${newIccid} instead, and suspend the old one`,
			nodes: [
				START,
				action('Swap', 'cellularIotJobs', 'sim', 'swap', {
					endpointId: picked('iccid', oldIccid),
					simId: picked('iccid', newIccid),
					swapWith: 'sim',
					suspendOld: true,
					dryRun: false,
				}),
			],
		},
		usage: {
			words: 'What have the devices of each tag used this month?',
			nodes: [
				START,
				action('Usage', 'cellularIotAccount', 'organisationUsage', 'getByTag', {
					month: 'current_month',
				}),
			],
		},
	}) satisfies Record<string, WrittenWorkflow>;
