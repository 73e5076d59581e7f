import type { StateStore } from '../../../../src/triggers/runtime/stored';
import { pollOnce } from '../polls';
import { ModelFleet } from './fleet';

interface FleetFigures {
	endpoints: number;
	requests: number;
	maxInFlight: number;
	/** Bytes of the stored state with every quota used up, which is its largest size. */
	stateBytes: number;
	/** Measured megabytes of heap that a poll uses in addition. */
	heapMB: number;
	changes: number;
}

const heap = () => {
	(globalThis as { gc?: () => void }).gc?.();
	return process.memoryUsage().heapUsed / 1e6;
};

/** A fleet of this many endpoints, and the options to poll it. */
function fleetOf(endpoints: number, log: (message: string) => void = () => {}) {
	const fleet = new ModelFleet();
	for (let count = 0; count < endpoints; count++) fleet.add();
	return {
		fleet,
		options: fleet.pollOptions({ events: new Set(['statusChanged', 'blocked']), log }),
	};
}

/** The messages logged by three polls of a fleet at this interval. */
export async function pollEvery(minutes: number, endpoints: number): Promise<string[]> {
	const said: string[] = [];
	const { fleet, options } = fleetOf(endpoints, (message) => said.push(message));
	const store: StateStore = {};
	const begun = fleet.now;
	for (let polls = 0; polls < 3; polls++) {
		fleet.now = begun + polls * minutes * 60_000;
		await pollOnce(`${endpoints} every ${minutes}`, store, fleet.client, () => options);
	}
	return said;
}

/** Polls a fleet twice: before and after every quota is used up. */
export async function measureFleet(endpoints: number): Promise<FleetFigures> {
	const { fleet, options } = fleetOf(endpoints);
	const store: StateStore = {};
	await pollOnce('big fleet', store, fleet.client, () => options);
	for (const endpoint of fleet.endpoints.values()) {
		endpoint.quota = { volume: 0, status: 2, changed: fleet.now };
		endpoint.blocked = true;
	}
	fleet.requests = 0;
	fleet.reads = [];
	const before = heap();
	let peak = before;
	const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().heapUsed / 1e6)), 5);
	const items = await pollOnce('big fleet', store, fleet.client, () => options);
	peak = Math.max(peak, process.memoryUsage().heapUsed / 1e6);
	clearInterval(watch);
	return {
		endpoints,
		requests: fleet.requests,
		maxInFlight: fleet.maxInFlight,
		stateBytes: JSON.stringify({ 'node:Trigger': { state: store.state } }).length,
		heapMB: Math.round(peak - before),
		changes: items?.length ?? 0,
	};
}
