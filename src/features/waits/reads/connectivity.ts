import { RATS } from '../../../fleet/radio';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import type { Json } from '../../../wire';

/* The connectivity of a device. Source: public reference, Connectivity. */

/** The connectivity of a device as one read has shown it. */
export interface ConnectivityReading {
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

const SECONDS = /^(\d+):(\d\d):(\d\d)$/;

function secondsIn(value: unknown): number {
	const [, hours, minutes, seconds] = SECONDS.exec(String(value)) ?? [];
	if (hours === undefined) return NaN;
	return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** Reads the answer of the connectivity of an endpoint. */
export function connectivityIn(body: Json, readAt: number): ConnectivityReading {
	const session = at(body, 'pdp_context');
	const id = at(session, 'pdp_context_id');
	const created = at(session, 'created');
	const type = at(session, 'rat_type');
	const ratId = Number(at(type, 'rat_type_id') ?? at(type, 'id') ?? NaN);
	const word = at(body, 'status.description') ?? body.status;
	const isThere = id !== undefined || created !== undefined;
	const lasted = secondsIn(at(session, 'duration'));
	const began = timeOf(created);
	return {
		status: typeof word === 'string' ? word.toUpperCase() : null,
		session: isThere ? [id, created].filter((part) => part !== undefined).join(' of ') : null,
		sessionId: id === undefined || id === null ? null : String(id),
		sessionAt: Number.isNaN(began) ? readAt - lasted * 1_000 : began,
		lasted,
		rat: RATS[ratId] ?? (at(type, 'description') as string | undefined) ?? null,
		ratId,
		at: readAt,
	};
}
