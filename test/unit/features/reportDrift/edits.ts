import { type Generation, start, type SimulatorHandle } from '../../../../simulator';
import { newEndpoint } from '../../../../simulator/endpoints/entities';
import type { ItemResult } from '../../../../src/run/items';
import { runItems } from '../../../../src/run/run';
import { findOperation } from '../../../../src/operations';
import type { Markers } from '../../../../src/run/clientPorts';
import { Random } from '../../../support/random';
import { directTransport } from '../../../support/directTransport';
import { clientOf } from '../../../support/client';
import { APPLICATION_TOKENS } from '../../../../simulator';

/*
 * A fleet that a table describes, and edits of it behind the back of the table, for the tests and the figure. What is
 * expected is written down by the edits, from the service's own state.
 */

type Cells = Record<string, unknown>;
type Endpoint = SimulatorHandle['store']['endpoints'] extends Map<number, infer E> ? E : never;

const TAGS = ['lab', 'field', 'spare'];
const OWN_TAG = 'managed';
const ORGANISATION = 1001;

/** The edits, each by its kind: what it changes, and the column in which that is seen. */
const KINDS = [
	'name',
	'status',
	'tag added',
	'tag taken off',
	'SIM replaced',
	'SIM taken off',
	'service profile',
	'tariff profile',
	'IMEI',
	'IMEI lock',
	'deleted',
	'added',
] as const;
type Kind = (typeof KINDS)[number];

/** Most edits of a fleet and its size. */
export interface EditedFleet {
	endpoints: number;
	edits: number;
	generation: Generation;
}

const by = (kind: 'name' | 'iccid', value: string) => ({ by: kind, value });

export class Fleet {
	/** Paths of the requests that the node has sent. */
	readonly sent: string[] = [];
	/** The differences that there are, as `kind endpoint column`, each with its author. */
	readonly expected = new Map<string, string | null>();
	private readonly random = new Random('drift');
	private readonly markers = new Map<string, string>();
	private table: Cells[] = [];

	private constructor(
		readonly sim: SimulatorHandle,
		private readonly token: string,
	) {}

	static async open({ endpoints, edits, generation }: EditedFleet): Promise<Fleet> {
		const seed = { endpoints, sims: edits };
		const sim = await start({ limits: 'off', generation, seed });
		const response = await fetch(`${sim.url}/api/v1/authenticate`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify({ application_token: APPLICATION_TOKENS.reseller }),
		});
		const fleet = new Fleet(sim, ((await response.json()) as { auth_token: string }).auth_token);
		fleet.describe();
		return fleet;
	}

	/** The endpoints that the table is about. */
	get own(): Endpoint[] {
		return [...this.sim.store.endpoints.values()].filter(
			({ organisationId: id, statusId }) => id === ORGANISATION && statusId !== 2,
		);
	}

	/** Endpoints that the service lists. */
	get listed(): number {
		const { endpoints } = this.sim.store;
		return [...endpoints.values()].filter((endpoint) => endpoint.organisationId === ORGANISATION)
			.length;
	}

	/** Gives each endpoint tags and an IMEI, and writes the table down. */
	private describe(): void {
		const { store } = this.sim;
		const names = [...TAGS, OWN_TAG];
		const ids = names.map((name, i) => {
			const id = 9_900 + i;
			store.tags.set(id, { id, name, colorId: 1, organisationId: ORGANISATION });
			return id;
		});
		for (const [i, endpoint] of this.own.entries()) {
			endpoint.imei = `35776208${String(i).padStart(6, '0')}01`;
			endpoint.tagIds = [ids[3]!, ids[i % 3]!];
			endpoint.tagged = true;
		}
		this.table = this.own.map((endpoint) => this.rowOf(endpoint));
	}

	private rowOf(endpoint: Endpoint): Cells {
		const { store } = this.sim;
		const card = store.sims.get(endpoint.simId ?? -1);
		return {
			endpointId: endpoint.id,
			name: endpoint.name,
			status: endpoint.statusId,
			tagAssignments: endpoint.tagIds.map((id) => by('name', store.tags.get(id)!.name)),
			...(card && { simId: by('iccid', card.iccid) }),
			serviceProfileId: by('name', store.serviceProfiles.get(endpoint.serviceProfileId)!.name),
			tariffProfileId: by('name', store.tariffProfiles.get(endpoint.tariffProfileId)!.name),
			imei: endpoint.imei!,
			imeiLock: endpoint.imeiLock,
		};
	}

	/** Makes edits of all kinds, a different endpoint for each. */
	edit(count: number): void {
		const own = this.own;
		const step = Math.floor(own.length / count);
		for (let i = 0; i < count; i++) {
			this.make(KINDS[i % KINDS.length]!, own[i * step + this.random.whole(0, step - 1)]!, i);
		}
		this.sim.store.touch();
	}

	/** An event of a change; every second one names a user. */
	private event(typeId: number, endpoint: Endpoint, simId: number | null, i: number) {
		const { store } = this.sim;
		const user = i % 2 === 0 ? [...store.users.values()][0] : undefined;
		store.events.push({
			id: store.nextId('event'),
			timestamp: this.sim.clock.now(),
			organisationId: ORGANISATION,
			typeId,
			description: 'changed',
			endpointId: endpoint.id,
			simId,
			...(user && { userId: user.id }),
			detail: null,
		});
		return user?.username ?? null;
	}

	private make(kind: Kind, endpoint: Endpoint, i: number): void {
		const { store } = this.sim;
		const differs = (column: string, author: string | null = null) =>
			this.expected.set(`differing ${endpoint.id} ${column}`, author);
		const other = <T extends { id: number }>(all: Iterable<T>, id: number) =>
			[...all].find((entry) => entry.id !== id)!.id;
		const card = store.sims.get(endpoint.simId ?? -1);
		switch (kind) {
			case 'name':
				endpoint.name = `renamed-${i}`;
				differs('name');
				return;
			case 'status':
				endpoint.statusId = 1;
				differs('status', this.event(43, endpoint, endpoint.simId, i));
				return;
			case 'tag added': {
				const tag = [...store.tags.values()].find(({ name, id }) => {
					return TAGS.includes(name) && !endpoint.tagIds.includes(id);
				})!;
				endpoint.tagIds = [...endpoint.tagIds, tag.id];
				differs('tags');
				return;
			}
			case 'tag taken off':
				endpoint.tagIds = endpoint.tagIds.slice(0, 1);
				differs('tags');
				return;
			case 'SIM replaced': {
				const free = [...store.sims.values()].find(
					(sim) => sim.endpointId === null && sim.organisationId === ORGANISATION,
				)!;
				card!.endpointId = null;
				free.endpointId = endpoint.id;
				endpoint.simId = free.id;
				differs('iccid', this.event(51, endpoint, free.id, i));
				return;
			}
			case 'SIM taken off':
				card!.endpointId = null;
				endpoint.simId = null;
				differs('iccid', this.event(50, endpoint, card!.id, i));
				return;
			case 'service profile':
				endpoint.serviceProfileId = other(
					[...store.serviceProfiles.values()].filter((p) => p.organisationId === ORGANISATION),
					endpoint.serviceProfileId,
				);
				differs('service_profile');
				return;
			case 'tariff profile':
				endpoint.tariffProfileId = other(store.tariffProfiles.values(), endpoint.tariffProfileId);
				differs('tariff_profile');
				return;
			case 'IMEI':
				endpoint.imei = `86${endpoint.imei!.slice(2)}`;
				differs('imei');
				return;
			case 'IMEI lock':
				endpoint.imeiLock = !endpoint.imeiLock;
				differs('imei_lock');
				return;
			case 'deleted':
				endpoint.statusId = 2;
				if (card) card.endpointId = null;
				this.expected.set(`missing ${endpoint.id} null`, null);
				return;
			case 'added': {
				const id = store.nextId('endpoint');
				const more = { id, name: `stranger-${i}`, simId: null, imei: null };
				store.endpoints.set(id, newEndpoint({ ...endpoint, ...more }));
				this.expected.set(`unmanaged ${id} null`, null);
				// The endpoint that it is a copy of stays as it is.
				return;
			}
		}
	}

	/** Runs the node over the whole table. */
	async report(options: Cells = {}): Promise<ItemResult[]> {
		this.sent.length = 0;
		const markers: Markers = {
			read: async (list) => this.markers.get(list),
			store: (list, marker) => void this.markers.set(list, marker),
		};
		const client = clientOf(
			async (wire) => {
				this.sent.push(`${wire.method} ${new URL(wire.url).pathname}`);
				return await directTransport(wire);
			},
			{
				baseUrl: this.sim.url,
				token: async () => this.token,
				clock: { now: () => this.sim.clock.now() },
				markers,
			},
		);
		const values = (index: number): Cells => ({
			output: 'items',
			managedTags: OWN_TAG,
			...this.table[index],
			...options,
		});
		const operation = findOperation('endpoint', 'reportDrift');
		const { length } = this.table;
		return await runItems(client, operation, values, length, { continueOnFail: true });
	}
}

/** What items tell, in the form of {@link Fleet.expected}. */
export const told = (items: Cells[]): Map<string, unknown> =>
	new Map(
		items.map(({ drift, endpoint_id: id, row, column, by: author }) => [
			`${String(drift)} ${String(id ?? row)} ${String(column)}`,
			author,
		]),
	);
