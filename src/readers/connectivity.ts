import { RATS } from '../fleet/radio';
import { answerList, entityOf } from '../table/answers';
import type { Call } from '../table/define';
import { getConnectivity } from '../table/entries/endpoint/connectivity';
import { getAllEndpoints } from '../table/entries/endpoint/endpointRead';
import { timeOf } from '../table/moments';
import { at } from '../table/reading';
import { lacksEntries } from '../table/whole';
import type { Json } from '../wire';
import { answeredAt } from './clock';

/* The one reader of the connectivity of devices. Source: public reference, Connectivity. */

/** The connectivity of a device as one read has shown it. */
export interface ConnectivityReading {
	/** Its word in capitals, such as ONLINE; null where the answer has none. */
	status: string | null;
	/** What distinguishes this session from others; null where the answer has no session. */
	session: string | null;
	/** Its number, as events about it carry it, too; null where the answer has none. */
	sessionId: string | null;
	/** When the session began; milliseconds since 1970, NaN where the answer does not say. */
	sessionAt: number;
	/** How long it has lasted, in seconds; NaN where the answer does not say. */
	lasted: number;
	rat: string | null;
	ratId: number;
	/** When it was read, by the clock of the service; milliseconds since 1970. */
	at: number;
}

/** `Date` of answers names whole seconds. */
const SECOND_MS = 1_000;

const SECONDS = /^(\d+):(\d\d):(\d\d)$/;

function secondsIn(value: unknown): number {
	const [, hours, minutes, seconds] = SECONDS.exec(String(value)) ?? [];
	if (hours === undefined) return NaN;
	return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** The status in an answer of the connectivity, in capitals; null where it has none. */
function statusIn(body: Json): string | null {
	const word = at(body, 'status.description') ?? body.status;
	return typeof word === 'string' ? word.toUpperCase() : null;
}

/** What an answer of the connectivity of an endpoint says; `readAt` by the clock of the service. */
export function connectivityIn(body: Json, readAt: number): ConnectivityReading {
	const session = at(body, 'pdp_context');
	const id = at(session, 'pdp_context_id');
	const created = at(session, 'created');
	const type = at(session, 'rat_type');
	const ratId = Number(at(type, 'rat_type_id') ?? at(type, 'id') ?? NaN);
	const isThere = id !== undefined || created !== undefined;
	const lasted = secondsIn(at(session, 'duration'));
	const began = timeOf(created);
	return {
		status: statusIn(body),
		session: isThere ? [id, created].filter((part) => part !== undefined).join(' since ') : null,
		sessionId: id === undefined || id === null ? null : String(id),
		sessionAt: Number.isNaN(began) ? readAt - lasted * SECOND_MS : began,
		lasted,
		rat: RATS[ratId] ?? (at(type, 'description') as string | undefined) ?? null,
		ratId,
		at: readAt,
	};
}

/** Whether an answer of the connectivity says that the device has a data session now. */
export const isOnlineIn = (body: Json): boolean => statusIn(body) === 'ONLINE';

/** Reads the connectivity of an endpoint; `now` stands for the time of an answer that has none. */
export async function readConnectivity(
	call: Call,
	endpointId: number,
	now: number,
): Promise<{ body: Json; reading: ConnectivityReading }> {
	const answer = await call.other(getConnectivity, { endpointId });
	const body = entityOf(answer);
	return { body, reading: connectivityIn(body, answeredAt(answer, now)) };
}

/** Blocked endpoints that one request can name. */
const BLOCKED_IN_LIST = 1_000;

/** The ids of all blocked endpoints; undefined where one page of the list does not hold them. */
export async function blockedIds(call: Call): Promise<Set<number> | undefined> {
	const query = { q: 'connectivity_status:BLOCKED', page: 1, per_page: BLOCKED_IN_LIST };
	const answer = await call.other(getAllEndpoints, {}, { query });
	const entries = answerList(answer);
	const isWhole = !lacksEntries(answer, entries) && entries.length < BLOCKED_IN_LIST;
	return isWhole ? new Set(entries.map(({ id }) => Number(id))) : undefined;
}
