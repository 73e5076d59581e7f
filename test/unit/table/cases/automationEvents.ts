import { type Case, caseOf, type Expected } from './case';

/* Custom and system events of automations, and the templates of custom events. */

const all = { returnAll: true, simplify: true };
const errors = [403, 404];
export const CUSTOM_EVENT_ID = 'c0000000-0000-4000-8000-000000000001';
export const D = 'd0000000-0000-4000-8000-000000000001';
export const custom = '/api/v1/event/custom';
export const system = '/api/v1/event/system/configuration';

/** A property with one value, or with a list. */
export const entry = (property: string, value: string | string[]) =>
	Array.isArray(value)
		? { property, value: '', value_array: value }
		: { property, value, value_array: [] };

/** Values as the resource mapper of n8n gives them. */
export const columns = (value: object) => ({ mappingMode: 'defineBelow', value });

export const SYSTEM_EVENT = {
	id: D,
	name: 'Device blocked',
	description: 'A device is denied service',
	translationKeyName: 'event.11.name',
	translationKeyDescription: 'event.11.description',
	eventType: { id: 11 },
	parentOrg: { id: 1 },
	supportedTargetingParameters: ['tag_id'],
	eventOutputParameters: [{ parameter: 'endpoint_id', type: 'string', description: 'Its id' }],
	supportedActions: ['EMAIL'],
};
const SIMPLE_SYSTEM_EVENT = {
	id: D,
	name: 'Device blocked',
	description: 'A device is denied service',
	event_type_id: 11,
	parent_organisation_id: 1,
	targets: ['tag_id'],
	outputs: ['endpoint_id'],
	actions: ['EMAIL'],
};
export const CUSTOM_EVENT = {
	id: CUSTOM_EVENT_ID,
	name: 'Many SMS',
	organisation: { id: '1001' },
	template: { id: 7 },
	configuration_properties: [entry('threshold', '80'), entry('countries', ['DE', 'FR'])],
	supportedTargetingParameters: ['tag_id'],
	supportedActions: ['EMAIL'],
};
const SIMPLE_CUSTOM_EVENT = {
	id: CUSTOM_EVENT_ID,
	name: 'Many SMS',
	organisation_id: 1001,
	template_id: 7,
	properties: { threshold: '80', countries: ['DE', 'FR'] },
	targets: ['tag_id'],
	actions: ['EMAIL'],
};
const TEMPLATE = {
	id: '7',
	name: 'SMS threshold',
	description: 'A share of the SMS',
	status: 'ACTIVE',
	parent_organisation: { id: 1 },
	configuration_properties: [
		{
			property: 'threshold',
			type: 'integer',
			required: true,
			description: 'Percent',
			validators: [{ validator_type: 'MAX', validator_value: '100' }],
		},
		{
			property: 'unit',
			type: 'string',
			default: 'percent',
			required: true,
			description: 'Its unit',
			validators: [],
		},
		{
			property: 'countries',
			type: 'list',
			required: false,
			description: 'Codes',
			validators: [],
		},
	],
	supported_targeting_parameters: [
		{ parameter: 'tag_id', type: 'string', description: 'Tags', validators: [] },
	],
};
const SIMPLE_TEMPLATE = {
	id: '7',
	name: 'SMS threshold',
	description: 'A share of the SMS',
	status: 'ACTIVE',
	parent_organisation_id: 1,
	properties: [
		{
			property: 'threshold',
			type: 'integer',
			default: null,
			required: true,
			description: 'Percent',
		},
		{
			property: 'unit',
			type: 'string',
			default: 'percent',
			required: true,
			description: 'Its unit',
		},
		{ property: 'countries', type: 'list', default: null, required: false, description: 'Codes' },
	],
	targets: ['tag_id'],
};

const newEvent = { name: 'Many SMS', templateId: '7', valuesFrom: 'json', simplify: true };
const settings = [
	entry('threshold', '80'),
	entry('countries', ['DE', 'FR']),
	entry('unit', 'percent'),
];
const createEvent: Expected[] = [
	{ request: `GET ${custom}/template/7`, answer: TEMPLATE },
	{ request: `GET ${custom}/configuration`, answer: [] },
	{
		request: `POST ${custom}/configuration`,
		body: {
			name: 'Many SMS',
			organisation: { id: 1001 },
			template: { id: 7 },
			configuration_properties: settings,
		},
		status: 201,
		answer: CUSTOM_EVENT,
	},
];

export const automationEvents: Case[] = [
	caseOf('customEvent getAll', {
		values: all,
		requests: { request: `GET ${custom}/configuration`, answer: [CUSTOM_EVENT] },
		gives: [SIMPLE_CUSTOM_EVENT],
		errors,
	}),
	caseOf('customEvent get', {
		values: { customEventId: CUSTOM_EVENT_ID, simplify: true },
		requests: { request: `GET ${custom}/configuration/${CUSTOM_EVENT_ID}`, answer: CUSTOM_EVENT },
		gives: SIMPLE_CUSTOM_EVENT,
		errors,
	}),
	caseOf('customEvent create', {
		values: { ...newEvent, propertiesJson: { threshold: 80, countries: ['DE', 'FR'] } },
		requests: createEvent,
		gives: { ...SIMPLE_CUSTOM_EVENT, created: true },
		errors,
	}),
	caseOf('customEvent create', 'with values in columns', {
		values: {
			...newEvent,
			valuesFrom: 'columns',
			properties: columns({ threshold: 80, countries: 'DE, FR' }),
		},
		requests: createEvent,
		gives: { ...SIMPLE_CUSTOM_EVENT, created: true },
	}),
	caseOf('customEvent delete', {
		values: { customEventId: CUSTOM_EVENT_ID },
		requests: { request: `DELETE ${custom}/configuration/${CUSTOM_EVENT_ID}` },
		gives: { id: CUSTOM_EVENT_ID, deleted: true },
		errors: [403, 404, 409],
	}),
	caseOf('customEvent getTemplates', {
		values: all,
		requests: { request: `GET ${custom}/template`, answer: [TEMPLATE] },
		gives: [SIMPLE_TEMPLATE],
		errors,
	}),
	caseOf('customEvent getTemplate', {
		values: { templateId: '7', simplify: true },
		requests: { request: `GET ${custom}/template/7`, answer: TEMPLATE },
		gives: SIMPLE_TEMPLATE,
		errors,
	}),
	caseOf('systemEvent getAll', {
		values: all,
		requests: { request: `GET ${system}`, answer: [SYSTEM_EVENT] },
		gives: [SIMPLE_SYSTEM_EVENT],
		errors,
	}),
	caseOf('systemEvent get', {
		values: { systemEventId: D, simplify: true },
		requests: { request: `GET ${system}/${D}`, answer: SYSTEM_EVENT },
		gives: SIMPLE_SYSTEM_EVENT,
		errors,
	}),
];
