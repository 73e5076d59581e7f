import type { Json } from '../../../../src/table/define';
import { type Placed, Places, thinOut } from '../../../../src/triggers/causes/places';
import type { Share } from '../../../../src/triggers/causes/shares';
import { deviceAt, eventOf, FR, HOUR, START } from '../alerts/alerts';

/* The last places of SIMs, by the events that name them. */

const DAY = 24 * HOUR;
const names = (place: readonly Share[] | undefined) =>
	place && Object.fromEntries(place.map(({ factor, name }) => [factor, name]));
const session = (at: number, more: Json = {}): Json => {
	const event = eventOf(deviceAt(1), at, { country: FR });
	const detail = event.detail as Json;
	const context = { rat_type: 6, breakout_ip: '192.0.2.1', region: 'eu-west-1', ...more };
	return {
		...event,
		organisation: { id: 5, name: 'North' },
		detail: { ...detail, pdp_context: context },
	};
};

test('a session names operator, country, radio access type, breakout and workspace', () => {
	const places = new Places([]);
	const placed = places.after(session(START), undefined);
	expect(names(places.of(placed, START))).toEqual({
		operator: 'France Mobile',
		country: 'France',
		rat: '4G',
		cloudConnect: '192.0.2.1 (eu-west-1)',
		workspace: 'North',
	});
});

test('a registration at the same operator keeps what the session has shown, and one elsewhere does not', () => {
	const places = new Places([]);
	const before = places.after(session(START), undefined);
	const same = places.after(eventOf(deviceAt(1), START + HOUR, { type: 1, country: FR }), before);
	expect(names(places.of(same, START + HOUR))).toMatchObject({ rat: '4G' });
	const elsewhere = places.after(eventOf(deviceAt(1), START + HOUR, { type: 1 }), same);
	expect(names(places.of(elsewhere, START + HOUR))).toEqual({
		operator: 'Germany Mobile',
		country: 'Germany',
	});
});

test('operators of one name in two countries are two', () => {
	const operatorIn = (country: Json) => {
		const event = session(START);
		const detail = { ...(event.detail as Json), name: 'Orbit', country };
		const places = new Places([]);
		const place = places.of(places.after({ ...event, detail }, undefined), START);
		return place!.find(({ factor }) => factor === 'operator')!;
	};
	const [french, german] = [operatorIn(FR), operatorIn({ ...FR, id: 74, name: 'Germany' })];
	expect([french.name, german.name]).toEqual(['Orbit', 'Orbit']);
	expect(french.value).not.toBe(german.value);
	expect(operatorIn({ ...FR }).value).toBe(french.value);
});

test('an event without an operator changes no place, and a breakout that is unavailable is none', () => {
	const places = new Places([]);
	const before = places.after(
		session(START, { breakout_ip: 'unavailable', region: null }),
		undefined,
	);
	expect(names(places.of(before, START))).not.toHaveProperty('cloudConnect');
	expect(places.after({ ...session(START + HOUR), detail: null }, before)).toBe(before);
});

test('a place older than the 30 days of the feed is none', () => {
	const places = new Places([]);
	const placed = places.after(session(START), undefined);
	expect(places.of(placed, START + 30 * DAY)).toBeDefined();
	expect(places.of(placed, START + 31 * DAY)).toBeUndefined();
});

test('SIMs keep their places when the others are dropped, also where two memories hold the same one', () => {
	const list = Array.from({ length: 600 }, (_, i): Share[] => [
		{ factor: 'operator', value: String(i), name: String(i) },
	]);
	const own: Placed = { in: 599, day: 1 };
	const other: Placed = { in: 300, day: 1 };
	const kept = thinOut(list, [other, own, own]);
	expect(kept).toHaveLength(2);
	expect(kept[own.in]).toBe(list[599]);
	expect(kept[other.in]).toBe(list[300]);
	expect(thinOut(list.slice(0, 500), [own])).toHaveLength(500);
});
