import { randomFrom } from '../../../simulator/numbers';
import { Steps, type ListedEndpoint } from '../../../src/features/addToEach/listed';
import { Sightings } from '../../../src/features/addToEach/sightings';
import type { Call, Json } from '../../../src/table/define';
import { stub } from '../../support/stub';

/* Finding the newest event of each endpoint in as few requests as possible. */

const NOW = Date.parse('2026-06-15T00:00:00Z');
const PER_PAGE = 100;

const listed = (id: number): ListedEndpoint => ({
	id,
	simId: id + 1000,
	profileId: 1,
	deleted: false,
	connected: false,
	item: {},
});

/** A feed of events, newest first; some name no endpoint and some no network. */
function feedOf(random: () => number, endpoints: number, events: number): Json[] {
	// Some endpoints have events all the time, others none.
	const who = () => Math.floor(endpoints * (random() < 0.1 ? 1.2 : 0.7) * random() ** 3) + 1;
	return Array.from({ length: events }, (_, i): Json => {
		const id = who();
		return {
			timestamp: new Date(NOW - i * 60_000).toISOString(),
			...(random() < 0.7 && { endpoint: { id } }),
			sim: { id: id + 1000 },
			...(random() < 0.8 && { detail: { name: `N${i}`, country: { id: 1, name: 'Spain' } } }),
		};
	});
}

const idOf = ({ sim }: Json) => Number((sim as Json).id) - 1000;

/** A service with that feed, which counts its requests. */
function serviceOf(feed: Json[]) {
	const count = { pages: 0, alone: 0 };
	const other = async (entry: { request: string }, input: Json, changes: { query: Json }) => {
		if (entry.request.includes('{endpointId}')) {
			count.alone += 1;
			const own = feed.filter((event) => idOf(event) === input.endpointId);
			return { status: 200, headers: {}, body: own.slice(0, 10) };
		}
		count.pages += 1;
		const from = (Number(changes.query.page) - 1) * PER_PAGE;
		const pages = String(Math.ceil(feed.length / PER_PAGE));
		const body = feed.slice(from, from + PER_PAGE);
		return { status: 200, headers: { 'x-total-pages': pages }, body };
	};
	return { count, call: stub<Call>({ env: { now: NOW }, other }) };
}

test('finds the newest event of each endpoint in at most one request per page or endpoint', async () => {
	for (let seed = 1; seed <= 200; seed++) {
		const random = randomFrom(seed);
		const endpoints = 1 + Math.floor(random() ** 2 * 60);
		const feed = feedOf(random, endpoints, Math.floor(random() * 2000));
		const { call, count } = serviceOf(feed);
		const needsPlace = random() < 0.5;
		const sightings = new Sightings(call, needsPlace, new Steps(undefined));
		const all = Array.from({ length: endpoints }, (_, i) => listed(i + 1));
		for (const alone of await sightings.feed(all)) await sightings.ofOne(alone);
		for (const { id } of all) {
			const own = feed.filter((event) => idOf(event) === id);
			const seen = sightings.found.get(id)!;
			const newest = own[0] && Date.parse(String(own[0].timestamp));
			expect([seed, id, seen.heardAt]).toEqual([seed, id, newest]);
			if (!needsPlace) continue;
			const place = own.find(({ detail }) => detail !== undefined);
			// Only the ten newest events of one endpoint are requested.
			if (own.indexOf(place!) < 10)
				expect([seed, id, seen.networkEvent]).toEqual([seed, id, place]);
		}
		const pages = Math.max(1, Math.ceil(feed.length / PER_PAGE));
		const most = endpoints === 1 ? 1 : Math.max(1, Math.min(pages, endpoints + 1));
		expect([seed, count.pages + count.alone <= most]).toEqual([seed, true]);
	}
});

test('a feed that gets longer with each page is given up for single requests', async () => {
	let pages = 0;
	const other = async (_entry: unknown, _input: Json, { query }: { query: Json }) => {
		pages += 1;
		if (pages > 1_000) throw new Error('it is read for ever');
		const headers = { 'x-total-pages': String(Number(query.page) + 1) };
		const body = Array.from({ length: PER_PAGE }, (_, id) => ({ id, endpoint: { id: 999_999 } }));
		return { status: 200, headers, body };
	};
	const call = stub<Call>({ env: { now: NOW }, other });
	const all = Array.from({ length: 10 }, (_, i) => listed(i + 1));
	const alone = await new Sightings(call, false, new Steps(undefined)).feed(all);
	expect(alone).toEqual(all);
	expect(pages).toBeLessThanOrEqual(10);
});

test('who was refused is not heard: only what it did before is', async () => {
	const event = (id: number, minutesAgo: number, type: number, severity: number): Json => ({
		timestamp: new Date(NOW - minutesAgo * 60_000).toISOString(),
		event_type: { id: type },
		event_severity: { id: severity },
		endpoint: { id },
		sim: { id: id + 1000 },
	});
	const feed = [event(1, 1, 3, 1), event(2, 2, 1, 1), event(1, 5_000, 3, 0), event(2, 9_000, 5, 0)];
	const { call } = serviceOf(feed);
	const sightings = new Sightings(call, false, new Steps(undefined));
	for (const alone of await sightings.feed([listed(1), listed(2)])) await sightings.ofOne(alone);
	const heard = [1, 2].map((id) => sightings.found.get(id)!.heardAt);
	expect(heard).toEqual([NOW - 5_000 * 60_000, NOW - 9_000 * 60_000]);
});
