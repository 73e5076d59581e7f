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

/** A monthly limit of a service profile, as the wire has it; the volume is in bytes. */
export interface DataLimit {
	id: number;
	service: { id: number; description: string };
	satellite_only: boolean;
	period: { id: number; time_units: number; unit: string };
	volume: number;
	warning_percent: number | null;
}

/** Part of the store, replaced with it by a reset. */
export class FleetStore {
	/** Data quotas by endpoint id. */
	readonly dataQuotas = new Map<number, DataQuota>();
	/** Data limits by service profile id. */
	readonly dataLimits = new Map<number, DataLimit[]>();
	/** What tariff profiles block, by `<tariff profile id>/<operator id>`. */
	readonly blocklist = new Map<string, { operator: boolean; ratTypes: Set<number> }>();
}
