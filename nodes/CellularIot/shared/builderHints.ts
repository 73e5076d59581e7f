import type { IBuilderHintVariation, INodeTypeDescription } from 'n8n-workflow';
import { operations, type Resource } from '../../src/operations';
import type { Operation } from '../../src/operations/define';

/*
 * Hints for language models that build workflows in n8n: which node to take, and what a value may
 * be. People see none of it.
 */

const PACKAGE = 'n8n-nodes-cellular-iot';
const ACTION = `${PACKAGE}.cellularIot`;
const ADMIN = `${PACKAGE}.cellularIotAdmin`;
const SMS = `${PACKAGE}.cellularIotSmsTrigger`;
const QUOTA = `${PACKAGE}.cellularIotQuotaTrigger`;
const EVENT = `${PACKAGE}.cellularIotTrigger`;
const STREAM = `${PACKAGE}.cellularIotStreamTrigger`;

type Hints = Required<Pick<INodeTypeDescription, 'builderHint'>>;

/** The purpose of a node, and of the nodes related to it. */
const hints = (searchHint: string, related: Record<string, string>) => ({
	searchHint,
	relatedNodes: Object.entries(related).map(([nodeType, relationHint]) => ({
		nodeType,
		relationHint,
	})),
});

/** Stated once for all fields: a line at each would be a third of the text that a builder reads. */
const pickers = (...modes: string[]) =>
	`Never invent an ID of a picker (mode, value): use mode ${modes.map((mode) => `'${mode}'`).join(', ')} with what is known, which must match exactly one, or mode 'id' with an ID from another node.`;

export const fleetHints = hints(
	`Reads, changes and messages cellular IoT devices (called endpoints) and their SIMs. For many devices use createMany, updateMany or deleteMany on all items at once: each takes one input item per device and sends up to 2,000 in a call; never a loop. Leave retryOnFail off: it repeats items that have succeeded. An SMS to a device costs money, and so does an activated SIM. ${pickers('name', 'iccid', 'imei')} To start a workflow when something happens to a device use one of the triggers instead of polling.`,
	{
		[EVENT]: 'Starts a workflow on events of devices, and on alerts',
		[SMS]: 'Starts a workflow when a device sends an SMS',
		[QUOTA]: 'Starts a workflow when an SMS quota runs low or out',
		[STREAM]: 'Starts a workflow for usage records and events as pushed',
		[ADMIN]: 'Profiles, data streams and lists of what there is',
	},
);

export const adminHints = hints(
	`Sets up what a fleet of cellular IoT devices works with: service and tariff profiles, blocked operators, SIM batches, data streams, eSIM chips; reports usage of organisations; lists countries, operators, types and statuses. Devices and their SIMs, SMS, quotas and usage belong to the node cellularIot. ${pickers('name')}`,
	{ [ACTION]: 'Reads, changes and messages the devices' },
);

const besideAction = (searchHint: string, relationHint: string): Hints => ({
	builderHint: hints(searchHint, { [ACTION]: relationHint }),
});

export const smsTriggerHints = besideAction(
	'Starts when a device sends an SMS, or when an SMS to a device is delivered or fails. registerCallback lets n8n enter its own address at the service; the credential cellularIotCallbackApi holds the secret that proves who calls.',
	'Sends the answer: resource sms, operation send',
);

export const quotaTriggerHints = besideAction(
	'Asks the service regularly and emits what has changed about SMS quotas: threshold reached, exhausted, expired, active again; the first poll only learns. Choose the kinds in events.',
	'Tops the quota up: resource smsQuota, operation topUp',
);

export const eventTriggerHints = besideAction(
	'Reads the event feed regularly and emits what is new: devices that connect or fall silent, SIMs, quotas, logins, and alerts made of them. The kinds are chosen in events. The first poll only learns.',
	'Reads and changes the devices concerned',
);

export const streamTriggerHints = besideAction(
	'Starts for the usage records and events that a data stream of the service pushes to n8n, many in a call. For single kinds of events of few devices the other triggers are easier.',
	'Reads and changes the devices concerned',
);

/** The facts about an operation that a builder needs before using it. */
const about = ({ description, effect, bulk }: Operation): string =>
	[
		description.replace(/([^.])$/, '$1.'),
		bulk && 'All items in one call, no loop.',
		effect === 'act' && 'Never retryOnFail.',
	]
		.filter(Boolean)
		.join(' ');

/**
 * The description of each operation, for the type file of a node. Of operations that share a name,
 * n8n takes the description of the first, whatever its resource.
 */
export const operationHints = (resources: Record<string, Resource>): IBuilderHintVariation[] =>
	operations
		.filter(({ resource }) => resource in resources)
		.map((operation) => ({
			content: about(operation),
			displayOptions: {
				show: { resource: [operation.resource], operation: [operation.name] },
			},
		}));
