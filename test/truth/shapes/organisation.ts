import * as z from 'zod/v4';
import {
	amount,
	anyId,
	anyTime,
	currency,
	described,
	digits,
	id,
	idText,
	named,
	text,
} from './forms';

/*
 * The organisation, its plan, its cloud connects. Sources: more operations 3 and 8. Nothing was
 * recorded: the forms of the older sample and the newest schema are both accepted.
 */

const flat = z.strictObject({
	id,
	name: text,
	ext_reference: text.nullish(),
	created: anyTime,
	currency_id: id,
	organisation_class_id: id,
	organisation_type_id: idText,
	organisation_status_id: idText,
	country_id: idText,
	brand_id: idText.nullish(),
	default_sms_routing_id: idText.nullish(),
	verification_type_id: idText.nullish(),
	verification: z.unknown(),
	monthly_cost_limit: text.nullish(),
});
const kind = z.union([described, named]);
const nested = z.strictObject({
	id,
	name: text,
	ext_reference: text.nullish(),
	created: anyTime,
	type: kind,
	class: kind,
	country: z.looseObject({ id }),
	status: described,
	relation: z.looseObject({ id }).nullish(),
	currency,
	monthly_cost_limit: z.number().nullish(),
	default_sms_routing: z.unknown().optional(),
	brand: z.unknown().optional(),
	verification: z.unknown().optional(),
});
export const organisation = z.union([flat, nested]);

const number = amount.nullish();
const plan = z.looseObject({
	id,
	name: text,
	description: text.nullish(),
	currency: z.looseObject({ code: text }).optional(),
	price: z
		.strictObject({ sim_activated_rate: z.array(z.looseObject({ rate: z.number() })) })
		.optional(),
	rate: number,
	yearly_rate: number,
	sim_activation_fee: number,
	max_active_sims: number,
	add_active_sims_rate: number,
	add_active_sim_batch: number,
	max_service_profiles: number,
	max_tariff_profiles: number,
	max_users: number,
});
const rates = {
	sim_activated_rate: number,
	sim_activated_idle_rate: number,
	sim_suspended_rate: number,
	sim_suspended_active_rate: number,
	sim_activated_amount: number,
};
const assignment = {
	id,
	organisation_id: anyId.optional(),
	start_date: anyTime,
	// Null for an open end.
	expiry_date: anyTime.nullish(),
	...rates,
	applied_price: z
		.strictObject({
			sim_activated_rate: z.array(
				// Without a start for a fixed price.
				z.strictObject({ scale_start: z.number().optional(), rate: amount, volume: amount }),
			),
		})
		.optional(),
	applied_rate: number,
	active: z.boolean().optional(),
	service_level: named.optional(),
	workspaces_enabled: z.union([z.boolean(), z.literal([0, 1])]).optional(),
	tariff_plan_runtime: z
		.strictObject({ id, number_of_units: z.number(), time_unit_id: anyId })
		.optional(),
	tariff_plan: plan,
};
export const activePlan = z.strictObject(assignment);
/** The plans repeat their values, with most ids as strings and some flags as numbers. */
export const plans = z.array(z.looseObject({ ...assignment, tariff_plan: plan }));
export const serviceLevels = z.array(named).min(1);
export const unlinked = z.array(z.strictObject({ product: named, quantity: z.int() }));

const connection = {
	id,
	name: text,
	description: text.nullish(),
	user_id: anyId.optional(),
	organisation_id: anyId.optional(),
	creation_date: anyTime,
	accept_attachment_expiry_date: anyTime.nullish(),
	termination_date: anyTime.nullish(),
	aws_transit_gateway_attachment_id: text.nullish(),
	aws_vpn_connection_id: text.nullish(),
	status: described.extend({ id: z.int().min(1).max(8) }),
	type: described.extend({ id: z.int().min(1).max(8) }),
	region: z.unknown(),
};
export const breakouts = z.array(z.strictObject(connection));
/** Values of five minutes; the keys are dates in text. */
const hour = z.record(text, z.number());
const tunnel = z.strictObject({
	outside_address: text,
	inside_cidr: text,
	psk: text,
	asn: z.int(),
	public_ip: text,
	metrics: z.strictObject({
		tunnel_state: z.enum(['up', 'down']),
		bytes_in: hour,
		bytes_out: hour,
	}),
});
/** The tunnels are an object in the schema, and a list in the sample. */
export const breakout = z.strictObject({
	...connection,
	customer_cidr: z.array(text).optional(),
	tunnel_information: z.union([tunnel, z.array(tunnel)]).optional(),
});
export const prices = z.array(
	z.strictObject({
		id,
		breakout_type_id: z.int(),
		amount: z.number(),
		currency: z.strictObject({ id }).optional(),
	}),
);
export const attachmentRegions = z.array(
	z.strictObject({ attachment_region: text, device_breakout_region: text.optional() }),
);
/** The given cards that have a profile. */
export const taken = z.array(z.strictObject({ eid: digits(32) }));
export const dns = z.array(
	z.strictObject({
		id,
		primary: z.ipv4(),
		secondary: z.ipv4(),
		ip_address_version: z.literal([4, 6]),
	}),
);
export const regions = z.array(z.strictObject({ id, name: text, ip_address: text })).min(1);
export const assignedVolume = z.strictObject({
	id,
	start_date: anyTime,
	end_date: anyTime.nullish(),
	pooled: z.boolean(),
});
