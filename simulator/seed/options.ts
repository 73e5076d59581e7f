import type { BodyChange } from '../faults/changes';

/** How creates answer: the object, or an empty body with a `Location` (public reference). */
type BulkAnswer = 'list' | 'wrapped' | 'empty';

/** Behaviours that a seed can choose. Absent ones stay as they are. */
export interface SeedOptions {
	/** Adds this many endpoints (Enabled, named `device-000001`, …). */
	endpoints?: number;
	/** Gives each of these endpoints a new Activated SIM. Default true. */
	endpointSims?: boolean;
	/** Adds this many Issued, unassigned SIMs. */
	sims?: number;
	/** Adds this many organisations below the reseller, workspaces of its Administrator. */
	workspaces?: number;
	/** Owner of what is added. Default: the reseller. */
	organisationId?: number;
	/** Service profile of the added endpoints. Default: the organisation's first. */
	serviceProfileId?: number;
	/** Sets an SMS quota of this volume, valid a year, on each added endpoint. */
	quotaVolume?: number;
	/** Refresh answers carry only `auth_token`. Default: as recorded, not as in the reference. */
	refreshAnswersOnlyAuthToken?: boolean;
	/** Single creates answer an empty body and `Location`. Default: as recorded. */
	emptyCreateAnswers?: boolean;
	/** Form of the bulk create answer. Default `list`. */
	bulkCreateAnswer?: BulkAnswer;
	/** Life of an `auth_token` in minutes. Default 240 (specification); 10,080 was recorded too. */
	authTokenMinutes?: number;
	/** Milliseconds by the simulator's clock that a bulk call takes. Default 50. */
	bulkDelayMs?: number;
	/** A bulk call while another runs: refused with 409, or worked on beside it. Default `refuse`. */
	bulkOverlap?: 'refuse' | 'accept';
	/** Milliseconds by the simulator's clock that a single create, update or delete takes. Default 0. */
	sequentialDelayMs?: number;
	/** Statistics as JSON numbers instead of strings. Default false. */
	statsAsNumbers?: boolean;
	/** Listings show deleted endpoints (status 2). Default true, as the specification says. */
	listDeleted?: boolean;
	/** Volume that one MT-SMS takes from the endpoint's quota. Default 1. */
	smsVolume?: number;
	/** Monthly cap of MT-SMS for the organisation; null for none. */
	smsPerMonth?: number | null;
	/** Changes to the claims of tokens. */
	tokenClaims?: BodyChange[];
	/** Records request bodies in the ledger. Default false. */
	recordBodies?: boolean;
}

/** Behaviours in force. */
export type Options = Required<
	Pick<
		SeedOptions,
		| 'refreshAnswersOnlyAuthToken'
		| 'emptyCreateAnswers'
		| 'bulkCreateAnswer'
		| 'authTokenMinutes'
		| 'bulkDelayMs'
		| 'bulkOverlap'
		| 'sequentialDelayMs'
		| 'statsAsNumbers'
		| 'listDeleted'
		| 'smsVolume'
		| 'tokenClaims'
		| 'recordBodies'
	>
>;

/** The behaviours of a fresh simulator. */
export const DEFAULT_OPTIONS: Options = {
	refreshAnswersOnlyAuthToken: false,
	emptyCreateAnswers: false,
	bulkCreateAnswer: 'list',
	authTokenMinutes: 240,
	bulkDelayMs: 50,
	bulkOverlap: 'refuse',
	sequentialDelayMs: 0,
	statsAsNumbers: false,
	listDeleted: true,
	smsVolume: 1,
	tokenClaims: [],
	recordBodies: false,
};

/** Takes over the behaviours that a seed names. */
export function applyOptions(options: Options, seed: SeedOptions): void {
	for (const name of Object.keys(DEFAULT_OPTIONS) as Array<keyof Options>)
		if (seed[name] !== undefined) Object.assign(options, { [name]: seed[name] });
}
