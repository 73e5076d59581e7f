/** Endpoint status ids (specification, "Status values"). */
export const EndpointStatus = { Enabled: 0, Disabled: 1, Deleted: 2 } as const;

export interface AddressSpace {
	id: number;
	organisationId: number;
	/** CIDR, such as `10.64.0.0/12`. */
	cidr: string;
	/** First address as a number; hosts are `base + 1` to `base + capacity`. */
	base: number;
	capacity: number;
	used: Set<number>;
	next: number;
	/** "In use for creating another endpoint" (specification, 404). */
	busy: boolean;
}

export interface Tag {
	id: number;
	organisationId: number;
	name: string;
	colorId: number;
}

/** Where the network last registered a device. Milliseconds since the epoch. */
export interface DeviceLocation {
	registered: number;
	/** On the packet side; null where it never was. */
	registeredGprs: number | null;
	operatorId: number;
}

/** An open data session. */
export interface DataSession {
	/** `pdp_context_id`. */
	id: number;
	/** `session_id` of its events. */
	uuid: string;
	/** Milliseconds since the epoch. */
	created: number;
	operatorId: number;
	rat: number;
}

export type ConnectivityState = 'ATTACHED' | 'ONLINE' | 'OFFLINE' | 'BLOCKED';

export interface Endpoint {
	id: number;
	organisationId: number;
	name: string;
	statusId: number;
	created: number;
	lastUpdated: number;
	ip: number;
	addressSpaceId: number;
	imei: string | null;
	imeiLock: boolean;
	serviceProfileId: number;
	tariffProfileId: number;
	tagIds: number[];
	/** Whether it ever had tags: recorded lists have null (never) or an empty string. */
	tagged: boolean;
	simId: number | null;
	/** Denied service, for example after a traffic limit: `connectivity_status:BLOCKED`. */
	blocked: boolean;
	connectivity: Exclude<ConnectivityState, 'BLOCKED'>;
	location: DeviceLocation | null;
	session: DataSession | null;
	/** The network's answer to connectivity_info; see `connectivity.ts`. */
	network: string;
}

/** The state of an endpoint that was never used. */
const unused = () =>
	({
		statusId: EndpointStatus.Enabled,
		imei: null,
		imeiLock: false,
		simId: null,
		tagIds: [],
		tagged: false,
		blocked: false,
		connectivity: 'OFFLINE',
		network: 'assumed_idle',
		location: null,
		session: null,
	}) satisfies Partial<Endpoint>;

/** A new, unused endpoint with the given fields. */
export const newEndpoint = (
	given: Omit<Endpoint, keyof ReturnType<typeof unused> | 'lastUpdated'> & Partial<Endpoint>,
): Endpoint => ({ ...unused(), lastUpdated: given.created, ...given });

/** Names of endpoint status ids (specification). */
export const ENDPOINT_STATUS_NAMES = ['Enabled', 'Disabled', 'Deleted'] as const;

/** `{id, description}` of an endpoint status. */
export const endpointStatus = (id: number) => ({ id, description: ENDPOINT_STATUS_NAMES[id] });

/** Looks tags up by id: the store. */
interface Tagging {
	tags: ReadonlyMap<number, Tag>;
}

/** The tags of an endpoint in the deprecated form, comma-separated; empty when there are none. */
export const tagText = ({ tags }: Tagging, endpoint: Endpoint) =>
	endpoint.tagIds.flatMap((id) => tags.get(id)?.name ?? []).join(',');

/** Null if the endpoint never had tags, an empty string if its tags were removed (inferred). */
export const deprecatedTags = (store: Tagging, endpoint: Endpoint) =>
	endpoint.tagged ? tagText(store, endpoint) : null;
