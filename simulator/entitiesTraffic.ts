/** Messages, quotas, events and account objects of the simulated service. */

export interface Sms {
	id: number;
	endpointId: number;
	simId: number;
	submitDate: number;
	finalDate: number | null;
	expiryDate: number | null;
	statusId: number;
	payload: string;
	sourceAddress: string | null;
	sourceAddressTypeId: number | null;
	destAddress: string | null;
	udh: string | null;
	dcs: number;
	/** `MT` sent to the device, `MO` sent by the device. */
	direction: 'MT' | 'MO';
}

export interface Quota {
	endpointId: number;
	volume: number;
	/** Volume at the last set or refill: the 100 % of the threshold. */
	fullVolume: number;
	expiryDate: number;
	thresholdPercentage: number;
	thresholdReached: boolean;
	statusId: number;
	lastVolumeAdded: number;
	lastStatusChange: number | null;
	autoRefill: boolean;
	/** Time of the next daily refill. */
	nextRefill: number;
	actionId: number | null;
	peakThroughput: number | null;
}

export interface TrafficLimitExtension {
	id: number;
	endpointId: number;
	trafficLimitId: number;
	volume: number;
	expirationDate: number;
	createdAt: number;
}

export interface MfaKey {
	id: number;
	userId: number;
	/** 0 Activation Pending, 1 Active (public reference). */
	statusId: number;
	/** 0 TOTP (public reference). */
	typeId: number;
	/** Base32. */
	secret: string;
	createdAt: number;
	activatedAt: number | null;
	/** Last RFC 6238 step whose code was taken: a code works once. */
	lastStep: number;
}

export interface TrustedDevice {
	id: number;
	userId: number;
	fingerprint: string;
	operatingSystem: string | null;
	browser: string | null;
	name: string | null;
	activatedAt: number;
	/** 90 days after activation (specification). */
	expiresAt: number;
}

export interface ApiCallback {
	id: number;
	organisationId: number;
	url: string;
	purpose: string;
}

export interface ApiSecret {
	id: number;
	organisationId: number;
	secret: string;
	purpose: string;
}

export interface ServiceEvent {
	id: number;
	timestamp: number;
	organisationId: number;
	typeId: number;
	description: string;
	endpointId: number | null;
	simId: number | null;
	/** Of events that a user made. */
	userId?: number;
	detail: Record<string, unknown> | null;
}

/** Messages of one endpoint and day (`YYYY-MM-DD`), counted for the statistics. */
export interface DayCount {
	mt: number;
	mo: number;
	/** Megabytes that a control route added. */
	data: number;
}
