import type { Simulation } from '../context';
import { EventType, addEvent } from '../events/emit';
import { SimStatus } from '../sims/entities';
import type { Pusher } from './pusher';

/** Continuous traffic of a fleet. */
export interface TrafficOptions {
	/** Usage records per second, over all devices; 10,000 active devices produce 222. */
	perSecond: number;
	/** Percentage of records that are events instead. Default 0. */
	eventPercent?: number;
	/** Owner of the devices. */
	organisationId: number;
	/** MB of a record, by endpoint id. Default 0.2. */
	volumeOf?: (endpointId: number) => number;
}

/** Interval between looks at the clock. Real milliseconds. */
const CLOCK_POLL_MS = 100;

/** Devices produce records in turn, by the simulator's clock, until stopped. */
export class TrafficGenerator {
	private timer: NodeJS.Timeout | undefined;
	private forget = () => {};
	private made = 0;
	private next = 0;

	constructor(
		private readonly sim: Simulation,
		private readonly pusher: Pusher,
	) {}

	start(options: TrafficOptions): void {
		this.stop();
		const begun = this.sim.clock.elapsed();
		this.made = 0;
		const look = () => {
			const due = Math.floor(((this.sim.clock.elapsed() - begun) * options.perSecond) / 1000);
			for (; this.made < due; this.made += 1) this.make(options);
		};
		this.timer = setInterval(look, CLOCK_POLL_MS);
		this.forget = this.sim.clock.onMove(look);
	}

	stop(): void {
		clearInterval(this.timer);
		this.forget();
		this.forget = () => {};
	}

	private make({ organisationId, eventPercent = 0, volumeOf }: TrafficOptions): void {
		const endpoint = this.inUse(organisationId);
		if (!endpoint) return;
		if (this.made % 100 < eventPercent) {
			addEvent(this.sim, EventType.EndpointEnabled, { endpoint });
			return;
		}
		const volume = volumeOf?.(endpoint.id) ?? 0.2;
		this.pusher.usage([{ endpointId: endpoint.id, rx: volume * 0.75, tx: volume * 0.25 }]);
	}

	/** The next device whose SIM is not suspended. */
	private inUse(organisationId: number) {
		const { endpoints, sims } = this.sim.store;
		const all = this.sim.store.cached(`traffic:${organisationId}`, () =>
			[...endpoints.values()].filter(
				(endpoint) =>
					endpoint.organisationId === organisationId &&
					endpoint.statusId === 0 &&
					sims.get(endpoint.simId ?? -1)?.statusId === SimStatus.Activated,
			),
		);
		this.next = (this.next + 1) % Math.max(1, all.length);
		return all[this.next];
	}
}
