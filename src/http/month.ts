import { type Clock, systemClock } from '../ports';
import type { SharedRates } from './sharedRates';

/**
 * Requests that an organisation may make in a month; the service says nothing of its hour, so it is
 * taken as UTC. Source: public reference, Limits.
 */
export const A_MONTH = 10_000_000;
/** The part at which it is said. */
const TOLD_AT = 0.7;
/** So many are counted here before they are counted over Redis. */
const AT_ONCE = 25;
export const HOUR_MS = 3_600_000;
/** Hours of the longest month. */
const HOURS = 31 * 24;

/** What counting needs. */
interface Counting {
	clock?: Clock;
	shared?: SharedRates;
	warn?: (message: string) => void;
	/** Requests in this month; as many as the documented ones unless the host has other limits. */
	most: number;
}

/** "2026-11": a month of UTC. */
const nameOf = (clock: Clock): string => new Date(clock.now()).toISOString().slice(0, 7);

/** What an organisation has used of its month, as far as this n8n knows. */
export class Month {
	private name = '';
	/** Counted everywhere, as known here. */
	private used = 0;
	/** Of these, not counted over Redis yet. */
	private own = 0;
	private isCounting = false;

	constructor(private readonly key: string) {}

	/** Another one has begun meanwhile. */
	get isOver(): boolean {
		return this.name !== '' && this.name < nameOf(systemClock);
	}

	/** One request has started. */
	add(counting: Counting): void {
		this.begin(counting.clock ?? systemClock);
		this.used += 1;
		const { shared } = counting;
		if (!shared) return this.told(1, counting);
		this.own += 1;
		if (this.own >= AT_ONCE && !this.isCounting) void this.share(shared, counting);
	}

	/**
	 * How many requests in an hour polls may make, so that they never use more than a part of the
	 * month, nor of what others have left of it.
	 */
	perHour(part: number, { clock = systemClock, most }: Counting): number {
		this.begin(clock);
		const now = clock.now();
		const at = new Date(now);
		const end = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
		const left = Math.max(0, most - this.used) / Math.max(1, (end - now) / HOUR_MS);
		return Math.max(1, Math.floor(part * Math.min(most / HOURS, left)));
	}

	private begin(clock: Clock): void {
		const name = nameOf(clock);
		// A clock that is set back begins no month.
		if (name <= this.name) return;
		this.name = name;
		this.used = this.own = 0;
	}

	/** Counts over Redis what was counted here; what could not be is counted the next time. */
	private async share(shared: SharedRates, counting: Counting): Promise<void> {
		const { name, own, used } = this;
		this.isCounting = true;
		const total = await shared.count(`${this.key} ${name}`, own, used - own);
		this.isCounting = false;
		if (total === undefined || name !== this.name) return;
		this.own -= own;
		this.used = total + this.own;
		this.told(own, counting, total);
	}

	/** Says so when the last ones have passed the mark. Over Redis only one process sees that. */
	private told(last: number, { most, warn }: Counting, used = this.used): void {
		const mark = most * TOLD_AT;
		if (used < mark || used - last >= mark) return;
		warn?.(
			`This n8n has made ${used.toLocaleString('en')} requests for the organisation this month (UTC), of ${most.toLocaleString('en')} that the service allows. When these are used up, it refuses everything until the 1st. Poll less often, and read lists instead of single endpoints; polls are slowed down to what is left.`,
		);
	}
}

/** By base URL and organisation, until their month is over. */
const months = new Map<string, Month>();

/** The month of an organisation: its count outlives the lanes, which are forgotten in ten minutes. */
export function monthOf(key: string): Month {
	let month = months.get(key);
	if (!month) {
		for (const [other, { isOver }] of months) if (isOver) months.delete(other);
		months.set(key, (month = new Month(key)));
	}
	return month;
}
