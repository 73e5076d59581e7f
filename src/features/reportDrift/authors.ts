import { answerList } from '../../table/answers';
import type { Call, Input, Json, RequestEntry } from '../../table/define';
import { EVENT_DAYS } from '../../table/entries/event/eventFacts';
import { allEvents, eventsOfOne } from '../../table/entries/event/eventLists';
import { at } from '../../table/reading';
import { buildRequest } from '../../table/request';
import { failsAlone } from '../../run/failsAlone';
import { DAY_MS, END_OF_TIME } from '../../times';
import { knownOf } from '../../errors';
import type { Drift } from './drift';

/*
 * Who brought a difference about, by the newest event that fits it. Events exist for statuses of endpoints and for
 * SIMs that were put on and taken off; names, tags, profiles, IMEIs and quotas are changed without an event that
 * names somebody. The service keeps events for 30 days, and names a user where a person was logged in: an
 * application token is nobody. Source: public reference, Events.
 */

/** Types of events that bring about what a column shows. */
const EVENT = { enabled: 42, disabled: 43, simTakenOff: 50, simPutOn: 51 } as const;
const EVENTS_PER_PAGE = 100;
/** Most pages of the feed that are read. */
const MOST_PAGES = 20;
/** So few endpoints are asked for one by one. */
const FEW = 2;

/** Who did something and when, as far as an event says. */
export interface Author {
	/** The name of the user; null for an application token and for the service itself. */
	by: string | null;
	when: string;
}

const [ofEndpoint] = eventsOfOne;

/** The type of the event that would bring a difference about; undefined where there is none. */
function typeFor({ column, is }: Drift): number | undefined {
	if (column === 'status') return is === 'Disabled' ? EVENT.disabled : EVENT.enabled;
	if (column === 'iccid') return is === null ? EVENT.simTakenOff : EVENT.simPutOn;
	return undefined;
}

/** Whether an event is the one that brought a difference of its endpoint about. */
function fits(event: Json, drift: Drift): boolean {
	if (Number(at(event, 'event_type.id')) !== typeFor(drift)) return false;
	const iccid = at(event, 'sim.iccid');
	const isOfSim = drift.column === 'iccid' && drift.is !== null && typeof iccid === 'string';
	return !isOfSim || iccid === drift.is;
}

const authorIn = (event: Json): Author => ({
	by: (at(event, 'user.username') ?? at(event, 'user.name') ?? null) as string | null,
	when: String(event.timestamp),
});

/** A page of events of these types, the newest first. */
async function newest(
	call: Call,
	entry: RequestEntry,
	which: Input,
	page: number,
): Promise<Json[]> {
	const input = { ...which, types: Object.values(EVENT).join('|'), sort: '-timestamp,-id' };
	const { query } = buildRequest(entry, input);
	const paged = { ...query, page, per_page: EVENTS_PER_PAGE };
	return answerList(await call.other(entry, input, { query: paged }));
}

/**
 * The authors of differences, where an event shows them. A feed that cannot be read, or is longer than what is read
 * of it, is noted; the others are found all the same.
 */
export async function authorsOf(call: Call, drifts: Drift[]): Promise<Map<Drift, Author>> {
	const found = new Map<Drift, Author>();
	const open = new Set(drifts.filter((drift) => typeFor(drift) !== undefined));
	const bySim = new Map([...open].map(({ state }) => [state!.sim?.id, state!.id]));
	const take = (event: Json, endpointId?: number) => {
		const named = Number(at(event, 'endpoint.id') ?? endpointId ?? NaN);
		const id = Number.isNaN(named) ? bySim.get(Number(at(event, 'sim.id') ?? NaN)) : named;
		for (const drift of open) {
			if (drift.state!.id !== id || !fits(event, drift)) continue;
			found.set(drift, authorIn(event));
			open.delete(drift);
		}
	};
	try {
		const endpoints = new Set([...open].map(({ state }) => state!.id));
		if (endpoints.size <= FEW) {
			for (const endpointId of endpoints) {
				for (const event of await newest(call, ofEndpoint!, { endpointId }, 1))
					take(event, endpointId);
			}
			return found;
		}
		const from = new Date(call.env.now - EVENT_DAYS * DAY_MS).toISOString();
		const span = { from: `${from.slice(0, 19)}Z`, until: END_OF_TIME };
		for (let page = 1; open.size > 0; page++) {
			if (page > MOST_PAGES) {
				const read = (MOST_PAGES * EVENTS_PER_PAGE).toLocaleString('en');
				call.note(`Who did it was looked for in the newest ${read} events of such changes alone`);
				break;
			}
			const events = await newest(call, allEvents, span, page);
			for (const event of events) take(event);
			if (events.length < EVENTS_PER_PAGE) break;
		}
	} catch (error) {
		if (!failsAlone(error)) throw error;
		call.note(`Who did it is not known, as events cannot be read: ${knownOf(error).message}`);
	}
	return found;
}
