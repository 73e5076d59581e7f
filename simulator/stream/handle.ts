import type { Simulation } from '../context';
import type { PushOptions } from './push';
import type { RecordCounts } from './pusher';
import type { Usage } from './records';
import { TrafficGenerator, type TrafficOptions } from './traffic';

/** Control of the pushes of data streams. A reset restores the options and stops the traffic. */
export interface StreamsHandle {
	/** Changes the push options. */
	set(options: Partial<PushOptions>): void;
	/** Creates usage records. @returns their ids. @throws Error for an unknown endpoint */
	usage(all: Usage[]): number[];
	/** Starts continuous traffic. */
	traffic(options: TrafficOptions): void;
	stopTraffic(): void;
	/** Counts of created, sent and accepted records. */
	tally(): RecordCounts;
	/** Ids of the records of a stream that the destination accepted. */
	takenOf(streamId: string): ReadonlySet<number>;
	/** Ids of those that a page accepted. */
	takenByPage(streamId: string): ReadonlySet<number>;
	/** Puts a stream into the error state, as failed deliveries do. */
	fail(streamId: string): void;
}

/** The handle, which survives a reset of the context. */
export function streamsOf(sim: Simulation): StreamsHandle {
	let traffic: TrafficGenerator | undefined;
	return {
		set: (options) => void Object.assign(sim.pusher.options, options),
		usage: (all) => sim.pusher.usage(all),
		traffic: (options) => {
			traffic?.stop();
			traffic = new TrafficGenerator(sim, sim.pusher);
			traffic.start({ ...options });
		},
		stopTraffic: () => traffic?.stop(),
		tally: () => sim.pusher.tally(),
		takenOf: (streamId) => sim.pusher.takenOf(streamId),
		takenByPage: (id) => sim.pusher.takenByPage(id),
		fail: (streamId) => {
			const stream = sim.store.streams.get(streamId);
			if (!stream) throw new Error(`stream ${streamId} is not known`);
			Object.assign(stream, { statusId: 3, next: null });
		},
	};
}
