import { EVENT_DAYS, EventType, Severity, typeOf } from '../../../fleet/events';
import type { Call, Json } from '../../../table/define';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import { DAY_MS } from '../../../times';
import { newestEvents } from '../../../readers/events';
import { deviceEvents } from '../facts/deviceEvents';
import type { Facts } from '../facts/facts';
import { signalsOf } from '../facts/signals';
import { isTime } from '../facts/words';
import type { Asked } from './asked';

/* The events of the last 30 days: of an endpoint, and of its whole organisation. */

/** The events of an endpoint, and what they say of its connection. */
export async function readEvents(
	call: Call,
	asked: Asked,
	{ id: endpointId, endpoint, now }: Pick<Facts, 'id' | 'endpoint' | 'now'>,
): Promise<Pick<Facts, 'events' | 'hasAllEvents' | 'signals'>> {
	const from = now - EVENT_DAYS * DAY_MS;
	const newest = await asked.for('events', async () =>
		newestEvents(call, { endpointId, fromMs: from }),
	);
	const events = newest && deviceEvents(newest.events, { endpointId, endpoint, now });
	return { events, hasAllEvents: newest?.isWhole === true, signals: signalsOf(events ?? []) };
}

/** When the newest of some events of one organisation was made; undefined for none. */
function newestMoment(events: Json[], organisationId: number, type: number): number | undefined {
	const isOwn = (event: Json) => {
		const of = Number(at(event, 'organisation.id') ?? NaN);
		return Number.isNaN(of) || Number.isNaN(organisationId) || of === organisationId;
	};
	const times = events
		.filter((event) => typeOf(event) === type && isOwn(event))
		.map(({ timestamp }) => timeOf(timestamp))
		.filter(isTime);
	return times.length > 0 ? Math.max(...times) : undefined;
}

type OrganisationFacts = Pick<
	Facts,
	'organisationBlockedAt' | 'organisationWasBlockedAt' | 'quotasOffAt'
>;

/**
 * What the feed tells of the whole organisation: when it was blocked without a session that was accepted since, and when
 * data quotas were switched off in a profile; null where that was not.
 */
export async function readOrganisation(
	call: Call,
	asked: Asked,
	{ events, now }: Pick<Facts, 'events' | 'now'>,
): Promise<OrganisationFacts> {
	const from = now - EVENT_DAYS * DAY_MS;
	const named = events?.find(({ organisationId }) => !Number.isNaN(organisationId));
	const own = named?.organisationId ?? NaN;
	const feed = await asked.for('organisationEvents', () =>
		call.once('diagnose: events of the organisation', () =>
			newestEvents(call, {
				types: [EventType.OrganisationBlocked, EventType.DataQuotasSwitchedOff],
				fromMs: from,
			}),
		),
	);
	if (!feed) return {};
	const quotasOffAt = newestMoment(feed.events, own, EventType.DataQuotasSwitchedOff) ?? null;
	const blockedAt = newestMoment(feed.events, own, EventType.OrganisationBlocked);
	if (blockedAt === undefined) {
		if (!feed.isWhole)
			asked.note('organisationEvents', `there are more than the ${feed.events.length} newest`);
		return { quotasOffAt, organisationBlockedAt: null, organisationWasBlockedAt: null };
	}
	const sessions = await asked.for('organisationEvents', () =>
		call.once(`diagnose: sessions since ${blockedAt}`, () =>
			newestEvents(call, {
				types: [EventType.Session],
				fromMs: blockedAt,
				severity: Severity.Info,
			}),
		),
	);
	const newest = sessions && newestMoment(sessions.events, own, EventType.Session);
	const isOver = newest !== undefined && newest > blockedAt;
	return {
		quotasOffAt,
		organisationBlockedAt: isOver ? null : blockedAt,
		organisationWasBlockedAt: blockedAt,
	};
}
