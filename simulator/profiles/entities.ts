export interface ServiceProfile {
	id: number;
	organisationId: number;
	name: string;
	description: string;
	/** Its switches, by their names on the wire. */
	flags: Record<ProfileFlag, boolean>;
	/** Ids of its services, each with the ids of its SMS limits. */
	services: Map<number, number[]>;
	apiCallbackId: number | null;
	apiSecretId: number | null;
	mocCallbackId: number | null;
	dnsId: number | null;
	smsInterfaceId: number | null;
	breakoutRegionId: number | null;
}

/** Switches of a service profile with the values of a new one (public reference). */
export const PROFILE_FLAGS = {
	allowed_3g: true,
	allowed_4g: true,
	allowed_nb_iot: true,
	allowed_nb_iot_geo: false,
	apply_data_quota: false,
	apply_sms_quota: false,
	retail: false,
	sms_p2p_int: true,
	sms_p2p_ext: true,
	prepaid: false,
	nipdp: false,
};
export type ProfileFlag = keyof typeof PROFILE_FLAGS;

/** Service ids of SMS to a device, SMS from a device, and data. */
export const SERVICE_IDS = { smsMt: 6, smsMo: 32, data: 38 } as const;

/** A service profile without references and services, with the given fields. */
export const newServiceProfile = (
	given: Pick<ServiceProfile, 'id' | 'organisationId' | 'name' | 'description'> &
		Partial<ServiceProfile>,
): ServiceProfile => ({
	flags: { ...PROFILE_FLAGS },
	services: new Map(),
	apiCallbackId: null,
	apiSecretId: null,
	mocCallbackId: null,
	dnsId: null,
	smsInterfaceId: null,
	breakoutRegionId: null,
	...given,
});

/** Every service, each without limits. */
export const allServices = () =>
	new Map<number, number[]>(Object.values(SERVICE_IDS).map((id) => [id, []]));

/** A pair of DNS servers. */
export interface DnsServers {
	id: number;
	organisationId: number;
	primary: string;
	secondary: string;
}

export interface TariffProfile {
	id: number;
	organisationId: number;
	name: string;
	description: string;
	/** Of {@link TARIFFS}. */
	tariffId: number;
	/** Rate zones of the tariff that its endpoints may use. */
	ratezones: Set<number>;
	inclusiveVolumeId: number | null;
}

/** Tariffs with their active rate zones. */
export const TARIFFS = [
	{ id: 31, name: 'Example plan', zones: [3, 4] },
	{ id: 32, name: 'Example plan world', zones: [5, 6] },
];

/** Inclusive volumes of an organisation. */
export interface InclusiveVolume {
	id: number;
	organisationId: number;
	tariffId: number;
	ratezoneId: number;
	volume: number;
	pooled: boolean;
	/** ISO 8601. */
	start: string;
	/** Null for no end. */
	end: string | null;
}

export interface Operator {
	id: number;
	name: string;
	/** Codes as recorded: strings with leading zeros, empty for none. */
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

/** A monthly limit of a service profile in its wire form; the volume is in bytes. */
export interface DataLimit {
	id: number;
	service: { id: number; description: string };
	satellite_only: boolean;
	period: { id: number; time_units: number; unit: string };
	volume: number;
	/** Absent without a value. */
	warning_percent?: number;
}

/** Radio access types (public reference). */
export const RAT_TYPES = [
	[1, '3G'],
	[2, '2G'],
	[3, 'WLAN'],
	[4, 'GAN'],
	[5, 'HSPA+'],
	[6, '4G'],
	[8, 'NB-IoT'],
].map(([id, description]) => ({ id, description }));
