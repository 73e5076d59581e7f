import { Random } from '../forecast/random';
import {
	COUNTRIES,
	DAY,
	HOUR,
	MINUTE,
	OPERATORS,
	SECOND,
	eventOf,
	hashed,
	ipOf,
	sessionId,
	withCheckDigit,
	type Happening,
	type Kind,
	type Operator,
	type ServiceEndpoint,
	type Shown,
} from '../incidents/world';

/*
 * Devices that cross borders for months, as the event feed shows them: where each really was on each day, and
 * what of it n8n could read.
 */

/** The trigger is published at this moment. */
export const START = Date.UTC(2025, 0, 6, 9);
export const FIRST_DAY = Math.floor(START / DAY) - 31;

export interface Rule {
	name: string;
	/** ISO code. */
	country: string;
	/** So many days in the window reach the limit. */
	days: number;
	window: number;
	by: 'imei' | 'sim';
}

export const RULES: Rule[] = [
	{ name: 'Turkey', country: 'tr', days: 91, window: 120, by: 'imei' },
	{ name: 'Brazil', country: 'br', days: 60, window: 90, by: 'sim' },
	{ name: 'Poland', country: 'pl', days: 110, window: 180, by: 'imei' },
];

type Role = 'home' | 'hauler' | 'resident' | 'seasonal' | 'traveller';
/** A session a day, sessions of days, or a registration every few days and hardly a session. */
type Manner = 'daily' | 'long' | 'idle';

interface Span {
	from: number;
	until: number;
}
interface Stay extends Span {
	operator: Operator;
}
/** Which SIM and endpoint a device has, and which IMEI the endpoint shows until its first session. */
interface Assignment extends Span {
	endpoint: number;
	sim: number;
	formerImei: string | null;
}

export interface Unit {
	place: number;
	/** Eight digits of type, six of the serial number. */
	imei: string;
	role: Role;
	manner: Manner;
	slot: number;
	stays: Stay[];
	off: Span[];
	assignments: Assignment[];
}

export interface RoamingOptions {
	devices: number;
	months: number;
	seed: number;
	/** n8n reads nothing in these times. */
	away: Span[];
}

/** Days of one device or SIM in one country: the minute of the day from which it counts, and 0 where it does not. */
export interface Days {
	truth: Uint16Array;
	/** Days with a sign that n8n could read. */
	seen: Uint8Array;
}

export class RoamingFleet {
	readonly units: Unit[] = [];
	readonly until: number;
	readonly days: number;
	/** By rule, then by IMEI (14 digits) or the id of a SIM. */
	private truths?: Map<Rule, Map<string, Days>>;

	constructor(readonly options: RoamingOptions) {
		this.until = START + Math.round(options.months * 30.44) * DAY;
		this.days = Math.ceil(this.until / DAY) - FIRST_DAY + 2;
		const random = new Random(options.seed * 9_973 + 5);
		for (let place = 0; place < options.devices; place += 1)
			this.units.push(this.unitOf(place, random));
		this.swap(random);
	}

	private unitOf(place: number, random: Random): Unit {
		const turn = random.next();
		const role: Role =
			turn < 0.3
				? 'home'
				: turn < 0.45
					? 'hauler'
					: turn < 0.65
						? 'resident'
						: turn < 0.82
							? 'seasonal'
							: 'traveller';
		const manner = random.next();
		const unit: Unit = {
			place,
			imei: imeiOf(place),
			role,
			manner: role === 'hauler' || manner < 0.5 ? 'daily' : manner < 0.78 ? 'long' : 'idle',
			slot: random.whole(0, 1_430) * MINUTE,
			stays: this.staysOf(role, random),
			off: [],
			assignments: [
				{
					from: FIRST_DAY * DAY,
					until: Infinity,
					endpoint: 200_001 + place,
					sim: 600_001 + place,
					formerImei: null,
				},
			],
		};
		// Without power, now and then.
		let at = FIRST_DAY * DAY + random.between(0, 90) * DAY;
		while (at < this.until) {
			const until = at + random.between(0.2, random.happens(0.3) ? 25 : 4) * DAY;
			unit.off.push({ from: at, until });
			at = until + random.between(15, 160) * DAY;
		}
		return unit;
	}

	private staysOf(role: Role, random: Random): Stay[] {
		const stays: Stay[] = [];
		let at = FIRST_DAY * DAY;
		const on = (iso: string): Operator => {
			const all = OPERATORS.filter(({ country }) => country.iso === iso);
			return all[random.whole(0, all.length - 1)]!;
		};
		const stay = (iso: string, days: number): void => {
			const until = Math.min(at + days * DAY, this.until + DAY);
			if (until > at) stays.push({ from: at, until, operator: on(iso) });
			at = until;
		};
		const abroad = random.happens(0.6) ? COUNTRIES.TR.iso : COUNTRIES.BR.iso;
		if (role === 'resident' && random.happens(0.6)) stay('de', random.between(20, 200));
		const offset = random.between(0, 3) * HOUR;
		while (at < this.until + DAY) {
			switch (role) {
				case 'home':
					stay('de', random.between(20, 90));
					if (random.happens(0.2)) stay('fr', random.between(1, 6));
					break;
				case 'hauler': {
					// Each working day over the border and back.
					const midnight = Math.floor(at / DAY) * DAY;
					const weekday = new Date(midnight).getUTCDay();
					const isAtWork = weekday > 0 && weekday < 6;
					const leaves = midnight + 7 * HOUR + offset;
					if (isAtWork) {
						stay('de', (leaves - at) / DAY);
						stay('pl', random.between(4, 9) / 24);
					}
					stay('de', (midnight + DAY + 3 * HOUR - at) / DAY);
					break;
				}
				case 'resident':
					stay(abroad, random.between(60, 400));
					if (random.happens(0.3)) stay('de', random.between(3, 30));
					break;
				case 'seasonal':
					stay('de', random.between(40, 120));
					stay(abroad, random.between(50, 160));
					break;
				case 'traveller':
					stay('de', random.between(3, 40));
					stay(['fr', 'tr', 'br', 'pl'][random.whole(0, 3)]!, random.between(0.2, 25));
					break;
			}
		}
		return stays;
	}

	/** New SIMs in devices, new devices for SIMs, and two that exchange theirs. */
	private swap(random: Random): void {
		const { devices } = this.options;
		let fresh = devices;
		for (let place = 0; place < devices; place += 1) {
			const turn = random.next();
			if (turn > 0.15) continue;
			const unit = this.units[place]!;
			const at = START + random.between(0.1, 0.9) * (this.until - START);
			const last = unit.assignments.at(-1)!;
			if (last.from > START) continue;
			if (turn < 0.05) {
				last.until = at;
				// The endpoint has seen this device: its IMEI stands there.
				unit.assignments.push({
					...last,
					from: at + 2 * MINUTE,
					until: Infinity,
					sim: 600_001 + fresh,
					formerImei: unit.imei,
				});
				fresh += 1;
			} else if (turn < 0.1) {
				// The new device takes the place of the old one, which is switched off some days before.
				const stops = at - random.between(0, 4) * DAY;
				last.until = stops;
				const next: Unit = {
					...unit,
					place: this.units.length,
					imei: imeiOf(this.units.length),
					off: unit.off.filter(({ from }) => from > at),
					assignments: [{ ...last, from: at, until: Infinity, formerImei: unit.imei }],
				};
				this.units.push(next);
				fresh += 1;
			} else {
				const other = this.units[random.whole(0, devices - 1)]!;
				const others = other.assignments.at(-1)!;
				if (other === unit || others.from > START || others.until !== Infinity) continue;
				last.until = at;
				others.until = at;
				unit.assignments.push({
					...others,
					from: at + 9 * MINUTE,
					until: Infinity,
					formerImei: other.imei,
				});
				other.assignments.push({
					...last,
					from: at + 9 * MINUTE,
					until: Infinity,
					formerImei: unit.imei,
				});
			}
		}
	}

	// The truth.

	/** Days of each device and SIM that has been in the country of a rule. */
	truth(rule: Rule): Map<string, Days> {
		this.truths ??= this.allTruths();
		return this.truths.get(rule)!;
	}

	private allTruths(): Map<Rule, Map<string, Days>> {
		const all = new Map(RULES.map((rule) => [rule, new Map<string, Days>()]));
		const mark = (
			unit: Unit,
			sim: number,
			country: string,
			how: 'truth' | 'seen' | 'seenOfSim',
			from: number,
			until: number,
		): void => {
			for (const rule of RULES) {
				if (rule.country !== country) continue;
				if (how === 'seenOfSim' && rule.by === 'imei') continue;
				const key = rule.by === 'imei' ? unit.imei : String(sim);
				const map = all.get(rule)!;
				const days = map.get(key) ?? {
					truth: new Uint16Array(this.days),
					seen: new Uint8Array(this.days),
				};
				map.set(key, days);
				for (let day = Math.floor(from / DAY); day * DAY <= until; day += 1) {
					const index = day - FIRST_DAY;
					if (index < 0 || index >= this.days) continue;
					if (how !== 'truth') days.seen[index] = 1;
					else {
						const minute = Math.floor((Math.max(from, day * DAY) - day * DAY) / MINUTE) + 1;
						days.truth[index] = Math.min(days.truth[index]! || Infinity, minute);
					}
				}
			}
		};
		for (const unit of this.units)
			for (const what of this.lifeOf(unit)) {
				const { iso } = what.operator.country;
				if (what.is === 'event') {
					if (!this.canBeRead(what.at)) continue;
					if (what.kind === 'session') mark(unit, what.sim, iso, 'seen', what.at, what.at);
					if (what.kind === 'location') mark(unit, what.sim, iso, 'seenOfSim', what.at, what.at);
				} else if (what.is === 'there') {
					mark(unit, what.sim, iso, 'truth', what.from, what.until);
				} else if (this.canBeRead(what.from) && this.canBeRead(what.until)) {
					mark(unit, what.sim, iso, 'seen', what.from, what.until);
				}
			}
		return all;
	}

	/**
	 * Whether n8n has to have read an event of this time: in a long absence the feed forgets what is older than 30
	 * days, and a trigger need not read what was before its publication.
	 */
	canBeRead(at: number): boolean {
		if (at < START) return false;
		return !this.options.away.some(({ from, until }) => at > from && at < until - 30 * DAY);
	}

	isAway(at: number): boolean {
		return this.options.away.some(({ from, until }) => at >= from && at < until);
	}

	// What devices do.

	/** Where a device is registered, its sessions and its events, each in the order of its kind. */
	private *lifeOf(unit: Unit): Generator<Life> {
		for (const assignment of unit.assignments) {
			let hasReported = false;
			for (const stay of unit.stays) {
				const from = Math.max(assignment.from, stay.from);
				const until = Math.min(assignment.until, stay.until, this.until + DAY);
				if (from >= until) continue;
				for (const on of minus({ from, until }, unit.off)) {
					for (const what of this.registered(unit, assignment, stay, on)) {
						if (what.is === 'event') {
							if (what.kind === 'session') hasReported = true;
							yield { ...what, imei: hasReported ? unit.imei : assignment.formerImei };
						} else yield what;
					}
				}
			}
		}
	}

	/** A span with power, in one place, with one SIM. */
	private *registered(
		unit: Unit,
		{ endpoint, sim }: Assignment,
		{ operator }: Stay,
		on: Span,
	): Generator<Life> {
		const { place, manner, slot } = unit;
		const chance = (of: number): number => hashed(place, Math.floor(on.from / MINUTE), of);
		const began = on.from + Math.floor(1 + chance(1) * 12) * MINUTE;
		if (began >= on.until) return;
		yield { is: 'there', from: began, until: on.until - 1, operator, sim };
		let number = 0;
		const event = (at: number, kind: Kind, session?: Opened): Life => ({
			is: 'event',
			at,
			kind,
			operator,
			sim,
			endpoint,
			unit,
			imei: null,
			number: (number += 1),
			...(session && { session }),
		});
		yield event(began, 'location');
		if (manner === 'idle') {
			// Some do not open a session for weeks.
			let at = began;
			if (chance(2) < 0.3)
				yield* this.session(event, on, began + MINUTE, 3 * MINUTE, operator, sim, unit);
			for (let step = 3; ; step += 1) {
				at += (3 + chance(step) * 4) * DAY;
				if (at >= on.until) break;
				yield event(at, 'location');
				if (chance(step + 1_000) < 0.15)
					yield* this.session(event, on, at + MINUTE, 4 * MINUTE, operator, sim, unit);
			}
			return;
		}
		if (manner === 'long') {
			let at = began + MINUTE;
			for (let step = 3; at < on.until; step += 1) {
				const length = (0.4 + chance(step) * 5) * DAY;
				yield* this.session(event, on, at, length, operator, sim, unit);
				at += length + 2 * MINUTE;
			}
			return;
		}
		yield* this.session(event, on, began + MINUTE, 5 * MINUTE, operator, sim, unit);
		for (let day = Math.floor(began / DAY); day * DAY < on.until; day += 1) {
			const at = day * DAY + slot;
			if (at <= began + 10 * MINUTE || at >= on.until) continue;
			if ((day + place) % 4 === 0) yield event(at, 'location');
			// Around midnight a session belongs to two days.
			yield* this.session(event, on, at + MINUTE, 25 * MINUTE, operator, sim, unit);
		}
	}

	/** A session that ends with the device's stay or its power; without power the network ends it later. */
	private *session(
		event: (at: number, kind: Kind, session?: Opened) => Life,
		on: Span,
		at: number,
		length: number,
		operator: Operator,
		sim: number,
		unit: Unit,
	): Generator<Life> {
		if (at >= on.until) return;
		const isCut = at + length > on.until;
		const isPowerLoss = isCut && unit.off.some(({ from }) => from === on.until);
		const later = isPowerLoss ? hashed(unit.place, at / MINUTE, 81) * 6 * HOUR : 0;
		const ends = Math.min(at + length, on.until) + later - SECOND;
		if (ends <= at) return;
		const opened = { id: sessionId(unit.place, at / SECOND), created: at };
		yield { is: 'there', from: at, until: ends, operator, sim };
		yield { is: 'session', from: at, until: ends, operator, sim };
		yield event(at, 'session', opened);
		yield event(ends, 'sessionEnd', opened);
	}

	// What the service shows.

	private waiting: { life: Generator<Life>; next?: Life & { is: 'event' }; ahead: Event[] }[] = [];
	private buckets = new Map<number, Event[]>();
	private made = -Infinity;
	private readonly imeis = new Map<number, { at: number; imei: string }[]>();

	/** Begins anew: the feed is asked for in the order of time. */
	rewind(): void {
		this.waiting = this.units.map((unit) => ({ life: this.lifeOf(unit), ahead: [] }));
		this.buckets = new Map();
		this.shownDays = new Map();
		this.imeis.clear();
		this.made = FIRST_DAY - 1;
	}

	/** Events of all devices until the end of a day. */
	private make(day: number): void {
		if (this.made === -Infinity) this.rewind();
		while (this.made < day) {
			const next = this.made + 1;
			const end = (next + 1) * DAY;
			const bucket: Event[] = [];
			for (const each of this.waiting) {
				// Ends of sessions come up to six days after what follows their beginning.
				for (;;) {
					if (each.next && each.next.at > end + 7 * DAY) break;
					if (each.next) each.ahead.push(each.next);
					delete each.next;
					const found = nextEvent(each.life);
					if (!found) break;
					each.next = found;
				}
				const due = each.ahead.filter(({ at }) => at < end);
				if (due.length === 0) continue;
				bucket.push(...due);
				each.ahead = each.ahead.filter(({ at }) => at >= end);
			}
			bucket.sort((a, b) => a.at - b.at);
			for (const { kind, at, endpoint, imei } of bucket) {
				if (kind !== 'session' || imei === null) continue;
				const known = this.imeis.get(endpoint) ?? [];
				if (known.at(-1)?.imei !== imei) known.push({ at, imei });
				this.imeis.set(endpoint, known);
			}
			this.buckets.set(next, bucket);
			this.buckets.delete(next - 34);
			this.shownDays.delete(next - 34);
			this.made = next;
		}
	}

	/** What the feed shows of the last days that were asked for, by the day. */
	private shownDays = new Map<number, Shown[]>();

	private shown(day: number): Shown[] {
		this.make(day);
		const known = this.shownDays.get(day);
		if (known) return known;
		const shown = (this.buckets.get(day) ?? []).flatMap((each, index) => {
			const chance = (of: number): number => hashed(day, index, of);
			// Few come after hours; a feed that is read with an overlap of minutes does not see them.
			const late =
				chance(1) < 0.0005
					? chance(2) * 20 * HOUR
					: chance(1) < 0.01
						? (1 + chance(2) * 7) * MINUTE
						: chance(2) * 20 * SECOND;
			const id = 2_000_000_000_000_000 + (day - FIRST_DAY) * 1e7 + index;
			const make = () => eventOf(this.happening(each, id));
			const first = new ShownLate(each.at, each.at + late, make);
			const isTwice = chance(3) < 0.005;
			return isTwice ? [first, new ShownLate(each.at, first.shownAt + MINUTE, make)] : [first];
		});
		this.shownDays.set(day, shown);
		return shown;
	}

	private happening(each: Event, id: number): Happening {
		const { at, kind, operator, sim, endpoint, unit, imei, session } = each;
		return {
			id,
			kind,
			at,
			organisation: { id: 4001, name: 'Fleet' },
			endpoint: {
				id: endpoint,
				name: `truck-${endpoint - 200_000}`,
				imei: imei === null ? null : `${imei}01`,
				tags: 'trucks',
			},
			sim: { id: sim, ...numbersOf(sim) },
			operator,
			...(session && {
				session: {
					...session,
					rat: 6,
					imeisv: `${unit.imei}01`,
					region: 'eu-west-1',
					apn: 'iot.example',
					tariffProfile: 901,
				},
			}),
		};
	}

	/** What has come into the feed after one moment and until another; what is older than 30 days is gone. */
	appeared(after: number, until: number): Shown[] {
		const least = Math.max(after - DAY, until - 30 * DAY);
		const found: Shown[] = [];
		for (let day = Math.floor(least / DAY); day <= Math.floor(until / DAY); day += 1)
			for (const each of this.shown(day))
				if (each.shownAt > after && each.shownAt <= until && each.at >= until - 30 * DAY)
					found.push(each);
		return found.sort((a, b) => a.shownAt - b.shownAt);
	}

	/** Events with a time between two, as the feed shows them at a moment, none older than 30 days. */
	query(now: number, from: number, until: number): Shown[] {
		const least = Math.max(from, now - 30 * DAY);
		const found: Shown[] = [];
		for (let day = Math.floor(least / DAY); day <= Math.floor(Math.min(until, now) / DAY); day += 1)
			for (const each of this.shown(day))
				if (each.at >= least && each.at <= until && each.shownAt <= now) found.push(each);
		return found;
	}

	/** The list of endpoints, as it is at a moment. */
	endpoints(now: number): ServiceEndpoint[] {
		this.make(Math.floor(now / DAY));
		return this.units.flatMap((unit) =>
			unit.assignments
				.filter(({ from, until }) => from <= now && now < until)
				.map(({ endpoint, sim }): ServiceEndpoint => {
					const imei = this.imeis
						.get(endpoint)
						?.filter(({ at }) => at <= now)
						.at(-1)?.imei;
					const { iccid, imsi } = numbersOf(sim);
					return {
						id: endpoint,
						name: `truck-${endpoint - 200_000}`,
						status: { id: 0, description: 'Enabled' },
						created: '2024-10-02T08:00:00.000+0000',
						last_updated: '2024-10-02T08:00:00.000+0000',
						ip_address: ipOf(endpoint),
						ip_address_space: { id: 3 },
						imei: imei === undefined ? null : `${imei}01`,
						imei_with_luhn: imei === undefined ? null : withCheckDigit(imei),
						imei_lock: false,
						service_profile: { id: 801, name: 'Standard' },
						tariff_profile: { id: 901, name: 'World' },
						tags: 'trucks',
						tag_assignments: [{ id: 300, name: 'trucks', tag_color: { id: 1 } }],
						sim: {
							id: sim,
							iccid,
							iccid_with_luhn: `${iccid}0`,
							imsi,
							msisdn: `8829${String(10_000_000 + sim)}`,
							status: { id: 1, description: 'Activated' },
							sim_profile_type: { id: 1 },
						},
					};
				}),
		);
	}
}

/** What the feed shows of an event, which is made when it is read: most are only counted. */
class ShownLate implements Shown {
	constructor(
		readonly at: number,
		readonly shownAt: number,
		private readonly make: () => Shown['event'],
	) {}

	get event(): Shown['event'] {
		return this.make();
	}
}

interface Opened {
	id: string;
	created: number;
}

type Life =
	| { is: 'there' | 'session'; from: number; until: number; operator: Operator; sim: number }
	| {
			is: 'event';
			at: number;
			kind: Kind;
			operator: Operator;
			sim: number;
			endpoint: number;
			unit: Unit;
			/** What the endpoint shows at that time. */
			imei: string | null;
			number: number;
			session?: Opened;
	  };
type Event = Life & { is: 'event' };

function nextEvent(life: Generator<Life>): Event | undefined {
	for (;;) {
		const { value, done } = life.next();
		if (done) return undefined;
		if (value.is === 'event') return value;
	}
}

const imeiOf = (place: number): string => `86700415${String(200_000 + place * 3).padStart(6, '0')}`;

export const numbersOf = (sim: number): { iccid: string; imsi: string } => ({
	iccid: `89000000000${String(20_000_000 + (sim - 600_000))}`,
	imsi: `99950${String(2_000_000_000 + (sim - 600_000))}`,
});

/** A span without others. */
function* minus({ from, until }: Span, others: Span[]): Generator<Span> {
	let at = from;
	for (const other of others) {
		if (other.until <= at) continue;
		if (other.from >= until) break;
		if (other.from > at) yield { from: at, until: other.from };
		at = other.until;
	}
	if (at < until) yield { from: at, until };
}
