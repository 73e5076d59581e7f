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

/** A monthly limit of a service profile, as the wire has it; the volume is in bytes. */
export interface DataLimit {
	id: number;
	service: { id: number; description: string };
	satellite_only: boolean;
	period: { id: number; time_units: number; unit: string };
	volume: number;
	/** Absent without one. */
	warning_percent?: number;
}
