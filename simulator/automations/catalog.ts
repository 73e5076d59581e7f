/*
 * The events, actions and templates that the simulated service offers for automations. Names of
 * properties, targets, types and statuses are not documented: these are made up, and vary as far
 * as the reference allows.
 */

export interface Action {
	id: string;
	name: string;
	description: string;
	type: string;
	properties: string[];
	needs: string[];
}

const actionUuid = (serial: number) => `f0000000-0000-4000-8000-00000000000${serial}`;

export const AUTOMATION_ACTIONS: readonly Action[] = [
	{
		id: actionUuid(1),
		name: 'Send e-mail',
		description: 'Sends an e-mail to verified recipients',
		type: 'EMAIL',
		properties: ['recipients', 'subject', 'message'],
		needs: [],
	},
	{
		id: actionUuid(2),
		name: 'Disable device',
		description: 'Sets the status of the endpoint',
		type: 'ENDPOINT_STATUS',
		properties: ['reason'],
		needs: ['endpoint_id'],
	},
	{
		id: actionUuid(3),
		name: 'Ring the bell',
		description: 'Nobody has seen this one before',
		type: 'X-4711',
		properties: ['tower', 'max.strokes', 'quiet hours'],
		needs: ['endpoint_id'],
	},
];

export interface SystemEvent {
	id: string;
	name: string;
	description: string;
	eventTypeId: number;
	targets: string[];
	outputs: string[];
	/** Actions by id, by type or by name: which of them the service expects is not documented. */
	actions: string[];
}

const system = (serial: number) => `d0000000-0000-4000-8000-00000000000${serial}`;

export const SYSTEM_EVENTS: readonly SystemEvent[] = [
	{
		id: system(1),
		name: 'Device blocked',
		description: 'A device is denied service',
		eventTypeId: 11,
		targets: ['endpoint_id', 'tag_id'],
		outputs: ['endpoint_id', 'sim_id'],
		actions: [actionUuid(1), actionUuid(2)],
	},
	{
		id: system(2),
		name: 'Device disabled',
		description: 'A device is switched off',
		eventTypeId: 43,
		targets: ['endpoint_id'],
		outputs: ['endpoint_id'],
		actions: ['EMAIL', 'X-4711'],
	},
	{
		id: system(3),
		name: 'Monthly threshold',
		description: 'The organisation has reached a threshold',
		eventTypeId: 65,
		targets: [],
		outputs: ['organisation_id'],
		actions: ['Send e-mail', 'Ring the bell'],
	},
];

/** A template of custom events. */
export interface Template {
	id: string;
	name: string;
	description: string;
	/** The events that its custom events are based on. */
	eventTypeId: number;
	properties: Array<{
		property: string;
		type: string;
		default: string | null;
		required: boolean;
		description: string;
		validators: Array<{ validator_type: string; validator_value: string }>;
	}>;
	targets: string[];
	actions: string[];
}

export const TEMPLATES: readonly Template[] = [
	{
		id: '7',
		name: 'SMS threshold',
		description: 'A device has used a share of its SMS',
		eventTypeId: 20,
		properties: [
			{
				property: 'threshold',
				type: 'integer',
				default: null,
				required: true,
				description: 'Percent',
				validators: [{ validator_type: 'MAX', validator_value: '100' }],
			},
			{
				property: 'unit',
				type: 'string',
				default: 'percent',
				required: true,
				description: 'Unit of the threshold',
				validators: [],
			},
			{
				property: 'repeat',
				type: 'boolean',
				default: 'false',
				required: false,
				description: 'Each month anew',
				validators: [],
			},
			{
				property: 'countries',
				type: 'list',
				default: null,
				required: false,
				description: 'Codes of countries',
				validators: [],
			},
		],
		targets: ['tag_id'],
		actions: ['EMAIL'],
	},
];

export const AUTOMATION_STATUSES = ['ENABLED', 'DISABLED'] as const;

export const catalogAction = (id: string) => AUTOMATION_ACTIONS.find((action) => action.id === id);
export const systemEventOf = (id: string) => SYSTEM_EVENTS.find((event) => event.id === id);
export const catalogTemplate = (id: string) => TEMPLATES.find((template) => template.id === id);
