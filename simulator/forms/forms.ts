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
 * Which form the answers have: `recorded` as seen in recorded traffic of the service, `reference`
 * as the specification and the public reference draw them. Clients must understand both.
 */
export type Generation = 'recorded' | 'reference';

/** An object of an answer. */
export type Wire = Record<string, unknown>;

/** Headers of a list's answer. */
export interface Page {
	list: 'endpoint' | 'sim' | 'event' | 'user';
	total: number;
	pages: number;
	page: number;
	perPage: number;
	/** As asked, or what applies by default. */
	sort: string;
	/** As asked; empty without. */
	filter: string;
}

/** The owner of a token. */
interface TokenSubject {
	organisationId: number;
	organisationName: string | undefined;
	/** Null for application tokens. */
	userId: number | null;
	/** Of application tokens alone. */
	applicationId?: number;
	/** Unique. */
	key: string;
}

/**
 * Everything in which the generations differ. Routes and rules ask `sim.forms` for it and never
 * ask which generation it is.
 */
export interface Forms {
	generation: Generation;
	/** Behaviours that are this generation's, unless a seed says otherwise. */
	options: Partial<Options>;
	/** A point in time in objects (milliseconds since the epoch → text). */
	time: (ms: number) => string;
	token: {
		header: { alg: 'HS384' | 'HS256'; typ?: string };
		/** The claims besides `iat` and `exp`. */
		claims: (subject: TokenSubject) => Wire;
	};
	/** An endpoint in the list, and alone. */
	endpointInList: (sim: FormedWorld, endpoint: Endpoint) => Wire;
	endpoint: (sim: FormedWorld, endpoint: Endpoint) => Wire;
	/** A SIM, in the list and alone. */
	sim: (sim: FormedWorld, item: Sim) => Wire;
	sms: (sim: FormedWorld, sms: Sms) => Wire;
	/** The messages of an endpoint in the order of its list; given oldest first. */
	smsOrder: (messages: Sms[]) => Sms[];
	event: (sim: FormedWorld, event: ServiceEvent) => Wire;
	/** Order of the events feed when `sort` is absent. */
	eventSort: string;
	connectivity: (sim: FormedWorld, endpoint: Endpoint, state: ConnectivityState) => Wire;
	operator: (operator: Operator) => Wire;
	blacklistEntry: (operator: Operator) => Wire;
	/** Daily statistics; days come newest first. */
	dailyUsage: (sim: FormedWorld, days: DayUsage[]) => unknown[];
	pageHeaders: (page: Page) => Record<string, string>;
	/** `Location` of something new, from its path. */
	location: (path: string) => string;
	/** A create: with `body`, or without one when the option `emptyCreateAnswers` says so. */
	created: (sim: FormedWorld, path: string, body: unknown) => ApiAnswer;
	/** An SMS that was accepted. */
	smsAccepted: (sim: FormedWorld, path: string) => ApiAnswer;
	/** A quota that was set. */
	quotaSet: ApiAnswer;
	/** A change that answers no content. */
	changed: ApiAnswer;
	/** The PATCH of a service profile. */
	profileChanged: ApiAnswer;
	/** A request that is refused. */
	refusal: (error: ApiError) => ApiAnswer;
}

/** The world in one of its generations. */
export interface FormedWorld extends World {
	forms: Forms;
}
