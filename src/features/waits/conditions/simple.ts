import { at } from '../../../table/reading';
import type { Json } from '../../../wire';
import { open, type Verdict } from '../verdict';

/* Conditions that compare one value. */

/** Whether a device is blocked, or is no longer blocked. Source: public reference, Connectivity. */
export function judgeBlocked(isBlocked: boolean, wanted: 'blocked' | 'unblocked'): Verdict {
	const shows = { blocked: isBlocked };
	if (isBlocked === (wanted === 'blocked')) return { is: 'met', shows };
	return open(shows, { shows });
}

/** Whether a SIM has a status. */
export function judgeSim(sim: Json, wanted: number): Verdict {
	const id = Number(at(sim, 'status.id') ?? NaN);
	const word = at(sim, 'status.description') ?? at(sim, 'status.status') ?? id;
	const shows = { sim_status: word };
	if (id === wanted) return { is: 'met', shows };
	return open(shows, { shows });
}
