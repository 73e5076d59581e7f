/*
 * What both features read of the service, in its forms: operators, events of the feed, endpoints of the
 * list, the summary of an endpoint's usage.
 */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Operator {
	id: number;
	name: string;
	mnc: string;
	country: Country;
}

export interface Country {
	id: number;
	name: string;
	iso: string;
	mcc: string;
	code: string;
	/** Hours ahead of UTC. */
	zone: number;
}

const country = (
	id: number,
	name: string,
	iso: string,
	mcc: string,
	code: string,
	zone: number,
): Country => ({ id, name, iso, mcc, code, zone });

export const COUNTRIES = {
	DE: country(74, 'Germany', 'de', '262', '49', 1),
	FR: country(67, 'France', 'fr', '208', '33', 1),
	PL: country(160, 'Poland', 'pl', '260', '48', 1),
	US: country(208, 'United States', 'us', '310', '1', -6),
	BR: country(28, 'Brazil', 'br', '724', '55', -3),
	TR: country(201, 'Turkey', 'tr', '286', '90', 3),
} satisfies Record<string, Country>;

const operator = (id: number, name: string, mnc: string, of: Country): Operator => ({
	id,
	name,
	mnc,
	country: of,
});

/** Names are no ids: "Orbit" works in three countries, and one operator is called "3". */
export const OPERATORS: Operator[] = [
	operator(1201, 'Orbit', '02', COUNTRIES.DE),
	operator(1202, 'Rheinfunk', '07', COUNTRIES.DE),
	operator(1203, '3', '09', COUNTRIES.DE),
	operator(1301, 'Orbit', '15', COUNTRIES.FR),
	operator(1302, 'Réseau Bleu', '20', COUNTRIES.FR),
	operator(1303, 'Sud Mobile', '88', COUNTRIES.FR),
	operator(1401, 'Wisla', '01', COUNTRIES.PL),
	operator(1402, 'Orbit', '06', COUNTRIES.PL),
	operator(1501, 'Prairie Wireless', '260', COUNTRIES.US),
	operator(1502, 'Coastline', '410', COUNTRIES.US),
	operator(1601, 'Planalto', '05', COUNTRIES.BR),
	operator(1602, 'Costa, Verde & Cia', '11', COUNTRIES.BR),
	operator(1701, 'Anadolu', '01', COUNTRIES.TR),
	operator(1702, 'Bosfor', '02', COUNTRIES.TR),
];

export const RATS = { g3: 1, g2: 2, g4: 6, nbIot: 8 } as const;
export const RAT_NAMES: Record<number, string> = { 1: '3G', 2: '2G', 6: '4G', 8: 'NB-IoT' };

/** An event as the feed shows it; what does not apply is absent. */
export interface ServiceEvent {
	id: number;
	timestamp: string;
	alert: boolean;
	description: string;
	event_type: { id: number; description: string };
	event_source: { id: number; description: string };
	event_severity: { id: number; description: string };
	organisation: { id: number; name: string };
	endpoint?: {
		id: number;
		name: string;
		ip_address: string;
		imei: string | null;
		tags: string | null;
	};
	sim?: { id: number; iccid: string; production_date: string };
	imsi?: { id: number; imsi: string; import_date: string };
	detail?: Record<string, unknown>;
}

/** An event and when the feed begins to show it: some appear minutes after their time. */
export interface Shown {
	at: number;
	shownAt: number;
	event: ServiceEvent;
}

/** An endpoint as the list shows it. */
export interface ServiceEndpoint {
	id: number;
	name: string;
	status: { id: number; description: string };
	created: string;
	last_updated: string;
	ip_address: string;
	ip_address_space: { id: number };
	imei: string | null;
	imei_with_luhn: string | null;
	imei_lock: boolean;
	service_profile: { id: number; name: string };
	tariff_profile: { id: number; name: string };
	tags: string | null;
	tag_assignments: { id: number; name: string; tag_color: { id: number } }[];
	/** Absent where none is assigned. */
	sim?: {
		id: number;
		iccid: string;
		iccid_with_luhn: string;
		imsi: string;
		msisdn: string;
		status: { id: number; description: string };
		sim_profile_type: { id: number };
	};
}

const NETWORK = { id: 0, description: 'Network' };
const POLICY = { id: 1, description: 'Policy Control' };
const API = { id: 2, description: 'API' };
const INFO = { id: 0, description: 'Info' };
const WARN = { id: 1, description: 'Warn' };

export type Kind =
	| 'location'
	| 'gprsLocation'
	| 'session'
	| 'sessionEnd'
	| 'purge'
	| 'gprsPurge'
	| 'locationRefused'
	| 'gprsLocationRefused'
	| 'sessionRefused'
	| 'organisationBlocked'
	| 'cloudConnect'
	| 'released'
	| 'assigned'
	| 'enabled'
	| 'disabled';

/** Type, name, source and severity of each, as the service lists them. */
const KINDS: Record<
	Kind,
	[type: number, name: string, source: typeof API, severity: typeof INFO, text: string]
> = {
	location: [1, 'Update location', NETWORK, INFO, 'New location received'],
	gprsLocation: [2, 'Update GPRS location', NETWORK, INFO, 'New location received for PSN'],
	session: [3, 'Create PDP Context', NETWORK, INFO, 'New PDP context successfully activated'],
	sessionEnd: [5, 'Delete PDP Context', NETWORK, INFO, 'PDP context deleted'],
	purge: [15, 'Purge location', NETWORK, INFO, 'Location purged'],
	gprsPurge: [16, 'Purge GPRS location', NETWORK, INFO, 'GPRS location purged'],
	locationRefused: [1, 'Update location', POLICY, WARN, 'Update location rejected'],
	gprsLocationRefused: [2, 'Update GPRS location', POLICY, WARN, 'Update location rejected'],
	sessionRefused: [3, 'Create PDP Context', POLICY, WARN, 'PDP context request rejected'],
	organisationBlocked: [12, 'Organisation blocked', POLICY, WARN, 'Organisation blocked'],
	cloudConnect: [27, 'Cloud connect connection state changed', API, INFO, 'State changed'],
	released: [50, 'SIM released', API, INFO, 'SIM released from endpoint'],
	assigned: [51, 'SIM assigned', API, INFO, 'SIM assigned to endpoint'],
	enabled: [42, 'Endpoint enabled', API, INFO, 'Endpoint enabled'],
	disabled: [43, 'Endpoint disabled', API, INFO, 'Endpoint disabled'],
};

export const iso = (ms: number): string => new Date(ms).toISOString();

/** The device and SIM that an event is about. */
export interface Subject {
	endpoint?: { id: number; name: string; imei: string | null; tags: string | null };
	sim?: { id: number; iccid: string; imsi: string };
}

export interface Happening extends Subject {
	id: number;
	kind: Kind;
	at: number;
	organisation: { id: number; name: string };
	/** Where, of those types that hold an operator. */
	operator?: Operator;
	/** Of sessions. */
	session?: {
		id: string;
		rat: number;
		imeisv: string;
		created: number;
		region: string;
		apn: string;
		tariffProfile: number;
	};
	/** Replaces the usual text. */
	text?: string;
	detail?: Record<string, unknown>;
}

const operatorDetail = ({ id, name, mnc, country: of }: Operator, hasCodes: boolean) => ({
	id,
	name,
	country: {
		id: of.id,
		name: of.name,
		country_code: of.code,
		mcc: of.mcc,
		iso_code: of.iso,
	},
	...(hasCodes && {
		tapcode: [{ id: id + 40_000, tapcode: `${of.iso.toUpperCase()}T${mnc}` }],
		mnc: [{ id: id + 50_000, mnc }],
	}),
});

/** The event as the service writes it. */
export function eventOf(of: Happening): ServiceEvent {
	const [type, name, source, severity, text] = KINDS[of.kind];
	const { operator: on, session, endpoint, sim } = of;
	const isEnd = of.kind === 'sessionEnd';
	const detail = of.detail ?? {
		...(on && operatorDetail(on, type !== 3 && type !== 5)),
		...(session &&
			on && {
				session_id: session.id,
				pdp_context: {
					pdp_context_id: Number.parseInt(session.id.slice(0, 8), 16),
					tunnel_created: iso(session.created).slice(0, 19),
					gtp_version: 2,
					apn: isEnd ? null : session.apn,
					region: session.region,
					breakout_ip: isEnd ? null : '198.51.100.17',
					ue_ip_address: '100.64.3.17',
					imsi: sim?.imsi,
					imeisv: session.imeisv,
					mcc: on.country.mcc,
					mnc: on.mnc,
					lac: null,
					sac: null,
					rac: null,
					ci: null,
					rat_type: session.rat,
					nsapi: 5,
					...(!isEnd && {
						operator_id: String(on.id),
						tariff_id: '410',
						tariff_profile_id: String(session.tariffProfile),
						ratezone_id: '7',
					}),
				},
			}),
		...(isEnd && { volume: { rx: 0.004, tx: 0.012, total: 0.016 } }),
	};
	return {
		id: of.id,
		timestamp: iso(of.at),
		alert: severity.id > 0,
		description: of.text ?? text,
		event_type: { id: type, description: name },
		event_source: source,
		event_severity: severity,
		organisation: of.organisation,
		...(endpoint && {
			endpoint: { ...endpoint, ip_address: ipOf(endpoint.id) },
		}),
		...(sim && {
			sim: { id: sim.id, iccid: sim.iccid, production_date: '2024-01-15T08:00:00.000Z' },
			imsi: {
				id: sim.id + 400_000,
				imsi: sim.imsi,
				import_date: '2024-01-15T08:00:00.000Z',
			},
		}),
		...(Object.keys(detail).length > 0 && { detail }),
	};
}

export const ipOf = (id: number): string => `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`;

/** 15 digits: type and serial number with their check digit. */
export function withCheckDigit(fourteen: string): string {
	let sum = 0;
	for (let place = 0; place < 14; place += 1) {
		const digit = Number(fourteen[place]) * (place % 2 === 1 ? 2 : 1);
		sum += digit > 9 ? digit - 9 : digit;
	}
	return `${fourteen}${(10 - (sum % 10)) % 10}`;
}

/** A number from 0 to 1 that depends on the given numbers alone. */
export function hashed(...of: number[]): number {
	let mixed = 0x9e3779b9;
	for (const each of of) {
		mixed = Math.imul(mixed ^ (each | 0), 0x85ebca6b);
		mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
		mixed ^= mixed >>> 16;
	}
	mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** A session's id, by what it depends on. */
export function sessionId(...of: number[]): string {
	const hex = (part: number, digits: number): string =>
		Math.floor(hashed(part, ...of) * 16 ** digits)
			.toString(16)
			.padStart(digits, '0');
	const first = hex(1, 8);
	return `${first}-${first.slice(0, 4)}-4${first.slice(1, 4)}-8${first.slice(5)}-${hex(2, 8)}${first.slice(2, 6)}`;
}
