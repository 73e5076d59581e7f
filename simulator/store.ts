import type {
	ApplicationToken,
	MfaKey,
	Organisation,
	TrustedDevice,
	User,
} from './account/entities';
import { dayOf, MINUTE_MS } from './clock';
import { AutomationStore } from './automations/entities';
import { type AddressSpace, type Endpoint, EndpointStatus, type Tag } from './endpoints/entities';
import type { ServiceEvent } from './events/entities';
import { Agenda } from './lives/agenda';
import type { Life } from './lives/entities';
import type {
	DataLimit,
	DnsServers,
	InclusiveVolume,
	Operator,
	ServiceProfile,
	TariffProfile,
} from './profiles/entities';
import type { Sim, SimBatch, AsyncOperation } from './sims/entities';
import type { ApiCallback, ApiSecret, Sms } from './sms/entities';
import type { Card, CardOrder } from './cards/entities';
import type { DataStream } from './stream/entities';
import type {
	DayCount,
	Quota,
	TrafficLimitExtension,
	DataQuota,
	PlannedUsage,
} from './traffic/entities';

const seededBatch = (id: number, bic: string, more: Partial<SimBatch> = {}): [string, SimBatch] => [
	bic,
	{ id, bic, quantity: 3, registered: false, foreign: false, ...more },
];

/**
 * The state of the simulated service, in plain maps by id. Code that changes endpoints or SIMs calls
 * {@link touch}; lists are cached until the revision changes.
 */
export class Store {
	/** Incremented by each change that lists show. */
	revision = 0;

	readonly organisations = new Map<number, Organisation>();
	readonly users = new Map<number, User>();
	/** By the text of the token. */
	readonly applicationTokens = new Map<string, ApplicationToken>();
	readonly serviceProfiles = new Map<number, ServiceProfile>();
	readonly tariffProfiles = new Map<number, TariffProfile>();
	readonly dns = new Map<number, DnsServers>();
	/** Assigned inclusive volumes, besides the one that every organisation has. */
	readonly inclusiveVolumes = new Map<number, InclusiveVolume>();
	readonly addressSpaces = new Map<number, AddressSpace>();
	readonly tags = new Map<number, Tag>();
	readonly operators = new Map<number, Operator>();
	readonly sims = new Map<number, Sim>();
	readonly endpoints = new Map<number, Endpoint>();
	/** Messages by endpoint id, oldest first. */
	readonly sms = new Map<number, Sms[]>();
	readonly smsById = new Map<number, Sms>();
	/** MT-SMS by `<organisation id>/<YYYY-MM>`. */
	readonly monthlySms = new Map<string, number>();
	/** SMS quotas by endpoint id. */
	readonly quotas = new Map<number, Quota>();
	/** Extensions by endpoint id. */
	readonly extensions = new Map<number, TrafficLimitExtension[]>();
	/** Operator ids by endpoint id. */
	readonly blacklists = new Map<number, Set<number>>();
	readonly mfaKeys = new Map<number, MfaKey>();
	readonly trustedDevices = new Map<number, TrustedDevice>();
	readonly callbacks = new Map<number, ApiCallback>();
	readonly secrets = new Map<number, ApiSecret>();
	/** Oldest first. */
	readonly events: ServiceEvent[] = [];
	/** Counts by `<endpoint id>/<YYYY-MM-DD>`. */
	readonly days = new Map<string, DayCount>();
	/** MB of endpoints in minutes, which go by their number since 1970. */
	readonly dataMinutes = new Map<number, Map<number, number>>();
	/** Usage that a control route has set, by endpoint id. */
	readonly plannedUsage = new Map<number, PlannedUsage>();
	/** MB of data by day of SIMs whose own usage a control route has set; others have that of their endpoint. */
	readonly simUsage = new Map<number, ReadonlyMap<string, number>>();
	/** Data quotas by endpoint id. */
	readonly dataQuotas = new Map<number, DataQuota>();
	/** SIM batches by BIC: one to register, one registered, one foreign, one of 1,000 SIMs. */
	readonly batches = new Map([
		seededBatch(1, 'BATCHRESELLER001'),
		seededBatch(2, 'BATCHRESELLER002', { registered: true }),
		seededBatch(3, 'BATCHFOREIGN0001', { foreign: true }),
		seededBatch(4, 'BATCHTHOUSAND001', { quantity: 1000 }),
	]);
	readonly streams = new Map<string, DataStream>();
	/** Operations on SIMs. */
	readonly operations = new Map<string, AsyncOperation>();
	readonly cards = new Map<number, Card>();
	/** Operations on cards, oldest first. */
	readonly orders = new Map<string, CardOrder>();
	/** What devices and cards will do by themselves. */
	readonly agenda = new Agenda();
	/** By endpoint id; devices without one do nothing by themselves. */
	readonly lives = new Map<number, Life>();
	/** P2P SMS of the running 24 hours, by endpoint id. */
	readonly p2pSms = new Map<number, { since: number; count: number }>();
	readonly automation = new AutomationStore();
	/** Data limits by service profile id. */
	readonly dataLimits = new Map<number, DataLimit[]>();
	/** Tunnels that are down, 1 or 2, by cloud connect id. */
	readonly downTunnels = new Map<number, Set<number>>();
	/** Operators that tariff profiles block, by `<tariff profile id>/<operator id>`. */
	readonly blocklist = new Map<string, { operator: boolean; ratTypes: Set<number> }>();

	private readonly sequences = new Map<string, number>();
	private readonly lists = new Map<string, { revision: number; value: unknown }>();

	/** The next id of a kind of object, from 1 or from the value set by {@link startAt}. */
	nextId(kind: string): number {
		const id = (this.sequences.get(kind) ?? 0) + 1;
		this.sequences.set(kind, id);
		return id;
	}

	/** Makes the next id of a kind at least `id`. */
	startAt(kind: string, id: number): void {
		this.sequences.set(kind, Math.max(this.sequences.get(kind) ?? 0, id - 1));
	}

	/** Must be called after each change of an endpoint, a SIM or anything else that lists show. */
	touch(): void {
		this.revision += 1;
	}

	/** The result of `compute()`, cached under `key` until something changes. */
	cached<T>(key: string, compute: () => T): T {
		const hit = this.lists.get(key);
		if (hit?.revision === this.revision) return hit.value as T;
		if (this.lists.size > 200) this.lists.clear();
		const value = compute();
		this.lists.set(key, { revision: this.revision, value });
		return value;
	}

	/** The organisation itself and, for master types, its sub-organisations. */
	hierarchyOf(organisationId: number): Set<number> {
		const seen = new Set([organisationId]);
		const type = this.organisations.get(organisationId)?.type;
		if (type !== 'reseller' && type !== 'master') return seen;
		let size: number;
		do {
			size = seen.size;
			for (const { id, parentId } of this.organisations.values()) {
				if (parentId !== null && seen.has(parentId)) seen.add(id);
			}
		} while (seen.size > size);
		return seen;
	}

	/** The objects visible to an organisation: its own, and those of its sub-organisations. */
	seenBy<T extends { organisationId: number }>(organisationId: number, items: Iterable<T>): T[] {
		const seen = this.hierarchyOf(organisationId);
		return [...items].filter((item) => seen.has(item.organisationId));
	}

	/** The number of matching endpoints, without deleted ones. */
	countEndpoints(test: (endpoint: Endpoint) => boolean): number {
		let count = 0;
		for (const endpoint of this.endpoints.values())
			if (endpoint.statusId !== EndpointStatus.Deleted && test(endpoint)) count += 1;
		return count;
	}

	userByName(username: string): User | undefined {
		for (const user of this.users.values()) if (user.username === username) return user;
		return undefined;
	}

	/** The day's counts of an endpoint, created when missing. */
	dayCount(endpointId: number, day: string): DayCount {
		const key = `${endpointId}/${day}`;
		let count = this.days.get(key);
		if (!count) this.days.set(key, (count = { mt: 0, mo: 0, data: 0 }));
		return count;
	}

	/** Counts data of an endpoint, in MB, on the day and in the minute of a moment. */
	addData(endpointId: number, mb: number, at: number): void {
		this.dayCount(endpointId, dayOf(at)).data += mb;
		const minute = Math.floor(at / MINUTE_MS);
		const minutes = this.dataMinutes.get(endpointId) ?? new Map<number, number>();
		minutes.set(minute, (minutes.get(minute) ?? 0) + mb);
		this.dataMinutes.set(endpointId, minutes);
	}
}
