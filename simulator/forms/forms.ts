import type { ConnectivityState, Endpoint } from '../endpoints/entities';
import type { ServiceEvent } from '../events/entities';
import type { ApiError } from '../http/envelopes';
import type { ApiAnswer } from '../http/route';
import type { Operator } from '../profiles/entities';
import type { Options } from '../seed/options';
import type { Sim } from '../sims/entities';
import type { Sms } from '../sms/entities';
import type { DayUsage } from '../traffic/entities';
import type { World } from '../world';

/**
 * The form of the answers: `recorded` as in recorded traffic of the service, `reference` as in the
 * specification and the public reference. Clients must understand both.
 */
export type Generation = 'recorded' | 'reference';

/** An object of an answer. */
export type Wire = Record<string, unknown>;

/** The fields that have a value. */
export const withoutNulls = (form: Wire): Wire =>
	Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null));

/** Values for the headers of a list. */
export interface Page {
	list: 'endpoint' | 'sim' | 'event' | 'user';
	total: number;
	pages: number;
	page: number;
	perPage: number;
	/** As requested, or the default. */
	sort: string;
	/** As requested; empty otherwise. */
	filter: string;
}

/** The owner of a token. */
interface TokenSubject {
	organisationId: number;
	organisationName: string | undefined;
	/** Null for application tokens. */
	userId: number | null;
	/** Application tokens only. */
	applicationId?: number;
	/** Unique. */
	key: string;
}

/**
 * All differences between the generations. Routes and rules use `sim.forms` and never check which
 * generation is active.
 */
export interface Forms {
	generation: Generation;
	/** Default behaviours of this generation, which a seed can override. */
	options: Partial<Options>;
	/** A point in time in objects (milliseconds since the epoch → text). */
	time: (ms: number) => string;
	token: {
		header: { alg: 'HS384' | 'HS256'; typ?: string };
		/** The token's claims besides `iat` and `exp`. */
		claims: (subject: TokenSubject) => Wire;
	};
	/** An endpoint in the list, and as a single object. */
	endpointInList: (sim: FormedWorld, endpoint: Endpoint) => Wire;
	endpoint: (sim: FormedWorld, endpoint: Endpoint) => Wire;
	/** A SIM, in the list and as a single object. */
	sim: (sim: FormedWorld, item: Sim) => Wire;
	sms: (sim: FormedWorld, sms: Sms) => Wire;
	/** The messages of an endpoint (given oldest first) in the order of its list. */
	smsOrder: (messages: Sms[]) => Sms[];
	event: (sim: FormedWorld, event: ServiceEvent) => Wire;
	/** Order of the events feed when `sort` is absent. */
	eventSort: string;
	connectivity: (sim: FormedWorld, endpoint: Endpoint, state: ConnectivityState) => Wire;
	operator: (operator: Operator) => Wire;
	blacklistEntry: (operator: Operator) => Wire;
	/** Daily statistics; the days are given newest first. */
	dailyUsage: (sim: FormedWorld, days: DayUsage[]) => unknown[];
	pageHeaders: (page: Page) => Record<string, string>;
	/** `Location` of a new object, from its path. */
	location: (path: string) => string;
	/** A create: with `body`, or without a body when `emptyCreateAnswers` is set. */
	created: (sim: FormedWorld, path: string, body: unknown) => ApiAnswer;
	/** An accepted SMS. */
	smsAccepted: (sim: FormedWorld, path: string) => ApiAnswer;
	/** A quota that was set. */
	quotaSet: ApiAnswer;
	/** A change without content in its answer. */
	changed: ApiAnswer;
	/** The PATCH of a service profile. */
	profileChanged: ApiAnswer;
	/** A refused request. */
	refusal: (error: ApiError) => ApiAnswer;
}

/** The simulated world with the forms of one generation. */
export interface FormedWorld extends World {
	forms: Forms;
}
