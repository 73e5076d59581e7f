import fc from 'fast-check';
import type { Json } from '../../../../src/table/define';
import type { EventForm } from '../../../../src/triggers/events/form';
import { forgetPolls, type StateStore } from '../../../../src/triggers/runtime/stored';
import { FeedService } from '../feed/feedService';
import { PolledTrigger, pollEventTrigger } from '../polls';
import { emptyTally, type Tally, type Verdict, verdictOf } from '../verdict';

/* Random histories of the feed: every event of the chosen types is emitted once, in order. */

const OVERLAP_MS = 600_000;
/** Allows for dates in whole seconds, and for clocks that are treated as equal. */
const MARGIN_MS = 5_000;
const HOUR = 3_600_000;
const RESTARTS = 3;
/** Thirty types, in five filters. */
const TYPES = [
	0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 18, 19, 20, 21, 30, 31, 42, 43, 48, 50, 51, 56,
	58, 60, 65,
];
/** Types that are not chosen. */
const OTHERS = [14, 27, 67];

const appearing = {
	type: fc.constantFrom(...TYPES, ...OTHERS),
	/** Milliseconds by which its time differs from the moment it appears. */
	skew: fc.oneof(
		fc.constant(0),
		fc.integer({ min: -OVERLAP_MS + MARGIN_MS, max: OVERLAP_MS - MARGIN_MS }),
	),
	/** Whether ids grow, shrink or exceed the safe integer range. */
	order: fc.constantFrom('up' as const, 'down', 'large'),
	count: fc.oneof(
		{ weight: 12, arbitrary: fc.constantFrom(1, 2, 5) },
		{ weight: 1, arbitrary: fc.constantFrom(99, 100, 101, 230) },
	),
};
const step = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ do: fc.constant('event' as const), ...appearing }) },
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('meanwhile' as const),
			at: fc.nat(14),
			...appearing,
		}),
	},
	{ weight: 5, arbitrary: fc.record({ do: fc.constantFrom('poll' as const, 'twice', 'overlap') }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), at: fc.nat(14) }) },
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('wait' as const),
			ms: fc.constantFrom(1000, 60_000, OVERLAP_MS, HOUR, 80 * HOUR),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('short' as const) }) },
	// The clock of n8n is set, in minutes relative to the service's clock.
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('clock' as const),
			minutes: fc.constantFrom(-60, 0, 60),
		}),
	},
);
/** Two years in minutes, for a clock that was never set. */
const YEARS = 2 * 365 * 24 * 60;
const history = fc.record({
	steps: fc.array(step, { minLength: 5, maxLength: 30 }),
	/** The fractions of the steps after which n8n restarts. */
	restarts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
		minLength: RESTARTS,
		maxLength: RESTARTS,
	}),
	/** n8n saves the state of every poll, but not of a publication. */
	durable: fc.boolean(),
	/** How far n8n's clock is ahead of the service's at first, in minutes. */
	clock: fc.constantFrom(-YEARS, -60, -15, -1, 0, 1, 15, 60),
	/** The same for the dates of answers, by gateway; null for a gateway that sends no date. */
	gateways: fc.constantFrom<Array<Array<number | null>>>(
		[0],
		[null],
		[20],
		[-20],
		[0, 20],
		[20, -20, 0],
		[0, null],
		[90, null],
		[-YEARS],
		[YEARS],
	),
	/** Event times are rounded down to whole minutes. */
	coarse: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
type Appearing = Extract<History['steps'][number], { do: 'event' }>;

const form: EventForm = {
	zone: 'UTC',
	types: [...TYPES],
	alerts: [],
	filters: {},
	simplify: true,
	overlapMs: OVERLAP_MS,
	budgetMs: 1e12,
};

/** A trigger, and the ids of all events that it has emitted. */
class PollingRun {
	readonly ids: string[] = [];
	private readonly trigger: PolledTrigger;
	/** Minutes by which n8n's clock is ahead. */
	clock: number;

	constructor(
		private readonly service: FeedService,
		private readonly key: string,
		plan: Pick<History, 'clock' | 'durable'>,
		tally: Tally,
	) {
		this.clock = plan.clock;
		this.trigger = new PolledTrigger(key, tally, plan.durable);
	}

	/** @throws Error if a failed poll has changed the state, or a poll emits events out of order. */
	async poll({ budgetMs = 1e12, times = 1, publication = false } = {}): Promise<void> {
		const { service, trigger, key } = this;
		const watch = { now: () => service.now + this.clock * 60_000, log: () => {} };
		const timed = { ...form, budgetMs };
		const once = async () =>
			await pollEventTrigger(key, trigger.store, service.client, timed, watch, { publication });
		const items = await trigger.poll(once, times);
		if (!items) return;
		checkOrder(items);
		this.ids.push(...items.map(({ id }) => String(id)));
		trigger.save(items, publication);
	}

	async restart(): Promise<void> {
		this.trigger.restart();
		await this.poll({ publication: true });
	}
}

function checkOrder(items: Json[]): void {
	for (const [i, item] of items.entries()) {
		const before = items[i - 1];
		if (!before) continue;
		const later = Date.parse(String(item.timestamp)) - Date.parse(String(before.timestamp));
		if (later < 0 || (later === 0 && Number(item.id) < Number(before.id))) {
			throw new Error(`told ${String(before.id)} before ${String(item.id)}`);
		}
	}
}

/** Plays one history. @throws Error unless each event is emitted exactly once. */
async function playEvents(plan: History, key: string, tally: Tally): Promise<void> {
	const service = new FeedService();
	service.gateways = plan.gateways;
	const wanted: string[] = [];
	let count = 0;
	type Some = Omit<Appearing, 'do' | 'count'> & { count: number };
	const add = ({ type, skew, order, count: times }: Some, tells = true) => {
		const precise = service.now + skew;
		const at = plan.coarse ? Math.floor(precise / 60_000) * 60_000 : precise;
		for (let i = 0; i < times; i++) {
			count += 1;
			const small = order === 'up' ? 500_000 + count : 500_000 - count;
			const id = order === 'large' ? `${9_007_199_254_741_000n + BigInt(count)}` : small;
			service.add({ id, at: tells ? Math.max(at, earliest()) : at, type });
			if (tells && TYPES.includes(type)) wanted.push(String(id));
		}
	};
	// A rounded time is never earlier than the overlap reaches.
	const earliest = () => service.now - OVERLAP_MS + MARGIN_MS;
	// Events from before are not emitted.
	for (const order of ['up', 'down', 'large'] as const) {
		add({ type: 3, skew: -HOUR, order, count: 40 }, false);
		add({ type: 3, skew: -30_000, order, count: 40 }, false);
	}
	const told = new PollingRun(service, key, plan, tally);
	await told.poll({ publication: true });
	// With durable cursors the state of that poll is not saved, so a restart before the next poll would lose it.
	if (plan.durable) await told.poll();
	const after = plan.restarts.map((part) => Math.floor(part * plan.steps.length));
	let longWaits = 0;
	for (const [i, taken] of plan.steps.entries()) {
		service.now += 1000;
		if (taken.do === 'wait') {
			// n8n is never away for longer than the service keeps events.
			if (taken.ms > HOUR) longWaits += 1;
			service.now += longWaits > 6 ? Math.min(taken.ms, HOUR) : taken.ms;
		}
		if (taken.do === 'event') add(taken);
		if (taken.do === 'poll') await told.poll();
		if (taken.do === 'twice') for (let turn = 0; turn < 2; turn++) await told.poll();
		if (taken.do === 'overlap') await told.poll({ times: 3 });
		if (taken.do === 'clock') told.clock = taken.minutes;
		if (taken.do === 'short') await told.poll({ budgetMs: 1 });
		if (taken.do === 'fail') service.failAfter = taken.at;
		if (taken.do === 'meanwhile') service.meanwhile = { at: taken.at, act: () => add(taken) };
		if (taken.do === 'fail' || taken.do === 'meanwhile') {
			await told.poll();
			service.failAfter = undefined;
			if (service.meanwhile) service.meanwhile.act();
			service.meanwhile = undefined;
		}
		for (const at of after) if (at === i) await told.restart();
	}
	for (const at of after) if (at >= plan.steps.length) await told.restart();
	for (let turn = 0; turn < 3; turn++) await told.poll();
	service.now += 2 * OVERLAP_MS;
	await told.poll();
	tally.wanted += wanted.length;
	tally.got += told.ids.length;
	const [all, own] = [[...told.ids].sort(), [...wanted].sort()];
	if (String(all) !== String(own)) {
		const [ids, due] = [new Set(all), new Set(own)];
		const missing = own.filter((id) => !ids.has(id));
		const twice = all.filter((id, i) => all[i - 1] === id || !due.has(id));
		throw new Error(`not told: ${missing.join()}; told too much: ${twice.join()}`);
	}
}

/** Random histories of thirty types of events, three restarts each. */
export async function eventHistories(runs: number, seed?: number): Promise<Verdict> {
	const tally = emptyTally();
	const play = async (plan: History, name: string) =>
		await playEvents(plan, `events ${name}`, tally);
	return await verdictOf(history, tally, play, runs, seed);
}

/** The result of a flood. */
interface Flood {
	events: number;
	told: number;
	doubled: number;
	polls: number;
	/** Most items of one poll. */
	mostItems: number;
	/** Largest state, in bytes. */
	stateBytes: number;
}

/** Adds events at 222 a second while n8n is off, then polls until no event is left. */
export async function eventFlood(events: number): Promise<Flood> {
	const service = new FeedService();
	const store: StateStore = {};
	const key = `flood ${Math.random()}`;
	const watch = { now: () => service.now, log: () => {} };
	const poll = async () =>
		(await pollEventTrigger(key, store, service.client, { ...form, types: 'any' }, watch)) ?? [];
	await poll();
	for (let i = 0; i < events; i++) {
		const id = 1_000_000_000_000_000 + i;
		service.add({ id, at: service.now + Math.floor((i * 1000) / 222), type: 5 });
	}
	service.now += (events * 1000) / 222 + HOUR;
	const ids = new Set<string>();
	const flood: Flood = { events, told: 0, doubled: 0, polls: 0, mostItems: 0, stateBytes: 0 };
	for (let news = 1; news > 0; flood.polls++) {
		const items = await poll();
		news = items.length;
		for (const { id } of items) {
			if (ids.has(String(id))) flood.doubled += 1;
			ids.add(String(id));
		}
		flood.mostItems = Math.max(flood.mostItems, items.length);
		flood.stateBytes = Math.max(flood.stateBytes, String(store.state).length);
	}
	flood.told = ids.size;
	forgetPolls(key);
	return flood;
}
