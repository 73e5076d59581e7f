import * as z from 'zod/v4';
import {
	ANY,
	type Asked,
	digits,
	filterBy,
	flag,
	id,
	ID,
	oneOf,
	pages,
	ref,
	some,
	sortBy,
	text,
} from './forms';

/*
 * Endpoints, tags, connectivity. Sources: specification (Endpoints), public reference (Endpoints and SIMs),
 * fleet operations 3, corrections 4 and 5.
 */

const imei = digits(16);
const address = z.ipv4();
const list = z.array(id);

type Body = Record<string, unknown>;
const notBoth = <T extends z.ZodType>(shape: T) =>
	shape.refine((body) => !((body as Body).tags && (body as Body).tag_assignments), {
		error: 'tags and tag_assignments exclude each other',
	});
const withSpace = <T extends z.ZodType>(shape: T) =>
	shape.refine((body) => !(body as Body).ip_address || (body as Body).ip_address_space, {
		error: 'ip_address requires ip_address_space',
	});

const newSim = z.strictObject({
	id,
	activate: z.boolean().optional(),
	status: oneOf(1, 4).optional(),
});
const own = {
	name: z.string().optional(),
	tag_assignments: list.optional(),
	tags: z.string().optional(),
	imei: imei.optional(),
	imei_lock: z.boolean().optional(),
	ip_address: address.optional(),
	sim: newSim.optional(),
};
const common = {
	service_profile: ref,
	tariff_profile: ref,
	status: oneOf(0, 1),
	ip_address_space: ref.optional(),
	organisation: ref.optional(),
};
/** A single endpoint to create. */
const single = withSpace(notBoth(z.strictObject({ ...common, ...own })));
const many = z
	.strictObject({
		...common,
		endpoints: z
			.array(notBoth(z.strictObject(own)))
			.min(1)
			.max(2000),
	})
	.refine(
		({ endpoints, ip_address_space: space }) =>
			space !== undefined || endpoints.every((body) => body.ip_address === undefined),
		{ error: 'an item has an ip_address, and there is no ip_address_space' },
	);

const changes = {
	...own,
	tags: z.string().nullable().optional(),
	ip_address_space: ref.optional(),
	service_profile: ref.optional(),
	tariff_profile: ref.optional(),
	status: oneOf(0, 1).optional(),
	sim: some(
		z.strictObject({ id: id.nullable().optional(), status: oneOf(1, 5).optional() }),
	).optional(),
};

const VALUES_FILTER = /^[^,|:]+(\|\|[^,|:]+)*$/;
const FILTERS = {
	id: /^\d+(\|\|\d+)*$/,
	name: /^[^,|]+$/,
	status: /^[0-2]$/,
	tags: ANY,
	imei: VALUES_FILTER,
	imei_with_luhn: VALUES_FILTER,
	iccid: VALUES_FILTER,
	iccid_with_luhn: VALUES_FILTER,
	eid: VALUES_FILTER,
	ip_address: VALUES_FILTER,
	connectivity_status: /^BLOCKED$/,
	service_profile: VALUES_FILTER,
	tariff_profile: VALUES_FILTER,
	sim_status: /^[0-4]$/,
	created: ANY,
	last_updated: ANY,
};

const ENDPOINT_PATH = '/api/v1/endpoint/{endpointId}';
const TAGS_PATH = '/api/v2/endpoint/{endpointId}/tags';
const BULK = '/api/v2/bulk-operations';
const color = ref.optional();
const items = z.strictObject({
	items: z.array(z.strictObject({ endpoint: ref, tags: z.array(ref).min(1) })).min(1),
});
const ids = z.array(ref).min(1).max(2000);

export const ENDPOINTS: Record<string, Asked> = {
	'GET /api/v1/endpoint': {
		query: {
			...pages(1000),
			q: filterBy(FILTERS),
			sort: sortBy(...Object.keys(FILTERS)),
		},
	},
	'POST /api/v1/endpoint': { body: single },
	[`GET ${ENDPOINT_PATH}`]: {},
	[`PATCH ${ENDPOINT_PATH}`]: { body: some(withSpace(notBoth(z.strictObject(changes)))) },
	[`DELETE ${ENDPOINT_PATH}`]: {},
	'POST /api/v2/endpoint/multi': { body: many },
	'PATCH /api/v2/endpoint/multi': {
		body: z
			.array(withSpace(notBoth(z.strictObject({ id, ...changes }))))
			.min(1)
			.max(2000),
	},
	'DELETE /api/v2/endpoint/multi': { query: { delete_sims: flag.optional() }, body: ids },
	[`GET ${ENDPOINT_PATH}/connectivity`]: {},
	[`PATCH ${ENDPOINT_PATH}/connectivity`]: {
		body: some(z.strictObject({ pdp_context: z.null().optional(), location: z.null().optional() })),
	},
	[`GET ${ENDPOINT_PATH}/connectivity_info`]: { query: { subscriber: flag.optional() } },
	[`GET ${ENDPOINT_PATH}/operator_blacklist`]: {},
	[`PUT ${ENDPOINT_PATH}/operator_blacklist/{operatorId}`]: {},
	[`DELETE ${ENDPOINT_PATH}/operator_blacklist/{operatorId}`]: {},
	[`GET ${ENDPOINT_PATH}/traffic_limit_extension`]: {},
	[`POST ${ENDPOINT_PATH}/traffic_limit_extension`]: {
		body: z.strictObject({ volume: z.number(), traffic_limit_id: z.number().optional() }),
	},
	[`DELETE ${ENDPOINT_PATH}/traffic_limit_extension`]: {},

	'GET /api/v2/tags': {
		query: {
			name: text.optional(),
			page: pages(1).page,
			page_size: z.string().regex(ID).optional(),
		},
	},
	'GET /api/v2/tag-colors': {},
	'POST /api/v2/tags': { body: z.strictObject({ name: text, color }) },
	'PATCH /api/v2/tags/{tagId}': { body: some(z.strictObject({ name: text.optional(), color })) },
	'DELETE /api/v2/tags/{tagId}': {},
	[`POST ${BULK}/tag/delete-tags`]: { body: z.strictObject({ tags: z.array(ref).min(1) }) },
	[`GET ${TAGS_PATH}`]: {},
	[`POST ${TAGS_PATH}`]: { body: ref },
	[`DELETE ${TAGS_PATH}/{tagId}`]: {},
	[`POST ${BULK}/endpoint/add-tags`]: { body: items },
	[`POST ${BULK}/endpoint/remove-tags`]: { body: items },
};
