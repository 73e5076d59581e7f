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

/** SIMs that are delivered together. */
export interface SimBatch {
	id: number;
	bic: string;
	quantity: number;
	registered: boolean;
	/** Holds SIMs of another organisation. */
	foreign: boolean;
}

/** A stream of usage or events to a destination, which is kept as the wire has it. */
export interface DataStream {
	id: string;
	organisationId: number;
	name: string;
	typeId: number;
	destination: Record<string, unknown>;
	filters: unknown[];
	/** 1 Running, 2 Paused, 3 Error, 4 Pending. */
	statusId: number;
	/** What was accepted and has not happened yet; status 0 deletes. */
	next: { statusId: number; at: number } | null;
}

/** An asynchronous operation, as the wire has it; `euicc` is its card. */
export type Operation = Record<string, unknown> & { id: string };

const batch = (id: number, bic: string, more: Partial<SimBatch> = {}): [string, SimBatch] => [
	bic,
	{ id, bic, quantity: 3, registered: false, foreign: false, ...more },
];

/** Part of the store, replaced with it by a reset. */
export class FleetStore {
	/** Data quotas by endpoint id. */
	readonly dataQuotas = new Map<number, DataQuota>();
	/** SIM batches by BIC: one to register, one that is, one of others. */
	readonly batches = new Map([
		batch(1, 'BATCHRESELLER001'),
		batch(2, 'BATCHRESELLER002', { registered: true }),
		batch(3, 'BATCHFOREIGN0001', { foreign: true }),
	]);
	readonly streams = new Map<string, DataStream>();
	readonly operations = new Map<string, Operation>();
	/** Data limits by service profile id. */
	readonly dataLimits = new Map<number, DataLimit[]>();
	/** What tariff profiles block, by `<tariff profile id>/<operator id>`. */
	readonly blocklist = new Map<string, { operator: boolean; ratTypes: Set<number> }>();
}
