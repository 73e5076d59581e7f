import type { IDataObject } from 'n8n-workflow';
import {
	DAY,
	ENDPOINT,
	HOUR,
	MINUTE,
	closed,
	daysOf,
	oneDevice,
	opened,
	registered,
} from '../service/builders';
import type {
	Endpoint,
	FleetEvent,
	ServiceProfile,
	Sim,
	State,
	TariffProfile,
	Usage,
} from '../service/state';

/** 17 March 2026, a Tuesday, at noon. */
export const NOW = Date.UTC(2026, 2, 17, 12);

export type Verdict =
	| 'deleted'
	| 'disabled'
	| 'noSim'
	| 'simSuspended'
	| 'simIssued'
	| 'simDeleted'
	| 'organisationBlocked'
	| 'dataLimit'
	| 'satelliteLimit'
	| 'dataQuota'
	| 'smsQuota'
	| 'imeiLock'
	| 'blocked'
	| 'noDataService'
	| 'operatorBlocked'
	| 'ratBlocked'
	| 'refused'
	| 'otherProfile'
	| 'registrationRejected'
	| 'neverConnected'
	| 'attachedOnly'
	| 'lost'
	| 'asleep'
	| 'silent'
	| 'healthy'
	| 'unknown';

/** What the facts allow to be said of a state, and the fact that decides it. */
export interface Case {
	name: string;
	/** A sentence, with the page on which it stands. */
	fact: string;
	state: State;
	/** Default: noon of 17 March 2026. */
	now?: number;
	/** Zone of the machine; by default as it is. */
	zone?: string;
	/** Value of the picker; by default the id of the ordinary device. */
	endpoint?: IDataObject;
	/** Verdicts that the facts allow; `any` where they leave it open. */
	right: Verdict[] | 'any';
	/** Verdicts that are wrong where any other is allowed. */
	wrong?: Verdict[];
	/** Whether `certain` is demanded, allowed, or more than was seen. */
	certain: 'must' | 'may' | 'never';
	also?: Verdict[];
	notAlso?: Verdict[];
	/** Times that may be given; null is allowed only where it stands here. */
	since?: (number | null)[];
	/** The number of requests that it says is held against those that were sent. */
	countsRequests?: boolean;
	/** What has to be named as not read. */
	notRead?: RegExp;
	/** Words that the reason must and must not have. */
	reason?: RegExp;
	reasonNot?: RegExp;
	/** Verdicts that are allowed, but not as certain. */
	notCertain?: Verdict[];
	/** Any further promise, in words where it is broken. */
	promise?: (item: IDataObject) => string | undefined;
	/** An error of the item counts as an answer that says nothing. */
	mayFail?: boolean;
}

export interface Change extends Partial<State> {
	endpoint?: Partial<Endpoint>;
	sim?: Partial<Sim>;
	profile?: Partial<ServiceProfile>;
	tariff?: Partial<TariffProfile>;
}

/** The ordinary device with changes. */
export function known({ endpoint, sim, profile, tariff, ...lists }: Change): State {
	const state = oneDevice();
	Object.assign(state.endpoints[0]!, endpoint);
	Object.assign(state.sims[0]!, sim);
	Object.assign(state.serviceProfiles[0]!, profile);
	Object.assign(state.tariffProfiles[0]!, tariff);
	return { ...state, ...lists };
}

/** A megabyte a day from 200 days ago until so many days ago. */
export const usedDaily = (
	until = 0,
	now = NOW,
	mb: number | ((ago: number) => number) = 1,
): Usage[] => [{ endpoint: ENDPOINT.id, days: daysOf(now, 200, until, mb) }];

/** A session at six each morning, from so many days ago until so many days ago. */
export function morningSessions(from: number, until: number, now = NOW): FleetEvent[] {
	const midnight = Math.floor(now / DAY) * DAY;
	const events: FleetEvent[] = [];
	for (let ago = from; ago >= until; ago -= 1) {
		const at = midnight - ago * DAY + 6 * HOUR;
		events.push(registered(at), opened(at + MINUTE), closed(at + 20 * MINUTE));
	}
	return events;
}
