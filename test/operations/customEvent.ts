import * as automationsShapes from '../truth/shapes/automations';
import * as z from 'zod/v4';
import { id, ref, text } from '../truth/requests/forms';
import { emptyObject } from '../truth/shapes/forms';
import { each, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Expected, Facts } from './facts';
import {
	columns,
	columnsOf,
	custom,
	CUSTOM_EVENT,
	CUSTOM_EVENT_ID,
	entry,
	errors,
	namedValues,
} from './shared/automations';
import { shown } from './shared/values';

/* Custom events of automations, and their templates. */

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
const customEventId = rl('=c0000000-0000-4000-8000-00000000000{{ $json.sim }}');

export const customEventFacts: Facts = {
	operations: {
		'customEvent create': {
			documented: 'POST /api/v1/event/custom/configuration act single',
			harmless: 'Nothing follows an event until an automation does, which is held back.',
			cases: [
				{
					values: { ...newEvent, propertiesJson: { threshold: 80, countries: ['DE', 'FR'] } },
					requests: createEvent,
					gives: { ...SIMPLE_CUSTOM_EVENT, created: true },
					errors,
				},
				{
					when: 'with values in columns',
					values: {
						...newEvent,
						valuesFrom: 'columns',
						properties: columns({ threshold: 80, countries: 'DE, FR' }),
					},
					requests: createEvent,
					gives: { ...SIMPLE_CUSTOM_EVENT, created: true },
				},
			],
			row: each(
				{
					name: '={{ "many " + $json.sim }}',
					templateId: rl('7'),
					valuesFrom: 'columns',
					properties: columnsOf({ threshold: 80, countries: 'DE,FR' }),
					simplify: true,
				},
				['customEvent.created'],
			),
		},
		'customEvent delete': {
			documented: 'DELETE /api/v1/event/custom/configuration/{customEventId} set single',
			cases: [
				{
					values: { customEventId: CUSTOM_EVENT_ID },
					requests: { request: `DELETE ${custom}/configuration/${CUSTOM_EVENT_ID}` },
					gives: { id: CUSTOM_EVENT_ID, deleted: true },
					errors: [403, 404, 409],
				},
			],
			row: each({ customEventId }, ['customEvent.deleted'], {
				after: ['customEvent create'],
			}),
		},
		'customEvent get': {
			documented: 'GET /api/v1/event/custom/configuration/{customEventId} read single',
			cases: [
				{
					values: { customEventId: CUSTOM_EVENT_ID, simplify: true },
					requests: {
						request: `GET ${custom}/configuration/${CUSTOM_EVENT_ID}`,
						answer: CUSTOM_EVENT,
					},
					gives: SIMPLE_CUSTOM_EVENT,
					errors,
				},
			],
			row: each({ customEventId, simplify: true }, [], { after: ['customEvent create'] }),
		},
		'customEvent getAll': {
			documented: 'GET /api/v1/event/custom/configuration read list',
			cases: [
				{
					values: shown,
					requests: { request: `GET ${custom}/configuration`, answer: [CUSTOM_EVENT] },
					gives: [SIMPLE_CUSTOM_EVENT],
					errors,
				},
			],
			row: readOnce(shown, 2, { after: ['customEvent create'] }),
		},
		'customEvent getTemplate': {
			documented: 'GET /api/v1/event/custom/template/{templateId} read single',
			cases: [
				{
					values: { templateId: '7', simplify: true },
					requests: { request: `GET ${custom}/template/7`, answer: TEMPLATE },
					gives: SIMPLE_TEMPLATE,
					errors,
				},
			],
			row: readOnce({ templateId: rl('SMS threshold', 'name'), simplify: true }),
		},
		'customEvent getTemplates': {
			documented: 'GET /api/v1/event/custom/template read list',
			cases: [
				{
					values: shown,
					requests: { request: `GET ${custom}/template`, answer: [TEMPLATE] },
					gives: [SIMPLE_TEMPLATE],
					errors,
				},
			],
			row: readOnce(shown, 1),
		},
	},
	routes: {
		'GET /api/v1/event/custom/configuration': {
			asked: {},
			answers: { 200: automationsShapes.customEvents },
		},
		'GET /api/v1/event/custom/configuration/{customEventId}': {
			asked: {},
			answers: { 200: automationsShapes.customEvent },
		},
		'POST /api/v1/event/custom/configuration': {
			asked: {
				body: z.strictObject({
					name: text,
					organisation: ref,
					// Text in its own list, a number inside a custom event.
					template: z.strictObject({ id: z.union([id, text]) }),
					configuration_properties: namedValues,
				}),
			},
			answers: { 201: automationsShapes.customEvent },
		},
		'DELETE /api/v1/event/custom/configuration/{customEventId}': {
			asked: {},
			answers: { 200: emptyObject },
		},
		'GET /api/v1/event/custom/template': {
			asked: {},
			answers: { 200: automationsShapes.templates },
		},
		'GET /api/v1/event/custom/template/{templateId}': {
			asked: {},
			answers: { 200: automationsShapes.template },
		},
	},
};
