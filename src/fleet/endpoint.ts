/* One model of a SIM and of an endpoint, as far as jobs over many of them compare and change them. */

/** A SIM, alone or inside its endpoint. */
export interface Sim {
	id: number;
	/** 19 digits; empty where the answer has none. */
	iccid: string;
	/** One of `SimStatus`; NaN where the answer has none. */
	status: number;
}

/** A profile of an endpoint. */
export interface ProfileRef {
	id: number;
	/** Its name, where the answer contains it. */
	name?: string;
}

/** The profiles of an endpoint, by their fields: their place in an answer, and their list. */
export const PROFILES = {
	serviceProfileId: { place: 'service_profile', lookup: 'serviceProfile' },
	tariffProfileId: { place: 'tariff_profile', lookup: 'tariffProfile' },
} as const;
export type ProfileField = keyof typeof PROFILES;
export const PROFILE_FIELDS = Object.keys(PROFILES) as ProfileField[];

export interface Endpoint {
	id: number;
	/** Empty where the answer has none. */
	name: string;
	/** One of `EndpointStatus`; NaN where the answer has none. */
	status: number;
	/** Names in order; undefined if the answer gives the tags neither as objects with names nor as text. */
	tags: string[] | undefined;
	/** The IDs of its tags; undefined where the answer names them by text alone. */
	tagIds: number[] | undefined;
	/** Undefined for an endpoint without a SIM. */
	sim: Sim | undefined;
	profiles: Record<ProfileField, ProfileRef>;
	imei: string;
	imeiLock: boolean;
	/** When it was updated last, as the service writes it. */
	updated: string;
}
