import type { VocabularyName } from '../cards/vocabulary';
import type { BodyChange } from '../faults/changes';

/** Answer of creates: the object, or an empty body with a `Location` (public reference). */
type BulkAnswer = 'list' | 'wrapped' | 'empty';

/** Behaviours that a seed can set. Absent ones remain unchanged. */
export interface SeedOptions {
	/** Adds this many endpoints (Enabled, named `device-000001`, …). */
	endpoints?: number;
	/** Gives each of these endpoints a new Activated SIM. Default true. */
	endpointSims?: boolean;
	/** Adds this many Issued, unassigned SIMs. */
	sims?: number;
	/** Adds this many organisations below the reseller, workspaces of its Administrator. */
	workspaces?: number;
	/** Owner of the added objects. Default: the reseller. */
	organisationId?: number;
	/** Service profile of the added endpoints. Default: the organisation's first. */
	serviceProfileId?: number;
	/** Sets an SMS quota of this volume, valid for a year, on each added endpoint. */
	quotaVolume?: number;
	/** Refresh answers contain only `auth_token`. Default: true when recorded, false in the reference. */
	refreshAnswersOnlyAuthToken?: boolean;
	/** Single creates answer an empty body and `Location`. Default: as recorded. */
	emptyCreateAnswers?: boolean;
	/** Form of the bulk create answer. Default `list`. */
	bulkCreateAnswer?: BulkAnswer;
	/** Life of an `auth_token` in minutes. Default 240 (specification); 10,080 was recorded too. */
	authTokenMinutes?: number;
	/** Duration of a bulk call in milliseconds of the simulator's clock. Default 50. */
	bulkDelayMs?: number;
	/** A second concurrent bulk call: refused with 409, or accepted. Default `refuse`. */
	bulkOverlap?: 'refuse' | 'accept';
	/** Duration of a single create, update or delete in milliseconds of the same clock. Default 0. */
	sequentialDelayMs?: number;
	/** Statistics as JSON numbers instead of strings. Default false. */
	statsAsNumbers?: boolean;
	/** Lists include deleted endpoints (status 2). Default true, as in the specification. */
	listDeleted?: boolean;
	/** Volume that one MT-SMS consumes of the endpoint's quota. Default 1. */
	smsVolume?: number;
	/** Monthly cap of MT-SMS for the organisation; null for no cap. */
	smsPerMonth?: number | null;
	/** Changes to the claims of tokens. */
	tokenClaims?: BodyChange[];
	/**
	 * Ids and words of the operations on eUICCs: two invented vocabularies, `plain` and `coded`, since
	 * the service's own are not documented. Default `plain`.
	 */
	esimVocabulary?: VocabularyName;
	/** Records request bodies in the ledger. Default false. */
	recordBodies?: boolean;
}

/** Active behaviours. */
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
		| 'esimVocabulary'
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
	esimVocabulary: 'plain',
};

/** Applies the behaviours that a seed sets. */
export function applyOptions(options: Options, seed: SeedOptions): void {
	for (const name of Object.keys(DEFAULT_OPTIONS) as Array<keyof Options>)
		if (seed[name] !== undefined) Object.assign(options, { [name]: seed[name] });
}
