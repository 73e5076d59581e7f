import { REQUEST_TIMEOUT_MS } from '../../request/http';
import { STILL_AT_WORK_MS } from '../../request/retry';
import type { Client } from '../../run/client';
import type { Call } from '../../table/define';
import { timeOf } from '../../table/moments';
import { updateManyEndpoints } from '../../table/entries/endpoint/endpointBulk';
import { durationInWords } from '../../waits';
import { runClock } from '../../runClock';
import { endpointIn } from '../../readers/endpoints';
import { isMoved, type Moved } from './waveValues';

/* Which endpoints of a wave were changed, where that is not known: the service may be at work on a call for minutes. */

/** How long after now a call may still be applied that nobody waits for any more. Milliseconds. */
export const AFTER_ANSWER_MS = STILL_AT_WORK_MS;
/** The same for a call that a killed process may just have sent. Milliseconds. */
export const AFTER_KILL_MS =
	(updateManyEndpoints.timeoutMs ?? REQUEST_TIMEOUT_MS) + AFTER_ANSWER_MS;
/** Interval between two questions. Milliseconds. */
const ASKED_EVERY_MS = 15_000;

/** Those of some endpoints that have what their wave gives them. */
export async function movedNow(call: Call, rows: readonly Moved[]): Promise<Moved[]> {
	if (rows.length === 0) return [];
	const now = await call.endpoints(rows.map(({ id }) => id));
	return rows.filter((row) => {
		const entity = now.get(row.id);
		return entity !== undefined && isMoved(row, endpointIn(entity));
	});
}

/**
 * The same once no call can be applied any more: asks again for those that are not changed, for as long as
 * `patienceMs`, and once more at its end.
 */
export async function movedInTheEnd(
	{ client, call, tell }: { client: Client; call: Call; tell: (what: string) => void },
	rows: readonly Moved[],
	patienceMs: number,
): Promise<{ moved: Moved[]; unmoved: Moved[] }> {
	const now = runClock(client.ports.clock);
	const until = now() + patienceMs;
	const moved: Moved[] = [];
	let unmoved = [...rows];
	while (unmoved.length > 0) {
		const leftMs = until - now();
		const found = new Set(await movedNow(call, unmoved));
		for (const row of found) moved.push(row);
		unmoved = unmoved.filter((row) => !found.has(row));
		if (leftMs <= 0 || unmoved.length === 0) break;
		tell(
			`${unmoved.length} endpoints may still be changed by a call under way, which is known in ${durationInWords(leftMs)}`,
		);
		await call.wait(Math.min(ASKED_EVERY_MS, leftMs));
	}
	return { moved, unmoved };
}

/** Whether the date of an endpoint shows its change: changes of tags alone do not show in it. */
const isDated = ({ is }: Moved): boolean => Object.keys(is).some((field) => field !== 'tags');

/**
 * When the last of some endpoints was changed, by the service: the newest date of their last update, which is that of
 * their wave or of something later. Undefined where one has no date between two moments. Milliseconds since 1970.
 */
export async function changedAt(
	call: Call,
	rows: readonly Moved[],
	{ after, until }: { after: number; until: number },
): Promise<number | undefined> {
	if (!rows.every(isDated)) return undefined;
	const now = await call.endpoints(rows.map(({ id }) => id));
	const times = rows.map(({ id }) => {
		const entity = now.get(id);
		return entity ? timeOf(endpointIn(entity).updated) : NaN;
	});
	const isMeant = (time: number) => time >= after && time <= until;
	return times.every(isMeant)
		? times.reduce((latest, time) => Math.max(latest, time), -Infinity)
		: undefined;
}
