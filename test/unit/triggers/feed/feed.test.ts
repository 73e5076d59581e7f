import type { Json } from '../../../../src/table/define';
import { type FeedState, pollFeed } from '../../../../src/triggers/feed/feed';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-03-01T12:00:00Z');

/** A feed that is polled every minute; polls return the endpoints of the new events. */
class Feed {
	events: Json[] = [];
	now = BEGIN;
	/** Minutes by which n8n's clock is ahead, and the service's date of n8n's; undefined if it sends none. */
	own = 0;
	ahead: number | undefined = 0;
	overlap = 10;
	state: FeedState | undefined;

	/** Adds an event at `at` minutes after the beginning. */
	note(endpoint: number, at: number, more: Json = {}): void {
		const timestamp = new Date(BEGIN + at * MINUTE).toISOString();
		this.events.push({ timestamp, event_type: { id: 11 }, endpoint: { id: endpoint }, ...more });
	}

	async poll(): Promise<unknown[]> {
		const { state, events } = await pollFeed(this.state, {
			now: () => this.now + this.own * MINUTE,
			overlapMs: this.overlap * MINUTE,
			deadline: Infinity,
			ahead: this.ahead === undefined ? undefined : this.ahead * MINUTE,
			read: async (from) => ({
				events: this.events.filter(({ timestamp }) => Date.parse(String(timestamp)) >= from),
			}),
		});
		this.state = JSON.parse(JSON.stringify(state)) as FeedState;
		this.now += MINUTE;
		return events.map(({ endpoint }) => (endpoint as { id: unknown }).id);
	}
}

test('emits events without an id once each, identified by their content', async () => {
	const feed = new Feed();
	feed.note(1, -1);
	expect(await feed.poll()).toEqual([]);
	for (const endpoint of [2, 3, 4]) feed.note(endpoint, 0.5);
	feed.note(2, 0.6, { id: null });
	expect(await feed.poll()).toEqual([2, 3, 4, 2]);
	feed.note(5, 0.5);
	expect(await feed.poll()).toEqual([5]);
	expect(await feed.poll()).toEqual([]);
});

test('distinguishes events whose ids were rounded to the same number', async () => {
	const feed = new Feed();
	await feed.poll();
	const rounded = Number('9007199254740993');
	for (const endpoint of [6, 7]) feed.note(endpoint, 0.5, { id: rounded });
	expect(await feed.poll()).toEqual([6, 7]);
	expect(await feed.poll()).toEqual([]);
});

test('emits an event that appears late if the overlap reaches back to it', async () => {
	const feed = new Feed();
	for (let polls = 0; polls < 9; polls++) expect(await feed.poll()).toEqual([]);
	feed.note(8, 1, { id: 8 });
	expect(await feed.poll()).toEqual([8]);
	feed.note(9, -30, { id: 9 });
	expect(await feed.poll()).toEqual([]);
});

test('emits each event once when dates are sometimes 20 minutes ahead and the service has an outage', async () => {
	const feed = new Feed();
	await feed.poll();
	const told: unknown[] = [];
	for (let minute = 1; minute <= 360; minute++) {
		feed.note(minute, minute - 0.5, { id: minute });
		feed.ahead = minute % 3 === 0 ? 20 : 0;
		// The service is out of reach for two hours.
		if (minute > 120 && minute < 240) feed.now += MINUTE;
		else told.push(...(await feed.poll()));
	}
	expect(told).toEqual(Array.from({ length: 360 }, (_, i) => i + 1));
});

test.each([
	['no date, and a correct clock', 0, undefined],
	['dates two hours ahead', 0, 120],
	['a clock two hours ahead', 120, -120],
])('emits all events after one that is dated three hours ahead: %s', async (_, own, ahead) => {
	const feed = new Feed();
	Object.assign(feed, { own, ahead });
	await feed.poll();
	feed.note(1, 180, { id: 1 });
	expect(await feed.poll()).toEqual([1]);
	for (let minute = 2; minute < 30; minute++) {
		feed.note(minute, minute, { id: minute });
		expect(await feed.poll()).toEqual([minute]);
	}
});

test('reads again from one day back after idle days if dates are known, else from the last event', async () => {
	for (const ahead of [0, undefined]) {
		const feed = new Feed();
		feed.ahead = ahead;
		feed.note(1, 0, { id: 1 });
		await feed.poll();
		feed.now += 5 * 24 * 60 * MINUTE;
		expect(await feed.poll()).toEqual([]);
		const days = (feed.now - feed.state!.from!) / MINUTE / 60 / 24;
		expect(Math.round(days)).toBe(ahead === undefined ? 5 : 1);
		feed.note(2, 5 * 24 * 60 - 5, { id: 2 });
		expect(await feed.poll()).toEqual([2]);
	}
});

test('emits no event again when the overlap is made longer', async () => {
	const feed = new Feed();
	await feed.poll();
	for (let minute = 1; minute <= 60; minute++) {
		feed.note(minute, minute, { id: minute });
		expect(await feed.poll()).toEqual([minute]);
	}
	feed.overlap = 60;
	expect(await feed.poll()).toEqual([]);
});

test('discards a state of another version and starts again without emitting old events', async () => {
	const feed = new Feed();
	await feed.poll();
	feed.note(1, 0.5, { id: 1 });
	expect(await feed.poll()).toEqual([1]);
	feed.state!.seen = 't3k5+1';
	feed.note(2, 0.4, { id: 2 });
	expect(await feed.poll()).toEqual([]);
	feed.note(3, 1.5, { id: 3 });
	expect(await feed.poll()).toEqual([3]);
});
