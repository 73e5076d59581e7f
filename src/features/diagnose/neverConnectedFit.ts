import { EVENT_DAYS, EventType } from '../../fleet/events';
import { timeOf } from '../../table/moments';
import { DAY_MS, HOUR_MS } from '../../times';
import { FORMER_SESSION, organisationDoubt } from './absence';
import type { Fit } from './certainty';
import { isConnection } from './facts/deviceEvents';
import { evidence, statusEvidence } from './evidence';
import { activeDays, type Facts, isOnline, newestOfSim, USAGE_DAYS } from './facts/facts';
import { CERTAIN_SILENCE_MS, isUsual, silenceOf } from './silence';
import { dayOf, isTime, momentInWords, spanInWords } from './facts/words';

/* A device that has never connected, with its present SIM. */

/** The moment from which the present SIM can have connected in its endpoint. */
interface Beginning {
	/** NaN where it is not known. */
	at: number;
	/** " since its endpoint was created on …" */
	inWords: string;
	/** Whether it began with the endpoint, and not with a later SIM. */
	isOfEndpoint: boolean;
}

function beginningOf(facts: Facts): Beginning {
	const { endpoint, events = [] } = facts;
	const created = timeOf(endpoint?.created);
	const assigned = newestOfSim(facts, EventType.SimAssigned)?.at;
	const former = events.find((event) => !event.isOfPresentSim && isConnection(event))?.at;
	const [later] = [assigned, former].filter(isTime).sort((a, b) => b - a);
	// A SIM is assigned moments after its endpoint was created.
	if (later === undefined || later - created < HOUR_MS) {
		const on = isTime(created) ? ` on ${momentInWords(created)}` : '';
		const inWords = `since its endpoint was created${on}`;
		return { at: created, inWords, isOfEndpoint: true };
	}
	const inWords =
		assigned === later
			? `since its SIM was assigned on ${momentInWords(assigned)}`
			: 'since its SIM was changed';
	return { at: later, inWords, isOfEndpoint: false };
}

/** Days with traffic of the present SIM: those after the one on which it came. */
const ownDays = (facts: Facts, { at, isOfEndpoint }: Beginning): string[] =>
	activeDays(facts).filter((day) => isOfEndpoint || day > dayOf(at));

/** Why it is not certain that a device never connected, in words. */
function neverUnsure(facts: Facts, beginning: Beginning): string | undefined {
	const { connectivity, now, endpoint, location, isFormerSession } = facts;
	if (isFormerSession) return FORMER_SESSION;
	if (connectivity?.status !== 'OFFLINE') return 'the service does not report it as OFFLINE';
	if (endpoint?.runtime_data || location) return 'the service knows where it is registered';
	if (!isTime(beginning.at)) return 'when its endpoint was created is not known';
	const age = now - beginning.at;
	if (age > USAGE_DAYS * DAY_MS) return 'its usage of more than thirteen months ago is not kept';
	if (age > EVENT_DAYS * DAY_MS) {
		return `events are kept for ${EVENT_DAYS} days, and an earlier registration moves no data`;
	}
	if (age < CERTAIN_SILENCE_MS) return `that is only ${spanInWords(age)} ago`;
	return isUsual({ ...silenceOf(facts), last: beginning.at, lastedMs: age })
		? 'its device usually pauses for so long'
		: organisationDoubt(facts);
}

/** Never connected: no event, no usage and no network shows its present SIM. */
export function neverConnectedFit(facts: Facts): Fit | undefined {
	const { events, days, hasAllEvents, signals, connectivity, now, endpoint, location } = facts;
	const isSilent = events !== undefined && hasAllEvents && signals.newest === undefined;
	if (!isSilent || isOnline(facts) || connectivity?.status === 'ATTACHED') return undefined;
	if (location && isTime(location.at)) return undefined;
	const beginning = beginningOf(facts);
	// Events go back 30 days: only the usage shows the time before.
	const isSeenByEvents = now - beginning.at < EVENT_DAYS * DAY_MS;
	if (days === undefined ? !isSeenByEvents : ownDays(facts, beginning).length > 0) {
		return undefined;
	}
	return {
		concluded: neverUnsure(facts, beginning),
		since: isTime(beginning.at) ? beginning.at : undefined,
		words: { beginning: beginning.inWords },
		evidence: [
			evidence('events', 'connections in 30 days', 0, now),
			...(days ? [evidence('usage', 'days with traffic', 0, now)] : []),
			evidence('endpoint', 'created', endpoint?.created, timeOf(endpoint?.created)),
			...statusEvidence(facts),
		],
	};
}
