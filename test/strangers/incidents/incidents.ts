import { Random } from '../forecast/random';
import {
	CLOUD_CONNECTS,
	Fleet,
	SERVICE_PROFILES,
	START,
	firstRefusal,
	lastGood,
	operatorAt,
	serviceProfileAt,
	type Device,
	type FleetOptions,
	type Outage,
} from './fleet';
import { COUNTRIES, DAY, HOUR, MINUTE, OPERATORS, RATS } from './world';

/*
 * Incidents with their truth: what they come from, which devices they take, when each of them can be known.
 */

/** What devices can share. Values: ids as text, the ISO code of a country, eight digits of a TAC, a tag's name. */
export interface Factor {
	factor:
		| 'operator'
		| 'country'
		| 'rat'
		| 'tac'
		| 'serviceProfile'
		| 'tariffProfile'
		| 'tag'
		| 'workspace'
		| 'cloudConnect';
	value: string;
}

export type Signal = 'silent' | 'registrationRefused' | 'sessionRefused';

export interface Incident {
	number: number;
	name: string;
	signal: Signal;
	/** None where the devices share nothing. */
	cause: Factor[];
	/** Its devices go one after the other, over hours. */
	isGradual: boolean;
	start: number;
	end: number;
	/** Devices that it takes, whether they become known or not. */
	devices: Device[];
	/** Of each device that becomes known: its last sign before, and when it can be known. */
	known: { device: Device; last: number; due: number }[];
	/** When enough of them are due, so that what they share stands out. */
	knowable: number;
}

/** What stands out: a third of those that will be known, and not fewer than eight. */
const SHARE_TO_STAND_OUT = 1 / 3;
const LEAST_TO_STAND_OUT = 8;

export function hasFactor(device: Device, { factor, value }: Factor, at: number): boolean {
	switch (factor) {
		case 'operator':
			return String(operatorAt(device, lastGood(device, at)).id) === value;
		case 'country':
			return operatorAt(device, lastGood(device, at)).country.iso === value.toLowerCase();
		case 'rat':
			return String(device.rat) === value;
		case 'tac':
			return device.tac === value;
		case 'serviceProfile':
			return String(serviceProfileAt(device, at)) === value;
		case 'tariffProfile':
			return String(device.tariffProfile) === value;
		case 'tag':
			return device.tags.includes(value);
		case 'workspace':
			return String(device.workspace) === value;
		case 'cloudConnect': {
			const region = CLOUD_CONNECTS.find(({ id }) => String(id) === value)?.region;
			const profile = SERVICE_PROFILES.find(({ id }) => id === serviceProfileAt(device, at))!;
			return profile.region === region;
		}
	}
}

/** All of some factors. */
export const hasAll = (device: Device, cause: Factor[], at: number): boolean =>
	cause.every((factor) => hasFactor(device, factor, at));

/** A cause with what it does. */
interface Seed {
	name: string;
	signal: Signal;
	/** The causes that it may have: the first that takes enough devices. */
	causes: Factor[][];
	/** Hours from its start to its end. */
	hours: number;
	/** Devices go one after the other, over so many hours. */
	over?: number;
	/** Devices get this software before. */
	firmware?: string;
	/** So many of the fleet are moved to the profile of the cause, and fail there. */
	moves?: number;
	/** Begins with the one before, so many minutes later. */
	isWithLast?: number;
	text?: string;
	/** So many devices anywhere, without a cause. */
	deaths?: number;
}

const of = (factor: Factor['factor'], ...values: (string | number)[]): Factor[][] =>
	values.map((value) => [{ factor, value: String(value) }]);
const pairs = (
	first: Factor['factor'],
	second: Factor['factor'],
	...values: [string | number, string | number][]
): Factor[][] =>
	values.map(([one, other]) => [
		{ factor: first, value: String(one) },
		{ factor: second, value: String(other) },
	]);

function seeds(fleet: Fleet, random: Random): Seed[] {
	const sites = (start: string): Factor[][] =>
		shuffled(
			[...new Set(fleet.devices.map(({ site }) => site))].filter((site) => site.startsWith(start)),
			random,
		).flatMap((site) => of('tag', site));
	const plants = sites('plant-');
	/** Models that fail one after the other, each after the same firmware. */
	const modelsOfFirmware = ['35700512', '35600310', '86700415'];
	const afterFirmware = modelsOfFirmware.map(
		(tac, place): Seed => ({
			name: 'a model after its firmware',
			signal: 'silent',
			causes: of('tac', tac),
			hours: 22,
			over: 1 + place,
			firmware: '77',
		}),
	);
	const outage = (id: number, hours = 10): Seed => ({
		name: `operator ${nameOf(id)}`,
		signal: 'silent',
		causes: of('operator', id),
		hours,
	});
	const powerCut = (place: number): Seed => ({
		name: 'power cut of one site',
		signal: 'silent',
		causes: plants.slice(place * 2),
		hours: 7,
	});
	return [
		outage(1201),
		outage(1301, 16),
		outage(1203),
		outage(1502, 36),
		{
			...outage(1401),
			name: 'operator Wisla refuses roamers',
			signal: 'registrationRefused',
			hours: 9,
			text: 'Update location rejected by the network: roaming not allowed, cause 13',
		},
		{
			...outage(1601),
			name: 'operator Planalto refuses roamers',
			signal: 'registrationRefused',
			hours: 14,
			text: 'Update location rejected: PLMN not allowed',
		},
		{ name: '2G', signal: 'silent', causes: of('rat', RATS.g2), hours: 26 },
		{ name: '3G', signal: 'silent', causes: of('rat', RATS.g3), hours: 12 },
		{
			name: 'NB-IoT in one country',
			signal: 'silent',
			causes: pairs('rat', 'country', [RATS.nbIot, 'de']),
			hours: 60,
		},
		{
			name: '4G of one operator',
			signal: 'silent',
			causes: pairs('rat', 'operator', [RATS.g4, 1501], [RATS.g4, 1302]),
			hours: 20,
		},
		...afterFirmware,
		{
			name: 'meters after their firmware',
			signal: 'silent',
			causes: of('tac', '86500201'),
			hours: 64,
			over: 2,
			firmware: '78',
		},
		{
			name: 'a model with a wrong APN after its firmware',
			signal: 'sessionRefused',
			causes: of('tac', '35700513'),
			hours: 12,
			over: 1,
			firmware: '79',
			text: 'PDP context request rejected: unknown APN',
		},
		...[802, 803, 801].map(
			(profile): Seed => ({
				name: 'a service profile without data',
				signal: 'sessionRefused',
				causes: of('serviceProfile', profile),
				hours: 8,
				text: 'PDP context request rejected, because the data service is off in the service profile',
			}),
		),
		{
			name: 'devices moved to a profile',
			signal: 'sessionRefused',
			causes: of('serviceProfile', 805),
			hours: 15,
			moves: 0.05,
			text: 'PDP context request rejected, because no quota is set',
		},
		{
			name: 'a tariff profile without its operators',
			signal: 'registrationRefused',
			causes: of('tariffProfile', 904),
			hours: 18,
			text: 'Update location rejected, because the operator is not in the tariff profile',
		},
		...[7001, 7002, 7001].map(
			(id): Seed => ({
				name: 'a tunnel down',
				signal: 'silent',
				causes: of('cloudConnect', id),
				hours: 9,
			}),
		),
		powerCut(0),
		powerCut(1),
		powerCut(2),
		{
			...powerCut(3),
			name: 'power cut of a depot',
			causes: sites('depot-').slice(1),
			hours: 26,
		},
		{ ...powerCut(3), hours: 28 },
		{ ...outage(1402), name: 'one of two at once: operator Orbit in Poland' },
		{
			...powerCut(0),
			name: 'one of two at once: power cut',
			isWithLast: 6,
			causes: plants.slice(1),
		},
		{
			name: 'one of two at once: a model after its firmware',
			signal: 'silent',
			causes: of('tac', '86700416'),
			hours: 20,
			over: 1,
			firmware: '80',
		},
		{ ...outage(1202, 12), name: 'one of two at once: operator Rheinfunk', isWithLast: 12 },
		{
			name: 'a slow one over six hours: a model',
			signal: 'silent',
			causes: of('tac', '35700512'),
			hours: 24,
			over: 6,
		},
		{
			name: 'a slow one over six hours: a site',
			signal: 'silent',
			causes: plants.slice(4),
			hours: 16,
			over: 6,
		},
		{ name: '30 unrelated deaths on a day', signal: 'silent', causes: [[]], hours: 90, deaths: 30 },
		{
			name: 'an operator and a model',
			signal: 'silent',
			causes: pairs('operator', 'tac', [1201, '35700512'], [1301, '35700512'], [1501, '35700512']),
			hours: 10,
		},
		{
			name: 'a model of one operator refused',
			signal: 'registrationRefused',
			causes: pairs('operator', 'tac', [1301, '35600310'], [1501, '35600310'], [1201, '35600310']),
			hours: 11,
			text: 'Update location rejected: illegal ME',
		},
		{
			name: 'an operator blocked in a tariff profile',
			signal: 'registrationRefused',
			causes: pairs('tariffProfile', 'operator', [902, 1302], [902, 1201], [901, 1302]),
			hours: 17,
			text: 'Update location rejected, because the operator is blocked in the tariff profile',
		},
		{
			name: 'a workspace blocked',
			signal: 'sessionRefused',
			causes: of('workspace', 4002),
			hours: 13,
			text: 'PDP context request rejected, because the organisation is blocked',
		},
		{ name: 'a country', signal: 'silent', causes: of('country', COUNTRIES.TR.iso), hours: 12 },
	];
}

const nameOf = (id: number): string => {
	const { name, country } = OPERATORS.find((each) => each.id === id)!;
	return `${name} in ${country.name}`;
};

function shuffled<T>(from: T[], random: Random): T[] {
	const left = [...from];
	for (let place = left.length - 1; place > 0; place -= 1) {
		const other = random.whole(0, place);
		[left[place], left[other]] = [left[other]!, left[place]!];
	}
	return left;
}

export interface Planted {
	fleet: Fleet;
	incidents: Incident[];
}

/** A fleet in which nothing happens but what happens to single devices. */
export function quietFleet(options: FleetOptions): Planted {
	const fleet = new Fleet(options);
	fleet.settle();
	return { fleet, incidents: [] };
}

/** A fleet with its 40 incidents. */
export function fleetWithIncidents(options: FleetOptions): Planted {
	const fleet = new Fleet(options);
	const random = new Random(options.seed * 104_729 + 3);
	const all = seeds(fleet, random);
	// Those at once stay together.
	const groups = all.reduce<Seed[][]>((list, seed) => {
		if (seed.isWithLast === undefined) list.push([seed]);
		else list.at(-1)!.push(seed);
		return list;
	}, []);
	const order = shuffled(groups, random);
	const incidents: Incident[] = [];
	const slot = (54 * DAY) / order.length;
	order.forEach((group, place) => {
		const start =
			Math.floor((START + 3 * DAY + place * slot + random.between(0, 8) * HOUR) / MINUTE) * MINUTE;
		for (const seed of group)
			incidents.push(
				planted(fleet, seed, start + (seed.isWithLast ?? 0) * MINUTE, incidents.length, random),
			);
	});
	fleet.settle();
	fill(fleet, incidents);
	return { fleet, incidents };
}

function planted(
	fleet: Fleet,
	seed: Seed,
	start: number,
	number: number,
	random: Random,
): Incident {
	const end = start + seed.hours * HOUR;
	const isFree = (device: Device): boolean =>
		device.state === 'watched' &&
		!device.outages.some(
			(each) => !each.isMaintenance && each.from < end + 6 * HOUR && each.until > start - 6 * HOUR,
		);
	let cause = seed.causes[0]!;
	let devices: Device[] = [];
	for (const each of seed.causes) {
		const matching = fleet.devices.filter(
			(device) => isFree(device) && (each.length === 0 || hasAll(device, each, start)),
		);
		if (matching.length <= devices.length) continue;
		[cause, devices] = [each, matching];
		if (devices.length >= 30) break;
	}
	if (seed.moves !== undefined) {
		const profile = Number(cause[0]!.value);
		const moved = fleet.devices.filter((device) => isFree(device) && random.happens(seed.moves!));
		for (const { moves } of moved) moves.push({ at: start - 20 * MINUTE, serviceProfile: profile });
		devices = [...new Set([...devices, ...moved])];
	}
	const share = random.between(0.92, 0.98);
	if (seed.deaths !== undefined) devices = shuffled(devices, random).slice(0, seed.deaths);
	else devices = devices.filter(() => random.happens(share));
	const namesOperator = random.happens(0.5);
	for (const device of devices) {
		const goes = seed.deaths === undefined ? (seed.over ?? 0) : 24;
		const from = start + random.between(0, Math.max(goes * HOUR, 3 * MINUTE));
		if (seed.firmware !== undefined)
			device.firmware.push({ at: from - 30 * MINUTE, version: seed.firmware });
		device.outages.push({
			from,
			until: end + random.between(0, seed.deaths === undefined ? 40 * MINUTE : 3 * DAY),
			how: seed.signal,
			incident: number,
			namesOperator,
			...(seed.text !== undefined && { text: seed.text }),
		});
		device.outages.sort((a, b) => a.from - b.from);
	}
	tell(fleet, cause, start, end);
	const name = `${seed.name}${cause.length > 0 ? ` (${cause.map(wordOf).join(' × ')})` : ''}`;
	return {
		number,
		name,
		signal: seed.signal,
		cause,
		isGradual: (seed.over ?? 0) > 0,
		start,
		end,
		devices,
		known: [],
		knowable: 0,
	};
}

export const wordOf = ({ factor, value }: Factor): string => `${factor} ${value}`;

/** What the feed says of the cause itself. */
function tell(fleet: Fleet, cause: Factor[], start: number, end: number): void {
	const [first] = cause;
	if (first?.factor === 'workspace') {
		const organisation = Number(first.value);
		fleet.others.push({ at: start, kind: 'organisationBlocked', organisation });
	}
	if (first?.factor !== 'cloudConnect') return;
	for (const [at, status] of [
		[start, 'DOWN'],
		[end, 'UP'],
	] as const)
		fleet.others.push({
			at,
			kind: 'cloudConnect',
			organisation: 4001,
			detail: { breakout_id: Number(first.value), organisation_id: 4001, status },
		});
	fleet.others.sort((a, b) => a.at - b.at);
}

/** What can be known of each, and when. */
function fill(fleet: Fleet, incidents: Incident[]): void {
	for (const silence of fleet.silences()) {
		const { incident, device, last, due } = silence;
		if (incident !== undefined) incidents[incident]!.known.push({ device, last, due });
	}
	for (const incident of incidents) {
		if (incident.signal !== 'silent')
			for (const device of incident.devices) {
				const outage = device.outages.find((each) => each.incident === incident.number)!;
				const due = refusedAt(device, outage);
				if (due < Infinity) incident.known.push({ device, last: due, due });
			}
		incident.known.sort((a, b) => a.due - b.due);
		incident.knowable = knowableOf(incident.known.map(({ due }) => due));
	}
}

/** Refused by the network: its first refusal. */
const refusedAt = (device: Device, outage: Outage): number => firstRefusal(device, outage);

function knowableOf(dues: number[]): number {
	const enough = Math.max(LEAST_TO_STAND_OUT, Math.ceil(dues.length * SHARE_TO_STAND_OUT));
	return dues[Math.min(enough, dues.length) - 1] ?? Infinity;
}
