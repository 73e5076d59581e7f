import * as z from 'zod/v4';
import {
	anyTime,
	type ByGeneration,
	described,
	digits,
	id,
	idText,
	isoTime,
	listOf,
	named,
	offsetTime,
	ref,
	text,
} from './forms';

/* SIMs, batches, transfers, eSIM. Sources: fleet operations 6 and 9, more operations 2 and 11. */

const organisation = z.strictObject({ id, name: text, country: named });
const documentedOrganisation = organisation.partial({ country: true }).optional();
const model = z.strictObject({
	id,
	description: text,
	memory_size: z.int(),
	formfactor: named,
	manufacturer: named,
});
const flatEndpoint = z.strictObject({
	id,
	name: text,
	imei: digits(16).nullable(),
	created: offsetTime,
	last_updated: offsetTime,
	organisation_id: id,
	service_profile_id: id,
	tariff_profile_id: id,
	tags: text.nullable(),
	ip_address: z.ipv4(),
	ip_address_space_id: id,
});
const identity = {
	id,
	iccid: digits(19),
	imsi: z.string().regex(/^\d{14,15}$/),
	msisdn: z.string().regex(/^\d+$/),
	status: described,
};

/** Keys that do not apply are absent in both: neither `endpoint` nor `eid` is ever null. */
export const sim: ByGeneration<z.ZodType> = {
	recorded: z.strictObject({
		...identity,
		production_date: offsetTime,
		activation_date: offsetTime.optional(),
		customer_org: organisation,
		issuer_org: organisation,
		reseller_org: organisation.optional(),
		endpoint: flatEndpoint.optional(),
		model,
	}),
	reference: z.strictObject({
		...identity,
		iccid_with_luhn: digits(20).optional(),
		eid: digits(32).optional(),
		production_date: isoTime.optional(),
		activation_date: isoTime.optional(),
		customer_org: documentedOrganisation,
		issuer_org: documentedOrganisation,
		reseller_org: documentedOrganisation,
		endpoint: named.optional(),
		model: model.partial().optional(),
	}),
};
export const simList = listOf(sim);

const batchWith = (organisationId: z.ZodType) =>
	z.strictObject({
		id,
		bic: z.string().regex(/^[A-Z0-9]{16}$/),
		bsn: text,
		status: described,
		model: z.strictObject({ id, formfactor: named }),
		customer_org_id: organisationId,
		reseller_org_id: organisationId,
		quantity: idText,
		sim_model_id: idText,
		issuer_org_id: idText,
		sim_batch_status_id: idText,
		logistic_center_id: idText.optional(),
		article_id: idText.optional(),
		activated: text.optional(),
	});
/** The sample has null where the schema leaves an owner out. */
export const batch: ByGeneration<z.ZodType> = {
	recorded: batchWith(id.nullable()),
	reference: batchWith(id.optional()),
};
/** Recorded with only id and ICCID; the schema has complete SIMs. */
export const registered: ByGeneration<z.ZodType> = {
	recorded: z.strictObject({ sim: z.array(z.strictObject({ id, iccid: digits(19) })).min(1) }),
	reference: z.strictObject({ sim: z.array(sim.reference).min(1) }),
};

const migrating = {
	id: id.optional(),
	iccid: digits(19).optional(),
	iccid_with_luhn: digits(20).optional(),
	endpoint: named.optional(),
	source_workspace: named.optional(),
	status: described,
};
export const migration = z.strictObject({
	sim_count: z.int(),
	dry_run: z.boolean(),
	target_workspace: named,
	auto_detach_devices: z.boolean(),
	allowed_sim_statuses: z.array(ref).optional(),
	sims: z.array(z.strictObject(migrating)).min(1),
});
export const migrationRefusal = z.strictObject({
	status_code: z.literal(409),
	message: text,
	errors: z
		.array(
			z.strictObject({
				error_code: z.literal([1502, 1503, 1504, 1505]),
				message: text,
				sims: z.array(z.strictObject(migrating)),
			}),
		)
		.min(1),
});

/** A target is returned with its SIM, whichever identifier was used. */
export const simOperation = z.strictObject({
	id: z.uuid(),
	action: described,
	status: described,
	product: ref.optional(),
	creation_date: anyTime,
	last_updated_at: anyTime,
	finalization_date: anyTime.nullable(),
	target: z.array(z.strictObject({ sim: ref, eid: digits(32).optional() })).min(1),
	total_count: z.int(),
	success_count: z.int(),
	failed_count: z.int(),
	error: z.array(z.strictObject({ eid: text, message: text })),
});

/** Dates, error and ICCID are absent until they are set. */
export const cardOperation = z.strictObject({
	id: z.uuid(),
	action: described,
	status: described,
	creation_date: anyTime,
	last_updated_at: anyTime,
	user: named,
	expiry_date: anyTime.optional(),
	finalization_date: anyTime.optional(),
	error: z.strictObject({ reason: z.int(), message: text }).optional(),
	iccid_with_luhn: z
		.string()
		.regex(/^89\d{18}$/)
		.optional(),
});

const profile = z.strictObject({
	iccid_with_luhn: digits(20),
	status: described,
	customer_org: named.nullable(),
	name: text.nullable(),
	operator: named.nullable(),
	preloaded: z.boolean().nullable(),
	fallback_allowed: z.boolean().nullable(),
	fallback_attribute: z.boolean().nullable(),
	profile_type: described.nullable(),
	endpoint: named.nullable(),
});
export const card = z.strictObject({
	id,
	eid: digits(32),
	created: anyTime,
	issuer_org: named,
	customer_org: named.nullable(),
	supported_profile_type: described,
	status: described,
	last_audited: anyTime.nullable(),
	last_polled: anyTime.nullable(),
	last_synced: anyTime.nullable(),
	eim: described,
	profile: z.array(profile),
});
