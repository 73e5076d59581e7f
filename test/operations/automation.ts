import * as automationsShapes from '../truth/shapes/automations';
import * as z from 'zod/v4';
import { ID, text } from '../truth/requests/forms';
import { empty } from '../truth/shapes/forms';
import { each, once, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Expected, Facts } from './facts';
import {
	columns,
	columnsOf,
	custom,
	CUSTOM_EVENT,
	CUSTOM_EVENT_ID,
	D,
	entry,
	namedValues,
	system,
	SYSTEM_EVENT,
} from './shared/automations';
import { shown } from './shared/values';

/* Automations, their actions and their log. */

const AUTOMATION_ID = 'a0000000-0000-4000-8000-000000000001';
const EVENT_ID = 'e0000000-0000-4000-8000-000000000001';
const F = 'f0000000-0000-4000-8000-000000000001';
const path = '/api/v1/automation';
const ACTION = {
	id: F,
	name: 'Send e-mail',
	description: 'Sends an e-mail',
	type: 'EMAIL',
	status: 'ACTIVE',
	configurationProperties: ['recipients', 'subject', 'message'],
	requiredEventOutputParameters: [],
};
const SIMPLE_ACTION = {
	id: F,
	name: 'Send e-mail',
	description: 'Sends an e-mail',
	type: 'EMAIL',
	status: 'ACTIVE',
	properties: ACTION.configurationProperties,
	needs: [],
};
const PROPERTIES = [
	entry('recipients', ['a@example.com', 'b@example.com']),
	entry('subject', 'Blocked'),
	entry('message', 'Hello, world'),
];
const AUTOMATION = {
	id: AUTOMATION_ID,
	name: 'Blocked devices',
	description: '',
	status: 'ENABLED',
	organisation: { id: 1001 },
	actionable_event: { system_event: SYSTEM_EVENT },
	configured_actions: [
		{
			action: { id: F },
			properties: PROPERTIES,
			recipients: { email: ['a@example.com', 'b@example.com'] },
		},
	],
	targeting_properties: [entry('tag_id', '17')],
	number_of_executions: 2,
	last_execution: '2026-06-01T00:00:00.000Z',
	created_at: '2026-05-01T00:00:00.000Z',
	modified_at: '2026-05-02T00:00:00.000Z',
};
const SIMPLE = {
	id: AUTOMATION_ID,
	name: 'Blocked devices',
	description: '',
	status: 'ENABLED',
	organisation_id: 1001,
	event: `system:${D}`,
	event_name: 'Device blocked',
	actions: [
		{
			id: F,
			properties: {
				recipients: ['a@example.com', 'b@example.com'],
				subject: 'Blocked',
				message: 'Hello, world',
			},
			recipients: ['a@example.com', 'b@example.com'],
		},
	],
	targets: { tag_id: '17' },
	number_of_executions: 2,
	last_execution: '2026-06-01T00:00:00.000Z',
	created_at: '2026-05-01T00:00:00.000Z',
	modified_at: '2026-05-02T00:00:00.000Z',
};
export const NEW_AUTOMATION = {
	name: 'Blocked devices',
	status: 'ENABLED',
	eventId: `system:${D}`,
	valuesFrom: 'columns',
	actionId: F,
	targeting: 'some',
	simplify: true,
	properties: columns({
		recipients: 'a@example.com, b@example.com',
		subject: 'Blocked',
		message: '"Hello, world"',
	}),
	targets: columns({ tag_id: '17' }),
};
const events: Expected[] = [
	{ request: `GET ${custom}/configuration`, answer: [] },
	{ request: `GET ${system}`, answer: [SYSTEM_EVENT] },
];
const readAction: Expected = { request: `GET ${path}/action/${F}`, answer: ACTION };
const readList: Expected = { request: `GET ${path}`, answer: [] };
const written = {
	name: 'Blocked devices',
	description: '',
	status: 'ENABLED',
	configured_actions: [{ action: { id: F }, properties: PROPERTIES }],
	targeting_properties: [entry('tag_id', '17')],
};
const create: Expected = {
	request: `POST ${path}`,
	body: { ...written, actionable_event: { custom_event: null, system_event: { id: D } } },
	status: 201,
	answer: AUTOMATION,
};
const before = [readAction, ...events, readList];
const read: Expected = { request: `GET ${path}/${AUTOMATION_ID}`, answer: AUTOMATION };
const patch = (body: object): Expected => ({
	request: `PATCH ${path}/${AUTOMATION_ID}`,
	body: { ...written, ...body },
	answer: AUTOMATION,
});
const LOG = {
	id: EVENT_ID,
	automation: { id: AUTOMATION_ID },
	action: { id: F },
	event: { id: '1000000000030001' },
	smart_event: { id: CUSTOM_EVENT_ID },
	status: 'SUCCESS',
	message: 'sent',
	created_at: '2026-06-01T00:00:00.000Z',
	automation_execution_number: '2',
	organisation: { id: 1001 },
};
const log = (execution: number, answer: object[]): Expected => ({
	request: `GET ${path}/log`,
	query: { automationId: AUTOMATION_ID, automationExecutionNumber: String(execution) },
	answer,
});
const SIMPLE_LOG = {
	id: EVENT_ID,
	automation_id: AUTOMATION_ID,
	execution: 2,
	action_id: F,
	event_id: '1000000000030001',
	custom_event_id: CUSTOM_EVENT_ID,
	status: 'SUCCESS',
	message: 'sent',
	created_at: '2026-06-01T00:00:00.000Z',
	organisation_id: 1001,
};
const errors = [403, 404];
const automationIdOf = (serial: string) => `=a0000000-0000-4000-8000-00000000000{{ ${serial} }}`;
const EMAIL = 'f0000000-0000-4000-8000-000000000001';
const automationId = rl(automationIdOf('$json.sim'));
const newAutomation = {
	name: '={{ "rule " + $json.sim }}',
	status: rl('ENABLED'),
	eventId: rl('Device blocked', 'name'),
	valuesFrom: 'columns',
	actionId: rl('Send e-mail', 'name'),
	properties: columnsOf({ recipients: 'a@example.com,b@example.com', subject: 'Blocked' }),
	targeting: 'some',
	targets: columnsOf({ tag_id: '401' }),
	simplify: true,
};
const after = ['automation create'];
const textId = z.strictObject({ id: text });
const automationShape = {
	name: text,
	description: z.string(),
	status: text,
	configured_actions: z
		.array(
			z.strictObject({
				action: z.strictObject({ id: text, type: text.optional() }),
				properties: namedValues,
			}),
		)
		.min(1),
	targeting_properties: namedValues,
};

export const automationFacts: Facts = {
	operations: {
		'automation create': {
			documented: 'POST /api/v1/automation act single',
			cases: [
				{
					values: NEW_AUTOMATION,
					requests: [...before, create],
					gives: { ...SIMPLE, created: true },
					errors,
				},
				{
					when: 'with values from JSON, where a text is one value, and for all devices',
					values: {
						...NEW_AUTOMATION,
						valuesFrom: 'json',
						targeting: 'all',
						description: 'Why',
						propertiesJson: '{"recipients":["a@example.com"],"message":"Hello, world"}',
					},
					requests: [
						readAction,
						readList,
						{
							...create,
							body: {
								...(create.body as object),
								description: 'Why',
								configured_actions: [
									{
										action: { id: F },
										properties: [
											entry('recipients', ['a@example.com']),
											entry('message', 'Hello, world'),
										],
									},
								],
								targeting_properties: [],
							},
						},
					],
					gives: { ...SIMPLE, created: true },
				},
				{
					when: 'in the form of the automations that are there',
					values: NEW_AUTOMATION,
					requests: [
						readAction,
						...events,
						{
							...readList,
							answer: [
								{
									...AUTOMATION,
									id: 'a0000000-0000-4000-8000-000000000009',
									name: 'Other',
									targeting_properties: [{ property: 'tag_id', value: '17' }],
									configured_actions: [],
								},
							],
						},
						{
							...create,
							body: {
								...written,
								actionable_event: { system_event: { id: D } },
								configured_actions: [
									{
										action: { id: F },
										properties: [
											{ property: 'recipients', value_array: ['a@example.com', 'b@example.com'] },
											{ property: 'subject', value: 'Blocked' },
											{ property: 'message', value: 'Hello, world' },
										],
									},
								],
								targeting_properties: [{ property: 'tag_id', value: '17' }],
							},
						},
					],
					gives: { ...SIMPLE, created: true },
				},
				{
					when: 'with the body from the form, and an empty answer',
					values: {
						...NEW_AUTOMATION,
						valuesFrom: 'body',
						body: { configured_actions: [{ action: { id: F, type: 'EMAIL' }, properties: [] }] },
					},
					requests: [
						readList,
						{
							...create,
							body: {
								name: 'Blocked devices',
								description: '',
								status: 'ENABLED',
								actionable_event: { custom_event: null, system_event: { id: D } },
								configured_actions: [{ action: { id: F, type: 'EMAIL' }, properties: [] }],
							},
							answer: undefined,
						},
						{ request: `GET ${path}`, answer: [AUTOMATION] },
					],
					gives: { ...SIMPLE, created: true },
				},
			],
			row: each(newAutomation, ['automation.created']),
		},
		'automation delete': {
			documented: 'DELETE /api/v1/automation/{automationId} set single',
			cases: [
				{
					values: { automationId: AUTOMATION_ID },
					requests: { request: `DELETE ${path}/${AUTOMATION_ID}`, status: 204 },
					gives: { id: AUTOMATION_ID, deleted: true },
					errors,
				},
			],
			row: each({ automationId }, ['automation.deleted'], { after }),
		},
		'automation get': {
			documented: 'GET /api/v1/automation/{automationId} read single',
			cases: [
				{
					values: { automationId: AUTOMATION_ID, simplify: false },
					requests: [read],
					gives: AUTOMATION,
					errors,
				},
				{
					when: 'with a custom event, and null as the system event',
					values: { automationId: AUTOMATION_ID, simplify: true },
					requests: {
						...read,
						answer: {
							...AUTOMATION,
							actionable_event: { custom_event: CUSTOM_EVENT, system_event: null },
						},
					},
					gives: { ...SIMPLE, event: `custom:${CUSTOM_EVENT_ID}`, event_name: 'Many SMS' },
				},
			],
			row: each({ automationId, simplify: true }, [], { after }),
		},
		'automation getAction': {
			documented: 'GET /api/v1/automation/action/{actionId} read single',
			cases: [
				{
					values: { actionId: F, simplify: true },
					requests: [readAction],
					gives: SIMPLE_ACTION,
					errors,
				},
			],
			row: readOnce({ actionId: rl(EMAIL), simplify: true }),
		},
		'automation getActions': {
			documented: 'GET /api/v1/automation/action read list',
			cases: [
				{
					values: shown,
					requests: { request: `GET ${path}/action`, answer: [ACTION] },
					gives: [SIMPLE_ACTION],
					errors,
				},
			],
			row: readOnce(shown, 3),
		},
		'automation getAll': {
			documented: 'GET /api/v1/automation read list',
			cases: [
				{
					values: shown,
					requests: { request: `GET ${path}`, answer: [AUTOMATION] },
					gives: [SIMPLE],
					errors,
				},
			],
			row: readOnce(shown, 2, { after }),
		},
		'automation getLog': {
			documented: 'GET /api/v1/automation/log read list',
			cases: [
				{
					when: 'all executions, newest first',
					values: { automationId: AUTOMATION_ID, returnAll: true, simplify: true },
					requests: [read, log(2, [LOG]), log(1, [])],
					gives: [SIMPLE_LOG],
				},
				{
					when: 'one execution',
					values: {
						automationId: AUTOMATION_ID,
						execution: 2,
						returnAll: false,
						limit: 1,
						simplify: true,
					},
					requests: [log(2, [LOG, { ...LOG, id: CUSTOM_EVENT_ID }])],
					gives: [SIMPLE_LOG],
					errors,
				},
			],
			row: once(
				(sim) => {
					sim.store.endpoints.get(10001)!.tagIds = [401];
					for (let i = 0; i < 3; i++) sim.tell(11, 10001);
					return { automationId: rl('a0000000-0000-4000-8000-000000000001'), ...shown };
				},
				// Both automations run each time.
				Array.from({ length: 6 }, () => 'automation.acted'),
				{ after, results: 3 },
			),
		},
		'automation update': {
			documented: 'PATCH /api/v1/automation/{automationId} set single',
			cases: [
				{
					values: {
						automationId: AUTOMATION_ID,
						valuesFrom: 'columns',
						actions: 'keep',
						targeting: 'keep',
						status: 'DISABLED',
						simplify: true,
					},
					requests: [read, patch({ status: 'DISABLED' })],
					gives: { ...SIMPLE, updated: true },
					errors,
				},
				{
					when: 'with a new action, and for all devices',
					values: {
						automationId: AUTOMATION_ID,
						valuesFrom: 'columns',
						actions: 'replace',
						targeting: 'all',
						actionId: F,
						properties: columns({ subject: 'Other' }),
						simplify: true,
					},
					requests: [
						readAction,
						read,
						patch({
							configured_actions: [{ action: { id: F }, properties: [entry('subject', 'Other')] }],
							targeting_properties: [],
						}),
					],
					gives: { ...SIMPLE, updated: true },
				},
			],
			row: each(
				{
					automationId,
					valuesFrom: 'json',
					actions: 'replace',
					targeting: 'all',
					actionId: rl(EMAIL),
					propertiesJson: '{"recipients":["c@example.com"]}',
					updateFields: { status: rl('DISABLED') },
					simplify: true,
				},
				['automation.updated'],
				{ after },
			),
		},
	},
	routes: {
		'GET /api/v1/automation': { asked: {}, answers: { 200: automationsShapes.automations } },
		'GET /api/v1/automation/{automationId}': {
			asked: {},
			answers: { 200: automationsShapes.automation },
		},
		'POST /api/v1/automation': {
			asked: {
				body: z.strictObject({
					...automationShape,
					// The whole event or its id; the other kind is null or absent.
					actionable_event: z.union([
						z.strictObject({ system_event: textId, custom_event: z.null().optional() }),
						z.strictObject({ custom_event: textId, system_event: z.null().optional() }),
					]),
				}),
			},
			answers: { 201: automationsShapes.automation },
		},
		'PATCH /api/v1/automation/{automationId}': {
			asked: { body: z.strictObject(automationShape) },
			answers: { 200: automationsShapes.automation },
		},
		'DELETE /api/v1/automation/{automationId}': { asked: {}, answers: { 204: empty } },
		'GET /api/v1/automation/action': { asked: {}, answers: { 200: automationsShapes.actions } },
		'GET /api/v1/automation/action/{actionId}': {
			asked: {},
			answers: { 200: automationsShapes.action },
		},
		'GET /api/v1/automation/log': {
			asked: {
				query: { automationId: text, automationExecutionNumber: z.string().regex(ID) },
			},
			answers: { 200: automationsShapes.log },
		},
	},
};
