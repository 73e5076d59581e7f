import { registrationDetail, sessionDetail } from './eventTypes';
import {
	emptyState,
	type Connectivity,
	type Day,
	type Endpoint,
	type FleetEvent,
	type Operator,
	type Sim,
	type State,
} from './state';

/*
 * An ordinary device, its events and days of usage, for cases that differ from it in one thing.
 */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const MB = 1_000_000;

const GERMANY = { id: 74, name: 'Germany', iso: 'de', code: '49', mcc: '262' };
const AUSTRIA = { id: 75, name: 'Austria', iso: 'at', code: '43', mcc: '232' };

export const operator = (
	id: number,
	name: string,
	mnc = String(id).padStart(2, '0').slice(-2),
	country = GERMANY,
): Operator => ({ id, name, country, mnc: [mnc] });

export const EXAMPLE_MOBILE = operator(12, 'Example Mobile', '01');
export const OTHER_MOBILE = operator(13, 'Other Mobile', '02');
/** Names of a single digit exist. */
export const THREE = operator(3, '3', '05', AUSTRIA);

export const IMEI = '3500000000000017';
export const OTHER_IMEI = '3500000000009929';

export const ENDPOINT: Endpoint = {
	id: 4001,
	name: 'meter-0017',
	status: 0,
	created: Date.UTC(2025, 0, 15, 8),
	imei: IMEI,
	imeiLock: false,
	serviceProfile: 201,
	tariffProfile: 301,
	sim: 5001,
};

export const SIM: Sim = {
	id: 5001,
	iccid: '8900000000000000017',
	imsi: '999990000000017',
	msisdn: '999000000000017',
	status: 1,
	produced: Date.UTC(2024, 10, 1),
	activated: Date.UTC(2025, 0, 15, 8, 5),
};

/** One enabled endpoint with an activated SIM and plain profiles. */
export const oneDevice = (): State => ({
	...emptyState(),
	endpoints: [{ ...ENDPOINT }],
	sims: [{ ...SIM }],
	serviceProfiles: [{ id: 201, name: 'Meters' }],
	tariffProfiles: [{ id: 301, name: 'Europe' }],
	operators: [EXAMPLE_MOBILE, OTHER_MOBILE, THREE],
});

let lastId = 0;
/** Ids rise with each event that is made; give one where the order of ids matters. */
const nextId = (): number => 720_000_000_000_000 + (lastId += 1);

export interface About {
	endpoint?: number;
	sim?: number;
	operator?: Operator;
	rat?: number;
	imei?: string;
	session?: number;
	description?: string;
	severity?: number;
	id?: number;
}

/** An event about the ordinary device, unless it says otherwise. */
export function event(at: number, type: number, of: Partial<FleetEvent> = {}): FleetEvent {
	return { id: nextId(), at, type, endpoint: ENDPOINT.id, sim: SIM.id, ...of };
}

const about = ({ id, endpoint, sim, imei, description, severity }: About): Partial<FleetEvent> => ({
	...(id !== undefined && { id }),
	...(endpoint !== undefined && { endpoint }),
	...(sim !== undefined && { sim }),
	...(imei !== undefined && { imei }),
	...(description !== undefined && { description }),
	...(severity !== undefined && { severity }),
});

/** A registration that was accepted: type 1, or 2 for the packet side. */
export const registered = (at: number, of: About = {}, type: 1 | 2 = 2): FleetEvent =>
	event(at, type, {
		...about(of),
		detail: registrationDetail(of.operator ?? EXAMPLE_MOBILE),
	});

/** A registration that a network has rejected. */
export const registrationRejected = (at: number, of: About = {}, type: 1 | 2 = 2): FleetEvent =>
	event(at, type, {
		severity: 1,
		alert: true,
		description: 'Update location rejected: roaming not allowed',
		...about(of),
		detail: registrationDetail(of.operator ?? EXAMPLE_MOBILE),
	});

const session = (at: number, of: About) => ({
	operator: of.operator ?? EXAMPLE_MOBILE,
	rat: of.rat ?? 6,
	imeisv: of.imei ?? IMEI,
	imsi: SIM.imsi,
	session: of.session ?? 1,
	opened: at,
});

export const opened = (at: number, of: About = {}): FleetEvent =>
	event(at, 3, { ...about(of), detail: sessionDetail(session(at, of)) });

export const closed = (at: number, of: About = {}, volume = { rx: 0.2, tx: 0.4 }): FleetEvent =>
	event(at, 5, {
		...about(of),
		detail: sessionDetail({ ...session(at - HOUR, of), volume }),
	});

/** A session that policy has refused; the cause stands in the text alone. */
export const sessionRefused = (at: number, of: About = {}): FleetEvent =>
	event(at, 3, {
		severity: 1,
		source: 1,
		alert: true,
		description: 'Create PDP Context request rejected',
		...about(of),
	});

/** The location was deleted by a network: type 15, or 16 for the packet side. */
export const purged = (at: number, of: About = {}, type: 15 | 16 = 16): FleetEvent =>
	event(at, type, about(of));

export const online = (
	created: number,
	of: { operator?: Operator; rat?: number; imei?: string; session?: number; seen?: number } = {},
): Connectivity => ({
	endpoint: ENDPOINT.id,
	status: 'ONLINE',
	location: {
		updated: of.seen ?? created,
		updatedGprs: of.seen ?? created,
		operator: of.operator ?? EXAMPLE_MOBILE,
	},
	session: {
		id: of.session ?? 1,
		created,
		operator: of.operator ?? EXAMPLE_MOBILE,
		rat: of.rat ?? 6,
		imeisv: of.imei,
	},
});

export const attached = (seen: number, at: Operator = EXAMPLE_MOBILE): Connectivity => ({
	endpoint: ENDPOINT.id,
	status: 'ATTACHED',
	location: { updated: seen, updatedGprs: seen, operator: at },
});

export const offline = (): Connectivity => ({ endpoint: ENDPOINT.id, status: 'OFFLINE' });

export const blocked = (): Connectivity => ({ endpoint: ENDPOINT.id, status: 'BLOCKED' });

/** Days of usage from the first to the last, counted back from a time: 0 is its own day. */
export function daysOf(
	now: number,
	from: number,
	to: number,
	mb: number | ((ago: number) => number) = 1,
): Day[] {
	const days: Day[] = [];
	for (let ago = from; ago >= to; ago -= 1) {
		const volume = typeof mb === 'number' ? mb : mb(ago);
		const date = new Date(now - ago * DAY).toISOString().slice(0, 10);
		days.push({ date, tx: volume * 0.75, rx: volume * 0.25 });
	}
	return days;
}
