import { EventType } from '../../fleet/events';
import { EndpointStatus, SimStatus } from '../../fleet/statuses';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import type { Fit } from './certainty';
import { isOfEarlierMonth } from './changes';
import type { DeviceEvent } from './facts/deviceEvents';
import { evidence, ofEvent, recentSession, statusEvidence, statusOf } from './evidence';
import { type Facts, isReportedOnline, newestOf, newestOfSim, servicesOf } from './facts/facts';
import { simStatusId } from './facts/sims';
import { isTime } from './facts/words';

/* What somebody has set: endpoint, SIM, organisation and the services of the profile. States as they are read now. */

const DATA_SERVICE = 38;

const endpointStatusId = ({ endpoint }: Facts): number => Number(at(endpoint, 'status.id') ?? NaN);

const endpointStatus = ({ endpoint, now }: Facts) =>
	evidence('endpoint', 'endpoint status', statusOf(endpoint), now);

/**
 * What the newest of the events that change a state says: it led to the state, or to another one. Where none shows a
 * change, the state is older than all events, and so than each session among them.
 */
function byNewest({ signals }: Facts, newest: DeviceEvent | undefined, type: number) {
	if (newest === undefined) {
		return { event: newest, against: ofEvent(signals.opened, 'contradicts: session accepted') };
	}
	const isOther = newest.type !== type;
	return {
		event: isOther ? undefined : newest,
		against: isOther ? ofEvent(newest, 'contradicts: newest event about it') : [],
	};
}

export function deletedFit(facts: Facts): Fit | undefined {
	const { endpoint, events = [], signals } = facts;
	const last = ofEvent(signals.newest ?? events[0], 'last event');
	if (endpoint === null) {
		return { concluded: 'no list has the endpoint, and no list says why', evidence: last };
	}
	if (endpointStatusId(facts) !== EndpointStatus.Deleted) return undefined;
	const changed = timeOf(endpoint.last_updated);
	const { opened } = signals;
	// No event announces a deletion: the endpoint was changed by it, or later.
	const isLater = isTime(changed) && opened !== undefined && opened.at > changed;
	const session = isLater ? ofEvent(opened, 'contradicts: session accepted later') : [];
	return {
		against: isTime(changed) ? session : recentSession(facts),
		evidence: [endpointStatus(facts), ...last],
	};
}

export function disabledFit(facts: Facts): Fit | undefined {
	if (endpointStatusId(facts) !== EndpointStatus.Disabled) return undefined;
	const newest = newestOf(facts, EventType.EndpointEnabled, EventType.EndpointDisabled);
	const { event, against } = byNewest(facts, newest, EventType.EndpointDisabled);
	return {
		since: event?.at,
		against,
		evidence: [endpointStatus(facts), ...ofEvent(event, 'disabled'), ...statusEvidence(facts)],
	};
}

/** Whether a list shows a SIM at all; one without an id still is one. */
const hasSim = (endpoint: unknown): boolean =>
	['sim.id', 'sim.iccid', 'sim.imsi'].some((place) => (at(endpoint, place) ?? null) !== null);

export function noSimFit(facts: Facts): Fit | undefined {
	const { endpoint, now } = facts;
	if (endpoint === null || hasSim(endpoint)) return undefined;
	const newest = newestOf(facts, EventType.SimReleased, EventType.SimAssigned);
	const { event, against } = byNewest(facts, newest, EventType.SimReleased);
	return {
		since: event?.at,
		against,
		evidence: [
			evidence('endpoint', 'SIM', 'none', now),
			...ofEvent(event, 'SIM released'),
			...statusEvidence(facts),
		],
	};
}

/** A status of the present SIM, and since when by the newest event about its status. */
function simStatusFit(facts: Facts, id: number, type: number): Fit | undefined {
	if (simStatusId(facts) !== id) return undefined;
	const newest = newestOfSim(
		facts,
		EventType.SimActivated,
		EventType.SimSuspended,
		EventType.SimDeleted,
		EventType.SimInTest,
	);
	const { event, against } = byNewest(facts, newest, type);
	return {
		since: event?.at,
		against,
		evidence: [
			evidence('endpoint', 'SIM status', statusOf(at(facts.endpoint, 'sim')), facts.now),
			evidence('endpoint', 'ICCID', at(facts.endpoint, 'sim.iccid')),
			...ofEvent(event, 'SIM status changed'),
			...statusEvidence(facts),
		],
	};
}

export const simSuspendedFit = (facts: Facts) =>
	simStatusFit(facts, SimStatus.Suspended, EventType.SimSuspended);

export const simIssuedFit = (facts: Facts) =>
	simStatusFit(facts, SimStatus.Issued, EventType.SimIssued);

export const simDeletedFit = (facts: Facts) =>
	simStatusFit(facts, SimStatus.Deleted, EventType.SimDeleted);

export function organisationBlockedFit(facts: Facts): Fit | undefined {
	const { organisationBlockedAt: since, signals, now } = facts;
	if (since === undefined || since === null || isReportedOnline(facts)) return undefined;
	// A cost limit counts one month: after it, a block that is still there is a doubt about the other verdicts.
	if (isOfEarlierMonth(since, now)) return undefined;
	return {
		concluded: 'no event tells when such a block ends',
		since,
		evidence: [
			evidence('organisationEvents', 'organisation blocked (event 12)', true, since),
			...ofEvent(signals.refused, 'session refused'),
			...statusEvidence(facts),
		],
	};
}

export function noDataServiceFit(facts: Facts): Fit | undefined {
	const services = servicesOf(facts.profile);
	if (services === undefined || services.includes(DATA_SERVICE)) return undefined;
	const { profile, signals, now } = facts;
	return {
		against: recentSession(facts),
		words: { profile: `"${String(profile?.name ?? at(profile, 'id'))}"` },
		evidence: [
			evidence('profile', 'services', services.join(', ') || 'none', now),
			...ofEvent(signals.refused, 'session refused'),
			...statusEvidence(facts),
		],
	};
}
