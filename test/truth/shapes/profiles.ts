import * as z from 'zod/v4';
import {
	anyTime,
	type ByGeneration,
	currency,
	described,
	id,
	idText,
	listOf,
	named,
	ref,
	text,
} from './forms';

/* Profiles, services, operators. Sources: fleet operations 7, more operations 11, corrections 7. */

const FLAGS = [
	'allowed_3g',
	'allowed_4g',
	'allowed_nb_iot',
	'allowed_nb_iot_geo',
	'apply_sms_quota',
	'apply_data_quota',
];
const MORE_FLAGS = ['retail', 'sms_p2p_int', 'sms_p2p_ext', 'prepaid', 'nipdp'];
const flags = (names: string[]) =>
	Object.fromEntries(names.map((name) => [name, z.boolean()] as const));
const listed = {
	id,
	name: text,
	description: text,
	...flags(FLAGS),
	ip_firewall_rule_set: z
		.strictObject({
			ip_firewall_profiles: z.array(named.extend({ added: text })),
			enforce: z.boolean(),
		})
		.optional(),
};
/** A number in samples and recordings, a string in the schema of the list. */
export const serviceProfiles: ByGeneration<z.ZodType> = {
	recorded: z.array(z.strictObject({ ...listed, used_count: z.int() })).min(1),
	reference: z.array(z.strictObject({ ...listed, used_count: idText })).min(1),
};
const period = z.strictObject({ id, time_units: z.int(), unit: text });
const trafficType = z.strictObject({ id, description: text, unit: text });
/** Callback, secret and DNS are absent when not set. */
export const serviceProfile = z.strictObject({
	...listed,
	used_count: z.int(),
	...flags(MORE_FLAGS),
	api_callback: z.strictObject({ id, url: text, created: text, purpose: text }).optional(),
	api_secret: z.strictObject({ id, purpose: text }).optional(),
	moc_callback: z.looseObject({ id }).optional(),
	esme_interface_type: described.optional(),
	breakout_region: z.strictObject({ id, name: text, ip_address: text }).optional(),
	dns: ref.optional(),
	service: z.array(
		z.strictObject({
			id,
			description: text,
			teleservice_code: z.int(),
			traffic_type: trafficType,
			traffic_limit: z.array(z.strictObject({ id, volume: z.number(), period })).optional(),
		}),
	),
});
/** 201 with an empty object, or with the sent fields and the id as a string. */
export const changedProfile = z.union([
	z.undefined(),
	z.looseObject({ service_profile_id: idText.optional() }),
]);

export const services = z
	.array(
		z.strictObject({
			id: z.literal([0, 3, 6, 32, 38]),
			description: text,
			teleservice_code: z.int(),
			used_with_vlr: z.boolean(),
			used_with_sgsn: z.boolean(),
			traffic_type: trafficType,
		}),
	)
	.min(1);
const limit = { id, volume: z.number(), period };
export const smsLimits = z.array(z.strictObject(limit)).min(1);
export const trafficLimits = z.array(z.strictObject({ ...limit, service: described })).min(1);
/** `warning_percent` is absent when not set. */
export const dataLimits = z
	.array(
		z.strictObject({
			...limit,
			service: z.strictObject({ id: z.literal(38), description: text }),
			satellite_only: z.boolean(),
			warning_percent: z.int().optional(),
		}),
	)
	.min(1);

/** Samples have null where the newest schema leaves a value out. */
const tariffProfileWith = (none: (value: z.ZodType) => z.ZodType, tariffCurrency: z.ZodType) =>
	z.strictObject({
		id,
		name: text,
		description: text.nullable(),
		used_count: idText,
		organisation_id: idText,
		tariff: z.looseObject({
			id,
			name: text,
			description: text.nullable(),
			created: anyTime,
			currency: tariffCurrency,
			data_throttle_id: none(idText),
		}),
		inclusive_volume: z
			.strictObject({
				id,
				volume: z.number(),
				rate: z.number(),
				pooled: z.boolean(),
				start_date: anyTime,
				end_date: none(anyTime),
				ratezone: named,
				currency,
			})
			.optional(),
	});
export const tariffProfile: ByGeneration<z.ZodType> = {
	recorded: tariffProfileWith((value) => value.nullable(), currency),
	reference: tariffProfileWith((value) => value.optional(), currency.omit({ id: true })),
};
export const tariffProfiles = listOf(tariffProfile);
export const coverage = z
	.array(z.strictObject({ country: named, redundancy_count: z.int() }))
	.min(1);
export const blocked = z.strictObject({
	operator: named,
	tariff_profile: ref,
	blocklist: z.strictObject({ operator: z.boolean(), rat_types: z.array(described) }),
});
/** The schema has one object; a list is likely. */
export const blockedList = z.union([blocked, z.array(blocked)]);

const numberText = z.string().regex(/^\d*$/);
const recordedOperator = z.strictObject({
	id,
	name: text,
	country_name: text,
	name_and_country: text,
	inbound_roamers_allowed: z.literal('1'),
	country: z.strictObject({
		id,
		name: text,
		country_code: numberText,
		mcc: numberText,
		iso_code: text,
		latitude: text.nullable(),
		longitude: text.nullable(),
	}),
	mnc: z.array(z.strictObject({ id, mnc: numberText, operator_id: idText })),
	tapcode: z.array(z.strictObject({ id, tapcode: text, operator_id: idText })),
});
export const operators: ByGeneration<z.ZodType> = {
	recorded: z.array(recordedOperator).min(1),
	reference: z
		.array(
			z.looseObject({
				id,
				name: text,
				country: z.looseObject({ name: text, mcc: z.union([z.int(), numberText]) }),
			}),
		)
		.min(1),
};
const code = z.union([z.int(), numberText]);
export const countries = z
	.array(z.strictObject({ id, name: text, country_code: code, mcc: code, iso_code: text }))
	.min(1);
