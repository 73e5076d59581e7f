import { StoredFile } from '../../src/ports';
import { lanesFor } from '../../src/request/limits/lanes';
import { Comparison } from '../../src/run/changes/compare';
import { runItems } from '../../src/run/run';
import { findOperation } from '../../src/operations';
import { endpointParts } from '../../src/table/entries/endpoint/endpointRead';
import { ALERTS } from '../../src/triggers/alerts';
import type { EventForm } from '../../src/triggers/events/form';
import { type PollOptions, pollQuotas, type QuotaState } from '../../src/triggers/quota/poll';
import { POLL_SHARE, pollStored, type StateStore } from '../../src/triggers/runtime/stored';
import { inVirtualTime } from '../support/virtualTime';
import { pollEventTrigger } from '../unit/triggers/polls';
import { FleetService } from './fleet';
import { endpoint, PER_WINDOW, VirtualService } from './virtualService';

/* The share of the limits that a trigger or a job uses, and its delay, by fleet size. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const MONTH = 30 * DAY;
/** A device attaches, opens a session and ends it once a day. */
export const EVENTS_A_DAY = 3;

/** Measured figures. */
export interface Taken {
	devices: number;
	/** Simulated milliseconds; the calls are extrapolated to a month. */
	played: number;
	calls: number;
	/** Maximum calls in any five minutes. */
	busiest: number;
	refused: number;
	/** Milliseconds from an event to its item, median and maximum; or the duration of a job. */
	delay?: {
		median: number;
		most: number;
		/** Time since the first poll, if the delay keeps growing. */ grewFor?: number;
	};
	lasts?: number;
	/** Bytes stored between runs. */
	bytes?: number;
	/** CPU share, including the simulated service. */
	cores: number;
	notes?: string;
}

let hosts = 0;
const freshHost = () => `scale-${(hosts += 1)}`;

/** Extrapolates the calls of the simulated time to a month. */
const inMonth = (calls: number, played: number) => Math.round((calls * MONTH) / played);

const medianOf = (values: number[]) =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Summarises delays, given in order of emission, for a poll interval. */
function delayOf(delays: number[], every: number, ran: number): Taken['delay'] {
	if (delays.length === 0) return undefined;
	const third = Math.ceil(delays.length / 3);
	const growth = medianOf(delays.slice(-third)) - medianOf(delays.slice(0, third));
	const most = delays.reduce((a, b) => Math.max(a, b));
	return { median: medianOf(delays), most, ...(growth > every / 2 && { grewFor: ran }) };
}

/** CPU time of this process in milliseconds. */
const cpuMs = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

/** Poll interval of a trigger and simulated duration. */
interface Polling {
	devices: number;
	every: number;
	play: number;
	/** Endpoints per page of the list: a smaller page simulates a proportionally larger fleet. */
	perPage?: number;
	/** Warm-up polls: the first only records the state, and the pace needs to settle. */
	warmUp?: number;
}

type VirtualClient = ReturnType<VirtualService['client']>;
type Poll = (client: VirtualClient) => Promise<number[]>;

/** Polls like n8n: on the minute, and not while the previous poll is running. */
async function polled(
	{ devices, every, play, perPage, warmUp = 15 * MINUTE }: Polling,
	poll: Poll,
	bytes: () => number,
): Promise<Taken> {
	const { result } = await inVirtualTime(async () => {
		const fleet = new FleetService(devices, EVENTS_A_DAY, Date.now(), perPage);
		const service = new VirtualService(fleet.answer);
		const start = Date.now();
		const host = freshHost();
		const delays: number[] = [];
		let before: { requests: number; at: number; cpu: number } | undefined;
		while (Date.now() < start + warmUp + play) {
			if (Date.now() >= start + warmUp) {
				before ??= { requests: service.requests, at: Date.now(), cpu: cpuMs() };
			}
			// As in each poll of n8n.
			const client = service.client(host, { pacing: { share: POLL_SHARE } });
			const told = await poll(client);
			const now = Date.now();
			if (before) for (const at of told) delays.push(now - at);
			const next = start + (Math.floor((now - start) / every) + 1) * every;
			await new Promise((resolve) => setTimeout(resolve, next - now));
		}
		const { requests, at, cpu } = before!;
		const played = Date.now() - at;
		return {
			devices,
			played,
			calls: inMonth(service.requests - requests, played),
			busiest: service.busiest,
			refused: service.refused,
			delay: delayOf(delays, every, Date.now() - start),
			cores: (cpuMs() - cpu) / played,
		};
	});
	return { ...result, bytes: bytes() };
}

/** The event trigger with all connection events, or an alert. */
async function eventTrigger(polling: Polling, alert?: string): Promise<Taken> {
	const rule = ALERTS.find(({ events }) => events.some(({ value }) => value === alert));
	const input = { silentAfter: 26, silentTags: new Map(), silentCheck: 'none', silentNever: true };
	const form: EventForm = {
		zone: 'UTC',
		types: rule ? [] : [2, 3, 5],
		alerts: rule ? [{ rule, name: alert!, chosen: new Set([alert!]), input }] : [],
		filters: {},
		simplify: true,
		overlapMs: 10 * MINUTE,
		budgetMs: 4 * MINUTE,
	};
	const store: StateStore = {};
	const key = freshHost();
	const ports = { now: () => Date.now(), log: () => {} };
	const poll: Poll = async (client) =>
		((await pollEventTrigger(key, store, client, form, ports)) ?? []).map((item) =>
			Date.parse(String(item.timestamp)),
		);
	return await polled(polling, poll, () => String(store.state ?? '').length);
}

/** Devices that are covered by reading the list. */
const MOST_READ = 100_000;

/** The event trigger with the alert that repeatedly reads the whole list. */
async function deviceSilent(devices: number): Promise<Taken> {
	const some = Math.min(devices, MOST_READ);
	const perPage = (1_000 * some) / devices;
	const polling = { devices: some, every: 5 * MINUTE, perPage, ...timesFor(devices) };
	const taken = await eventTrigger(polling, 'deviceSilent');
	if (some === devices) return taken;
	const notes = `measured with ${some.toLocaleString('en')}, in pages of ${perPage}`;
	return { ...taken, devices, notes };
}

/**
 * The quota trigger; a pass over the fleet takes several polls. A change occurs at any time of a pass,
 * and the next pass emits it.
 */
async function quotaTrigger(polling: Polling, devices: number): Promise<Taken> {
	const store: StateStore = {};
	const key = freshHost();
	const options = (): PollOptions => ({
		quota: 'sms',
		source: 'status',
		events: new Set(['exhausted']),
		scope: { filters: {} },
		emitCurrent: false,
		budgetMs: 4 * MINUTE,
		overlapMs: 0,
		now: () => Date.now(),
		log: () => {},
	});
	const poll: Poll = async (client) => {
		await pollStored<QuotaState>(
			key,
			store,
			{},
			async (resumed) => await pollQuotas(client, options(), resumed),
		);
		return [];
	};
	const taken = await polled(polling, poll, () => String(store.state ?? '').length);
	const pass = (devices / taken.calls) * MONTH;
	return {
		...taken,
		devices,
		delay: { median: pass / 2, most: pass },
		bytes: Math.round(((taken.bytes ?? 0) * devices) / polling.devices),
		...(polling.devices < devices && measuredWith(polling.devices)),
	};
}

/** A job that runs once; `times` a month. */
async function job(
	devices: number,
	times: number,
	run: (client: VirtualClient, service: VirtualService) => Promise<unknown>,
	addresses = 1,
): Promise<Taken> {
	const cpu = cpuMs();
	const { result: service, tookMs } = await inVirtualTime(async () => {
		const fleet = new FleetService(devices, EVENTS_A_DAY, Date.now());
		const of = new VirtualService(fleet.answer, undefined, PER_WINDOW * addresses);
		const host = freshHost();
		const lanes = () => {
			const own = lanesFor(`http://${host}.test`, '1001');
			own.limit({ fiveMinutes: PER_WINDOW * addresses });
			return own;
		};
		await run(of.client(host, { lanes, files: NOWHERE }), of);
		return of;
	});
	return {
		devices,
		played: tookMs,
		calls: service.requests * times,
		lasts: tookMs,
		busiest: service.busiest,
		refused: service.refused,
		cores: (cpuMs() - cpu) / tookMs,
	};
}

const NOWHERE = {
	streams: async () => true,
	save: async (content: AsyncIterable<Uint8Array>) => {
		for await (const bytes of content) void bytes;
		return new StoredFile({});
	},
};

const perform = async (
	client: VirtualClient,
	[resource, name]: [string, string],
	items: object[],
) => {
	const values = (index: number) => items[index] as Record<string, unknown>;
	await runItems(client, findOperation(resource, name), values, items.length, {
		continueOnFail: false,
	});
};

const LIST = { returnAll: true, simplify: true };

/** The list of endpoints as a file, nightly. */
const nightlyFile = async (devices: number): Promise<Taken> =>
	await job(devices, 30, async (client) => {
		await perform(client, ['endpoint', 'getAll'], [{ ...LIST, output: 'csv' }]);
	});

/** Maximum number of devices measured individually; larger fleets are extrapolated. */
const SOME = 20_000;
const measuredWith = (devices: number) => ({
	notes: `measured with ${devices.toLocaleString('en')}`,
});

/** Simulated five-minute windows of a longer job; further windows are like the last ones. */
const WINDOWS = 4;

/** An SMS to every device, once a month, from one address or several. */
export async function smsToAll(devices: number, addresses = 1): Promise<Taken> {
	const some = Math.min(devices, WINDOWS * PER_WINDOW * addresses);
	const items = Array.from({ length: some }, (_, i) => ({
		endpointId: 10_001 + i,
		payload: 'STATUS?',
		longMessages: 'refuse',
		dcs: 0,
	}));
	let each = 0;
	const send = async (client: VirtualClient, service: VirtualService) => {
		await perform(client, ['sms', 'send'], items);
		const half = some / 2;
		each = (service.startOf(some) - service.startOf(Math.ceil(half))) / half;
	};
	const taken = await job(devices, 1, send, addresses);
	const left = devices - some;
	return {
		...taken,
		calls: devices,
		lasts: taken.lasts! + left * each,
		...(left > 0 && measuredWith(some)),
	};
}

/** The marker of Only What Changed by number of endpoints. */
export function markerOf(devices: number): string {
	const comparison = new Comparison(endpointParts, undefined);
	for (let i = 0; i < devices; i++) comparison.take(endpoint(i));
	return comparison.end(true).marker;
}

/**
 * Simulated durations: with more events, less time is enough. The largest fleet reaches the hourly
 * limit, so its measurement starts after the first hour.
 */
const PLAY: Record<number, number> = { 1_000: DAY, 100_000: 2 * HOUR, 1_000_000: HOUR };
const WARM_UP: Record<number, number> = { 1_000_000: HOUR };

const timesFor = (devices: number) => ({ play: PLAY[devices]!, warmUp: WARM_UP[devices] });

export const SIZES = Object.keys(PLAY).map(Number);

/** Typical triggers and jobs, each measured for a fleet. */
export const ROWS: Record<string, (devices: number) => Promise<Taken>> = {
	'Event Trigger, connections, each minute': async (devices) =>
		await eventTrigger({ devices, every: MINUTE, ...timesFor(devices) }),
	'Event Trigger, connections, each 15 minutes': async (devices) =>
		await eventTrigger({ devices, every: 15 * MINUTE, ...timesFor(devices) }),
	'Event Trigger, Device Silent, each 5 minutes': async (devices) => await deviceSilent(devices),
	'Event Trigger, Fleet Changed, each hour': async (devices) =>
		await eventTrigger({ devices, every: HOUR, play: 2 * HOUR, warmUp: HOUR }, 'fleetChanged'),
	'Quota Trigger, Status, each 5 minutes': async (devices) => {
		const some = Math.min(devices, SOME);
		return await quotaTrigger({ devices: some, every: 5 * MINUTE, play: 3 * HOUR }, devices);
	},
	'Endpoint: Get Many as a file, each night': nightlyFile,
	'Endpoint: Get Many, Only What Changed, each night': async (devices) => ({
		...(await nightlyFile(devices)),
		bytes: markerOf(devices).length,
	}),
	'SMS: Send to every device, once': smsToAll,
};
