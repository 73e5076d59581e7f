import { ExpiringMap } from '../../expiringMap';
import { systemClock } from '../../ports';
import type { LaneName } from '../../wire';
import { type Permit, Time, type Waiting } from './gate';
import type { Limits } from './limits';
import { type Month, organisationMonth } from './month';
import { OneAtATime } from './oneAtATime';
import { pathRate } from './pathRates';
import { Host, OrganisationRates, RatedLane, type RateLane, WINDOWS } from './ratedLane';

export { Host } from './ratedLane';

/**
 * The queues of one organisation at one service. `sequential` gives turns to whole requests, their
 * retries and waits included. Rate lanes keep the attempts of all requests, also of sequential
 * ones, inside what the service documents.
 */
export class Lanes {
	readonly sequential = new OneAtATime();
	private readonly rated: Record<RateLane, RatedLane>;

	/** `key` names the lane beyond this process: base URL and organisation. */
	constructor(
		readonly key = '',
		private readonly host = new Host(),
		month?: Month,
	) {
		const organisation = new OrganisationRates(key, month);
		const time = new Time();
		const lane = (name: RateLane) => new RatedLane(name, host, organisation, time);
		this.rated = { list: lane('list'), single: lane('single'), auth: lane('auth') };
	}

	/**
	 * Waits until the limits allow one attempt. A refused caller may simply ask again: the lane waits.
	 * @throws NotSentError when the lane is closed for longer than its run waits.
	 */
	async acquire(lane: LaneName, waiting: Waiting = {}): Promise<Permit> {
		return await this.group(lane, waiting.request).acquire(waiting);
	}

	/** Sets an account's own limits; the newest run's hold for all on the lane or the host. */
	limit({ list, single, fiveMinutes = WINDOWS.all }: Limits): void {
		this.rated.list.limit(list);
		this.rated.single.limit(single);
		if (this.host.all.most === fiveMinutes) return;
		this.host.all.most = fiveMinutes;
		for (const lane of Object.values(this.rated)) lane.changed();
	}

	/** How many items to work at a time: as many as the rate starts until one is answered. */
	parallel(lane: LaneName, request?: string): number {
		return lane === 'sequential' ? 1 : this.group(lane, request).places;
	}

	/** Milliseconds until `count` more attempts have started, if nobody else sends any. */
	durationMs(
		lane: LaneName,
		count: number,
		{ clock = systemClock, request }: Pick<Waiting, 'clock' | 'request'> = {},
	): number {
		return this.group(lane, request).durationMs(count, clock);
	}

	/**
	 * The requests that one counts with: those of its path's documented rate, or else of its lane.
	 * Sequential requests are paced like those about single endpoints.
	 */
	private group(lane: LaneName, request = '') {
		const of = lane === 'auth' ? undefined : pathRate(request);
		const rated = this.rated[of?.lane ?? (lane === 'sequential' ? 'single' : lane)];
		return rated.group(of);
	}
}

/** Keyed by host: the service counts by IP address, whatever the scheme, path or credential. */
const hosts = new ExpiringMap((name) => new Host(name));
const lanes = new ExpiringMap<Lanes, [baseUrl: string]>(
	(key, baseUrl) => new Lanes(key, hosts.get(new URL(baseUrl).host), organisationMonth(key)),
);

/** The lanes of an organisation; the key is complete, so its credentials share them. */
export const lanesFor = (baseUrl: string, organisation: string): Lanes =>
	lanes.get(`${baseUrl} ${organisation}`, baseUrl);
