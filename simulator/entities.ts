/**
 * What the simulated service holds. Names are camelCase here; the formatters turn them into the
 * wire's snake_case. Times are milliseconds since the epoch.
 */

/** Endpoint status ids (specification, "Status values"). */
export const EndpointStatus = { Enabled: 0, Disabled: 1, Deleted: 2 } as const;

/** SIM status ids (specification; 0 and 3 from the public reference). */
export const SimStatus = {
	Issued: 0,
	Activated: 1,
	Suspended: 2,
	Deleted: 3,
	FactoryTest: 4,
} as const;

/** Id that bulk and single endpoint updates use for Factory Test (specification). */
export const FACTORY_TEST_ON_UPDATE = 5;

/** SMS quota status ids (specification). */
export const QuotaStatus = { Active: 1, Exhausted: 2, Expired: 3 } as const;

/** MT-SMS status ids (public reference). */
export const SmsStatus = {
	Pending: 1,
	InProgress: 2,
	Buffered: 3,
	Delivered: 4,
	Failed: 5,
	Expired: 6,
	Cancelled: 7,
} as const;

/** Master organisation types act in their hierarchy, enterprises on their own endpoints only. */
export type OrganisationType = 'master' | 'reseller' | 'enterprise' | 'network_operator';

export interface Organisation {
	id: number;
	name: string;
	type: OrganisationType;
	parentId: number | null;
	/** Factory test mode: a SIM that is activated on create starts in Factory Test. */
	ftm: boolean;
	/** Monthly cap of MT-SMS, or null for none (public reference). */
	smsPerMonth: number | null;
	/** SIMs do not move between Brazilian and other workspaces (public reference, 1505). */
	country: { id: number; name: string };
}

/** `Restricted` may act by id but not read lists; only `Administrator` reads workspaces. */
export type Role = 'Administrator' | 'User' | 'Restricted';

export interface User {
	id: number;
	username: string;
	/** SHA-1 hex of the password, as it travels on the wire. */
	passwordSha1: string;
	organisationId: number;
	role: Role;
	/** Trial accounts are the only ones without MFA (specification). */
	trial: boolean;
	/** Organisations that a workspace switch may target, besides the own one. */
	workspaceIds: number[];
	failures: number;
	lockedUntil: number;
}

export interface ServiceProfile {
	id: number;
	organisationId: number;
	name: string;
	description: string;
	/** Whether the profile allows SMS at all. */
	sms: boolean;
	/** Whether "without a quota an endpoint is denied SMS service" applies. */
	smsQuotaRequired: boolean;
	apiCallbackId: number | null;
	apiSecretId: number | null;
}

export interface TariffProfile {
	id: number;
	organisationId: number;
	name: string;
	description: string;
}

export interface AddressSpace {
	id: number;
	organisationId: number;
	/** CIDR, such as `10.64.0.0/12`. */
	cidr: string;
	/** First address as a number; hosts are `base + 1` to `base + capacity`. */
	base: number;
	capacity: number;
	used: Set<number>;
	next: number;
	/** "In use for creating another endpoint" (specification, 404). */
	busy: boolean;
}

export interface Tag {
	id: number;
	organisationId: number;
	name: string;
	colorId: number;
}

export interface Operator {
	id: number;
	name: string;
	/** Codes as recorded: text, with leading zeros, empty where there is none. */
	country: {
		id: number;
		name: string;
		country_code: string;
		iso_code: string;
		mcc: string;
		latitude: string | null;
		longitude: string | null;
	};
	tapcodes: string[];
	mncs: string[];
}

export interface Sim {
	id: number;
	organisationId: number;
	iccid: string;
	imsi: string;
	msisdn: string;
	eid: string | null;
	model: string;
	statusId: number;
	endpointId: number | null;
	profileTypeId: number;
	productionDate: number;
	/** Null while Issued; Factory Test does not set it (public reference). */
	activationDate: number | null;
}

export type ConnectivityState = 'ATTACHED' | 'ONLINE' | 'OFFLINE' | 'BLOCKED';

export interface Endpoint {
	id: number;
	organisationId: number;
	name: string;
	statusId: number;
	created: number;
	lastUpdated: number;
	ip: number;
	addressSpaceId: number;
	imei: string | null;
	imeiLock: boolean;
	serviceProfileId: number;
	tariffProfileId: number;
	tagIds: number[];
	/** Whether it ever had tags: recorded lists tell null (never) from an empty text. */
	tagged: boolean;
	simId: number | null;
	/** Denied service, for instance after a traffic limit: `connectivity_status:BLOCKED`. */
	blocked: boolean;
	connectivity: Exclude<ConnectivityState, 'BLOCKED'>;
	/** What the network answers to connectivity_info; see `routes/connectivity.ts`. */
	network: string;
}
