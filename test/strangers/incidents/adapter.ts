import type { Json } from '../../../src/table/define';
import type * as EndpointRead from '../../../src/table/entries/endpoint/endpointRead';
import type { AlertRule, Facts } from '../../../src/triggers/alerts/alert';
import { refusals } from '../../../src/triggers/alerts/refusals';
import { silence } from '../../../src/triggers/alerts/silence';
import { pack, unpack } from '../../../src/triggers/runtime/storedText';
import { stub } from '../../support/stub';
import {
	CLOUD_CONNECTS,
	SERVICE_PROFILES,
	TARIFF_PROFILES,
	WORKSPACES,
	lastTraffic,
	type Fleet,
} from './fleet';
import type { Factor } from './incidents';
import type { Kill, Play, PlayOptions, Told } from './judge';
import { DAY, MINUTE, OPERATORS, RAT_NAMES, type Shown } from './world';

// A rule simplifies the whole list in each poll; here an endpoint that has not changed is simplified once.
jest.mock('../../../src/table/entries/endpoint/endpointRead', () => {
	const real = jest.requireActual<typeof EndpointRead>(
		'../../../src/table/entries/endpoint/endpointRead',
	);
	const simplified = new WeakMap<Json, Json>();
	return {
		...real,
		simplifyEndpoint: (endpoint: Json) => {
			const known = simplified.get(endpoint) ?? real.simplifyEndpoint(endpoint);
			simplified.set(endpoint, known);
			return known;
		},
	};
});

/*
 * Plays the alerts of the event trigger over a fleet, grouped by cause: the rules themselves, poll after poll on a
 * moved clock. As in n8n, what a poll leaves behind is stored with the run that it starts, and with no other; after a
 * kill the next poll begins with what was stored, and reads the feed from there on.
 */

const SIGNALS: Record<string, Told['item']['event']> = {
	deviceSilent: 'silent',
	deviceBack: 'back',
	registrationRefused: 'registrationRefused',
	sessionRefused: 'sessionRefused',
};
/** A poll that has found this many events leaves the others to the next one. */
const MOST_EVENTS = 10_000;

/** What n8n has stored: how far the feed was read, and the memory of each rule. */
interface Stored {
	readTo: number;
	packed: string[];
}

/** The feed by the time of an event's coming, a day at a time. */
class Feed {
	private shown: Shown[] = [];
	private from = 0;
	private until = 0;

	constructor(private readonly fleet: Fleet) {}

	/** What came after one moment and until another, by the events' own times. */
	read(after: number, until: number): Shown[] {
		if (after < this.from || until > this.until) {
			this.from = after;
			this.until = Math.max(until, after + DAY);
			this.shown = this.fleet.appeared(this.from, this.until);
		}
		const first = firstAfter(this.shown, after);
		return this.shown.slice(first, firstAfter(this.shown, until)).sort((a, b) => a.at - b.at);
	}
}

/** The place of the first that came after a moment. */
function firstAfter(shown: readonly Shown[], moment: number): number {
	let [low, high] = [0, shown.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (shown[middle]!.shownAt > moment) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** The list of endpoints: each is made anew only where it has changed. */
class List {
	private readonly changes: { place: number; at: number }[];
	private entries: Json[] = [];
	private made = -Infinity;

	constructor(private readonly fleet: Fleet) {
		this.changes = fleet.devices.flatMap(({ place, moves, firmware }) =>
			[...moves, ...firmware].map(({ at }) => ({ place, at })),
		);
	}

	at(now: number): Json[] {
		const changed = this.changes.filter(({ at }) => at > this.made && at <= now);
		this.made = now;
		if (changed.length === 0) return this.entries;
		const entries = this.fleet.endpoints(now).map((endpoint) => ({ ...endpoint }));
		const places = new Set(changed.map(({ place }) => place));
		this.entries = entries.map((entry, place) =>
			places.has(place) ? entry : this.entries[place]!,
		);
		return this.entries;
	}
}

/**
 * The last minute with traffic, as the reader of usage concludes from `usage`: the summary holds this month and the
 * one before. Its sixty figures are left out, which takes most of the time.
 */
function trafficOf(fleet: Fleet, endpointId: number, now: number): number | undefined {
	const device = fleet.device(endpointId);
	const last = device ? lastTraffic(device, now) : -Infinity;
	const today = new Date(now);
	const monthBefore = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1);
	return last < monthBefore ? undefined : Math.floor(last / MINUTE) * MINUTE;
}

/** The trigger of one workflow. */
class Trigger {
	readonly told: Told[] = [];
	private readonly rules: { rule: AlertRule; input: object; chosen: Set<string> }[];
	private readonly feed: Feed;
	private readonly list: List;
	private readTo: number;
	private states: unknown[];
	private stored: Stored;

	constructor(
		private readonly fleet: Fleet,
		options: PlayOptions,
	) {
		const grouped = { groupByCause: true, gatherMinutes: options.gatherMinutes };
		const silent = {
			silentAfter: options.defaultHours,
			silentTags: new Map(options.hours.map(({ tag, hours }) => [tag, hours])),
			silentCheck: 'traffic',
			// Endpoints that were never seen are no silence of the fleet.
			silentNever: false,
		};
		const refused = options.signals.filter((signal) => signal !== 'silent');
		this.rules = [
			...(options.signals.includes('silent')
				? [
						{
							rule: silence,
							input: { ...silent, ...grouped },
							chosen: new Set(['deviceSilent', 'deviceBack']),
						},
					]
				: []),
			...(refused.length > 0
				? [{ rule: refusals, input: grouped, chosen: new Set<string>(refused) }]
				: []),
		];
		this.feed = new Feed(fleet);
		this.list = new List(fleet);
		this.readTo = options.from;
		this.states = this.rules.map(({ rule }) => rule.begin());
		this.stored = this.written();
	}

	/** Publishes the workflow: the first poll learns silently, and n8n stores it. */
	async publish(now: number): Promise<void> {
		await this.read(now, []);
		this.stored = this.written();
	}

	/** One poll. A kill of it ends it before anything is told, or right after its run was stored. */
	async poll(now: number, kill: Kill | undefined): Promise<{ isKilled: boolean }> {
		if (kill?.moment === 'between') {
			this.restart();
			await this.poll(now, undefined);
			return { isKilled: true };
		}
		const all = this.feed.read(this.readTo, now);
		const events = all.slice(0, MOST_EVENTS);
		const readTo = events.length < all.length ? events.at(-1)!.at : now;
		const items = await this.read(
			readTo,
			events.map(({ event }) => ({ ...event })),
		);
		if (kill?.moment === 'reading') {
			this.restart();
			return { isKilled: true };
		}
		if (items.length === 0) return { isKilled: false };
		this.told.push(...items.map((item, place) => toldOf(now, item, place)));
		this.stored = this.written();
		if (kill) this.restart();
		return { isKilled: kill !== undefined };
	}

	private async read(readTo: number, events: Json[]): Promise<Json[]> {
		const { fleet } = this;
		const facts = stub<Facts>({
			events,
			readTo,
			lostMs: 0,
			zone: 'UTC',
			list: async () =>
				await Promise.resolve({ entries: this.list.at(readTo), isComplete: true, of: '' }),
			signOfLife: async (endpointId: number) =>
				await Promise.resolve({ at: trafficOf(fleet, endpointId, readTo) }),
			log: () => {},
		});
		const items: Json[] = [];
		for (const [place, { rule, input, chosen }] of this.rules.entries()) {
			const alerts = await rule.read(this.states[place], facts, stub(input), chosen);
			items.push(...alerts.map(({ event, fields }) => ({ event, ...fields })));
		}
		this.readTo = readTo;
		return items;
	}

	private written(): Stored {
		const packed = this.rules.map(({ rule }, place) => pack(rule.memory, this.states[place]));
		return { readTo: this.readTo, packed };
	}

	/** Begins with what was stored. */
	private restart(): void {
		this.readTo = this.stored.readTo;
		this.states = this.rules.map(
			({ rule }, place) => unpack(rule.memory, this.stored.packed[place]) ?? rule.begin(),
		);
	}
}

/** An item in the neutral form. */
function toldOf(at: number, item: Json, place: number): Told {
	const ids = [item.endpoint_ids, item.endpoint_ids_without_place].flatMap((list) =>
		Array.isArray(list) ? list.map(Number) : [],
	);
	return {
		at,
		item: {
			event: SIGNALS[String(item.event)]!,
			incident_id: String(item.incident_id ?? `alone ${at} ${place}`),
			cause: factorsOf((item.cause ?? {}) as Record<string, unknown>),
			affected: Number(item.affected) + Number(item.without_place ?? 0),
			sharing: Number(item.sharing ?? 0),
			endpoint_ids: ids,
			since: String(item.since),
		},
	};
}

const idOf = (name: string, of: readonly { id: number; name: string }[]): string =>
	String(of.find((one) => one.name === name)?.id ?? name);

/** An operator by its name; names are no ids, so that its country belongs to it. */
function operatorId(name: string, country: unknown): string {
	const called = OPERATORS.filter((one) => one.name === name);
	const [only, ...others] =
		country === undefined ? called : called.filter((one) => one.country.name === country);
	return only && others.length === 0 ? String(only.id) : name;
}

/** The factors of a cause. */
const factorsOf = (cause: Record<string, unknown>): Factor[] =>
	Object.entries(cause).flatMap(([field, value]): Factor[] => {
		const name = String(value);
		switch (field) {
			case 'operator':
				return [{ factor: 'operator', value: operatorId(name, cause.country) }];
			case 'country': {
				const { iso } = OPERATORS.find(({ country }) => country.name === name)!.country;
				return [{ factor: 'country', value: iso }];
			}
			case 'rat': {
				const [id] = Object.entries(RAT_NAMES).find(([, called]) => called === name) ?? [name];
				return [{ factor: 'rat', value: id }];
			}
			case 'model_tac':
				return [{ factor: 'tac', value: name }];
			case 'service_profile':
				return [{ factor: 'serviceProfile', value: idOf(name, SERVICE_PROFILES) }];
			case 'tariff_profile':
				return [{ factor: 'tariffProfile', value: idOf(name, TARIFF_PROFILES) }];
			case 'workspace':
				return [{ factor: 'workspace', value: idOf(name, WORKSPACES) }];
			case 'tag':
				return [{ factor: 'tag', value: name }];
			case 'cloud_connect': {
				const connect = CLOUD_CONNECTS.find(({ region }) => name.includes(region));
				return [{ factor: 'cloudConnect', value: connect ? String(connect.id) : name }];
			}
			default:
				return field.endsWith('_id') ? [] : [{ factor: 'tag', value: `${field} ${name}` }];
		}
	});

export const play: Play | undefined = async (fleet, options) => {
	const trigger = new Trigger(fleet, options);
	const kills = [...options.kills];
	await trigger.publish(options.from);
	const step = options.pollMinutes * MINUTE;
	for (let now = options.from + step; now <= options.until; now += step) {
		const kill = kills[0] && kills[0].at <= now ? kills[0] : undefined;
		const { isKilled } = await trigger.poll(now, kill);
		if (isKilled) options.killed(kills.shift()!);
		const played = now - options.from;
		if (played % DAY === 0) options.playedDay(played / DAY, trigger.told.length);
	}
	return trigger.told;
};
