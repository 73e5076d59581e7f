import { schemaOf } from '../../../../src/table/checks';
import type { Json } from '../../../../src/table/define';
import type { Alert } from '../../../../src/triggers/alerts/alert';
import {
	addDay,
	bytesOf,
	emptySubject,
	roamingForm,
	type RoamingState,
	type Subject,
} from '../../../../src/triggers/alerts/roaming/memory';
import { roamingDays } from '../../../../src/triggers/alerts/roamingDays';
import { pack, unpack } from '../../../../src/triggers/runtime/storedText';
import { Random } from '../../../support/random';
import { roamingFields } from '../../../../src/triggers/alerts/roaming/fields';
import type { Watcher } from './alerts';
import { deviceAt, endpointOf, eventOf, HOUR, MINUTE, START } from './alerts';
import {
	BR,
	dateOn,
	ended,
	inBrazil,
	inFrance,
	on,
	refused,
	roamingWatcher,
	rulesOf,
} from './roaming';

const a = deviceAt(1);
/** Another device. */
const b = deviceAt(2);

/** Polls once a day, at its end, with the events of the day. */
async function daily(
	watcher: Watcher,
	days: number,
	eventsOn: (day: number) => Json[],
	from = 0,
): Promise<Array<{ day: number } & Alert>> {
	const told: Array<{ day: number } & Alert> = [];
	for (let day = from; day < from + days; day++) {
		const alerts = await watcher.poll(on(day, 23), eventsOn(day));
		told.push(...alerts.map((alert) => ({ day, ...alert })));
	}
	return told;
}

/** The trigger after its publication, on the day before day 0. */
async function published(watcher: Watcher): Promise<Watcher> {
	expect(await watcher.poll(on(-1))).toEqual([]);
	return watcher;
}

/** A rule that warns at once, so that each count of a device is told. */
const AT_ONCE = { days: 3, windowDays: 10 };

describe('Roaming Days', () => {
	test('warns once, 21 days before a device that stays reaches the limit', async () => {
		const watcher = await published(roamingWatcher());
		const told = await daily(watcher, 100, (day) => [inBrazil(a, on(day))]);
		expect(told).toHaveLength(1);
		// The 91st day is day 90.
		expect(told[0]).toMatchObject({
			day: 69,
			event: 'roamingDays',
			at: on(69, 23),
			reason: `In Brazil on 70 of the last 120 days for certain, on 120 at most; on 50 of them the feed was not read. At its pace it reaches 91 days on ${dateOn(90)}`,
			fields: {
				endpoint_id: a.id + 1_000_000,
				sim_id: a.id,
				country: 'Brazil',
				counted_by: 'sim',
				limit_days: 91,
				window_days: 120,
				days_certain: 70,
				days_possible: 120,
				days_unknown: 50,
				days_unread: 50,
				reaches_limit_on: dateOn(90),
			},
		});
	});

	test('does not warn of a device that is there on one day in five', async () => {
		const watcher = await published(roamingWatcher());
		const told = await daily(watcher, 400, (day) =>
			day % 5 === 0 ? [inBrazil(a, on(day))] : [inFrance(a, on(day))],
		);
		expect(told).toEqual([]);
	});

	test('warns again after the device was far from the limit, and not before', async () => {
		const watcher = await published(
			roamingWatcher([{ days: 20, windowDays: 40 }], { roamingWarnDays: 5 }),
		);
		const isAway = (day: number) => (day >= 18 && day < 20) || (day >= 24 && day < 60);
		const told = await daily(watcher, 100, (day) => [
			isAway(day) ? inFrance(a, on(day)) : inBrazil(a, on(day)),
		]);
		expect(told.map(({ day }) => day)).toEqual([14, 74]);
	});

	test('warns again of a device that stays near the limit, once it was below it for 30 days', async () => {
		const watcher = await published(
			roamingWatcher([{ days: 20, windowDays: 60 }], { roamingWarnDays: 10 }),
		);
		// Every other day keeps it at the limit.
		const isAway = (day: number) => day >= 25 && day < 70;
		const told = await daily(watcher, 100, (day) => [
			isAway(day) && day % 2 > 0 ? inFrance(a, on(day)) : inBrazil(a, on(day)),
		]);
		expect(told.map(({ day }) => day)).toEqual([9]);
		const other = await published(
			roamingWatcher([{ days: 20, windowDays: 100 }], { roamingWarnDays: 10 }),
		);
		const isThere = (day: number) => day < 15 || day >= 55;
		const again = await daily(other, 80, (day) => [
			isThere(day) ? inBrazil(a, on(day)) : inFrance(a, on(day)),
		]);
		// The first names day 19, which passes. Back in the country, it would reach the limit by staying.
		expect(again.map(({ day }) => day)).toEqual([9, 55]);
	});

	test('warns again of a device that was probably above the limit all the time, once certain days come near it', async () => {
		const watcher = await published(
			roamingWatcher([{ days: 20, windowDays: 30 }], { roamingWarnDays: 5 }),
		);
		// Seen every second day, so that 15 of 30 days are certain, and then each day.
		const told = await daily(watcher, 130, (day) =>
			day % 2 === 0 || day > 100 ? [inBrazil(a, on(day))] : [],
		);
		expect(told).toHaveLength(2);
		expect(told[0]!.day).toBeLessThan(20);
		expect(told[1]!.day).toBeGreaterThan(100);
		expect(told[1]!.fields.days_certain).toBeLessThan(20);
	});

	test('counts a rule of two countries apart, and names each', async () => {
		const watcher = await published(
			roamingWatcher([AT_ONCE, { ...AT_ONCE, country: 'France' }, { ...AT_ONCE, country: '262' }]),
		);
		const told = await watcher.poll(on(2), [inBrazil(a, on(0)), inFrance(b, on(0))]);
		expect(told.map(({ fields }) => [fields.sim_id, fields.country])).toEqual([
			[a.id, 'Brazil'],
			[b.id, 'France'],
		]);
	});

	test('says what it is if it left now', async () => {
		const watcher = await published(roamingWatcher([{ days: 3, windowDays: 5 }]));
		await daily(watcher, 20, (day) => [inFrance(a, on(day))]);
		watcher.input.roamingRules = rulesOf({
			country: 'BR',
			days: 3,
			windowDays: 6,
			countedBy: 'sim',
		});
		await daily(watcher, 4, (day) => [inBrazil(a, on(day))], 20);
		watcher.input.roamingRules = rulesOf({
			country: 'BR',
			days: 3,
			windowDays: 5,
			countedBy: 'sim',
		});
		// France on 19; Brazil from 20 to 23: 19 may be both.
		expect(await watcher.poll(on(23, 23))).toMatchObject([
			{
				reason: expect.stringMatching(/The limit of 3 days is reached$/) as string,
				fields: {
					days_certain: 4,
					days_possible: 5,
					// From 21 on: 21, 22 and 23. From 22 on: two.
					until_when_at_latest: dateOn(26),
				},
			},
		]);
	});
});

describe('a day counts', () => {
	/** The days in Brazil that events on days 0 to 9 prove, seen on day 9. */
	async function certain(events: Json[], countedBy = 'sim', polls = 1): Promise<unknown[]> {
		const watcher = await published(
			roamingWatcher([{ days: 1, windowDays: 12, countedBy }], { roamingWarnDays: 0 }),
		);
		const told: Alert[] = [];
		for (let i = 0; i < polls; i++) {
			const some = events.slice((i * events.length) / polls, ((i + 1) * events.length) / polls);
			told.push(...(await watcher.poll(on(9, 23) + i * MINUTE, some)));
		}
		return told.map(({ fields }) => fields.days_certain);
	}

	test.each([1, 2, 3, 5])('by an event of type %i', async (type) => {
		expect(await certain([inBrazil(a, on(4), { type })])).toEqual([1]);
	});

	test('by no refusal, no event without a severity, and no other type', async () => {
		const events = [1, 2, 3, 5].map((type) => refused(inBrazil(a, on(4), { type })));
		const unsaid = { ...inBrazil(a, on(4)), event_severity: undefined };
		const purged = inBrazil(a, on(4), { type: 15 });
		expect(await certain([...events, unsaid, purged])).toEqual([]);
	});

	test('once, however many events it has, in any order, and if one comes twice', async () => {
		const events = [inBrazil(a, on(4)), inBrazil(a, on(4, 1)), inBrazil(a, on(4))];
		expect(await certain([...events, ...events])).toEqual([1]);
	});

	test('between the start and the end of a session', async () => {
		expect(await certain([inBrazil(a, on(2)), ended(a, on(6))])).toEqual([5]);
		// Two sessions: it is not shown what it did between them.
		const two = [inBrazil(a, on(1)), ended(a, on(2)), inBrazil(a, on(6)), ended(a, on(8))];
		expect(await certain(two)).toEqual([5]);
	});

	test('not by a session without an end so far, whose days are likely', async () => {
		const watcher = await published(
			roamingWatcher([{ days: 5, windowDays: 12 }], { roamingWarnDays: 0 }),
		);
		await watcher.poll(on(0, 23), [inBrazil(a, on(0))]);
		expect(await watcher.poll(on(4, 23))).toMatchObject([
			{
				reason: expect.stringMatching(/The limit of 5 days is probably reached$/) as string,
				fields: { days_certain: 1, days_likely: 5 },
			},
		]);
	});

	test('not after the device was seen elsewhere in the session', async () => {
		const events = [inBrazil(a, on(2)), inFrance(a, on(4), { type: 1 }), ended(a, on(6))];
		expect(await certain(events)).toEqual([1]);
		const back = [...events.slice(0, 2), inBrazil(a, on(5), { type: 1 }), ended(a, on(6))];
		expect(await certain(back)).toEqual([3]);
	});

	test('from the day after the start that the end of a session names, where nothing else shows it', async () => {
		expect(await certain([ended(a, on(6), on(2))])).toEqual([4]);
		const seenElsewhere = [inFrance(a, on(4)), ended(a, on(6), on(2))];
		expect(await certain(seenElsewhere)).toEqual([]);
	});

	test('not between the start of a session and the end of another, by the start that it names', async () => {
		const first = [inBrazil(a, on(1)), ended(a, on(7), on(5))];
		// Days 1, 6 and 7: nothing shows the end of the one, and the start of the other.
		expect(await certain(first)).toEqual([3]);
		expect(await certain([...first, ended(a, on(9))])).toEqual([4]);
		// The zone of the start is not known.
		expect(await certain([inBrazil(a, on(1)), ended(a, on(7), on(1, 23))])).toEqual([7]);
	});

	test('in the zone of the workflow, or in UTC', async () => {
		const days = async (more: Json) => {
			const watcher = roamingWatcher([{ days: 1, windowDays: 12 }], {
				roamingWarnDays: 0,
				...more,
			});
			watcher.zone = 'America/Sao_Paulo';
			await published(watcher);
			// 22:00 and 21:00 of one day in São Paulo, of two in UTC.
			const events = [inBrazil(a, on(4, 1)), inBrazil(a, on(4, 0)), inBrazil(a, on(3, 23))];
			return (await watcher.poll(on(9), events)).map(({ fields }) => fields.days_certain);
		};
		expect([await days({}), await days({ roamingCalendar: 'workflow' })]).toEqual([[2], [1]]);
	});

	test('for the SIM in another device, and for the device with another SIM', async () => {
		const moved = { ...b, device: a.device };
		const events = [
			inBrazil(a, on(2)),
			inBrazil(moved, on(4)),
			inBrazil({ ...a, device: 7e13 }, on(6)),
		];
		expect(await certain(events, 'sim')).toEqual([2, 1]);
		expect(await certain(events, 'imei')).toEqual([2, 1]);
	});

	test('by IMEI, for a registration between two sessions of the same device only', async () => {
		const registered = (day: number) => inBrazil(a, on(day), { type: 1 });
		const other = { ...a, device: 7e13 };
		const same = [inBrazil(a, on(1)), registered(3), registered(4), inBrazil(a, on(6))];
		expect(await certain(same, 'imei')).toEqual([4]);
		expect(await certain(same, 'imei', 2)).toEqual([1]);
		const swapped = [inBrazil(a, on(1)), registered(3), registered(4), inBrazil(other, on(6))];
		expect(await certain(swapped, 'imei')).toEqual([1, 1]);
		expect(await certain([registered(3), inBrazil(a, on(6))], 'imei')).toEqual([1]);
	});

	test('by IMEI, not for registrations of a SIM while its device was seen with another one', async () => {
		const events = [
			inBrazil(a, on(1)),
			inBrazil(a, on(3), { type: 1 }),
			inFrance({ ...b, device: a.device }, on(4)),
			inBrazil(a, on(5), { type: 1 }),
			inBrazil(a, on(8)),
		];
		expect(await certain(events, 'imei')).toEqual([2]);
	});

	test('by IMEI, not for the end of a session after another device had the SIM', async () => {
		const other = { ...a, device: 7e13 };
		const events = [inBrazil(a, on(1)), inFrance(other, on(3)), ended(a, on(6))];
		expect(await certain(events, 'imei')).toEqual([1]);
	});
});

describe('days without evidence', () => {
	/** What is counted on the last of some days, on each of which a device was seen in one place, or nowhere. */
	async function counted(places: ReadonlyArray<'br' | 'fr' | undefined>): Promise<Json> {
		const windowDays = places.length;
		const watcher = await published(
			roamingWatcher([{ days: windowDays, windowDays }], { roamingWarnDays: 0 }),
		);
		for (const [day, place] of places.entries()) {
			const event = place === 'br' ? inBrazil(a, on(day), { type: 1 }) : inFrance(a, on(day));
			await watcher.poll(on(day, 23), place ? [event] : []);
		}
		watcher.input.roamingRules = rulesOf({ country: 'br', days: 1, windowDays, countedBy: 'sim' });
		const [alert] = await watcher.poll(on(places.length - 1, 23));
		return alert!.fields;
	}

	test('are unknown, and may have been spent there', async () => {
		const places = ['fr', 'fr', 'fr', 'br', undefined, undefined, 'br', 'fr', 'fr', 'fr'] as const;
		expect(await counted(places)).toMatchObject({
			days_certain: 2,
			// Those in Brazil and beside them, two without evidence, the first one, after an unknown day, and today.
			days_possible: 8,
			// The two in between, and a part of the day on which it was seen elsewhere again.
			days_likely: 5,
			days_unknown: 2,
			days_unread: 0,
		});
	});

	test('of an outage longer than the feed are said, and nothing is concluded from a session over it', async () => {
		const watcher = await published(
			roamingWatcher([{ days: 1, windowDays: 60 }], { roamingWarnDays: 0 }),
		);
		watcher.input.roamingRules = rulesOf({
			country: 'fr',
			days: 9,
			windowDays: 60,
			countedBy: 'sim',
		});
		await watcher.poll(on(2, 23), [inBrazil(a, on(2))]);
		// 40 days later: the ten days after day 2 are gone.
		await watcher.poll(on(42, 23), [ended(a, on(20))]);
		watcher.input.roamingRules = rulesOf({
			country: 'br',
			days: 1,
			windowDays: 41,
			countedBy: 'sim',
		});
		const [alert] = await watcher.poll(on(42, 23));
		expect(alert!.fields).toMatchObject({ days_certain: 2, days_unread: 11, days_possible: 41 });
		expect(alert!.reason).toMatch(/on 11 of them the feed was not read/);
	});

	test('before the publication are unknown: nobody has read them', async () => {
		const watcher = await published(
			roamingWatcher([{ days: 1, windowDays: 30 }], { roamingWarnDays: 0 }),
		);
		const [alert] = await watcher.poll(on(4, 23), [inBrazil(a, on(4))]);
		expect(alert!.fields).toMatchObject({ days_certain: 1, days_unread: 25, days_unknown: 29 });
	});
});

describe('the rules', () => {
	const read = (rules: unknown, field = roamingFields.roamingRules) =>
		schemaOf(field).safeParse(rules);
	const refusal = (rules: unknown) => read(rules).error?.issues[0]?.message;

	test('come from a table, or from rows of a Data Table', () => {
		const rule = { country: 'br', days: 91, windowDays: 120, countedBy: 'imei' };
		const row = {
			id: 1,
			createdAt: 'x',
			country: ' BR',
			days: 91,
			window_days: '120',
			counted_by: 'IMEI',
		};
		const list = roamingFields.roamingRuleList;
		for (const given of [[row], JSON.stringify([row])])
			expect(read(given, list).data).toEqual([rule]);
		expect(read({ rows: [{ ...rule, country: 'BR' }] }).data).toEqual([rule]);
	});

	test.each([
		[{}, 'must have at least one rule'],
		[{ rows: [] }, 'must have at least one rule'],
		['no JSON', 'must have at least one rule'],
		[
			[{ country: '', days: 1, windowDays: 2 }],
			'must be right in each row: in row 1, Country must not be empty, got ""',
		],
		[
			[{ country: 'br', days: 1, windowDays: 2 }, 7],
			'must be right in each row: in row 2, there is no rule',
		],
		[
			[{ country: 'br', days: 3, windowDays: 2 }],
			'must be right in each row: in row 1, Days (3) must not exceed Window (2)',
		],
		[
			[{ country: 'br', days: 1, windowDays: 2, countedBy: 'us' }],
			'must be right in each row: in row 1, Counted By must be one of IMEI, SIM, got "us"',
		],
	])('are refused where they say less: %j', (given, message) => {
		expect(refusal(given)).toBe(message);
	});

	test('are looked up where they change: their countries, and whether their days fit', async () => {
		const watcher = await published(
			roamingWatcher([{}, { country: 'Brazil' }, { country: '724' }]),
		);
		await watcher.poll(on(0));
		expect([watcher.countriesAsked, watcher.lists]).toEqual([['br', 'brazil'], 1]);
		watcher.input.roamingRules = rulesOf({
			country: 'fr',
			days: 9,
			windowDays: 9,
			countedBy: 'sim',
		});
		await watcher.poll(on(1));
		expect([watcher.countriesAsked.length, watcher.lists]).toEqual([3, 2]);
	});

	test('are refused with the figure where the days of the fleet do not fit into the store', async () => {
		const watcher = roamingWatcher([{ windowDays: 731, days: 700 }]);
		watcher.fleet = Array.from({ length: 30_000 }, (_, i) => endpointOf(deviceAt(i)));
		await expect(watcher.poll(on(0))).rejects.toThrow(
			/Rules must fit into n8n's store: the days of 30000 devices over 731 days take up to 5\.3 MB, and 4\.0 MB is the most/,
		);
		expect(watcher.packed).toBeUndefined();
		watcher.fleet.length = 20_000;
		expect(await watcher.poll(on(0))).toEqual([]);
	});

	test('of another number of days are told anew', async () => {
		const watcher = await published(roamingWatcher([AT_ONCE]));
		const told = async () => (await watcher.poll(on(2), [inBrazil(a, on(2))])).length;
		expect([await told(), await told()]).toEqual([1, 0]);
		watcher.input.roamingRules = rulesOf({
			country: 'br',
			days: 4,
			windowDays: 10,
			countedBy: 'sim',
		});
		expect([await told(), await told()]).toEqual([1, 0]);
	});
});

test('a warning of the day after names the endpoint by the list, where no event does', async () => {
	const watcher = await published(
		roamingWatcher([{ days: 30, windowDays: 60, countedBy: 'imei' }], { roamingWarnDays: 28 }),
	);
	watcher.fleet = [endpointOf(a)];
	expect(await watcher.poll(on(0, 23), [inBrazil(a, on(0))])).toEqual([]);
	expect(await watcher.poll(on(1, 1))).toMatchObject([
		{
			fields: {
				endpoint_name: `device ${a.id}`,
				sim_id: a.id,
				imei: expect.stringMatching(/^35000000000001\d$/) as string,
			},
		},
	]);
	const other = await published(
		roamingWatcher([{ days: 30, windowDays: 60 }], { roamingWarnDays: 28 }),
	);
	await other.poll(on(0, 23), [inBrazil(a, on(0))]);
	expect(await other.poll(on(1, 1))).toMatchObject([
		{ fields: { endpoint_id: null, endpoint_name: null, sim_id: a.id, iccid: null } },
	]);
});

test('what is stored is never longer than estimated, by which a fleet is refused', () => {
	const random = new Random('roaming bytes');
	const subjects = new Map<number, Subject>();
	for (let i = 0; i < 3_000; i++) {
		const subject = emptySubject();
		for (let day = 0; day < 400; day++) if (random.chance(0.5)) addDay(subject.days, i % 7, day);
		subject.last = { country: i % 7, at: on(0) / 1000 + random.whole(0, 86_400) };
		subject.sessionAt = subject.last.at - random.whole(0, 86_400);
		subjects.set(10_000_000 + i * random.whole(1, 9), subject);
	}
	const state = {
		...(roamingDays.begin() as RoamingState),
		counted: { sim: { holes: [], subjects } },
	};
	const stored = pack(roamingForm, state).length;
	console.log(`roaming: ${(stored / subjects.size).toFixed(1)} bytes a SIM for 400 days`);
	expect(stored).toBeLessThanOrEqual(bytesOf(state));
	expect(stored).toBeGreaterThan(bytesOf(state) / 2);
	expect(unpack(roamingForm, pack(roamingForm, state))).toEqual(state);
});

test('an event that is dated days ahead counts for nothing, and a clock that jumps forgets nothing', async () => {
	const watcher = await published(
		roamingWatcher([{ days: 2, windowDays: 10 }], { roamingWarnDays: 0 }),
	);
	await watcher.poll(on(0, 23), [inBrazil(a, on(0)), inBrazil(a, on(3))]);
	await watcher.poll(on(2_000));
	expect(await watcher.poll(on(1, 23), [inBrazil(a, on(1))])).toMatchObject([
		{ fields: { days_certain: 2 } },
	]);
});

test('a country is the same by its ID, its code and its name', async () => {
	const watcher = await published(
		roamingWatcher([{ days: 3, windowDays: 10 }], { roamingWarnDays: 0 }),
	);
	const forms = [BR, { id: 30 }, { name: 'BRAZIL' }, { iso_code: 'BR', name: null }];
	const events = forms.map((country, day) => eventOf(a, on(day), { country: country as Json }));
	const [alert] = await watcher.poll(on(3, 23), events);
	expect(alert!.fields).toMatchObject({ country: 'Brazil', days_certain: 4 });
	expect(START % HOUR).toBe(0);
});
