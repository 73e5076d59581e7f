import type { Json } from '../../../src/wire';
import nock from '../../support/nock';
import { inCell } from '../../../src/table/entries/automation/namedValues';
import { fittingActions } from '../../../src/table/entries/automation/automationForm';
import { NEW_AUTOMATION } from '../../operations/automation';
import { answers, BASE_URL, errorOf, outcomeOf, unexpected } from './support';

/* Automations: how values are parsed, and which input is refused before a request. */

const sent = unexpected();

const columns = (value: object) => ({ mappingMode: 'defineBelow', value });

test.each([
	['one', 'one'],
	['a@example.com,b@example.com', ['a@example.com', 'b@example.com']],
	['a, b , c', ['a', 'b', 'c']],
	['Hello,', 'Hello,'],
	['"Hello, world"', 'Hello, world'],
	['["Hello, world", 7]', ['Hello, world', '7']],
	['A device is blocked, look', undefined],
])('a cell with %p is read as %p', (text, value) => expect(inCell(text)).toEqual(value));

describe('before anything is sent', () => {
	test.each([
		[{ name: ' ' }, 'name', 'must not be empty'],
		[{ eventId: 'd0000000' }, 'eventId', 'must be system: or custom:'],
		[{ actionId: 'a/b' }, 'actionId', 'must be an ID'],
		[{ targets: columns({}) }, 'targets', 'must hold at least one value'],
		[{ properties: columns({ message: 'It is off, look' }) }, 'properties', 'in quotes'],
		[{ properties: { mappingMode: 'autoMapInputData', value: null } }, 'properties', 'by hand'],
		[{ valuesFrom: 'json', propertiesJson: '[1]' }, 'propertiesJson', 'must be an object'],
		[{ valuesFrom: 'json', propertiesJson: { a: { b: 1 } } }, 'propertiesJson', 'for "a"'],
		[{ valuesFrom: 'body', body: 'x' }, 'body', 'must be a JSON object'],
	])('create refuses %j', async (change, field, words) => {
		const error = errorOf(await outcomeOf('automation create', { ...NEW_AUTOMATION, ...change }));
		expect(error).toMatchObject({ field, outcome: 'notSent' });
		expect(error.message).toContain(words);
		expect(sent).toEqual([]);
	});

	test.each([
		[{ valuesFrom: 'columns', actions: 'keep', targeting: 'keep' }, 'at least one field'],
		[{ valuesFrom: 'body', body: { actionable_event: {} } }, 'an event cannot be changed'],
	])('update refuses %j', async (values, words) => {
		const automationId = 'a0000000-0000-4000-8000-000000000001';
		const base = { automationId, simplify: true };
		const error = errorOf(await outcomeOf('automation update', { ...base, ...values }));
		expect(error.message).toContain(words);
		expect(sent).toEqual([]);
	});
});

test('actions fit an event by ID, type or name, or if it names none, unless they need other parameters', () => {
	const actions = [
		{ id: '1', type: 'EMAIL', name: 'Mail', requiredEventOutputParameters: [] },
		{ id: '2', type: 'SWITCH', name: 'Off', requiredEventOutputParameters: ['endpoint_id'] },
	];
	const fit = (event: Json | undefined) => fittingActions(actions, event).map(({ id }) => id);
	expect(fit(undefined)).toEqual(['1', '2']);
	expect(fit({ supportedActions: ['2'] })).toEqual(['2']);
	expect(fit({ supportedActions: ['EMAIL'] })).toEqual(['1']);
	expect(fit({ supportedActions: ['Off'] })).toEqual(['2']);
	expect(fit({ supportedActions: ['other'] })).toEqual(['1', '2']);
	expect(fit({ supportedActions: ['1', '2'], eventOutputParameters: [] })).toEqual(['1']);
	expect(fit({ eventOutputParameters: [{ parameter: 'endpoint_id' }] })).toEqual(['1', '2']);
});

test('an update sends kept targets unchanged, even two with the same property', async () => {
	const automationId = 'a0000000-0000-4000-8000-000000000001';
	const action = { action: { id: 'f1' }, properties: [{ property: 'to', value: 'a' }] };
	const targets = [
		{ property: 'tag_id', value: '401', value_array: [] },
		{ property: 'tag_id', value: '', value_array: ['402', '403'] },
	];
	answers(`GET /api/v1/automation/${automationId}`, 200, {
		id: automationId,
		name: 'rule',
		status: 'ENABLED',
		description: '',
		configured_actions: [action],
		targeting_properties: targets,
	});
	let body: Record<string, unknown> = {};
	nock(BASE_URL)
		.patch(`/api/v1/automation/${automationId}`, (asked) => Boolean((body = asked)))
		.reply(200, {});
	const given = { automationId, valuesFrom: 'columns', actions: 'keep', targeting: 'keep' };
	const outcome = await outcomeOf('automation update', { ...given, name: 'new', simplify: true });
	expect(body).toMatchObject({ name: 'new', targeting_properties: targets });
	expect(body.configured_actions).toEqual([
		{ action: { id: 'f1' }, properties: [{ property: 'to', value: 'a', value_array: [] }] },
	]);
	const [item] = (outcome as { items: object[] }).items;
	expect(item).toMatchObject({ targets: { tag_id: ['401', '402', '403'] } });
});

test('a create that is refused is sent once, and shows what the service said', async () => {
	answers('GET /api/v1/automation', 200, []);
	let count = 0;
	nock(BASE_URL)
		.post('/api/v1/automation')
		.times(4)
		.reply(() => {
			count += 1;
			return [422, { error_code: 1400, message: 'no such status' }];
		});
	const body = { configured_actions: [], targeting_properties: [] };
	const given = { ...NEW_AUTOMATION, valuesFrom: 'body', body };
	const error = errorOf(await outcomeOf('automation create', given));
	expect(error.message).toContain('no such status');
	expect(count).toBe(1);
	nock.cleanAll();
});
