import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Client } from '../src/run/client';
import type { Input, Json } from '../src/table/define';
import type { Facts } from '../src/triggers/alerts/alert';
import { silence } from '../src/triggers/alerts/silence';
import type { EventForm } from '../src/triggers/events/form';
import { type EventState, pollEvents } from '../src/triggers/events/poll';
import { beginningAt } from '../src/triggers/feed/feed';
import { pack } from '../src/triggers/runtime/storedText';
import { HOUR_MS, MINUTE_MS } from '../src/times';
import type { Answer, Transport } from '../src/wire';
import { type Device, Fleet, HOURS, lastSign, START } from '../test/strangers/incidents/fleet';
import { hashed } from '../test/strangers/incidents/world';
import { clientOf } from '../test/support/client';
import { stub } from '../test/support/stub';
import { compared, type Figures } from './figures';

/*
 * What a poll of Device Silent takes with Group by Cause and without it: both read the same pages of a fleet on from the
 * same state, in turn. The service is in memory: its pages are texts, which are read as JSON.
 */

const DEVICES = 20_000;
const FALLING_SILENT = 340;
const MOST_RATIO = 1.5;
/** The devices are heard for so long before anything is measured. */
const BEGIN = START + 30 * HOUR_MS;
const WARM_UP_STEP_MS = 6 * HOUR_MS;
const POLL_MS = 5 * MINUTE_MS;
/** So that a look need not ask about more devices than it may. */
const GATEWAY_HOURS = 4;
/** After three polls the silence of the gateways is due. */
const DUE = BEGIN + 3 * POLL_MS + MINUTE_MS;
const OUTAGE = DUE - GATEWAY_HOURS * HOUR_MS;

/** The fleet, of which gateways of one operator end at one moment. */
function fleetWithOutage(): Fleet {
	const fleet = new Fleet({ devices: DEVICES, seed: 5, hasNoise: false });
	const ofOperator = new Map<number, Device[]>();
	for (const device of fleet.devices) {
		if (device.kind !== 'gateway' || device.state !== 'watched') continue;
		if (device.outages.length > 0) continue;
		const devices = ofOperator.get(device.operator.id) ?? [];
		ofOperator.set(device.operator.id, [...devices, device]);
	}
	const [devices] = [...ofOperator.values()].sort((a, b) => b.length - a.length);
	for (const { outages } of devices!.slice(0, FALLING_SILENT))
		outages.push({ from: OUTAGE, until: OUTAGE + 24 * HOUR_MS, how: 'silent' });
	fleet.settle();
	return fleet;
}

/** The service: pages are made once, so that a second read of one takes no more than to read its text. */
class Service {
	now = START;
	requests = 0;
	private readonly pages = new Map<string, { headers: Record<string, string>; text: string }>();
	readonly client: Client;

	constructor(private readonly fleet: Fleet) {
		this.client = clientOf(this.transport, { clock: { now: () => this.now } });
	}

	private readonly transport: Transport = async ({ url }): Promise<Answer> => {
		await Promise.resolve();
		this.requests += 1;
		const name = `${this.now} ${url}`;
		const page = this.pages.get(name) ?? this.pageOf(new URL(url));
		this.pages.set(name, page);
		const date = { date: new Date(this.now).toUTCString() };
		const body = JSON.parse(page.text) as Json;
		return { status: 200, headers: { ...page.headers, ...date }, body };
	};

	private pageOf({ pathname, searchParams }: URL): {
		headers: Record<string, string>;
		text: string;
	} {
		const [, , , what, id] = pathname.split('/');
		if (id !== undefined) {
			return { headers: {}, text: JSON.stringify(this.fleet.usage(Number(id), this.now)) };
		}
		const all =
			what === 'event'
				? this.eventsFor(searchParams.get('q'), searchParams.get('sort'))
				: this.list();
		const size = Number(searchParams.get('per_page') ?? 1);
		const page = Number(searchParams.get('page') ?? 1);
		return {
			headers: {
				'x-total-count': String(all.length),
				'x-total-pages': String(Math.max(1, Math.ceil(all.length / size))),
				'x-current-page': String(page),
			},
			text: JSON.stringify(all.slice((page - 1) * size, page * size)),
		};
	}

	private listed: { at: number; endpoints: object[] } = { at: 0, endpoints: [] };

	private list(): object[] {
		const { now } = this;
		if (this.listed.at !== now) this.listed = { at: now, endpoints: this.fleet.endpoints(now) };
		return this.listed.endpoints;
	}

	private eventsFor(q: string | null, sort: string | null): object[] {
		const part = (name: string) => new RegExp(`${name}:([^,]+)`).exec(q ?? '')?.[1];
		const [from, until] = [part('from'), part('until')].map((text) => Date.parse(text ?? ''));
		const types = part('type')?.split('|').map(Number);
		if (q === null || types === undefined) return [];
		const events = this.fleet
			.query(this.now, from!, Math.min(until!, this.now))
			.filter(({ event }) => types.includes(event.event_type.id))
			.map(({ event }) => event);
		return sort?.startsWith('-') ? events.reverse() : events;
	}
}

const NAME = 'deviceSilent';
const CHOSEN = new Set(['deviceSilent', 'deviceBack']);

const inputOf = (groupByCause: boolean): Input => ({
	silentAfter: 30,
	silentTags: new Map([
		...HOURS.map(({ tag, hours }) => [tag, hours] as const),
		['gateways', GATEWAY_HOURS],
	]),
	silentCheck: 'traffic',
	silentNever: false,
	groupByCause,
	gatherMinutes: 10,
});

const formOf = (groupByCause: boolean): EventForm => ({
	types: [],
	alerts: [{ rule: silence, name: NAME, chosen: CHOSEN, input: inputOf(groupByCause) }],
	filters: {},
	simplify: true,
	zone: 'UTC',
	overlapMs: 10 * MINUTE_MS,
	budgetMs: 10 * MINUTE_MS,
});

/** One poll from a stored text to the next. */
async function poll(service: Service, groupByCause: boolean, stored: string | undefined) {
	const before = (stored === undefined ? {} : JSON.parse(stored)) as Partial<EventState>;
	const resumed = { key: 'bench', before, isResumed: false };
	const ports = { now: () => service.now, log: () => {} };
	const { state, items } = await pollEvents(service.client, formOf(groupByCause), ports, resumed);
	return { stored: JSON.stringify(state), items };
}

setFlagsFromString('--expose-gc');
/** Collects the heap, so that no poll pays for what another has left. */
const collect = runInNewContext('gc') as () => void;

/** A poll with what it took. */
async function measured(service: Service, groupByCause: boolean, stored: string) {
	const requests = service.requests;
	collect();
	const before = process.cpuUsage();
	const polled = await poll(service, groupByCause, stored);
	const { user, system } = process.cpuUsage(before);
	return { ...polled, ms: (user + system) / 1_000, requests: service.requests - requests };
}

/** The memory of the alert after a day in which the devices were heard, grouped by cause. */
async function warmedUp(fleet: Fleet, input: Input): Promise<string> {
	const state = silence.begin() as { sims: Map<number, { at: number; never: boolean }> };
	for (let at = START; at <= BEGIN; at += WARM_UP_STEP_MS) {
		const facts = stub<Facts>({
			events: fleet.appeared(at - WARM_UP_STEP_MS, at).map(({ event }) => event),
			readTo: at,
			lostMs: 0,
			log: () => {},
			list: async () =>
				await Promise.resolve({ entries: fleet.endpoints(at), isComplete: true, of: '' }),
			signOfLife: async () => await Promise.resolve({ at }),
		});
		await silence.read(state, facts, input, CHOSEN);
	}
	const bySim = new Map(fleet.devices.map((device) => [device.simId, device]));
	for (const [simId, heard] of state.sims) {
		const device = bySim.get(simId)!;
		const last = lastSign(device, BEGIN);
		if (last === -Infinity) continue;
		// Devices with traffic alone are asked in turn, each once in their hours.
		const asked = BEGIN - hashed(device.place, 1) * GATEWAY_HOURS * HOUR_MS;
		const at = device.kind === 'gateway' ? Math.min(last, asked) : last;
		Object.assign(heard, { at: Math.floor(at / 1000) * 1000, never: false });
	}
	return pack(silence.memory, state);
}

/** What is stored where the feed was read to the beginning. */
const storedWith = (memory: string): string =>
	JSON.stringify({ feed: beginningAt(BEGIN), alerts: { [NAME]: memory } });

/** What one kind of poll took, grouped and not. */
interface Taken {
	grouped: number[];
	ungrouped: number[];
}

const WAYS = ['grouped', 'ungrouped'] as const;
type Way = (typeof WAYS)[number];

/** A poll of each way, in turn. */
async function both(service: Service, stored: Record<Way, string>, isOtherFirst: boolean) {
	const polled = {} as Record<Way, Awaited<ReturnType<typeof measured>>>;
	for (const way of isOtherFirst ? [...WAYS].reverse() : WAYS) {
		polled[way] = await measured(service, way === 'grouped', stored[way]);
		stored[way] = polled[way].stored;
	}
	return polled;
}

type Both = Awaited<ReturnType<typeof both>>;

const sumOf = (polls: Both[], way: Way, of: 'ms' | 'requests'): number =>
	polls.reduce((sum, polled) => sum + polled[way][of], 0);

/** Polls of one round: quiet ones, those in which devices fall silent until all are told, and the last of these. */
async function playedRound(service: Service, begun: Record<Way, string>, number: number) {
	const stored = { ...begun };
	const quiet: Both[] = [];
	const falling: Both[] = [];
	let told = 0;
	for (let i = 1; told < FALLING_SILENT; i += 1) {
		service.now = BEGIN + i * POLL_MS;
		if (service.now > DUE + HOUR_MS) throw new Error(`${told} were told by their cause`);
		const polled = await both(service, stored, (i + number) % 2 === 0);
		const { items } = polled.grouped;
		for (const { cause, affected } of items) if (cause) told = Math.max(told, Number(affected));
		const hasBegun = falling.length > 0 || polled.ungrouped.items.length > 0;
		(hasBegun ? falling : quiet).push(polled);
	}
	return { quiet, falling };
}

const NO_OTHER = 'not grouped';

/** Polls of Device Silent with Group by Cause. */
export async function causes(_: unknown, rounds: number): Promise<Figures> {
	const fleet = fleetWithOutage();
	const service = new Service(fleet);
	const grouped = storedWith(await warmedUp(fleet, inputOf(true)));
	service.now = BEGIN;
	// A poll without the option forgets what belongs to it.
	const { stored: ungrouped } = await poll(service, false, grouped);
	const begun = { grouped, ungrouped };
	const quiet: Taken = { grouped: [], ungrouped: [] };
	const falling: Taken = { grouped: [], ungrouped: [] };
	const telling: Taken = { grouped: [], ungrouped: [] };
	let polls = 0;
	let requests = { grouped: 0, ungrouped: 0 };
	// The first round makes the pages, and compiles.
	for (let number = 0; number <= rounds; number += 1) {
		const played = await playedRound(service, begun, number);
		if (number === 0) continue;
		polls = played.falling.length;
		for (const way of WAYS) {
			quiet[way].push(...played.quiet.map((polled) => polled[way].ms));
			falling[way].push(sumOf(played.falling, way, 'ms'));
			telling[way].push(played.falling.at(-1)![way].ms);
		}
		const all = [...played.quiet, ...played.falling];
		requests = {
			grouped: sumOf(all, 'grouped', 'requests'),
			ungrouped: sumOf(all, 'ungrouped', 'requests'),
		};
	}
	const row = (work: string, taken: Taken, notes?: string) =>
		compared(work, 'CPU, ms', MOST_RATIO, taken.grouped, { [NO_OTHER]: taken.ungrouped }, notes);
	const asMany = `${requests.grouped} requests in all polls of a round, and ${requests.ungrouped} without.`;
	const of = `Device Silent of ${DEVICES} devices by their cause`;
	return {
		'causes quiet': row(`a poll of ${of}, nothing to tell`, quiet, asMany),
		'causes falling': row(
			`the ${polls} polls of ${of} in which ${FALLING_SILENT} fall silent and are told`,
			falling,
		),
		'causes telling': row(`the last of these polls, which finds the cause`, telling),
	};
}
