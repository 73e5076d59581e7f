import type { Simulation } from './context';

/* What the service holds beside endpoints, SIMs and messages: quotas of data, streams, lists. */

/** Whether the forms of the reference hold; where nothing is recorded the two take turns. */
export const isReference = (sim: Simulation): boolean => sim.forms.generation === 'reference';

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

/** Part of the store, replaced with it by a reset. */
export class FleetStore {
	/** Data quotas by endpoint id. */
	readonly dataQuotas = new Map<number, DataQuota>();
}
