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
	/** Whether it ever had tags: recorded lists tell null (never) from an empty text. */
	tagged: boolean;
	simId: number | null;
	/** Denied service, for instance after a traffic limit: `connectivity_status:BLOCKED`. */
	blocked: boolean;
	connectivity: Exclude<ConnectivityState, 'BLOCKED'>;
	/** The network's answer to connectivity_info; see `connectivity.ts`. */
	network: string;
}

/** An endpoint that was never used. */
const unused = () =>
	({
		...{ statusId: EndpointStatus.Enabled, imei: null, imeiLock: false, simId: null },
		...{ tagIds: [], tagged: false, blocked: false },
		...{ connectivity: 'OFFLINE', network: 'assumed_idle' },
	}) satisfies Partial<Endpoint>;

/** A new endpoint, unused but for what is given. */
export const newEndpoint = (
	given: Omit<Endpoint, keyof ReturnType<typeof unused> | 'lastUpdated'> & Partial<Endpoint>,
): Endpoint => ({ ...unused(), lastUpdated: given.created, ...given });

/** Names of endpoint status ids (specification). */
export const ENDPOINT_STATUS_NAMES = ['Enabled', 'Disabled', 'Deleted'] as const;

/** `{id, description}` of an endpoint status. */
export const endpointStatus = (id: number) => ({ id, description: ENDPOINT_STATUS_NAMES[id] });

/** Where tags are found by their ids: the store. */
interface Tagging {
	tags: ReadonlyMap<number, Tag>;
}

/** The tags of an endpoint as the deprecated text, comma-separated; empty when there are none. */
export const tagText = ({ tags }: Tagging, endpoint: Endpoint) =>
	endpoint.tagIds.flatMap((id) => tags.get(id)?.name ?? []).join(',');

/** Null for an endpoint that never had tags, empty text for one that lost them (inferred). */
export const deprecatedTags = (store: Tagging, endpoint: Endpoint) =>
	endpoint.tagged ? tagText(store, endpoint) : null;
