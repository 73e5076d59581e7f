import { ExpiringMap } from '../../expiringMap';
import type { Clock } from '../../ports';
import type { Reporter } from '../../reporter';
import { DAY_MS, HOUR_MS } from '../../times';
import type { SharedRates } from './sharedRates';

/**
 * Requests that an organisation may make in a month; the service does not say at which hour it
 * begins, so UTC is assumed. Source: public reference, Limits.
 */
export const A_MONTH = 10_000_000;
/** The used part of the month at which a warning is given. */
const WARN_AT = 0.7;
/** Requests counted in this process before they are added to the count in Redis. */
const COUNTED_LOCALLY = 25;
/** Hours of the longest month. */
const HOURS_IN_MONTH = 31 * 24;

/** Inputs for counting a request. */
interface Counting {
	clock: Clock;
	shared?: SharedRates;
	/** Warned when the allowance runs low. */
	report?: Reporter | undefined;
	/** Requests in this month; as many as the documented ones unless the host has other limits. */
	most: number;
}

/** "2026-11": a month of UTC. */
const monthName = (clock: Clock): string => new Date(clock.now()).toISOString().slice(0, 7);

/** The requests of one month of the calendar. */
interface MonthCount {
	/** "2026-11" */
	name: string;
	/** Requests of all workers, as known here. */
	used: number;
	/** Requests of this process that Redis has not counted yet. */
	own: number;
}

/** Counted months: the present one, and those of a clock that was set wrong. */
const MOST_COUNTED = 3;

/**
 * The part of its month that an organisation has used, as far as this n8n knows. A request counts for
 * the month that the clock shows: a clock that is set from a future month goes on with the count of
 * the present one.
 */
export class Month {
	/** The one that was begun last stands at the end. */
	private counts: MonthCount[] = [];
	private isCounting = false;

	constructor(private readonly key: string) {}

	/** Counts one started request. */
	add(counting: Counting): void {
		const month = this.present(counting.clock);
		month.used += 1;
		const { shared } = counting;
		if (!shared) return warnOnce(1, counting, month.used);
		month.own += 1;
		if (month.own >= COUNTED_LOCALLY && !this.isCounting) void this.share(month, shared, counting);
	}

	/**
	 * How many requests an hour polls may make, so that they never use more than a part of the
	 * month, nor of what is left of it.
	 */
	perHour(part: number, { clock, most }: Counting): number {
		const { used } = this.present(clock);
		const now = clock.now();
		const at = new Date(now);
		const end = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
		const left = Math.max(0, most - used) / Math.max(1, (end - now) / HOUR_MS);
		return Math.max(1, Math.floor(part * Math.min(most / HOURS_IN_MONTH, left)));
	}

	/** The count of the month that the clock shows. */
	private present(clock: Clock): MonthCount {
		const name = monthName(clock);
		const known = this.counts.find((count) => count.name === name);
		if (known) return known;
		const begun: MonthCount = { name, used: 0, own: 0 };
		this.counts = [...this.counts, begun].slice(-MOST_COUNTED);
		return begun;
	}

	/** Adds the requests counted here to Redis; those that fail are added the next time. */
	private async share(month: MonthCount, shared: SharedRates, counting: Counting): Promise<void> {
		const { name, own, used } = month;
		this.isCounting = true;
		const total = await shared.count(`${this.key} ${name}`, own, used - own);
		this.isCounting = false;
		if (total === undefined) return;
		month.own -= own;
		month.used = total + month.own;
		if (name === monthName(counting.clock)) warnOnce(own, counting, total);
	}
}

/** Warns when the last requests passed the share at which it warns. Over Redis only one process sees that. */
function warnOnce(last: number, { most, report }: Counting, used: number): void {
	const threshold = most * WARN_AT;
	if (used < threshold || used - last >= threshold) return;
	report?.warn(
		`This n8n has made ${used.toLocaleString('en')} requests for the organisation this month (UTC), of ${most.toLocaleString('en')} that the service allows. When these are used up, it refuses everything until the 1st. Poll less often, and read lists instead of single endpoints; polls are slowed down to what is left.`,
	);
}

/** By base URL and organisation. A month outlives the lanes, which are dropped after ten minutes. */
const months = new ExpiringMap((key) => new Month(key), undefined, 32 * DAY_MS);

/** The month of an organisation. */
export const organisationMonth = (key: string): Month => months.get(key);
