import type { Json } from '../../src/operations/define';
import { schemaOf } from '../../src/operations/checks';
import { deviceOf, otherDevice } from '../../src/triggers/alerts/otherDevice';
import { placeNotWanted } from '../../src/triggers/alerts/place';
import { silence } from '../../src/triggers/alerts/silence';
import { ALERTS } from '../../src/triggers/alerts';
import {
	deviceAt,
	endpointOf,
	eventOf,
	FR,
	HOUR,
	imeisv,
	MINUTE,
	silences,
	SILENCE,
	START,
	swaps,
	visits,
	Watcher,
} from './alerts';

const a = deviceAt(1);
const b = { ...a, device: a.device + 777 };
/** Names, and what they say. */
const events = (told: Array<{ event: string }>) => told.map(({ event }) => event);
/** SIMs of a fleet here; `npm run test:faults` has ten times as many. */
const SIZE = 1_000;
let played: ReturnType<typeof silences> | undefined;
/** Four days of a fleet of which 50 fall silent. */
const silentFleet = async () => await (played ??= silences(SIZE, 50));

describe('SIM in another device', () => {
	test.each([
		['3500000000001701', 35_000_000_000_017],
		['350000000000170', 35_000_000_000_017],
		['35000000000017', 35_000_000_000_017],
		['0000000000000000', undefined],
		['', undefined],
		[null, undefined],
		['unknown', undefined],
		['35000000000017012', undefined],
	])('the device in %p', (imei, device) => {
		expect(deviceOf(imei)).toBe(device);
	});

	test('the first sight learns; new software is the same device; another device is told', async () => {
		const watcher = new Watcher(otherDevice);
		expect(await watcher.poll(START, [eventOf(a, START)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf({ ...a, software: 9 }, START + 1)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf(b, START + HOUR)])).toEqual([
			{
				event: 'simInOtherDevice',
				reason: expect.stringContaining('before it was in') as string,
				at: START + HOUR,
				fields: {
					...{ endpoint_id: a.id + 1_000_000, endpoint_name: `device ${a.id}` },
					...{ sim_id: a.id, iccid: `89${String(a.id).padStart(17, '0')}` },
					...{ imei: '350000000007787', previous_imei: '350000000000014' },
				},
			},
		]);
	});

	test('what comes late tells nothing, neither again nor backwards', async () => {
		const watcher = new Watcher(otherDevice);
		await watcher.poll(START, [eventOf(a, START)]);
		expect(await watcher.poll(START, [eventOf(b, START + HOUR)])).toHaveLength(1);
		const late = [eventOf(a, START + 1), eventOf(b, START + 2), eventOf(a, START + HOUR)];
		expect(await watcher.poll(START, late)).toEqual([]);
		expect(await watcher.poll(START, [eventOf(b, START + 2 * HOUR)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf(a, START + 3 * HOUR)])).toHaveLength(1);
	});

	test('two swaps in one poll, also within one moment', async () => {
		const watcher = new Watcher(otherDevice);
		const at = START + HOUR;
		expect(
			await watcher.poll(START, [eventOf(a, at), eventOf(b, at), eventOf(a, at)]),
		).toHaveLength(2);
	});

	test('what the endpoint says proves nothing, before the first session or after it', async () => {
		const watcher = new Watcher(otherDevice);
		const [former, typed] = [imeisv(b), '3599999999999901'];
		// Still listed is the former device; then somebody types in a third one.
		for (const [hours, listed] of [former, former, typed, null, former, typed].entries()) {
			const at = START + hours * HOUR;
			const read = [
				eventOf(a, at, { type: 1, listed }),
				eventOf(a, at + 1, { type: 2, listed }),
				...(hours > 0 ? [eventOf(a, at + 2, { listed })] : []),
			];
			expect(await watcher.poll(at, read)).toEqual([]);
		}
		const swapped = eventOf(b, START + 9 * HOUR, { listed: imeisv(a) });
		expect(await watcher.poll(START + 9 * HOUR, [swapped])).toHaveLength(1);
	});

	test('a device as older versions stored it from the endpoint is none until a session shows it', async () => {
		const watcher = new Watcher(otherDevice);
		watcher.packed = otherDevice.pack(
			new Map([[a.id, { device: b.device, at: START, isProven: false }]]),
		);
		expect(await watcher.poll(START, [eventOf(a, START + 1)])).toEqual([]);
		expect(await watcher.poll(START, [eventOf(b, START + 2)])).toHaveLength(1);
	});

	test('the end of the old session, and what no device causes, say nothing', async () => {
		const watcher = new Watcher(otherDevice);
		await watcher.poll(START, [eventOf(a, START)]);
		const ends = [5, 51, 8, 15].map((type, i) => eventOf(b, START + 1 + i, { type }));
		expect(await watcher.poll(START, ends)).toEqual([]);
	});

	test(`${SIZE} re-attaches and software updates: no alarm; 100 swaps: 100`, async () => {
		expect((await swaps(SIZE, 0)).told).toEqual([]);
		const { told } = await swaps(SIZE, 100);
		expect(told).toHaveLength(100);
		expect(new Set(told).size).toBe(100);
	});
});

describe('device silent, device back', () => {
	const watching = (more = {}, tags: string | null = null) => {
		const watcher = new Watcher(silence, { ...SILENCE, ...more });
		watcher.fleet = [endpointOf({ ...a, tags })];
		return watcher;
	};
	const at = (hours: number) => START + hours * HOUR;

	test('told once when it is due, once when it is back', async () => {
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

	test('the hours of a tag; of several the shortest', async () => {
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

	test('the end of a session and a purge are no sign of life', async () => {
		const watcher = watching();
		await watcher.poll(at(0));
		const ends = [5, 15, 16, 9].map((type) => eventOf(a, at(23), { type }));
		await watcher.poll(at(23), ends);
		expect(events(await watcher.poll(at(24)))).toEqual(['deviceSilent']);
		expect(await watcher.poll(at(30), [eventOf(a, at(29), { type: 5 })])).toEqual([]);
	});

	test('one session for days: its traffic counts, and is asked for only when it matters', async () => {
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

	test('nothing is asked where only events count', async () => {
		const watcher = watching({ silentCheck: 'none' });
		watcher.traffic.set(a.id + 1_000_000, at(20));
		await watcher.poll(at(0));
		expect(events(await watcher.poll(at(24)))).toEqual(['deviceSilent']);
		expect(watcher.asked).toBe(0);
	});

	test('a feed that could not be read makes nobody silent', async () => {
		const watcher = watching();
		await watcher.poll(at(0), [eventOf(a, at(0))]);
		// Polls fail for two days; then the feed is read on, day by day.
		expect(await watcher.poll(at(24), [eventOf(a, at(12)), eventOf(a, at(23))])).toEqual([]);
		expect(await watcher.poll(at(46), [eventOf(a, at(36)), eventOf(a, at(45))])).toEqual([]);
	});

	test('back and silent again while n8n was away: both, and what comes late says neither', async () => {
		const watcher = watching();
		await watcher.poll(at(0));
		expect(events(await watcher.poll(at(30)))).toEqual(['deviceSilent']);
		// From before it was told.
		expect(await watcher.poll(at(31), [eventOf(a, at(1))])).toEqual([]);
		const told = await watcher.poll(at(80), [eventOf(a, at(50))]);
		expect(events(told)).toEqual(['deviceBack', 'deviceSilent']);
	});

	test('never heard: from when it was expected, and only if wanted', async () => {
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
		['disabled', { status: { id: 1 } }],
		['without a SIM', { sim: null }],
		['with a suspended SIM', { sim: { id: a.id, status: { id: 2 } } }],
	])('an endpoint %s is not expected to be heard', async (_, more) => {
		const watcher = watching();
		await watcher.poll(at(0));
		watcher.fleet = [endpointOf(a, more), endpointOf(deviceAt(2))];
		const told = await watcher.poll(at(24));
		expect(told.map(({ fields }) => fields.sim_id)).toEqual([]);
	});

	test('a list that lacks an endpoint once, or is empty, makes nothing forgotten', async () => {
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

	test('usage that is refused for good costs nobody else; neither silent nor back, and said', async () => {
		const watcher = watching();
		const [one, other] = [a.id + 1_000_000, deviceAt(2).id + 1_000_000];
		watcher.fleet.push(endpointOf(deviceAt(2)));
		await watcher.poll(at(0));
		watcher.refused.set(one, 422);
		expect(await watcher.poll(at(24))).toMatchObject([{ fields: { endpoint_id: other } }]);
		// Also where it is the only one that is asked.
		for (let minutes = 5; minutes <= 24 * 60; minutes += 5) {
			expect(await watcher.poll(at(24) + minutes * MINUTE)).toEqual([]);
		}
		expect(watcher.said).toEqual([
			expect.stringMatching(`Whether endpoint ${one} is silent is not known: .* \\(422\\)`),
		]);
		watcher.refused.clear();
		const told = [...(await watcher.poll(at(48.5))), ...(await watcher.poll(at(49)))];
		expect(told).toMatchObject([{ event: 'deviceSilent', fields: { endpoint_id: one } }]);
		// What is told silent is not back because its usage is refused.
		watcher.refused.set(one, 500);
		expect(await watcher.poll(at(50))).toEqual([]);
		expect(await watcher.poll(at(52), [eventOf(a, at(51))])).toMatchObject([
			{ event: 'deviceBack', fields: { endpoint_id: one } },
		]);
	});

	test('usage that is refused is asked for with growing waits; it takes no turn of the others', async () => {
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
		// Once an hour each, and those that are silent in turn.
		const ofRefused = watcher.asked - before - 48 * (watcher.fleet.length - 200);
		expect(ofRefused).toBeLessThanOrEqual(200 * 6);
	});

	test('when the service is out of reach for all that are asked, the poll fails', async () => {
		const watcher = watching();
		await watcher.poll(at(0));
		watcher.isOutOfReach = true;
		await expect(watcher.poll(at(25))).rejects.toThrow('out of reach');
		watcher.isOutOfReach = false;
		expect(await watcher.poll(at(26))).toMatchObject([{ fields: { sim_id: a.id } }]);
	});

	test('a clock that was a year ahead and is set right stops nothing', async () => {
		const watcher = watching();
		await watcher.poll(at(365 * 24));
		expect(await watcher.poll(at(0))).toEqual([]);
		expect(await watcher.poll(at(23))).toEqual([]);
		expect(events(await watcher.poll(at(24)))).toEqual(['deviceSilent']);
		expect(events(await watcher.poll(at(30), [eventOf(a, at(29))]))).toEqual(['deviceBack']);
	});

	test('the list is read every five minutes at most', async () => {
		const watcher = watching();
		for (let minute = 0; minute <= 30; minute++) await watcher.poll(START + minute * MINUTE);
		expect(watcher.lists).toBe(7);
	});

	test(`50 of ${SIZE}: 50 and 50, each poll after a restart, with few questions`, async () => {
		const { silent, back, mostAsked } = await silentFleet();
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
	])('hours by tag: %p', (given, wanted) => {
		expect([...(schemaOf(silence.fields.silentTags!).parse(given) as Map<string, number>)]).toEqual(
			wanted,
		);
	});

	test.each(['pumps', 'pumps: soon', ': 6', 'pumps: 0', 'pumps: 900'])('no hours: %p', (given) => {
		expect(schemaOf(silence.fields.silentTags!).safeParse(given).error?.issues[0]?.message).toMatch(
			/^must be lines of a tag and its hours/,
		);
	});
});

describe('country or network not wanted', () => {
	const inFrance = (at: number, more = {}) => eventOf(a, at, { country: FR, ...more });
	const inGermany = (at: number) => eventOf(a, at);

	test.each([
		['country', 'allowed', 'Germany'],
		['country', 'allowed', 'de, AT'],
		['country', 'allowed', '262'],
		['country', 'forbidden', 'france'],
		['network', 'allowed', 'Germany Mobile'],
		['network', 'forbidden', '670'],
		['network', 'forbidden', '20801'],
	])('%s, %s: %s', async (placeKind, placeList, text) => {
		const list = schemaOf(placeNotWanted.fields.places!).parse(text);
		const watcher = new Watcher(placeNotWanted, { placeKind, placeList, places: list });
		const french = inFrance(START + 1000);
		(french.detail as { mnc?: unknown }).mnc = [{ id: 1, mnc: '01' }];
		expect(await watcher.poll(START, [inGermany(START)])).toEqual([]);
		expect(await watcher.poll(START, [french])).toMatchObject([
			{
				event: 'placeNotWanted',
				at: START + 1000,
				fields: { sim_id: a.id, country: 'France', operator: 'France Mobile' },
			},
		]);
	});

	test('once a visit: not again while it stays, again when it comes back; late is no visit', async () => {
		const input = { placeKind: 'country', placeList: 'allowed', places: ['de'] };
		const watcher = new Watcher(placeNotWanted, input);
		const second = (n: number) => START + n * 1000;
		await watcher.poll(START, [inGermany(second(0))]);
		expect(await watcher.poll(START, [inFrance(second(1)), inFrance(second(2))])).toHaveLength(1);
		expect(await watcher.poll(START, [inFrance(second(9))])).toEqual([]);
		expect(await watcher.poll(START, [inGermany(second(3))])).toEqual([]);
		expect(await watcher.poll(START, [inGermany(second(10))])).toEqual([]);
		expect(await watcher.poll(START, [inFrance(second(4))])).toEqual([]);
		expect(await watcher.poll(START, [inFrance(second(11))])).toHaveLength(1);
		// The end of a session comes from where it began.
		expect(await watcher.poll(START, [eventOf(a, second(12), { type: 5 })])).toEqual([]);
		expect(await watcher.poll(START, [inFrance(second(13))])).toEqual([]);
	});

	test('a refused session names no place; another list judges anew', async () => {
		const input = { placeKind: 'country', placeList: 'allowed', places: ['de', 'fr'] };
		const watcher = new Watcher(placeNotWanted, input);
		const refused = { ...inFrance(START), detail: undefined };
		expect(await watcher.poll(START, [inFrance(START), refused as never])).toEqual([]);
		watcher.input.places = ['de'];
		expect(await watcher.poll(START, [inFrance(START + HOUR)])).toHaveLength(1);
	});

	test('a fleet that is abroad already is learned silently, and told when it comes again', async () => {
		const input = { placeKind: 'country', placeList: 'allowed', places: ['de'] };
		const watcher = new Watcher(placeNotWanted, input);
		const fleet = Array.from({ length: 50 }, (_, i) => deviceAt(i));
		const round = async (hours: number, country?: object) => {
			const events = fleet.map((device) =>
				eventOf(device, START + hours * HOUR, country && { country: country as never }),
			);
			return (await watcher.poll(START + hours * HOUR, events)).length;
		};
		const rounds = [FR, FR, undefined, FR];
		const told = [];
		for (const [hours, country] of rounds.entries()) told.push(await round(hours, country));
		expect(told).toEqual([0, 0, 0, 50]);
	});

	test.each(['country', 'network'])(
		'a %s without id, or with another case, is the same',
		async (placeKind) => {
			const input = { placeKind, placeList: 'allowed', places: ['de', 'germany mobile'] };
			const watcher = new Watcher(placeNotWanted, input);
			const forms = [
				(detail: Json) => detail,
				(detail: Json) => ({ ...detail, id: undefined, country: { ...FR, id: undefined } }),
				(detail: Json) => ({ ...detail, id: null, country: { ...FR, id: null } }),
				({ name, ...detail }: Json) => ({
					...detail,
					name: String(name).toUpperCase(),
					country: { ...FR, name: 'FRANCE' },
				}),
			];
			await watcher.poll(START, [inGermany(START)]);
			let told = 0;
			for (const [i, form] of [...forms, ...forms].entries()) {
				const event = inFrance(START + (i + 1) * HOUR);
				const found = await watcher.poll(START, [{ ...event, detail: form(event.detail as Json) }]);
				told += found.length;
			}
			expect(told).toBe(1);
		},
	);

	test('networks of one name in two countries are two', async () => {
		const input = { placeKind: 'network', placeList: 'allowed', places: ['none of them'] };
		const watcher = new Watcher(placeNotWanted, input);
		const at = (second: number, country: Json) => {
			const event = eventOf(a, START + second * 1000, { country });
			return { ...event, detail: { name: 'Vodafone', country } };
		};
		const DE = { id: 74, name: 'Germany' };
		expect(await watcher.poll(START, [at(1, DE), at(2, FR), at(3, FR), at(4, DE)])).toHaveLength(2);
	});

	test('names with blanks are one; nothing is refused', () => {
		const schema = schemaOf(placeNotWanted.fields.places!);
		expect(schema.parse('United States, DE;de\n Viet Nam ')).toEqual([
			'united states',
			'de',
			'viet nam',
		]);
		expect(schema.safeParse(' , ').error?.issues[0]?.message).toBe(
			'must be names, separated by commas, got none',
		);
	});

	test(`${SIZE} SIMs, 40 of them on two visits: 80`, async () => {
		const { told } = await visits(SIZE, 40);
		expect([told.length, new Set(told).size]).toEqual([80, 40]);
	});
});

test(`${SIZE} SIMs, all three rules: 40 bytes a SIM at most`, async () => {
	const bytes = [await swaps(SIZE, 100), await silentFleet(), await visits(SIZE, 40)].map(
		({ bytes: all }) => all / SIZE,
	);
	console.log(`alerts: ${bytes.map((one) => one.toFixed(1)).join(' + ')} bytes a SIM`);
	expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(40);
});

test.each(ALERTS.flatMap((rule) => rule.events.map(({ value }) => [value, rule] as const)))(
	'a sample of %s, and what is not its own text begins anew',
	async (event, rule) => {
		expect(rule.sample(event, START)).toMatchObject({
			event,
			at: START,
			fields: { sim_id: 20001 },
		});
		const watcher = new Watcher(rule, { ...SILENCE, places: ['de'] });
		watcher.packed = 'something else';
		expect(await watcher.poll(START)).toEqual([]);
	},
);
