import { stub } from '../../../support/stub';
import { findOperation } from '../../../../src/operations';
import { runItems } from '../../../../src/run/run';
import type { Transport } from '../../../../src/wire';
import { clientOf } from '../../../support/client';

/* Online and Stable at a service that does not say when a session began: events say it, or it is not known. */

const BEGAN = Date.parse('2026-06-15T12:00:00Z');
const MINUTE_MS = 60_000;
const ENDPOINT = 7;

const SESSION_OPENED = 3;
const SESSION_ENDED = 5;
const RESET = 68;

interface Happened {
	type: number;
	/** Minutes before the wait; negative ones are after its beginning. */
	minutesAgo: number;
	severity?: number;
	/** The number of its session; by default that of the endpoint. Null for none. */
	session?: string | null;
}

const timeOf = ({ minutesAgo }: Happened) => BEGAN - minutesAgo * MINUTE_MS;

const detailOf = ({ session = 'session-1' }: Happened) =>
	session === null ? null : { pdp_context: { pdp_context_id: session } };

/** Whether an event is of the types and of the span that a filter names. */
function isAskedFor(filter: string, event: Happened): boolean {
	const [, types = ''] = /type:([\d|]+)/.exec(filter) ?? [];
	const [, from = ''] = /from:([^,]+)/.exec(filter) ?? [];
	return types.split('|').includes(String(event.type)) && timeOf(event) >= Date.parse(from);
}

/** Awaits an endpoint that is online with one session, and about which events tell. */
async function awaited(happened: Happened[], session: object = {}) {
	let now = BEGAN;
	const transport: Transport = async ({ url }) => {
		const { pathname, searchParams } = new URL(url);
		const headers = { date: new Date(now).toUTCString() };
		if (pathname.endsWith('/connectivity')) {
			const pdp_context = { pdp_context_id: 'session-1', ...session };
			return { status: 200, headers, body: { status: { description: 'ONLINE' }, pdp_context } };
		}
		const query = searchParams.get('q') ?? '';
		const events = happened
			.filter((event) => timeOf(event) <= now && isAskedFor(query, event))
			.map((event) => ({
				event_type: { id: event.type },
				event_severity: { id: event.severity ?? 0 },
				timestamp: new Date(timeOf(event)).toISOString(),
				endpoint: { id: ENDPOINT },
				detail: detailOf(event),
			}));
		return { status: 200, headers, body: events };
	};
	const client = clientOf(transport, {
		token: async () => 'token',
		clock: { now: () => now },
		sleep: async (ms) => void (now += ms),
		login: stub({ ownRates: () => ({ fiveMinutes: 1_000 }) }),
	});
	const values = { endpointId: ENDPOINT, waitHere: 300, atMost: 1, atMostUnit: 'hours' };
	const [result] = await runItems(client, findOperation('await', 'online'), () => values, 1, {
		continueOnFail: true,
	});
	if (!('items' in result!)) throw result!.error;
	return result.items[0]!;
}

test('without a reset it is stable', async () => {
	expect(await awaited([])).toMatchObject({ outcome: 'met', seen_by: 'reads and events' });
});

test('a reset counts against a session that nothing says to have begun after it', async () => {
	expect(await awaited([{ type: RESET, minutesAgo: 5 }])).toMatchObject({
		outcome: 'notYet',
		broken_by: 'a reset, after which no session is known to have begun',
	});
});

test('the event of a session that was opened after the reset says that it is newer', async () => {
	const reset = { type: RESET, minutesAgo: 5 };
	const item = await awaited([reset, { type: SESSION_OPENED, minutesAgo: 4 }]);
	expect(item).toMatchObject({ outcome: 'met', seen_by: 'reads and events' });
	const refused = await awaited([reset, { type: SESSION_OPENED, minutesAgo: 4, severity: 1 }]);
	expect(refused).toMatchObject({ outcome: 'notYet' });
	const before = await awaited([reset, { type: SESSION_OPENED, minutesAgo: 6 }]);
	expect(before).toMatchObject({ outcome: 'notYet' });
});

test('a session that says when it began needs no such event', async () => {
	const reset = { type: RESET, minutesAgo: 5 };
	const young = await awaited([reset], { created: new Date(BEGAN - MINUTE_MS).toISOString() });
	expect(young).toMatchObject({ outcome: 'met' });
	const old = await awaited([reset], { created: new Date(BEGAN - 9 * MINUTE_MS).toISOString() });
	expect(old).toMatchObject({
		outcome: 'notYet',
		broken_by: 'a reset after its session had begun',
	});
});

test('a reset more than ten minutes before the wait is not known', async () => {
	const reset = { type: RESET, minutesAgo: 11 };
	expect((await awaited([reset])).outcome).toBe('met');
});

test.each([
	['another session', 'session-2'],
	['a session that is not named', null],
])('the opening of %s does not say that this one is newer than a reset', async (_name, session) => {
	const reset = { type: RESET, minutesAgo: 5 };
	const item = await awaited([reset, { type: SESSION_OPENED, minutesAgo: 4, session }]);
	expect(item).toMatchObject({ outcome: 'notYet' });
});

describe('a session that began nine minutes before the first look', () => {
	const session = { created: new Date(BEGAN - 9 * MINUTE_MS).toISOString() };

	test.each([
		['its end before the first look', { type: SESSION_ENDED, minutesAgo: 3 }],
		['a purge of its location', { type: 15, minutesAgo: 3 }],
		['a purge of its packet location', { type: 16, minutesAgo: 3 }],
	])('is not stable with %s', async (_name, happened) => {
		const item = await awaited([happened], session);
		expect(item.outcome).toBe('notYet');
		expect(item.broken_by).toMatch(/^(a session that ended|a purge after its session had begun)$/);
	});

	test.each([
		['the end of another session', { type: SESSION_ENDED, minutesAgo: 3, session: 'session-2' }],
		['an end before it began', { type: SESSION_ENDED, minutesAgo: 10 }],
		['a purge before it began', { type: 16, minutesAgo: 10 }],
	])('is stable with %s', async (_name, happened) => {
		expect(await awaited([happened], session)).toMatchObject({ outcome: 'met' });
	});
});

test('ONLINE without a session is not stable', async () => {
	const item = await awaited([], { pdp_context_id: undefined });
	expect(item).toMatchObject({ outcome: 'notYet', status: 'ONLINE', session: null });
});
