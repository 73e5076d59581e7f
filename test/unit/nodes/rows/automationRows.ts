import { rl, type Row } from './rowTypes';

/* Form values of automations and their events, and what the service applies. */

const automationIdOf = (serial: string) => `=a0000000-0000-4000-8000-00000000000{{ ${serial} }}`;
const EMAIL = 'f0000000-0000-4000-8000-000000000001';
const BLOCKED = 'd0000000-0000-4000-8000-000000000001';
const all = { returnAll: true, simplify: true };
const columns = (value: object) => ({ mappingMode: 'defineBelow', value }) as never;

const twice = (kind: string) => [kind, kind];
const automationId = rl(automationIdOf('$json.sim'));
const customEventId = rl('=c0000000-0000-4000-8000-00000000000{{ $json.sim }}');
const newAutomation = {
	name: '={{ "rule " + $json.sim }}',
	status: rl('ENABLED'),
	eventId: rl('Device blocked', 'name'),
	valuesFrom: 'columns',
	actionId: rl('Send e-mail', 'name'),
	properties: columns({ recipients: 'a@example.com,b@example.com', subject: 'Blocked' }),
	targeting: 'some',
	targets: columns({ tag_id: '401' }),
	simplify: true,
};
const after = ['automation create'];

export const AUTOMATION_ROWS: Record<string, Row> = {
	'automation getAll': { parameters: all, after, once: true, effects: [], results: 2 },
	'automation get': { parameters: { automationId, simplify: true }, after, effects: [] },
	'automation create': { parameters: newAutomation, effects: twice('automation.created') },
	'automation update': {
		parameters: {
			...{ automationId, valuesFrom: 'json', actions: 'replace', targeting: 'all' },
			...{ actionId: rl(EMAIL), propertiesJson: '{"recipients":["c@example.com"]}' },
			...{ updateFields: { status: rl('DISABLED') }, simplify: true },
		},
		after,
		effects: twice('automation.updated'),
	},
	'automation delete': {
		parameters: { automationId },
		after,
		effects: twice('automation.deleted'),
	},
	'automation getActions': { parameters: all, once: true, effects: [], results: 3 },
	'automation getAction': {
		parameters: { actionId: rl(EMAIL), simplify: true },
		once: true,
		effects: [],
	},
	'automation getLog': {
		parameters: (sim) => {
			sim.store.endpoints.get(10001)!.tagIds = [401];
			for (let i = 0; i < 3; i++) sim.tell(11, 10001);
			return { automationId: rl('a0000000-0000-4000-8000-000000000001'), ...all };
		},
		after,
		once: true,
		// Both automations run each time.
		effects: Array.from({ length: 6 }, () => 'automation.acted'),
		results: 3,
	},
	'customEvent getAll': {
		parameters: all,
		after: ['customEvent create'],
		once: true,
		effects: [],
		results: 2,
	},
	'customEvent get': {
		parameters: { customEventId, simplify: true },
		after: ['customEvent create'],
		effects: [],
	},
	'customEvent create': {
		parameters: {
			...{ name: '={{ "many " + $json.sim }}', templateId: rl('7'), valuesFrom: 'columns' },
			properties: columns({ threshold: 80, countries: 'DE,FR' }),
			simplify: true,
		},
		effects: twice('customEvent.created'),
	},
	'customEvent delete': {
		parameters: { customEventId },
		after: ['customEvent create'],
		effects: twice('customEvent.deleted'),
	},
	'customEvent getTemplates': { parameters: all, once: true, effects: [], results: 1 },
	'customEvent getTemplate': {
		parameters: { templateId: rl('SMS threshold', 'name'), simplify: true },
		once: true,
		effects: [],
	},
	'systemEvent getAll': { parameters: all, once: true, effects: [], results: 3 },
	'systemEvent get': {
		parameters: { systemEventId: rl(BLOCKED), simplify: true },
		once: true,
		effects: [],
	},
};
