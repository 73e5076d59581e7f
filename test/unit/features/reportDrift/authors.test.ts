import { authorsOf } from '../../../../src/features/reportDrift/authors';
import type { Drift } from '../../../../src/features/reportDrift/drift';
import { endpointIn } from '../../../../src/readers/endpoints';
import { findOperation } from '../../../../src/operations';
import type { Json } from '../../../../src/table/define';
import { clientOf } from '../../../support/client';

/* Who brought a difference about: events in any order, of which only the newest can have led to what is there. */

const NOW = Date.parse('2026-03-10T12:00:00Z');
const ENABLED = 42;
const DISABLED = 43;
const TAKEN_OFF = 50;
const PUT_ON = 51;

let lastId = 0;
beforeEach(() => (lastId = 0));

const event = (type: number, day: number, by: string, more: Json = {}): Json => ({
	id: (lastId += 1),
	timestamp: new Date(Date.parse('2026-03-01T08:00:00Z') + day * 86_400_000).toISOString(),
	event_type: { id: type },
	endpoint: { id: 1 },
	user: { username: by },
	...more,
});

const drift = (column: string, is: unknown, id = 1): Drift => {
	const sim = is === null ? null : { id: 70 + id, iccid: '89', status: { id: 1 } };
	return {
		kind: 'differing',
		called: 'pump-1',
		column,
		is,
		wanted: null,
		state: endpointIn({ id, name: 'pump-1', status: { id: 0 }, sim }),
	};
};

/** The author of a difference, where the service gives these events in this order. */
async function authorOf(wanted: Drift, events: Json[], others: Drift[] = []) {
	const client = clientOf(
		async () => await Promise.resolve({ status: 200, headers: {}, body: events }),
		{ token: async () => await Promise.resolve('token-of-the-login'), clock: { now: () => NOW } },
	);
	const call = client.callFor(findOperation('endpoint', 'reportDrift'));
	const authors = await authorsOf(call, [wanted, ...others]);
	return authors.get(wanted)?.by;
}

const off = drift('status', 'Disabled');
const on = drift('status', 'Enabled');

test.each([
	['the newest first', (events: Json[]) => events.reverse()],
	['the oldest first', (events: Json[]) => events],
])('disabled, enabled and disabled again: the last one did it, with %s', async (_, ordered) => {
	const events = () => [
		event(DISABLED, 1, 'first'),
		event(ENABLED, 2, 'second'),
		event(DISABLED, 3, 'third'),
	];
	expect(await authorOf(off, ordered(events()))).toBe('third');
	const three = [drift('status', 'Disabled', 2), drift('status', 'Disabled', 3)];
	expect(await authorOf(off, ordered(events()), three)).toBe('third');
});

test('an event counts by its own time, and not by its ID', async () => {
	const late = event(DISABLED, 3, 'late in the feed, early in time', { id: 9 });
	late.timestamp = '2026-03-01T00:00:00Z';
	expect(await authorOf(off, [late, event(DISABLED, 2, 'newest')])).toBe('newest');
});

test('nobody is named where the newest event leads to something else', async () => {
	expect(
		await authorOf(off, [event(DISABLED, 1, 'first'), event(ENABLED, 2, 'second')]),
	).toBeUndefined();
	expect(
		await authorOf(on, [event(ENABLED, 1, 'first'), event(DISABLED, 2, 'second')]),
	).toBeUndefined();
	const none = drift('iccid', null);
	const events = [event(TAKEN_OFF, 1, 'first'), event(PUT_ON, 2, 'second')];
	expect(await authorOf(none, events)).toBeUndefined();
});

test('who resets a device has not enabled it', async () => {
	const reset = (day: number) => [
		event(DISABLED, day, 'resets'),
		event(ENABLED, day + 1 / 86_400, 'resets'),
	];
	expect(await authorOf(on, [event(ENABLED, 1, 'enables'), ...reset(2), ...reset(3)])).toBe(
		'enables',
	);
});

test('a SIM was put on by who put on this one', async () => {
	const has = drift('iccid', '89');
	const of = (id: number) => ({ sim: { id, iccid: '89' } });
	const events = [
		event(PUT_ON, 1, 'another SIM', of(72)),
		event(PUT_ON, 2, 'this SIM', of(71)),
		event(TAKEN_OFF, 2, 'the former SIM', of(72)),
	];
	expect(await authorOf(has, events)).toBe('this SIM');
	expect(await authorOf(has, events.slice(0, 1))).toBeUndefined();
	const gone = event(TAKEN_OFF, 3, 'taken off since', of(71));
	expect(await authorOf(has, [...events, gone])).toBeUndefined();
});

test('an event of another endpoint with the same SIM is nobody of this one', async () => {
	const other = event(DISABLED, 2, 'other', { endpoint: { id: 9 }, sim: { id: 71 } });
	const nameless = event(DISABLED, 3, 'nameless', { endpoint: undefined, sim: { id: 71 } });
	const three = [drift('status', 'Disabled', 2), drift('status', 'Disabled', 3)];
	expect(await authorOf(off, [other, nameless], three)).toBeUndefined();
});
