import { IANAZone } from 'luxon';
import { DAY_MS, HOUR_MS } from '../../times';

/* Days of a zone, as triggers count them. */

const QUARTER = HOUR_MS / 4;
const offsets = new Map<string, number>();
const MOST_OFFSETS = 10_000;

/** Milliseconds by which a zone's clocks are ahead of UTC; they change at quarters of an hour only. */
export function aheadMs(zone: string, at: number): number {
	if (zone === 'UTC') return 0;
	const quarter = Math.floor(at / QUARTER);
	const name = `${zone} ${quarter}`;
	let ahead = offsets.get(name);
	if (ahead === undefined) {
		// Asking takes long, and records of one moment come by the thousand.
		if (offsets.size >= MOST_OFFSETS) offsets.clear();
		ahead = IANAZone.create(zone).offset(quarter * QUARTER) * 60_000;
		offsets.set(name, ahead);
	}
	return ahead;
}

/** The number of the day that holds a moment, counted from 1970 by the calendar of the zone. */
export const dayAt = (at: number, zone: string): number =>
	Math.floor((at + aheadMs(zone, at)) / DAY_MS);
