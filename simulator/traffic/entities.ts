/** SMS quota status ids (specification). */
export const QuotaStatus = { Active: 1, Exhausted: 2, Expired: 3 } as const;

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

/** An unused quota. */
export const newQuota = (
	endpointId: number,
	volume: number,
	given: Pick<Quota, 'expiryDate' | 'thresholdPercentage' | 'statusId'> & Partial<Quota>,
): Quota => ({
	endpointId,
	volume,
	fullVolume: volume,
	lastVolumeAdded: volume,
	thresholdReached: false,
	lastStatusChange: null,
	autoRefill: false,
	nextRefill: 0,
	actionId: null,
	peakThroughput: null,
	...given,
});

export interface TrafficLimitExtension {
	id: number;
	endpointId: number;
	trafficLimitId: number;
	volume: number;
	expirationDate: number;
	createdAt: number;
}

/** Messages of one endpoint and day (`YYYY-MM-DD`), counted for the statistics. */
export interface DayCount {
	mt: number;
	mo: number;
	/** Megabytes added by a control route. */
	data: number;
	/** Megabytes by satellite, from a control route alone. */
	satellite?: number;
}

/** Usage of an endpoint that a control route has set. */
export interface PlannedUsage {
	/** Whether it has the made-up traffic that every endpoint has. */
	isMadeUp: boolean;
	/** MB of the last hour, in each direction; as its connectivity says unless given. */
	hourMb?: number;
}

/** A data quota; volumes in MB. */
export interface DataQuota {
	volume: number;
	expiryDate: number;
	statusId: number;
	actionId: number;
	thresholdPercentage: number | null;
	thresholdVolume: number | null;
	autoRefill: number;
	lastVolumeAdded: number;
	lastStatusChange: number | null;
}

/** Names of quota status ids (specification). */
export const QUOTA_STATUS_NAMES: Record<number, string> = {
	1: 'ACTIVE',
	2: 'EXHAUSTED',
	3: 'EXPIRED',
};

/** Usage of an endpoint on a day: data in kilobytes, messages as a count. */
export interface DayUsage {
	date: string;
	data: { tx: number; rx: number };
	sms: { tx: number; rx: number };
	/** Kilobytes received by satellite; absent where it does not apply. */
	satellite?: number;
}
