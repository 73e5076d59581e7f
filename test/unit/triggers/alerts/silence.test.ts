import { schemaOf } from '../../../../src/table/checks';
import { silence } from '../../../../src/triggers/alerts/silence';
import {
	deviceAt,
	endpointOf,
	eventOf,
	HOUR,
	MINUTE,
	SILENCE,
	silences,
	START,
	Watcher,
} from './alerts';

const a = deviceAt(1);
/** The names of the events. */
const events = (told: Array<{ event: string }>) => told.map(({ event }) => event);
/** Size of the fleet in SIMs; `npm run test:faults` uses ten times as many. */
const SIZE = 1_000;

describe('the alerts for silent and returned devices', () => {
	const watching = (more = {}, tags: string | null = null) => {
		const watcher = new Watcher(silence, { ...SILENCE, ...more });
		watcher.fleet = [endpointOf({ ...a, tags })];
		return watcher;
	};
	const at = (hours: number) => START + hours * HOUR;

	test('report silence once when it is due, and the return once', async () => {
		const watcher = watching();
		expect(await watcher.poll(at(0), [eventOf(a, at(0))])).toEqual([]);
		await watcher.poll(at(2), [eventOf(a, at(2))]);
		expect(await watcher.poll(at(25.9))).toEqual([]);
		expect(await watcher.poll(at(26))).toMatchObject([
			{
				event: 'deviceSilent',
				at: at(26),
				fields: {
					sim_id: a.id,
					endpoint_id: a.id + 1_000_000,
					last_heard_at: new Date(at(2)).toISOString(),
					silent_hours: 24,
				},
			},
		]);
		expect(await watcher.poll(at(50))).toEqual([]);
		expect(await watcher.poll(at(51), [eventOf(a, at(50.5))])).toMatchObject([
			{ event: 'deviceBack', at: at(50.5), fields: { sim_id: a.id, silent_hours: 48.5 } },
		]);
		expect(await watcher.poll(at(52), [eventOf(a, at(51.5))])).toEqual([]);
		expect(events(await watcher.poll(at(76)))).toEqual(['deviceSilent']);
	});

	test.each([1, 2, 3])(
		'do not count a refusal (type %s) as a sign of life, nor as a return',
		async (type) => {
			const watcher = watching();
			const refused = (hours: number) => ({
				...eventOf(a, at(hours), { type }),
				event_severity: { id: 1, description: 'Warn' },
			});
			await watcher.poll(at(0), [eventOf(a, at(0))]);
			await watcher.poll(at(23), [refused(23)]);
			expect(events(await watcher.poll(at(24)))).toEqual(['deviceSilent']);
			expect(await watcher.poll(at(25), [refused(25)])).toEqual([]);
			const back = [eventOf(a, at(26), { type })];
			expect(events(await watcher.poll(at(26), back))).toEqual(['deviceBack']);
		},
	);

	test('use the hours of the tag, and the shortest of several tags', async () => {
		const silentTags = new Map([
			['pumps', 6],
			['north', 48],
		]);
		const pump = watching({ silentTags }, 'north, pumps');
		await pump.poll(at(0));
		expect(await pump.poll(at(5.9))).toEqual([]);
		expect(events(await pump.poll(at(6)))).toEqual(['deviceSilent']);
		const north = watching({ silentTags }, 'north');
		await north.poll(at(0));
		expect(await north.poll(at(47))).toEqual([]);
		expect(events(await north.poll(at(48)))).toEqual(['deviceSilent']);
	});

	test('do not count the end of a session or a purge as a sign of life', async () => {
		const watcher = watching();
		await watcher.poll(at(0));
		const ends = [5, 15, 16, 9].map((type) => eventOf(a, at(23), { type }));
		await watcher.poll(at(23), ends);
		expect(events(await watcher.poll(at(24)))).toEqual(['deviceSilent']);
		expect(await watcher.poll(at(30), [eventOf(a, at(29), { type: 5 })])).toEqual([]);
	});

	test('count the traffic of a long session, and request it only when silence is due', async () => {
		const watcher = watching();
		await watcher.poll(at(0));
		watcher.traffic.set(a.id + 1_000_000, at(20));
		for (let hour = 1; hour < 24; hour++) await watcher.poll(at(hour));
		expect(watcher.asked).toBe(0);
		expect(await watcher.poll(at(24))).toEqual([]);
		expect(await watcher.poll(at(43))).toEqual([]);
		expect(watcher.asked).toBe(1);
		expect(events(await watcher.poll(at(44)))).toEqual(['deviceSilent']);
		watcher.traffic.set(a.id + 1_000_000, at(50));
		expect(await watcher.poll(at(51))).toMatchObject([{ event: 'deviceBack', at: at(50) }]);
	});

	test('request no traffic when only events count', async () => {
		const watcher = watching({ silentCheck: 'none' });
		watcher.traffic.set(a.id + 1_000_000, at(20));
		await watcher.poll(at(0));
		expect(events(await watcher.poll(at(24)))).toEqual(['deviceSilent']);
		expect(watcher.asked).toBe(0);
	});

	test('report no silence for the time in which the feed could not be read', async () => {
		const watcher = watching();
		await watcher.poll(at(0), [eventOf(a, at(0))]);
		// Polls fail for two days; then the feed is read further, day by day.
		expect(await watcher.poll(at(24), [eventOf(a, at(12)), eventOf(a, at(23))])).toEqual([]);
		expect(await watcher.poll(at(46), [eventOf(a, at(36)), eventOf(a, at(45))])).toEqual([]);
	});

	test('report a return and a new silence from one poll, and ignore late events', async () => {
		const watcher = watching();
		await watcher.poll(at(0));
		expect(events(await watcher.poll(at(30)))).toEqual(['deviceSilent']);
		// From before the alert.
		expect(await watcher.poll(at(31), [eventOf(a, at(1))])).toEqual([]);
		const told = await watcher.poll(at(80), [eventOf(a, at(50))]);
		expect(events(told)).toEqual(['deviceBack', 'deviceSilent']);
	});

	test('report a device that was never heard only if the option is set', async () => {
		const watcher = watching();
		await watcher.poll(at(0));
		expect(await watcher.poll(at(24))).toMatchObject([
			{ fields: { last_heard_at: null, silent_hours: 24 } },
		]);
		const other = watching({ silentNever: false });
		await other.poll(at(0));
		expect(await other.poll(at(24))).toEqual([]);
		await other.poll(at(25), [eventOf(a, at(25))]);
		expect(events(await other.poll(at(49)))).toEqual(['deviceSilent']);
	});

	test.each([
		['that is disabled', { status: { id: 1 } }],
		['without a SIM', { sim: null }],
		['with a suspended SIM', { sim: { id: a.id, status: { id: 2 } } }],
	])('report no silence for an endpoint %s', async (_, more) => {
		const watcher = watching();
		await watcher.poll(at(0));
		watcher.fleet = [endpointOf(a, more), endpointOf(deviceAt(2))];
		const told = await watcher.poll(at(24));
		expect(told.map(({ fields }) => fields.sim_id)).toEqual([]);
	});

	test('keep the state of an endpoint that is missing from one list or from empty lists', async () => {
		const watcher = watching();
		const fleet = watcher.fleet;
		await watcher.poll(at(0));
		expect(events(await watcher.poll(at(24)))).toEqual(['deviceSilent']);
		for (const list of [[], [], [], [], [endpointOf(deviceAt(2))]]) {
			watcher.fleet = list;
			await watcher.poll(at(25));
		}
		watcher.fleet = fleet;
		expect(await watcher.poll(at(30))).toEqual([]);
	});

	test('keep the state of an endpoint that lists lack which are not complete', async () => {
		const watcher = watching();
		const fleet = watcher.fleet;
		await watcher.poll(at(0));
		expect(events(await watcher.poll(at(24)))).toEqual(['deviceSilent']);
		Object.assign(watcher, { fleet: [endpointOf(deviceAt(2))], isComplete: false });
		for (let minutes = 5; minutes <= 30; minutes += 5) {
			await watcher.poll(at(24) + minutes * MINUTE);
		}
		Object.assign(watcher, { fleet, isComplete: true });
		// A device that was forgotten would be expected anew, and be told of again after a day.
		const later = [...(await watcher.poll(at(48))), ...(await watcher.poll(at(73)))];
		expect(later.filter(({ fields }) => fields.sim_id === a.id)).toEqual([]);
	});

	test('report other devices when the usage of one is refused, and log one warning', async () => {
		const watcher = watching();
		const [first, second] = [a.id + 1_000_000, deviceAt(2).id + 1_000_000];
		watcher.fleet.push(endpointOf(deviceAt(2)));
		await watcher.poll(at(0));
		watcher.refused.set(first, 422);
		expect(await watcher.poll(at(24))).toMatchObject([{ fields: { endpoint_id: second } }]);
		// Also when it is the only device whose usage is requested.
		for (let minutes = 5; minutes <= 24 * 60; minutes += 5) {
			expect(await watcher.poll(at(24) + minutes * MINUTE)).toEqual([]);
		}
		expect(watcher.said).toEqual([
			expect.stringMatching(`Whether endpoint ${first} is silent is not known: .* \\(422\\)`),
		]);
		watcher.refused.clear();
		const told = [...(await watcher.poll(at(48.5))), ...(await watcher.poll(at(49)))];
		expect(told).toMatchObject([{ event: 'deviceSilent', fields: { endpoint_id: first } }]);
		// A device that was reported silent is not back because its usage is refused.
		watcher.refused.set(first, 500);
		expect(await watcher.poll(at(50))).toEqual([]);
		expect(await watcher.poll(at(52), [eventOf(a, at(51))])).toMatchObject([
			{ event: 'deviceBack', fields: { endpoint_id: first } },
		]);
	});

	test('retry refused usage six times in four hours at most, without delaying other devices', async () => {
		const watcher = watching();
		for (let i = 2; i < 250; i++) watcher.fleet.push(endpointOf(deviceAt(i)));
		await watcher.poll(at(0));
		for (const { id } of watcher.fleet.slice(0, 200)) watcher.refused.set(Number(id), 500);
		const told = [];
		for (let minutes = 0; minutes <= 15; minutes += 5) {
			told.push(...(await watcher.poll(at(24) + minutes * MINUTE)));
		}
		expect(told).toHaveLength(watcher.fleet.length - 200);
		expect(watcher.said).toEqual([expect.stringMatching(/^Whether 200 endpoints are .* \(500\)/)]);
		const before = watcher.asked;
		for (let minutes = 20; minutes < 260; minutes += 5) {
			await watcher.poll(at(24) + minutes * MINUTE);
		}
		// Each refused device is requested once an hour, the silent devices in turn.
		const ofRefused = watcher.asked - before - 48 * (watcher.fleet.length - 200);
		expect(ofRefused).toBeLessThanOrEqual(200 * 6);
	});

	test('make the poll fail when the service is out of reach', async () => {
		const watcher = watching();
		await watcher.poll(at(0));
		watcher.isOutOfReach = true;
		await expect(watcher.poll(at(25))).rejects.toThrow('out of reach');
		watcher.isOutOfReach = false;
		expect(await watcher.poll(at(26))).toMatchObject([{ fields: { sim_id: a.id } }]);
	});

	test('continue after a clock that was a year ahead is corrected', async () => {
		const watcher = watching();
		await watcher.poll(at(365 * 24));
		expect(await watcher.poll(at(0))).toEqual([]);
		expect(await watcher.poll(at(23))).toEqual([]);
		expect(events(await watcher.poll(at(24)))).toEqual(['deviceSilent']);
		expect(events(await watcher.poll(at(30), [eventOf(a, at(29))]))).toEqual(['deviceBack']);
	});

	test('read the list at most every five minutes', async () => {
		const watcher = watching();
		for (let minute = 0; minute <= 30; minute++) await watcher.poll(START + minute * MINUTE);
		expect(watcher.lists).toBe(7);
	});

	test(`report 50 silent and returned devices of ${SIZE} across restarts, with few requests`, async () => {
		const { silent, back, mostAsked } = await silences(SIZE, 50);
		expect([silent.length, new Set(silent).size]).toEqual([50, 50]);
		expect([back.length, new Set(back).size]).toEqual([50, 50]);
		expect(mostAsked).toBeLessThanOrEqual(200);
	});

	test.each([
		[
			'pumps: 6\nnorth: 48',
			[
				['pumps', 6],
				['north', 48],
			],
		],
		['a: b: 2', [['a: b', 2]]],
		['', []],
		[{ pumps: 6 }, [['pumps', 6]]],
	])('accept the hours by tag %p', (given, wanted) => {
		expect([...(schemaOf(silence.fields.silentTags!).parse(given) as Map<string, number>)]).toEqual(
			wanted,
		);
	});

	test.each(['pumps', 'pumps: soon', ': 6', 'pumps: 0', 'pumps: 900'])(
		'refuse the hours by tag %p',
		(given) => {
			expect(
				schemaOf(silence.fields.silentTags!).safeParse(given).error?.issues[0]?.message,
			).toMatch(/^must be lines of a tag and its hours/);
		},
	);
});
