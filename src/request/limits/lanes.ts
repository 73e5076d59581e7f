import { ExpiringMap } from '../../expiringMap';
import { systemClock } from '../../ports';
import type { LaneName } from '../../wire';
import { CircuitBreaker } from './circuitBreaker';
import { Gate, type Permit, Time, type Waiting } from './gate';
import { Host, OrganisationRates, WINDOWS } from './host';
import type { Limits } from './limits';
import { type Month, organisationMonth } from './month';
import { OneAtATime } from './oneAtATime';
import { countedWith, type RateLane } from './pathRates';

/**
 * The queues of one organisation at one service. `sequential` gives turns to whole requests, their
 * retries and waits included. Rate lanes keep the attempts of all requests, also of sequential
 * ones, inside what the service documents: each lane has a gate for each of its rates, and a 429
 * closes all of them.
 */
export class Lanes {
	readonly sequential = new OneAtATime();
	private readonly organisation: OrganisationRates;
	private readonly time = new Time();
	private readonly gates = new Map<string, Gate>();
	private readonly closings: Record<RateLane, CircuitBreaker>;
	private limits: Limits = {};

	/** `key` names the lane beyond this process: base URL and organisation. */
	constructor(
		readonly key = '',
		host?: Host,
		month?: Month,
	) {
		this.organisation = new OrganisationRates(key, host, month);
		const closing = (lane: RateLane) => new CircuitBreaker(() => this.changed(lane));
		this.closings = { list: closing('list'), single: closing('single'), auth: closing('auth') };
	}

	/**
	 * Waits until the limits allow one attempt. A refused caller may simply ask again: the lane waits.
	 * @throws NotSentError when the lane is closed for longer than its run waits.
	 */
	async acquire(lane: LaneName, waiting: Waiting): Promise<Permit> {
		return await this.gate(lane, waiting.request).acquire(waiting);
	}

	/** Sets an account's own limits; the newest run's apply to all on the lane or the host. */
	limit(limits: Limits): void {
		this.limits = limits;
		const { all } = this.organisation.host;
		const { fiveMinutes = WINDOWS.all } = limits;
		const isNew = all.most !== fiveMinutes;
		all.most = fiveMinutes;
		for (const gate of this.gates.values()) if (gate.limit(limits) || isNew) gate.changed();
	}

	/** How many items to work at a time: as many as the rate starts until one is answered. */
	parallel(lane: LaneName, request?: string): number {
		return lane === 'sequential' ? 1 : this.gate(lane, request).parallel;
	}

	/** Milliseconds until `count` more attempts have started, if nobody else sends any. */
	durationMs(
		lane: LaneName,
		count: number,
		{ clock = systemClock, request }: Partial<Pick<Waiting, 'clock' | 'request'>> = {},
	): number {
		return this.gate(lane, request).durationMs(count, clock);
	}

	private gate(...of: Parameters<typeof countedWith>): Gate {
		const counted = countedWith(...of);
		let gate = this.gates.get(counted.path);
		if (!gate) {
			gate = new Gate(counted, this.organisation, this.closings[counted.lane], this.time);
			gate.limit(this.limits);
			this.gates.set(counted.path, gate);
		}
		return gate;
	}

	private changed(lane: RateLane): void {
		for (const gate of this.gates.values()) if (gate.lane === lane) gate.changed();
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
