import { FIRST_DAY, RULES, START } from './fleet';
import { fleetOf, optionsOf } from './cases';
import { isKnowable, reachedOn, truthAt } from './judge';
import { DAY, HOUR, MINUTE, type ServiceEvent } from '../incidents/world';

/* The truth agrees with the events, and the cases have what they are to have. */

const fleet = fleetOf(60, 5, 4);

interface Detail {
	country: { iso_code: string };
	session_id?: string;
	pdp_context?: { imeisv: string };
}
const detailOf = ({ detail }: ServiceEvent): Detail => JSON.parse(JSON.stringify(detail)) as Detail;

describe('the feed', () => {
	fleet.rewind();
	const shown = Array.from({ length: 120 }, (_, day) =>
		fleet.query(START + (day + 2) * DAY, START + day * DAY, START + (day + 1) * DAY - 1),
	).flat();

	it('has ends for sessions, ids of their own, and some events twice and late', () => {
		const ids = new Map<number, number>();
		const open = new Map<string, number>();
		for (const { event } of shown) {
			ids.set(event.id, (ids.get(event.id) ?? 0) + 1);
			const session = detailOf(event).session_id;
			if (session === undefined) continue;
			open.set(session, (open.get(session) ?? 0) | (event.event_type.id === 3 ? 1 : 2));
		}
		const twice = [...ids.values()].filter((count) => count === 2).length;
		expect(twice).toBeGreaterThan(10);
		expect([...ids.values()].filter((count) => count > 2)).toEqual([]);
		const late = shown.filter(({ at, shownAt }) => shownAt > at + 30 * MINUTE);
		expect(late.length).toBeGreaterThan(2);
		const both = [...open.values()].filter((of) => of === 3).length;
		expect(both / open.size).toBeGreaterThan(0.97);
	});

	it('shows devices and SIMs only where they were', () => {
		const faults: string[] = [];
		let count = 0;
		for (const { at, event } of shown) {
			const type = event.event_type.id;
			const { country, pdp_context: context } = detailOf(event);
			for (const rule of RULES) {
				if (rule.country !== country.iso_code) continue;
				if (rule.by === 'imei' && !context) continue;
				const key = rule.by === 'imei' ? context!.imeisv.slice(0, 14) : String(event.sim!.id);
				const days = fleet.truth(rule).get(key);
				count += 1;
				const minute = days?.truth[Math.floor(at / DAY) - FIRST_DAY] ?? 0;
				if (minute === 0 || minute - 1 > (at % DAY) / MINUTE)
					faults.push(`${event.timestamp} ${type} ${key}`);
			}
		}
		expect(count).toBeGreaterThan(1_000);
		expect(faults).toEqual([]);
	});

	it('comes the same in steps as at once', () => {
		const other = fleetOf(60, 5, 4);
		const from = START + 50 * DAY;
		const steps = Array.from({ length: 24 }, (_, hour) =>
			other.appeared(from + hour * HOUR, from + (hour + 1) * HOUR),
		).flat();
		expect(steps.length).toBeGreaterThan(50);
		fleet.rewind();
		const plain = (all: typeof steps) =>
			all.map(({ at, shownAt, event }) => ({ at, shownAt, event }));
		expect(plain(steps)).toEqual(plain(fleet.appeared(from, from + DAY)));
	});

	it('shows the former IMEI after a change of devices, until a session', () => {
		const moved = fleet.units.find(
			({ assignments }) => assignments[0]!.formerImei !== null && assignments[0]!.from > START,
		);
		expect(moved).toBeDefined();
	});
});

it('a window ends with the day of the moment, or with the one before', () => {
	const rule = { ...RULES[0]!, window: 3, days: 2 };
	const truth = new Uint16Array(10);
	// From noon on the fifth day, all of the third and the second.
	truth.set([0, 0, 1, 1, 0, 721]);
	const days = { truth, seen: new Uint8Array(10).fill(1) };
	const noonOf = (day: number): number => (FIRST_DAY + day) * DAY + 12 * HOUR;
	expect(truthAt(days, rule, noonOf(5) - MINUTE, 'today')).toBe(1);
	expect(truthAt(days, rule, noonOf(5), 'today')).toBe(2);
	expect(truthAt(days, rule, noonOf(5), 'yesterday')).toBe(2);
	expect(truthAt(days, rule, noonOf(6), 'yesterday')).toBe(2);
	expect(reachedOn(days, rule, 9)).toEqual([3]);
	const later = new Uint16Array(80);
	for (const day of [2, 3, 20, 21, 60, 61]) later[day] = 1;
	expect(reachedOn({ ...days, truth: later }, rule, 79)).toEqual([3, 61]);
	expect(isKnowable(days, rule, 4, 9)).toBe(true);
});

it('counts are asked for at many minutes of the day, none while n8n is away', () => {
	const { moments, away } = optionsOf(fleet, 7);
	expect(moments.length).toBeGreaterThan(10);
	expect(moments.filter((at) => away.some(({ from, until }) => at >= from && at < until))).toEqual(
		[],
	);
});
