import { asStored, mapByNumber, mapped, storedMap } from '../runtime/storedForm';

/* The memory of status polls: one entry an endpoint, packed into one string. */

/** A status as polls store it and items show it. `NONE`: the endpoint has no quota; `UNREAD`: its quota was never read. */
export type QuotaWord = 'ACTIVE' | 'EXHAUSTED' | 'EXPIRED' | 'NONE' | 'UNREAD';

/** An endpoint as the last poll saw it. */
export interface SeenQuota {
	status: QuotaWord;
	/** The volume was at or below the threshold. */
	reached: boolean;
	blocked: boolean;
	/** Seconds since 1970 of the last status change; kept of exhausted and expired quotas. */
	since?: number;
	/** Polls in a row that did not find the endpoint; it is not forgotten after a single one. */
	missing?: number;
	/** Largest volume seen since it last rose, where the quota does not say what was added. */
	top?: number;
}

/** An endpoint that this many polls in a row do not find is forgotten. */
export const FORGOTTEN_AFTER_POLLS = 3;

export type SeenQuotas = Map<number, SeenQuota>;

/** The state between polls; `fleet` is packed. */
export interface StatusState {
	fleet: string;
	/** The first pass over the endpoints has not ended yet. */
	seeding?: boolean;
	/** Blocked endpoints are followed; without it the bits in `fleet` mean nothing. */
	blocked?: boolean;
	/** A pass ran out of time after this endpoint and continues behind it. */
	after?: number;
}

/** `top` is stored to a thousandth of a megabyte. */
const TOP_SCALE = 1000;

/** A fleet: one to three bytes an endpoint, ten more with a volume and a date. */
export const fleetForm = asStored(
	'the quotas of the last poll',
	1,
	(fleet: SeenQuotas) =>
		storedMap(
			mapped(fleet, ({ top, ...seen }) =>
				top === undefined ? seen : { ...seen, top: Math.round(top * TOP_SCALE) / TOP_SCALE },
			),
		),
	mapByNumber,
);
