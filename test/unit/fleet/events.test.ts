import { isAtLeast, meaningOf, severityOf } from '../../../src/fleet/events';

/* What events mean, by type and severity. */

const event = (type: unknown, severity?: object) => ({
	event_type: { id: type },
	...(severity && { event_severity: severity }),
});

test.each([
	[1, 'registration'],
	[2, 'packet registration'],
	[3, 'session'],
])('type %s is a %s with Info, and its refusal with Warn or Critical', (type, step) => {
	expect(meaningOf(event(type, { id: 0 }))).toEqual({ is: 'sign', step });
	for (const id of [1, 2, '1']) {
		expect(meaningOf(event(type, { id }))).toEqual({ is: 'refusal', step });
	}
});

test.each(['Warn', 'WARN', 'Warning', 'CRITICAL'])(
	'where no ID says how severe it is, the word %s does',
	(description) => {
		expect(meaningOf(event(3, { description }))).toEqual({ is: 'refusal', step: 'session' });
	},
);

test('without a severity it is neither a sign nor a refusal', () => {
	expect(meaningOf(event(3))).toEqual({ is: 'other' });
	expect(meaningOf(event(3, { description: 'Notice' }))).toEqual({ is: 'other' });
	expect(severityOf(event(3, { description: ' info ' }))).toBe(0);
});

test('the end of a session, a purge and whatever else are no signs', () => {
	for (const type of [0, 4, 5, 15, 16, 49, 68, undefined]) {
		expect(meaningOf(event(type, { id: 0 }))).toEqual({ is: 'other' });
	}
});

test('who has a session has registered, and not the other way round', () => {
	expect(isAtLeast('session', 'registration')).toBe(true);
	expect(isAtLeast('registration', 'session')).toBe(false);
});
