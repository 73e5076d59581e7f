import type { Json } from '../../../../src/table/define';
import { unpackUsage, type UsageRule, watchUsage } from '../../../../src/triggers/stream/usage';
import { packSums } from '../../../../src/triggers/stream/usageSums';
import { expectNoFailure, SEED } from '../played';
import { DAY, HOUR, read, recordOf, spikes, START, usageHistories, watchAll } from './usage';

type LimitRule = Extract<UsageRule, { event: 'usageAboveLimit' }>;
const limit = (more: Partial<LimitRule> = {}): UsageRule =>
	({
		event: 'usageAboveLimit',
		per: 'endpoint',
		span: 'day',
		limit: 10,
		zone: 'UTC',
		...more,
	}) as UsageRule;
const spike: UsageRule = {
	event: 'usageSpike',
	per: 'endpoint',
	zone: 'UTC',
	factor: 3,
	days: 7,
	minimum: 2,
};
/** The sums of a rule, as the trigger keeps them. */
class Sums {
	state: ReturnType<typeof unpackUsage>;

	constructor(
		readonly rule: UsageRule,
		stored?: string,
		said?: (message: string) => void,
	) {
		this.state = unpackUsage(stored, rule, said);
	}

	/** The same sums after a restart, optionally with another rule. */
	restarted(rule = this.rule): Sums {
		return new Sums(rule, packSums(this.state));
	}

	/** Adds records at `now`; returns the alerts. */
	add(now: number, ...records: Json[]) {
		return watchUsage(this.state, read(records), this.rule, now);
	}
}
const alertsFor = (rule: UsageRule, ...lists: Array<Parameters<typeof recordOf>>) =>
	watchAll(
		rule,
		lists.map((given) => [recordOf(...given)]),
	);

test('emits each window above the limit once for random records in any order with restarts', () => {
	const verdict = usageHistories(1_000, SEED);
	expectNoFailure('usage histories', verdict);
	expect(verdict.got).toBe(verdict.wanted);
	expect(verdict.wanted).toBeGreaterThan(500);
});

test('emits usage above a limit with the record that exceeds it, once per window', () => {
	const at = START + 8 * HOUR;
	const items = alertsFor(
		limit(),
		[1, at, 6],
		[1, at + HOUR, 4],
		[1, at + 2 * HOUR, 0.5],
		[1, at, 9],
	);
	expect(items).toEqual([
		{
			event: 'usageAboveLimit',
			reason: '10.5 MB in this day, more than 10',
			at: at + 2 * HOUR,
			fields: {
				endpoint_id: 1,
				endpoint_name: 'meter-1',
				sim_id: 1_000_001,
				iccid: '8900000000000000001',
				window: 'day',
				window_start: '2026-03-01T00:00:00.000Z',
				window_end: '2026-03-02T00:00:00.000Z',
				record_id: `1${at + 2 * HOUR}`,
				volume: 10.5,
				limit: 10,
			},
		},
	]);
});

test('assigns late records and records that end at midnight to the window of their usage', () => {
	const midnight = START + DAY;
	// A session that ends at midnight counts for the day before.
	expect(alertsFor(limit(), [1, midnight, 6], [1, midnight + HOUR, 6])).toEqual([]);
	const late = alertsFor(limit(), [1, START + HOUR, 6], [1, midnight + HOUR, 9], [1, midnight, 6]);
	expect(late.map(({ fields }) => fields.window_start)).toEqual(['2026-03-01T00:00:00.000Z']);
	// The day was already emitted, so later records for it emit nothing.
	expect(
		alertsFor(limit(), [1, START + HOUR, 11], [1, midnight + HOUR, 1], [1, midnight, 11]),
	).toHaveLength(1);
});

test('ignores a record of a closed window', () => {
	const sums = new Sums(limit({ span: 'hour' }));
	const now = START + DAY;
	expect(sums.add(now, recordOf(1, START + HOUR, 11))).toHaveLength(1);
	sums.add(now, recordOf(2, START + 12 * HOUR, 1));
	expect(sums.state.keys.has('1')).toBe(false);
	expect(sums.add(now, recordOf(1, START + HOUR, 11))).toEqual([]);
	expect(sums.state.keys.has('1')).toBe(false);
});

test('closes no window of other devices for a record from the future', () => {
	const sums = new Sums(limit({ span: 'hour' }));
	const now = START + 2 * HOUR;
	expect(sums.add(now, recordOf(1, START + 900 * DAY, 99))).toEqual([]);
	expect(sums.add(now, recordOf(1, now, 11))).toHaveLength(1);
});

test.each(['hour', 'day', 'month'] as const)(
	"counts every record within a %s across restarts when n8n's clock is hours behind",
	(span) => {
		let sums = new Sums(limit({ span }));
		const told = [];
		for (let minute = 0; minute < 300; minute++) {
			const at = START + 12 * HOUR + minute * 60_000;
			// One record is dated far ahead, and closes no window.
			const records = [
				recordOf(1, at, 0.5),
				...(minute === 9 ? [recordOf(2, at + 9 * DAY, 1)] : []),
			];
			told.push(...sums.add(at - 3 * HOUR, ...records));
			sums = sums.restarted();
		}
		// 30 MB an hour exceed the limit of 10 MB once in each of the five hours.
		expect(told).toHaveLength(span === 'hour' ? 5 : 1);
	},
);

test('limits the stored windows when the clock stands still', () => {
	const sums = new Sums(limit({ span: 'hour' }));
	for (let hour = 1; hour < 700; hour++) sums.add(START, recordOf(1, START + hour * HOUR, 1));
	expect(sums.state.keys.get('1')!.windows.size).toBeLessThanOrEqual(7);
});

test('subtracts corrections that come before or after the usage, also across a restart', () => {
	const at = START + 8 * HOUR;
	const corrected = alertsFor(limit(), [1, at, 9], [1, at + HOUR, -5], [1, at + 2 * HOUR, 5]);
	expect(corrected).toEqual([]);
	const sums = new Sums(limit());
	sums.add(START + DAY, recordOf(1, at, -4));
	const again = sums.restarted();
	expect(again.add(START + DAY, recordOf(1, at + 1, 14))).toEqual([]);
	expect(again.add(START + DAY, recordOf(1, at + 2, 0.5))).toMatchObject([
		{ fields: { volume: 10.5 } },
	]);
});

test('discards sums of another version with a message, and starts again', () => {
	const said: string[] = [];
	const sums = new Sums(limit(), 'AhtbImVuZHBvaW50Il0', (message) => said.push(message));
	expect(said).toEqual([expect.stringMatching(/usage of devices cannot be read/)]);
	const at = START + HOUR;
	expect(sums.add(at, recordOf(1, at, 10.5))).toHaveLength(1);
});

test.each([
	['Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
	['UTC', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
	['America/St_Johns', '2026-02-01T03:30:00.000Z', '2026-03-01T03:30:00.000Z'],
])('uses the months of %s across a change of its clocks', (zone, start, end) => {
	const rule = limit({ span: 'month', zone });
	const [item] = alertsFor(rule, [1, START + HOUR, 11]);
	expect(item?.fields).toMatchObject({ window_start: start, window_end: end });
});

test('sums usage per ICCID, with or without its check digit, and per tag', () => {
	const [a, b] = ['8900000000000000017', '89000000000000000174'];
	const at = START + HOUR;
	expect(
		alertsFor(limit({ per: 'iccid' }), [1, at, 6, { iccid: a }], [2, at, 6, { iccid: b }]),
	).toHaveLength(1);
	const tagged = alertsFor(
		limit({ per: 'tag' }),
		[1, at, 6, { tags: 'north, field' }],
		[2, at, 6, { tags: 'field' }],
		[3, at, 60],
	);
	expect(tagged.map(({ fields }) => fields)).toMatchObject([{ tag: 'field', volume: 12 }]);
	expect(tagged[0]!.fields).not.toHaveProperty('endpoint_id');
});

test('ignores SMS and records without a volume, and reads volumes given as text', () => {
	const at = START + HOUR;
	const sums = new Sums(limit());
	const odd = [
		recordOf(1, at, 99, { type: 6 }),
		recordOf(1, at, 0),
		{ ...recordOf(1, at, 99), volume: null },
		{},
	];
	expect(sums.add(at, ...odd)).toEqual([]);
	const text = { ...recordOf(1, at, 0), volume: { rx: '5.5', tx: '5.500001' } };
	expect(sums.add(at, text)[0]?.fields).toMatchObject({ volume: 11.000001 });
});

test('keeps the sums when the limit is changed, and applies the new limit', () => {
	const old = new Sums(limit({ limit: 100 }));
	old.add(START + DAY, recordOf(1, START + HOUR, 60));
	const next = old.restarted(limit({ limit: 50 }));
	const items = next.add(START + DAY, recordOf(1, START + 2 * HOUR, 1));
	expect(items[0]?.fields).toMatchObject({ volume: 61, limit: 50 });
});

test("emits a spike above a multiple of the device's mean of the days before, once a day", () => {
	const days = [0, 1, 2].map((day) => [1, START + day * DAY + HOUR, 1] as const);
	const third = START + 3 * DAY;
	const given = (...today: Array<[number, number]>) =>
		alertsFor(
			spike,
			...days.map((day) => [...day] as Parameters<typeof recordOf>),
			...today.map(([hour, mb]) => [1, third + hour * HOUR, mb] as Parameters<typeof recordOf>),
		);
	// The first day is known from its first hour on: a mean of 3 MB in almost 3 days.
	expect(given([1, 2], [2, 0.9])).toEqual([]);
	const [item, ...others] = given([1, 2], [2, 2], [3, 9]);
	expect(others).toEqual([]);
	expect(item?.fields).toMatchObject({ volume: 4, factor: 3, window: 'day', endpoint_id: 1 });
	expect(Number(item?.fields.mean)).toBeCloseTo(1, 1);
});

test('emits no spike below the minimum, on the first day, or when little of a day is known', () => {
	const small = [0, 1, 2, 3].map((day): Parameters<typeof recordOf> => {
		return [1, START + day * DAY + HOUR, day === 3 ? 1.9 : 0.1];
	});
	expect(alertsFor(spike, ...small)).toEqual([]);
	expect(alertsFor(spike, [1, START + HOUR, 0.1], [1, START + 5 * HOUR, 90])).toEqual([]);
	const evening = START + DAY - 2 * HOUR;
	expect(alertsFor(spike, [1, evening, 0.1], [1, START + DAY + 5 * HOUR, 90])).toEqual([]);
});

test('emits one spike for each of the five devices of 1,000 that use four times their mean', () => {
	const { told: ids } = spikes(1_000, 5);
	expect(ids.sort()).toEqual(['10000', '10001', '10002', '10003', '10004']);
});

test('stores less than 80 bytes per device for 1,000 devices (the fault figures use 10,000)', () => {
	const { told: ids, bytes } = spikes(1_000, 0, 10);
	expect(ids).toEqual([]);
	console.log(`usage spikes: ${Math.round(bytes / 1_000)} bytes a device with a week of days`);
	expect(bytes / 1_000).toBeLessThan(80);
});

test('continues known tags when there are too many, and counts the tags that are left out', () => {
	const sums = new Sums(limit({ per: 'tag', limit: 1 }));
	const { state } = sums;
	const at = START + 8 * HOUR;
	const now = START + DAY;
	const tagged = (tags: string, end: number) => sums.add(now, recordOf(1, end, 0.6, { tags }));
	tagged('known', at);
	const many = Array.from({ length: 200_100 }, (_, i) => `tag${i}`).join(',');
	expect(tagged(many, at + 1)).toEqual([]);
	expect(state.keys.size).toBe(200_000);
	expect(state.left).toBe(101);
	expect(tagged(`known,${'y'.repeat(201)}`, at + 2)).toMatchObject([{ fields: { tag: 'known' } }]);
	expect(state.left).toBe(102);
	expect(sums.restarted().state.keys.size).toBe(200_000);
});

describe('an SMS loop', () => {
	const loop: UsageRule = {
		event: 'smsLoop',
		per: 'endpoint',
		span: 'hour',
		limit: 30,
		zone: 'UTC',
	};
	let nextId = 0;
	/** An SMS: from the device it is `rx`, as the network sees it. */
	const sms = (endpoint: number, minute: number, isSent = true): Json => ({
		...recordOf(endpoint, START + minute * 60_000 + 1_000, 1, { type: 6 }),
		id: (nextId += 1),
		volume: isSent ? { rx: 1, tx: 0, total: 1 } : { rx: 0, tx: 1, total: 1 },
	});
	const many = (count: number, isSent = true, endpoint = 1) =>
		Array.from({ length: count }, (_, i) => sms(endpoint, i, isSent));

	test('is as many SMS as the limit, sent by the device in an hour, and told once', () => {
		const sums = new Sums(loop);
		expect(sums.add(START + HOUR, ...many(29))).toEqual([]);
		expect(sums.restarted().add(START + HOUR, sms(1, 40), sms(1, 41))).toMatchObject([
			{ event: 'smsLoop', fields: { endpoint_id: 1, count: 30, limit: 30, window: 'hour' } },
		]);
	});

	test('counts neither SMS that the device receives, nor data, nor those of another hour', () => {
		const sums = new Sums(loop);
		expect(sums.add(START + HOUR, ...many(50, false))).toEqual([]);
		expect(sums.add(START + HOUR, recordOf(1, START + 60_000, 500))).toEqual([]);
		const spread = Array.from({ length: 40 }, (_, i) => sms(1, i * 3));
		expect(sums.add(START + 3 * HOUR, ...spread)).toEqual([]);
	});

	test('starts anew from the sums of a limit of data, whose megabytes are no messages', () => {
		const data = new Sums(limit({ span: 'hour' }));
		data.add(START + HOUR, recordOf(1, START + 60_000, 5));
		expect(data.restarted(loop).add(START + HOUR, sms(1, 2))).toEqual([]);
	});
});
