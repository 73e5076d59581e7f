import { Random } from '../forecast/random';
import {
	DAY,
	HOUR,
	MINUTE,
	OPERATORS,
	RATS,
	RAT_NAMES,
	SECOND,
	eventOf,
	hashed,
	ipOf,
	iso,
	sessionId,
	withCheckDigit,
	type Happening,
	type Kind,
	type Operator,
	type ServiceEndpoint,
	type Shown,
} from './world';

/*
 * A fleet of meters, trackers and gateways over 60 days, and 31 days before them, as the service shows it:
 * its event feed, its list of endpoints, and the summary of an endpoint's usage. Each day follows from the
 * seed alone, so that it can be asked for in any order.
 */

/** The trigger is published at this moment. */
export const START = Date.UTC(2026, 1, 2, 6);
export const DAYS = 60;
export const END = START + DAYS * DAY;
/** The feed holds 30 days; devices worked before, too. */
const FIRST_DAY = Math.floor(START / DAY) - 32;

export const DEVICE_KINDS = ['meter', 'psmMeter', 'dayTracker', 'tracker', 'gateway'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** The hours that the owner of the fleet has chosen for each of the tags of its kinds. */
export const HOURS: { tag: string; hours: number }[] = [
	{ tag: 'meters', hours: 30 },
	{ tag: 'day-trackers', hours: 14 },
	{ tag: 'trackers', hours: 4 },
	{ tag: 'gateways', hours: 2 },
];
const TAG_OF: Record<DeviceKind, string> = {
	meter: 'meters',
	psmMeter: 'meters',
	dayTracker: 'day-trackers',
	tracker: 'trackers',
	gateway: 'gateways',
};
const SILENT_AFTER: Record<DeviceKind, number> = {
	meter: 30 * HOUR,
	psmMeter: 30 * HOUR,
	dayTracker: 14 * HOUR,
	tracker: 4 * HOUR,
	gateway: 2 * HOUR,
};

/** Types of devices: the first eight digits of an IMEI. */
export const TACS: Record<'meter' | 'tracker' | 'gateway', string[]> = {
	meter: ['35400111', '35400112', '86500201'],
	tracker: ['35600310', '86700415', '86700416'],
	gateway: ['35700512', '35700513'],
};

export const SERVICE_PROFILES = [
	{ id: 801, name: 'Standard', region: 'eu-west-1' },
	{ id: 802, name: 'Standard 2', region: 'eu-west-1' },
	{ id: 803, name: 'Private network A', region: 'us-east-1' },
	{ id: 804, name: 'Private network B', region: 'ap-southeast-1' },
	{ id: 805, name: 'Trial', region: 'eu-west-1' },
];
export const TARIFF_PROFILES = [
	{ id: 901, name: 'World' },
	{ id: 902, name: 'Europe' },
	{ id: 903, name: 'Meters' },
	{ id: 904, name: 'Old contracts' },
];
/** Connections of the organisation's own networks, each in the region of a service profile's breakout. */
export const CLOUD_CONNECTS = [
	{ id: 7001, name: 'Plant network', region: 'us-east-1', type: 2 },
	{ id: 7002, name: 'Depot network', region: 'ap-southeast-1', type: 3 },
];
export const WORKSPACES = [
	{ id: 4001, name: 'Utilities' },
	{ id: 4002, name: 'Utilities North' },
	{ id: 4003, name: 'Logistics' },
];

/** A span in which a device cannot do what it does otherwise. */
export interface Outage {
	from: number;
	/** When this device is back. */
	until: number;
	how: 'silent' | 'registrationRefused' | 'sessionRefused';
	/** Number of its incident, none for what happens to single devices. */
	incident?: number;
	/** A short span each night, which no device is silent of. */
	isMaintenance?: boolean;
	/** Refused events name the operator. The reference does not say whether they do. */
	namesOperator?: boolean;
	text?: string;
}

export interface Device {
	place: number;
	id: number;
	name: string;
	kind: DeviceKind;
	simId: number;
	iccid: string;
	imsi: string;
	tac: string;
	/** Eight digits of type and six of the serial number. */
	imei14: string;
	tags: string[];
	site: string;
	serviceProfile: number;
	tariffProfile: number;
	workspace: number;
	operator: Operator;
	rat: number;
	/** What the list shows of it; only the watched ones may become silent. */
	state: 'watched' | 'disabled' | 'suspended' | 'noSim' | 'neverSeen';
	/** Time of its day. */
	slot: number;
	outages: Outage[];
	/** Abroad, for days. */
	trips: { from: number; until: number; operator: Operator }[];
	/** Software versions by the time of their installation. */
	firmware: { at: number; version: string }[];
	/** New service profiles by their time. */
	moves: { at: number; serviceProfile: number }[];
}

export interface FleetOptions {
	devices: number;
	seed: number;
	/** Devices die, are refused and travel by themselves. Default: true. */
	hasNoise?: boolean;
	/** One operator works on its network each night. */
	maintenance?: { operator: number; refuses: boolean };
}

/** Longest ordinary span without a sign is well below the hours of a kind. */
const MAINTENANCE = { from: 30 * MINUTE, until: 2 * HOUR + 15 * MINUTE };

export class Fleet {
	readonly devices: Device[];
	/** Events without a device: of the organisation, and of its cloud connects. */
	readonly others: { at: number; kind: Kind; organisation: number; detail?: object }[] = [];
	private readonly byId: Map<number, Device>;

	constructor(readonly options: FleetOptions) {
		const random = new Random(options.seed * 7_919 + 11);
		this.devices = Array.from({ length: options.devices }, (_, place) =>
			this.deviceOf(place, random),
		);
		this.byId = new Map(this.devices.map((device) => [device.id, device]));
		if (options.hasNoise ?? true) this.addNoise(random);
		if (options.maintenance) this.addMaintenance(options.maintenance);
	}

	device(id: number): Device | undefined {
		return this.byId.get(id);
	}

	private deviceOf(place: number, random: Random): Device {
		const kind = pick(random, [
			['meter', 45],
			['psmMeter', 8],
			['dayTracker', 15],
			['tracker', 10],
			['gateway', 22],
		] as [DeviceKind, number][]);
		const group = kind === 'gateway' ? 'gateway' : kind.endsWith('racker') ? 'tracker' : 'meter';
		const on = pick(
			random,
			OPERATORS.map((each, index) => [each, [14, 9, 6, 10, 8, 5, 8, 6, 9, 7, 7, 4, 4, 3][index]!]),
		);
		const rat =
			group === 'meter'
				? pick(random, [
						[RATS.nbIot, 60],
						[RATS.g2, 12],
						[RATS.g4, 28],
					])
				: group === 'tracker'
					? pick(random, [
							[RATS.g4, 72],
							[RATS.g2, 28],
						])
					: pick(random, [
							[RATS.g4, 85],
							[RATS.g3, 15],
						]);
		const tac = pick(
			random,
			TACS[group].map((each, index) => [each, [5, 3, 2][index]!]),
		);
		const imei14 = `${tac}${String(100_000 + ((place * 7) % 900_000)).padStart(6, '0')}`;
		const size = this.options.devices;
		const sites = Math.max(8, Math.round((size * 0.22) / 45));
		const site =
			group === 'gateway'
				? `plant-${1 + random.whole(0, sites - 1)}`
				: group === 'tracker'
					? `depot-${1 + random.whole(0, Math.max(5, Math.round(size / 400)) - 1)}`
					: `district-${1 + random.whole(0, Math.max(6, Math.round(size / 300)) - 1)}`;
		const serviceProfile = pick(random, [
			[801, 52],
			[802, 20],
			[803, group === 'gateway' ? 22 : 10],
			[804, group === 'tracker' ? 18 : 8],
			[805, 3],
		]);
		const workspace = pick(random, [
			[4001, 72],
			[4002, 12],
			[4003, group === 'tracker' ? 30 : 6],
		]);
		return {
			place,
			id: 100_001 + place,
			name: `${TAG_OF[kind].slice(0, -1)}-${place + 1}`,
			kind,
			simId: 500_001 + place,
			iccid: `89000000000${String(10_000_001 + place)}`,
			imsi: `99940${String(1_000_000_001 + place)}`,
			tac,
			imei14,
			tags: ['fleet', TAG_OF[kind], site, `customer-${'abcdefgh'[random.whole(0, 7)]}`],
			site,
			serviceProfile,
			tariffProfile: pick(random, [
				[901, 45],
				[902, 30],
				[903, group === 'meter' ? 30 : 2],
				[904, 8],
			]),
			workspace,
			operator: on,
			rat,
			state: pick(random, [
				['watched', 955],
				['disabled', 10],
				['suspended', 15],
				['noSim', 10],
				['neverSeen', 10],
			] as [Device['state'], number][]),
			slot: random.whole(0, 24 * 60 - 1) * MINUTE,
			outages: [],
			trips: [],
			firmware: [{ at: 0, version: ['01', '02', '05'][random.whole(0, 2)]! }],
			moves: [],
		};
	}

	/** What happens to single devices of every fleet. */
	private addNoise(random: Random): void {
		const until = END + DAY;
		const from = START - 31 * DAY;
		for (const device of this.devices) {
			if (device.state !== 'watched') continue;
			// Five of 10,000 devices die on a day, and come back when somebody has been there.
			if (random.happens(0.0005 * 91)) {
				const at = random.between(from, until);
				const back = random.happens(0.3) ? Infinity : at + random.between(1.5, 15) * DAY;
				device.outages.push({ from: at, until: back, how: 'silent' });
			}
			// A quota used up, a lock: refused for some hours.
			if (random.happens(0.0004 * 91)) {
				const at = random.between(from, until);
				device.outages.push({
					from: at,
					until: at + random.between(2, 30) * HOUR,
					how: 'sessionRefused',
					text: 'PDP context request rejected, because the quota is used up',
				});
			}
			const isMoving = device.kind === 'tracker' || device.kind === 'dayTracker';
			if (isMoving && random.happens(0.3)) {
				const at = random.between(from, until);
				const elsewhere = OPERATORS.filter(({ country }) => country !== device.operator.country);
				device.trips.push({
					from: at,
					until: at + random.between(1, 12) * DAY,
					operator: elsewhere[random.whole(0, elsewhere.length - 1)]!,
				});
			}
		}
	}

	private addMaintenance({ operator, refuses }: { operator: number; refuses: boolean }): void {
		for (const device of this.devices) {
			if (device.operator.id !== operator || device.state !== 'watched') continue;
			for (let day = FIRST_DAY; day <= END / DAY; day += 1) {
				const midnight = day * DAY - device.operator.country.zone * HOUR;
				const isRefused = refuses && hashed(device.place, day, 31) < 0.05;
				device.outages.push({
					from: midnight + MAINTENANCE.from,
					until:
						midnight + MAINTENANCE.until + Math.floor(hashed(device.place, day, 32) * 8) * MINUTE,
					how: isRefused ? 'registrationRefused' : 'silent',
					isMaintenance: true,
				});
			}
			device.outages.sort((a, b) => a.from - b.from);
		}
	}

	/** After outages were added. */
	settle(): void {
		for (const { outages } of this.devices) outages.sort((a, b) => a.from - b.from);
		this.days.clear();
	}

	/** The silences of all devices that last longer than their hours, as the feed and the usage show them. */
	silences(): Silence[] {
		return this.silencesOf(({ how }) => how === 'silent', lastSign);
	}

	/**
	 * The same of devices that are refused for longer than their hours: a refusal is no sign of life, so that they
	 * are silent as well.
	 */
	silencesByRefusal(): Silence[] {
		return this.silencesOf(({ how }) => how !== 'silent', lastGood);
	}

	private silencesOf(
		isIts: (outage: Outage) => boolean,
		lastOfIts: (device: Device, before: number) => number,
	): Silence[] {
		return this.devices.flatMap((device) => {
			if (device.state !== 'watched') return [];
			const found: Silence[] = [];
			for (const outage of device.outages) {
				if (outage.isMaintenance || !isIts(outage)) continue;
				const last = lastOfIts(device, outage.from);
				const back = firstSign(device, outage.until);
				const due = last + SILENT_AFTER[device.kind];
				if (due < back && due < END && back > START)
					found.push({
						device,
						outage,
						last,
						due,
						back,
						...(outage.incident !== undefined && { incident: outage.incident }),
					});
			}
			return found;
		});
	}

	// What the service shows.

	private readonly days = new Map<number, Shown[]>();

	/** The events of a day (of days since 1970, UTC), by their time. */
	day(day: number): Shown[] {
		const kept = this.days.get(day);
		if (kept) return kept;
		const of: Happening[] = [];
		for (const device of this.devices) happeningsOf(device, day, of);
		for (const { at, kind, organisation, detail } of this.others)
			if (Math.floor(at / DAY) === day)
				of.push({
					id: 0,
					kind,
					at,
					organisation: WORKSPACES.find(({ id }) => id === organisation)!,
					...(detail && { detail: detail as Record<string, unknown> }),
				});
		of.sort((a, b) => a.at - b.at);
		const shown = of.map((each, index) => {
			const id = 1_000_000_000_000_000 + (day - FIRST_DAY) * 10_000_000 + index;
			const seconds = hashed(day, index, 41);
			const isLate = hashed(day, index, 42) < 0.005;
			return {
				at: each.at,
				shownAt: each.at + (isLate ? 1 + seconds * 7 : seconds * 0.3) * MINUTE,
				event: eventOf({ ...each, id }),
			};
		});
		this.days.set(day, shown);
		for (const old of this.days.keys()) {
			if (this.days.size <= 3) break;
			this.days.delete(old);
		}
		return shown;
	}

	/** What has come into the feed after one moment and until another, by the time of its coming. */
	appeared(after: number, until: number): Shown[] {
		const found: Shown[] = [];
		for (let day = Math.floor((after - HOUR) / DAY); day <= Math.floor(until / DAY); day += 1)
			for (const each of this.day(day))
				if (each.shownAt > after && each.shownAt <= until) found.push(each);
		return found.sort((a, b) => a.shownAt - b.shownAt);
	}

	/** Events with a time between two, as the feed shows them at a moment: by time, none older than 30 days. */
	query(now: number, from: number, until: number): Shown[] {
		const least = Math.max(from, now - 30 * DAY);
		const found: Shown[] = [];
		for (let day = Math.floor(least / DAY); day <= Math.floor(until / DAY); day += 1)
			for (const each of this.day(day))
				if (each.at >= least && each.at <= until && each.shownAt <= now) found.push(each);
		return found;
	}

	/** The list of endpoints, as it is at a moment. */
	endpoints(now: number): ServiceEndpoint[] {
		return this.devices.map((device) => endpointOf(device, now));
	}

	/** `GET endpoint/{id}/stats` at a moment. */
	usage(id: number, now: number): object {
		const device = this.byId.get(id);
		const last = device ? lastTraffic(device, now) : -Infinity;
		const pairs = Array.from({ length: 60 }, (_, index): [string, number] => {
			const minute = Math.floor(now / MINUTE) - 59 + index;
			const has = device !== undefined && hasTrafficIn(device, minute * MINUTE, last);
			return [iso(minute * MINUTE).slice(11, 16), has ? 0.002 : 0];
		});
		const monthOf = (ms: number): string => iso(ms).slice(0, 7);
		const entry = (month: string): object => ({
			data: {
				endpoint_id: id,
				month: `${month}-01`,
				volume: '1.250000',
				volume_tx: '1.000000',
				volume_rx: '0.250000',
				cost: 0,
				traffic_type_id: 5,
				currency_id: 1,
				traffic_type: { id: 5, description: 'Data', unit: 'MB' },
				currency: { id: 1, code: 'EUR', symbol: '€' },
				last_updated: iso(Math.floor(last / MINUTE) * MINUTE),
			},
		});
		const months = new Date(now);
		const before = monthOf(Date.UTC(months.getUTCFullYear(), months.getUTCMonth(), 0));
		const isKnown = Number.isFinite(last);
		return {
			...(isKnown && monthOf(last) === before && { last_month: entry(before) }),
			...(isKnown && monthOf(last) === monthOf(now) && { current_month: entry(monthOf(now)) }),
			last_hour: {
				data: { rx: pairs, tx: pairs },
				sms: { rx: pairs.map(([at]) => [at, 0]), tx: pairs.map(([at]) => [at, 0]) },
			},
		};
	}

	/** `GET service_profile`, with the region of its breakout. */
	serviceProfiles(): object[] {
		return SERVICE_PROFILES.map(({ id, name, region }, place) => ({
			id,
			name,
			breakout_region: { id: place + 1, name: region },
		}));
	}
}

export interface Silence {
	device: Device;
	outage: Outage;
	/** Its last sign of life before. */
	last: number;
	/** When its hours have passed. */
	due: number;
	back: number;
	incident?: number;
}

/** One of some, each with its weight. */
function pick<T>(random: Random, from: (readonly [T, number])[]): T {
	let left = random.next() * from.reduce((sum, [, weight]) => sum + weight, 0);
	for (const [value, weight] of from) {
		left -= weight;
		if (left < 0) return value;
	}
	return from.at(-1)![0];
}

// What devices do.

export const serviceProfileAt = (device: Device, at: number): number =>
	device.moves.filter((each) => each.at <= at).at(-1)?.serviceProfile ?? device.serviceProfile;
export const operatorAt = (device: Device, at: number): Operator =>
	device.trips.find((trip) => trip.from <= at && at < trip.until)?.operator ?? device.operator;
const imeisvAt = ({ imei14, firmware }: Device, at: number): string =>
	imei14 + firmware.filter((each) => each.at <= at).at(-1)!.version;
export const outageAt = ({ outages }: Device, at: number): Outage | undefined =>
	outages.find(({ from, until }) => from <= at && at < until);

/** When a device wakes up on a day by its own plan, wherever it is. */
function plan(device: Device, day: number): number[] {
	const { kind, place, slot } = device;
	if (device.state !== 'watched') return [];
	const midnight = day * DAY;
	switch (kind) {
		case 'meter':
			return [
				midnight +
					Math.min(slot, DAY - 30 * MINUTE) +
					Math.floor(hashed(place, day, 1) * 20 * MINUTE),
			];
		case 'psmMeter':
			return [midnight + slot];
		case 'gateway':
			// Its session is cut once a day; it registers anew every six hours.
			return [0, 6, 12, 18].map((hour) => midnight + ((slot + hour * HOUR) % DAY)).sort(byNumber);
		case 'tracker':
			return Array.from(
				{ length: 24 },
				(_, hour) => midnight + hour * HOUR + Math.floor(hashed(place, day, hour) * 10 * MINUTE),
			);
		case 'dayTracker': {
			const zone = device.operator.country.zone;
			return Array.from({ length: 24 }, (_, hour) => hour)
				.filter((hour) => (hour + zone + 24) % 24 >= 6 && (hour + zone + 24) % 24 < 20)
				.map((hour) => midnight + hour * HOUR + Math.floor(hashed(place, day, hour) * 50 * MINUTE));
		}
	}
}

const byNumber = (a: number, b: number): number => a - b;

/** Whether a wake of a device with a long sleep shows in the feed: a session of days goes on. */
const isSeenWake = (device: Device, day: number): boolean =>
	device.kind !== 'psmMeter' || (day + device.place) % 10 === 0;

const MOMENTS_OF_REFUSAL = [0, MINUTE, 6 * MINUTE, 20 * MINUTE];

/** When a device is refused that began to try at a moment: again and again, then once an hour. */
function triesFrom(began: number, until: number, from: number, to: number): number[] {
	const tries = MOMENTS_OF_REFUSAL.map((after) => began + after);
	for (let at = began + 80 * MINUTE; at < until && at < to; at += HOUR) tries.push(at);
	return tries.filter((at) => at < until && at >= from && at < to);
}

/** When a device that is refused begins to try. */
function firstTry(device: Device, outage: Outage): number {
	// What is open or registered is ended by the service.
	if (device.kind === 'gateway')
		return outage.from + Math.floor(hashed(device.place, outage.from / MINUTE, 51) * 3) * MINUTE;
	for (let day = Math.floor(outage.from / DAY); day <= Math.floor(outage.until / DAY); day += 1)
		for (const at of plan(device, day)) if (at >= outage.from && at < outage.until) return at;
	return Infinity;
}

/** The first refusal of an outage, Infinity where the device did not try in it. */
export const firstRefusal = (device: Device, outage: Outage): number => {
	const at = firstTry(device, outage);
	return at < outage.until ? at : Infinity;
};

/** Events of a device on a day. */
function happeningsOf(device: Device, day: number, into: Happening[]): void {
	if (device.state !== 'watched') return;
	const from = day * DAY;
	const to = from + DAY;
	const outages = device.outages.filter((each) => each.from < to && each.until + 3 * DAY > from);
	for (const at of plan(device, day)) {
		if (!isSeenWake(device, day)) continue;
		if (outages.some((each) => each.from <= at && at < each.until)) continue;
		wake(device, at, into);
	}
	for (const outage of outages) {
		const add = (at: number, kind: Kind, text?: string): void => {
			if (at >= from && at < to) into.push(happening(device, at, kind, text, outage));
		};
		const { place } = device;
		const keeps = hashed(place, Math.floor(outage.from / MINUTE), 61);
		if (outage.how === 'silent') {
			// The network closes what was open, and forgets the device after a day or two.
			const endsAt =
				outage.from + (outage.isMaintenance ? keeps * 4 * MINUTE : (1 + keeps * 3) * HOUR);
			const hadSession = device.kind === 'gateway' || device.kind === 'psmMeter';
			if (hadSession && endsAt < outage.until) add(endsAt, 'sessionEnd');
			const purgedAt = outage.from + (outage.isMaintenance ? 5 * MINUTE : (1 + keeps) * DAY);
			if (purgedAt < outage.until && device.kind === 'gateway') {
				add(purgedAt, 'purge');
				add(purgedAt + SECOND, 'gprsPurge');
			}
		} else {
			const began = firstTry(device, outage);
			if (device.kind === 'gateway') add(outage.from, 'sessionEnd');
			const kind =
				outage.how === 'sessionRefused'
					? ('sessionRefused' as const)
					: ('locationRefused' as const);
			if (began < outage.until) {
				const last = outage.isMaintenance ? began + 1 : outage.until;
				for (const at of triesFrom(began, last, from, to)) add(at, kind, outage.text);
			}
		}
		if (outage.until >= from && outage.until < to && recovers(device, outage))
			wake(device, outage.until, into);
	}
}

/** Devices that have missed something try until they are back; one that sleeps by its plan waits for it. */
function recovers(device: Device, outage: Outage): boolean {
	if (
		device.outages.some(
			(each) => each !== outage && each.from <= outage.until && outage.until < each.until,
		)
	)
		return false;
	if (device.kind === 'gateway') return true;
	if (outage.how === 'sessionRefused' || outage.how === 'registrationRefused')
		return firstTry(device, outage) < outage.until;
	for (let day = Math.floor(outage.from / DAY); day <= Math.floor(outage.until / DAY); day += 1)
		for (const at of plan(device, day)) if (at >= outage.from && at < outage.until) return true;
	return false;
}

function wake(device: Device, at: number, into: Happening[]): void {
	const { kind, place } = device;
	const turn = Math.floor(at / MINUTE);
	const add = (after: number, of: Kind): void => {
		into.push(happening(device, at + after, of));
	};
	const isEachWake = kind === 'tracker' || kind === 'dayTracker';
	if (kind === 'gateway' && Math.abs((at % DAY) - device.slot) > MINUTE && !wasOut(device, at)) {
		add(0, 'location');
		return;
	}
	if (kind === 'gateway' && !wasOut(device, at)) add(0, 'sessionEnd');
	if (!isEachWake || wasOut(device, at) || hashed(place, turn, 71) < 0.1) {
		add(0, 'location');
		if (hashed(place, 72) < 0.5) add(SECOND, 'gprsLocation');
	}
	add(2 * SECOND, 'session');
	if (kind === 'meter' || isEachWake)
		add(Math.floor((2 + hashed(place, turn, 73) * 4) * MINUTE), 'sessionEnd');
}

const wasOut = ({ outages }: Device, at: number): boolean =>
	outages.some(({ until }) => until === at);

function happening(
	device: Device,
	at: number,
	kind: Kind,
	text?: string,
	outage?: Outage,
): Happening {
	const isRefusal = kind.endsWith('Refused');
	const on = operatorAt(device, kind === 'sessionEnd' ? at - 10 * MINUTE : at);
	const profile = serviceProfileAt(device, at);
	const isSession = kind === 'session' || kind === 'sessionEnd';
	const hasOperator =
		isSession ||
		kind === 'location' ||
		kind === 'gprsLocation' ||
		(kind === 'locationRefused' && outage?.namesOperator === true);
	const imeisv = imeisvAt(device, at);
	const began = Math.floor(at / HOUR);
	return {
		id: 0,
		kind,
		at,
		organisation: WORKSPACES.find(({ id }) => id === device.workspace)!,
		endpoint: { id: device.id, name: device.name, imei: imeisv, tags: device.tags.join(',') },
		sim: { id: device.simId, iccid: device.iccid, imsi: device.imsi },
		...(hasOperator && { operator: on }),
		...(isSession && {
			session: {
				id: sessionId(device.place, began),
				rat: device.rat,
				imeisv,
				created: at,
				region: SERVICE_PROFILES.find(({ id }) => id === profile)!.region,
				apn: 'iot.example',
				tariffProfile: device.tariffProfile,
			},
		}),
		...(text !== undefined
			? { text }
			: kind === 'gprsLocation'
				? { text: `New location received for PSN (${RAT_NAMES[device.rat]})` }
				: isRefusal && { text: 'Update location rejected by the network, cause 13' }),
	};
}

// Signs of life: registrations and openings of sessions, even refused ones, and traffic.

/** The last time at which a device was heard or had traffic before a moment. */
export function lastSign(device: Device, before: number): number {
	return lastOf(device, before, true);
}

/** The last time at which a device got what it asked for, refusals left out. */
export function lastGood(device: Device, before: number): number {
	return lastOf(device, before, false);
}

function lastOf(device: Device, before: number, countsRefusals: boolean): number {
	if (device.state !== 'watched') return -Infinity;
	let last = device.kind === 'gateway' ? lastMinuteOfGateway(device, before) : -Infinity;
	for (let day = Math.floor(before / DAY); day >= FIRST_DAY && last === -Infinity; day -= 1)
		for (const at of plan(device, day))
			if (at < before && !outageAt(device, at)) last = Math.max(last, at);
	for (const outage of device.outages) {
		if (outage.until < before && outage.until > last && recovers(device, outage))
			last = outage.until;
		if (!countsRefusals || outage.how === 'silent' || outage.from >= before) continue;
		const began = firstTry(device, outage);
		if (began >= outage.until || began >= before) continue;
		const end = Math.min(outage.isMaintenance ? began + 1 : outage.until, before);
		last = Math.max(last, triesFrom(began, end, began, before).at(-1) ?? began);
	}
	return last;
}

/** A gateway sends each minute unless it is out. */
function lastMinuteOfGateway(device: Device, before: number): number {
	let at = before - 1;
	let out = outageAt(device, at);
	while (out) {
		at = out.from - 1;
		out = outageAt(device, at);
	}
	return at;
}

/** The first sign of life from a moment on. */
export function firstSign(device: Device, from: number): number {
	if (from === Infinity) return Infinity;
	let first = Infinity;
	for (const outage of device.outages)
		if (outage.until >= from && outage.until < first && recovers(device, outage))
			first = outage.until;
	if (device.kind === 'gateway' && !outageAt(device, from)) first = Math.min(first, from);
	for (let day = Math.floor(from / DAY); day <= END / DAY + 2; day += 1) {
		if (day * DAY > first) return first;
		for (const at of plan(device, day))
			if (at >= from && at < first && !outageAt(device, at)) return at;
	}
	return first;
}

/** The last minute with traffic: refused devices have none. */
export const lastTraffic = (device: Device, now: number): number => lastGood(device, now + 1);

/** Whether a minute of the last hour had traffic. */
function hasTrafficIn(device: Device, minute: number, last: number): boolean {
	if (minute > last) return false;
	if (device.kind === 'gateway') return !outageAt(device, minute);
	return lastGood(device, minute + MINUTE) >= minute;
}

/** An endpoint as the list has it at a moment. */
function endpointOf(device: Device, now: number): ServiceEndpoint {
	const { id, name, tags, state, place } = device;
	const profile = SERVICE_PROFILES.find((each) => each.id === serviceProfileAt(device, now))!;
	const tariff = TARIFF_PROFILES.find((each) => each.id === device.tariffProfile)!;
	const hasImei = state !== 'neverSeen' && state !== 'noSim';
	const moved = device.moves.filter(({ at }) => at <= now).at(-1)?.at;
	return {
		id,
		name,
		status:
			state === 'disabled' ? { id: 1, description: 'Disabled' } : { id: 0, description: 'Enabled' },
		created: '2025-05-02T08:00:00.000+0000',
		last_updated:
			moved === undefined ? '2025-05-02T08:00:00.000+0000' : iso(moved).replace('Z', '+0000'),
		ip_address: ipOf(id),
		ip_address_space: { id: 3 },
		imei: hasImei ? imeisvAt(device, now) : null,
		imei_with_luhn: hasImei ? withCheckDigit(device.imei14) : null,
		imei_lock: false,
		service_profile: { id: profile.id, name: profile.name },
		tariff_profile: tariff,
		tags: tags.join(','),
		tag_assignments: tags.map((tag) => ({ id: tagId(tag), name: tag, tag_color: { id: 1 } })),
		...(state !== 'noSim' && {
			sim: {
				id: device.simId,
				iccid: device.iccid,
				iccid_with_luhn: `${device.iccid}${place % 10}`,
				imsi: device.imsi,
				msisdn: `8829${String(10_000_001 + place)}`,
				status:
					state === 'suspended'
						? { id: 2, description: 'Suspended' }
						: { id: 1, description: 'Activated' },
				sim_profile_type: { id: 1 },
			},
		}),
	};
}

const tagIds = new Map<string, number>();
/** Id of a tag: the same for the same name. */
export function tagId(name: string): number {
	const id = tagIds.get(name) ?? 300 + tagIds.size;
	tagIds.set(name, id);
	return id;
}
