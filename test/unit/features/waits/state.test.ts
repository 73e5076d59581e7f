import {
	beginState,
	begunByNow,
	checkSubject,
	readState,
	stateFault,
	writtenState,
} from '../../../../src/features/waits/waiting/state';

/* The state of a wait, as an item carries it. */

const NOW = Date.parse('2026-06-15T00:00:00Z');
const begun = beginState('reply', { endpoint_id: 17 }, { now: NOW, atMostMs: 60_000 });
const written = writtenState({
	...begun,
	baseline: { sms_id: 7, sms_ids: [7], taken: [] },
	looks: 2,
});

test('a written state is read as it was, also after a database has turned its keys round', () => {
	const stored = JSON.parse(JSON.stringify(written)) as typeof written;
	const turned = Object.fromEntries(Object.entries(stored).reverse());
	expect(stateFault(turned, 'reply')).toBeUndefined();
	expect(readState(turned)).toEqual({ ...begun, baseline: written.baseline, looks: 2 });
});

test.each([
	['text', 'yes', /as an earlier look has left it/],
	[
		'another condition',
		writtenState({ ...begun, condition: 'online' }),
		/of "Reply".*"Online and Stable"/,
	],
	['no condition', { ...written, condition: 'later' }, /name its condition/],
	[
		'a later end',
		{ ...written, until: '2027-01-01T00:00:00.000Z' },
		/was changed since the last look/,
	],
	['another baseline', { ...written, baseline: { sms_id: 1 } }, /was changed since the last look/],
	['no end', { ...written, until: 'never' }, /"until" as a moment/],
	['looks as text', { ...written, looks: 'two' }, /"looks" as a whole number/],
])('a state with %s is refused by name', (_, value, fault) => {
	expect(stateFault(value, 'reply')).toMatch(fault);
});

test('the state of another endpoint is refused by name', () => {
	expect(() => checkSubject(begun, { endpoint_id: 18 })).toThrow(
		/endpoint_id 18: it belongs to a wait for endpoint_id 17/,
	);
	expect(() => checkSubject(begun, { endpoint_id: 17 })).not.toThrow();
});

test('a wait that began while the clock was a year ahead begins when it is right, and lasts as long as meant', () => {
	const ahead = NOW + 365 * 24 * 3_600_000;
	const early = beginState('reply', { endpoint_id: 17 }, { now: ahead, atMostMs: 3_600_000 });
	const mended = begunByNow(early, NOW);
	expect([mended.since, mended.until]).toEqual([
		'2026-06-15T00:00:00.000Z',
		'2026-06-15T01:00:00.000Z',
	]);
	expect(begunByNow(mended, NOW + 1_800_000)).toBe(mended);
});

test('a wait that another worker began by a clock some seconds ahead keeps its end', () => {
	const seconds = beginState('reply', { endpoint_id: 17 }, { now: NOW + 9_000, atMostMs: 60_000 });
	expect(begunByNow(seconds, NOW)).toBe(seconds);
});
