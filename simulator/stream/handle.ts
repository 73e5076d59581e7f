import type { Simulation } from '../context';
import type { PushOptions } from './push';
import type { Tally } from './pusher';
import type { Usage } from './records';
import { TrafficGenerator, type TrafficOptions } from './traffic';

/** Control of what data streams push. A reset takes back the options and ends traffic. */
export interface StreamsHandle {
	/** Changes how the service pushes. */
	set(options: Partial<PushOptions>): void;
	/** Makes usage records. @returns their ids. @throws Error for an endpoint that is not there */
	usage(all: Usage[]): number[];
	/** Has devices make records by themselves. */
	traffic(options: TrafficOptions): void;
	stopTraffic(): void;
	/** Records as they were made, sent and taken, one by one. */
	tally(): Tally;
	/** Ids of the records of a stream that were answered as taken. */
	takenOf(streamId: string): ReadonlySet<number>;
	/** Puts a stream in error, as failing deliveries do. */
	fail(streamId: string): void;
}

/** The handle of a simulation whose parts a reset replaces. */
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
		fail: (streamId) => {
			const stream = sim.store.streams.get(streamId);
			if (!stream) throw new Error(`stream ${streamId} is not known`);
			Object.assign(stream, { statusId: 3, next: null });
		},
	};
}
