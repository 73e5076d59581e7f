import { each, once, readOnce, rl, type Row } from './rowTypes';

/* Form values of automations and their events, and their effects at the service. */

const automationIdOf = (serial: string) => `=a0000000-0000-4000-8000-00000000000{{ ${serial} }}`;
const EMAIL = 'f0000000-0000-4000-8000-000000000001';
const BLOCKED = 'd0000000-0000-4000-8000-000000000001';
const all = { returnAll: true, simplify: true };
const columns = (value: object) => ({ mappingMode: 'defineBelow', value }) as never;

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
	'automation getAll': readOnce(all, 2, { after }),
	'automation get': each({ automationId, simplify: true }, [], { after }),
	'automation create': each(newAutomation, ['automation.created']),
	'automation update': each(
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
	'automation delete': each({ automationId }, ['automation.deleted'], { after }),
	'automation getActions': readOnce(all, 3),
	'automation getAction': readOnce({ actionId: rl(EMAIL), simplify: true }),
	'automation getLog': once(
		(sim) => {
			sim.store.endpoints.get(10001)!.tagIds = [401];
			for (let i = 0; i < 3; i++) sim.tell(11, 10001);
			return { automationId: rl('a0000000-0000-4000-8000-000000000001'), ...all };
		},
		// Both automations run each time.
		Array.from({ length: 6 }, () => 'automation.acted'),
		{ after, results: 3 },
	),
	'customEvent getAll': readOnce(all, 2, { after: ['customEvent create'] }),
	'customEvent get': each({ customEventId, simplify: true }, [], { after: ['customEvent create'] }),
	'customEvent create': each(
		{
			name: '={{ "many " + $json.sim }}',
			templateId: rl('7'),
			valuesFrom: 'columns',
			properties: columns({ threshold: 80, countries: 'DE,FR' }),
			simplify: true,
		},
		['customEvent.created'],
	),
	'customEvent delete': each({ customEventId }, ['customEvent.deleted'], {
		after: ['customEvent create'],
	}),
	'customEvent getTemplates': readOnce(all, 1),
	'customEvent getTemplate': readOnce({ templateId: rl('SMS threshold', 'name'), simplify: true }),
	'systemEvent getAll': readOnce(all, 3),
	'systemEvent get': readOnce({ systemEventId: rl(BLOCKED), simplify: true }),
};
