import * as z from 'zod/v4';
import {
	type ByGeneration,
	described,
	digits,
	id,
	isoTime,
	listOf,
	named,
	offsetTime,
	ref,
	space,
	text,
} from './forms';

/* Endpoints. Sources: specification (Endpoint, Operator blacklist), corrections 4, 5 and 7. */

const address = z.ipv4();
const tagAssignment = z.strictObject({ id, name: text, tag_color: ref });
const simStatus = described;

const simInside = {
	id,
	iccid: digits(19),
	imsi: z.string().regex(/^\d{14,15}$/),
	msisdn: z.string().regex(/^\d+$/),
	status: simStatus,
};

/** The single GET adds the address space whole; satellite_capable was recorded once. */
const recordedEndpoint = z.strictObject({
	id,
	name: text,
	status: described,
	created: offsetTime,
	last_updated: offsetTime,
	ip_address: address,
	imei: digits(16).nullable(),
	imei_lock: z.boolean(),
	service_profile: named,
	tariff_profile: named.extend({ satellite_capable: z.boolean().optional() }),
	tags: text.nullable(),
	sim: z
		.strictObject({
			...simInside,
			iccid_with_luhn: digits(20).optional(),
			sim_profile_type_id: id.optional(),
		})
		.optional(),
});

const created = {
	id,
	name: text,
	status: described,
	ip_address: address,
	ip_address_space: ref,
	imei_lock: z.boolean(),
	service_profile: named,
	tariff_profile: named,
	tag_assignments: z.array(tagAssignment),
};

/** The list of the specification: null for missing values, runtime data only when connected. */
const listedEndpoint = z.strictObject({
	...created,
	created: isoTime,
	last_updated: isoTime,
	imei: digits(16).nullable(),
	imei_with_luhn: digits(15).nullable(),
	tags: text.nullable(),
	sim: z
		.strictObject({
			...simInside,
			iccid_with_luhn: digits(20),
			eid: digits(32).optional(),
			sim_profile_type: ref,
		})
		.nullable(),
	runtime_data: z.strictObject({ msc: text, sgsn: text, sgsn_ip_address: address }).optional(),
});

/** The single GET of the reference: missing values are absent. */
const singleEndpoint = listedEndpoint.extend({
	imei: digits(16).optional(),
	imei_with_luhn: digits(15).optional(),
	tags: text,
	sim: listedEndpoint.shape.sim.unwrap().optional(),
});

export const endpoint: ByGeneration<z.ZodType> = {
	recorded: recordedEndpoint.extend({ ip_address_space: space }),
	reference: singleEndpoint,
};
export const endpointList = listOf({ recorded: recordedEndpoint, reference: listedEndpoint });

/** The answer of both creates, if it has a body: missing values are omitted. */
export const createdEndpoint: ByGeneration<z.ZodType> = {
	recorded: createdWith(offsetTime),
	reference: createdWith(isoTime),
};

function createdWith(time: z.ZodType) {
	return z.strictObject({
		...created,
		created: time,
		last_updated: time,
		tags: text,
		tariff_profile: named.extend({ satellite_capable: z.boolean() }),
		imei: digits(16).optional(),
		imei_with_luhn: digits(15).optional(),
		sim: z
			.strictObject({ ...simInside, iccid_with_luhn: digits(20), sim_profile_type_id: id })
			.optional(),
	});
}

const STATES = ['ATTACHED', 'ONLINE', 'OFFLINE', 'BLOCKED'] as const;
const connected = { location: z.looseObject({}), pdp_context: z.looseObject({}) };
const connectivityOf = (more: z.ZodRawShape) =>
	z.strictObject({
		status: z.strictObject({ description: z.enum(STATES) }),
		services: z.array(text),
		...more,
	});
/** Recorded for an offline endpoint: location and context are absent. */
export const connectivity: ByGeneration<z.ZodType> = {
	recorded: connectivityOf({
		location: connected.location.optional(),
		pdp_context: connected.pdp_context.optional(),
	}),
	reference: connectivityOf({
		location: connected.location.optional(),
		pdp_context: connected.pdp_context.optional(),
	}),
};

const times = { request_timestamp: isoTime, reply_timestamp: isoTime };
const location = z.strictObject({
	current_location_retrieved: z.boolean(),
	age_of_location: z.number(),
	cell_global_id: z
		.strictObject({ mcc: text, mnc: text, lac: z.number(), cid: z.number() })
		.optional(),
});
export const connectivityInfo = z.strictObject({
	...times,
	subscriber_info: z.union([
		z.strictObject({ success: z.literal(true), state: text, location }),
		z.strictObject({ success: z.literal(false), error: text }),
	]),
});
export const connectivityTimes = z.strictObject(times);

const code = z.string().regex(/^\d*$/);
const blacklisted = (codes: z.ZodType) =>
	z.strictObject({
		id,
		name: text,
		country: z.strictObject({ id, name: text, iso_code: text, country_code: codes, mcc: codes }),
		tapcode: z.array(z.strictObject({ id, tapcode: text })),
		mnc: z.array(z.strictObject({ id, mnc: codes })),
	});
/** Codes are strings with leading zeros as recorded, integers in the specification. */
export const blacklist = listOf({ recorded: blacklisted(code), reference: blacklisted(z.int()) });

/** Source: public reference, Tags. */
export const tag = z.strictObject({ id, name: text, resource_count: z.int(), tag_color: ref });
export const tagPage = z.strictObject({
	total: z.int(),
	page: z.int(),
	page_size: z.int(),
	last_page: z.int(),
	data: z.array(tag).min(1),
});
export const tagColors = z
	.array(
		z.strictObject({ id, hex_color: z.string().regex(/^#[0-9a-fA-F]{6}$/), description: text }),
	)
	.min(1);
export const createdTag = z.strictObject({ id, name: text, tag_color: ref });

export const extension = z.strictObject({
	id,
	endpoint_id: id,
	traffic_limit_id: id,
	volume: z.number(),
	expiration_date: isoTime,
	created_at: isoTime,
});

export const spaceList = z
	.array(space.extend({ used_count: z.int(), available_count: z.int() }))
	.min(1);
export const freeSpaces = z.array(space).length(10);
