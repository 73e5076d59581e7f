import type { Json } from '../../src/operations/define';
import { type FeedState, pollFeed } from '../../src/triggers/feed';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-03-01T12:00:00Z');

/** A feed that is polled every minute, and the endpoints it tells of. */
class Feed {
	events: Json[] = [];
	now = BEGIN;
	private state: FeedState | undefined;

	/** Notes something `at` minutes after the beginning. */
	note(endpoint: number, at: number, more: Json = {}): void {
		const timestamp = new Date(BEGIN + at * MINUTE).toISOString();
		this.events.push({ timestamp, event_type: { id: 11 }, endpoint: { id: endpoint }, ...more });
	}

	async poll(): Promise<unknown[]> {
		const { state, events } = await pollFeed(this.state, {
			now: () => this.now,
			overlapMs: 10 * MINUTE,
			deadline: Infinity,
			read: async (from, until) => ({
				events: this.events.filter(({ timestamp }) => {
					const time = Date.parse(String(timestamp));
					return time >= from && time <= until;
				}),
			}),
		});
		this.state = JSON.parse(JSON.stringify(state)) as FeedState;
		this.now += MINUTE;
		return events.map(({ endpoint }) => (endpoint as { id: unknown }).id);
	}
}

test('events without an id are told by what they hold, each once', async () => {
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

test('ids that JSON had to round to the same number are told apart', async () => {
	const feed = new Feed();
	await feed.poll();
	const rounded = Number('9007199254740993');
	for (const endpoint of [6, 7]) feed.note(endpoint, 0.5, { id: rounded });
	expect(await feed.poll()).toEqual([6, 7]);
	expect(await feed.poll()).toEqual([]);
});

test('an event that appears late is told while the overlap reaches back to it, and never twice', async () => {
	const feed = new Feed();
	for (let polls = 0; polls < 9; polls++) expect(await feed.poll()).toEqual([]);
	feed.note(8, 1, { id: 8 });
	expect(await feed.poll()).toEqual([8]);
	feed.note(9, -30, { id: 9 });
	expect(await feed.poll()).toEqual([]);
});
