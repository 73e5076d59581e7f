import type { INodeTypeDescription } from 'n8n-workflow';
import type { Operation } from '../../../src/table/define';
import { operationsOf } from '../../../src/operations';
import type { Resource } from '../../../src/table/resources';

/*
 * Hints for language models that build workflows in n8n: which node to take, and what a value may
 * be. People see none of it.
 */

const PACKAGE = 'n8n-nodes-cellular-iot';

/** The purpose of a node, and of the nodes related to it, by their names. */
const hints = (searchHint: string, related: Record<string, string>) => ({
	searchHint,
	relatedNodes: Object.entries(related).map(([name, relationHint]) => ({
		nodeType: `${PACKAGE}.${name}`,
		relationHint,
	})),
});

/** Stated once for all fields: a line at each would be a third of the text that a builder reads. */
const pickers = (...modes: string[]) =>
	`Never invent an ID of a picker (mode, value): use mode ${modes.map((mode) => `'${mode}'`).join(', ')} with what is known, which must match exactly one, or mode 'id' with an ID from another node. An @default inside a collection counts once its field is added. Options workspaceId (ID or exact name): user logins only; stopAbove: sends no more when more percent of the items fail; includeOtherFields: adds the input's fields; simplify: main fields only; idempotencyKey: kept 90 days on Redis, where a repeat (already: true) has the first IDs, else the newest 11,000 of the node.`;

/** Waves of operations that send one thing an item. */
const WAVES =
	'Waves: waveSize items, a pause of wavePause seconds, the next wave (with waveDoubles twice as many). cellularIotJobs endpoint applyTable also checks devices, by waveCondition.';

export const fleetHints = hints(
	`Reads, changes and messages cellular IoT devices (called endpoints) and their SIMs. For many devices createMany, updateMany and deleteMany take one input item each and send up to 2,000 in a call: never a loop. SMS and activated SIMs (sim: activate, suspend) cost money. Which field is the device: endpoint_id in every item about one, of all nodes and triggers; items of endpoints have sim_id, iccid and sim_status, too. Leave endpointId and simId out to take the device of each such item. A file (output: csv) is in the binary field data. Elsewhere: charts, one-time codes, MFA keys, workspaces: cellularIotAccount; trafficLimitExtension: cellularIotAdmin. ${pickers('name', 'iccid', 'imei')} ${WAVES} To start a workflow when something happens to a device use a trigger, no polling.`,
	{
		cellularIotTrigger: 'Starts a workflow on events of devices, and on alerts',
		cellularIotSmsTrigger: 'Starts a workflow when a device sends an SMS',
		cellularIotQuotaTrigger: 'Starts a workflow when an SMS or data quota runs low or out',
		cellularIotStreamTrigger: 'Starts a workflow for usage records and events as pushed',
		cellularIotAdmin: 'Profiles, networks, extensions of traffic limits and lists of what there is',
		cellularIotAccount: 'Tags, organisation, people, workspaces, logins, tokens',
		cellularIotAutomation: 'Data streams, automations, callbacks',
		cellularIotJobs: 'Jobs of several steps: apply a table, swap SIMs',
	},
);

export const adminHints = hints(
	`Sets up what a fleet of cellular IoT devices works with: service and tariff profiles, extensions of traffic limits, blocked operators, DNS, address spaces, SIM batches, eSIM chips; lists countries, operators, types and statuses. Which field is the device: none takes or gives one, except trafficLimitExtension, which takes it in endpointId (also by 'iccid', 'imei') and gives endpoint_id, simBatch register, whose items are SIMs by iccid, euicc get and getAll, whose profiles have iccid_with_luhn and endpoint_id, and simOperation create, which takes simIds; other results name profiles and others by id. Devices and their SIMs, SMS, quotas and usage belong to the node cellularIot. ${pickers('name')}`,
	{ cellularIot: 'Reads, changes and messages the devices' },
);

export const accountHints = hints(
	`Manages the account that a fleet of cellular IoT devices belongs to: its tags (put on devices by cellularIot), its organisation with usage and cost, its users, workspaces and application tokens, and its logins: one-time codes, MFA keys, trusted devices. Which field is the device: a trusted device is an n8n or browser; only organisationUsage chart takes one, in endpointId, and gives endpoint_id; usage by tag gives tag, and place map a list. Devices belong to the node cellularIot, profiles to cellularIotAdmin, data streams and automations to cellularIotAutomation. ${pickers('name')}`,
	{
		cellularIot: 'Reads, changes and messages the devices',
		cellularIotAdmin: 'Profiles and lists',
		cellularIotAutomation: 'Data streams, automations, callbacks',
	},
);

export const automationHints = hints(
	`Manages what the connectivity service does by itself for a fleet of cellular IoT devices: data streams, which push usage and events to a destination; automations, rules of an event and an action, with their custom and system events; callbacks, to which SMS of devices are forwarded, and their secrets. Which field is the device: none takes or gives one; automations and data streams have an id, and what streams push arrives at cellularIotStreamTrigger. Devices belong to the node cellularIot, users and tokens to cellularIotAccount. ${pickers('name')}`,
	{
		cellularIot: 'Reads, changes and messages the devices',
		cellularIotAccount: 'Tags, organisation, people, tokens',
		cellularIotStreamTrigger: 'Starts a workflow for what a data stream pushes',
		cellularIotSmsTrigger: 'Starts a workflow when a device sends an SMS',
	},
);

export const jobHints = hints(
	`Does jobs of several steps with cellular IoT devices (called endpoints) and their SIMs, each in one node that can be run again after it was cut off: bring endpoints in line with a table (names, tags, status, SIMs, profiles, quotas; new ones from ICCIDs), report where they differ from one without changing anything, forecast the usage of a month, swap the SIMs of two devices, or replace a device or a SIM. Which field is the device: results give endpoint_id, sim swap and findIdle sim_id too (await simStatus only that, await esimOrder euicc_id); a table names it by the column of namingColumn. Await and sms awaitReply have three outputs: 0 Met, 1 Not Yet, 2 Timed Out. Single changes belong to the node cellularIot. ${pickers('name', 'iccid', 'imei')} Waves of applyTable: waveSize rows; each of their devices must then show waveCondition within waveMinutes, else it is put back (wavePutBack); then a pause of wavePause seconds. Without waveCondition only failures are judged and no device is checked.`,
	{ cellularIot: 'Reads, changes and messages the devices' },
);

/** The hint of a trigger, and what the action node does beside it. */
export const besideAction = (searchHint: string, relationHint: string) =>
	hints(searchHint, { cellularIot: relationHint });

/** The facts about an operation that a builder needs before using it. */
const aboutOperation = ({ description, bulk, together, outputs, gives }: Operation): string =>
	[
		description.replace(/([^.])$/, '$1.'),
		(bulk || together) && 'One call, no loop.',
		outputs && `Outputs: ${outputs.map((name, index) => `${index} ${name}`).join(', ')}.`,
		gives !== undefined && `Items have ${gives}.`,
	]
		.filter(Boolean)
		.join(' ');

/**
 * The hints of an action node: its own, and the description of each operation for its type file. Of
 * operations that share a name, n8n takes the description of the first, whatever its resource.
 */
export const actionHints = (
	own: ReturnType<typeof hints>,
	resources: Record<string, Resource>,
): INodeTypeDescription['builderHint'] => ({
	...own,
	extraTypeDefContent: operationsOf(resources).map((operation) => ({
		content: aboutOperation(operation),
		displayOptions: { show: { resource: [operation.resource], operation: [operation.name] } },
	})),
});
