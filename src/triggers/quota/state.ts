import * as form from '../runtime/codec';

/* The memory of status polls: one entry an endpoint, packed into one string. */

const QUOTA_WORDS = ['ACTIVE', 'EXHAUSTED', 'EXPIRED', 'NONE', 'UNREAD'] as const;

/** A status as polls store it and items show it. `NONE`: the endpoint has no quota; `UNREAD`: its quota was never read. */
export type QuotaWord = (typeof QUOTA_WORDS)[number];

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

/** `top` is kept in thousandths of a megabyte. */
const TOP_SCALE = 1000;

/** A fleet: two to five bytes an endpoint, five more with a date. */
export const fleetForm = form.asStored(
	'the quotas of the last poll',
	1,
	form.ofMapByNumber(
		form.ofRecord<SeenQuota>({
			blocked: form.ofFlag,
			reached: form.ofFlag,
			status: form.ofChoice(QUOTA_WORDS),
			since: form.ofOptional(form.ofNumber),
			top: form.ofOptional(
				form.ofConverted(
					form.ofNumber,
					(top: number) => Math.round(top * TOP_SCALE),
					(stored) => stored / TOP_SCALE,
				),
			),
			missing: form.ofConverted(
				form.ofCount(FORGOTTEN_AFTER_POLLS),
				(polls: number | undefined) => polls ?? 0,
				(stored) => stored || undefined,
			),
		}),
	),
);
