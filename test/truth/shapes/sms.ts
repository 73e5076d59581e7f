import * as z from 'zod/v4';
import {
	type ByGeneration,
	described,
	digits,
	id,
	idText,
	isoTime,
	listOf,
	named,
	offsetTime,
	text,
} from './forms';

/* Messages and quotas. Sources: corrections 2, specification (SMS quota), fleet operations 2. */

const digit = z.string().regex(/^\d$/);
const recordedSms = z.strictObject({
	id,
	endpoint_id: idText,
	organisation_id: idText,
	sim_id: idText,
	iccid: digits(19),
	msisdn: z.string().regex(/^\d+$/),
	imsi: z.string().regex(/^\d*$/),
	submit_date: offsetTime,
	delivery_date: offsetTime,
	expiry_date: offsetTime.nullable(),
	retry_date: offsetTime,
	final_date: offsetTime.nullable(),
	last_delivery_attempt: offsetTime.nullable(),
	retry_count: digit,
	dcs: z.string().regex(/^\d+$/),
	pid: digit,
	registered_delivery: digit,
	dlr_status_id: digit,
	p2p_ext: z.int(),
	status: z.strictObject({
		id: z.int().min(1).max(7),
		description: z.enum([
			'PENDING',
			'IN PROGRESS',
			'BUFFERED',
			'DELIVERED',
			'FAILED',
			'EXPIRED',
			'CANCELED',
		]),
	}),
	sms_type: described,
	source_address_type: described,
	esme_interface_type: z.strictObject({ id: z.literal(1), description: z.literal('RestAPI') }),
	source_address: text,
	udh: text,
	payload: text,
	gsm_map_error: z.null(),
	msc: z.null(),
	called_party_prefix: z.null(),
	smpp_bind_id: z.null(),
	smpp_dlr_bind_id: z.null(),
});
const moment = isoTime.optional();
/** The documented fields, of which none is nullable; the descriptions of types and status are not documented. */
const documentedSms = z.strictObject({
	id,
	submit_date: isoTime,
	delivery_date: moment,
	expiry_date: moment,
	final_date: moment,
	retry_date: moment,
	last_delivery_attempt: moment,
	retry_count: z.int(),
	gsm_map_error: text.optional(),
	dcs: z.int(),
	pid: z.int(),
	source_address: text.optional(),
	source_address_type: z.looseObject({ id: z.literal([145, 161, 208]) }).optional(),
	endpoint: named,
	sim_id: idText,
	iccid: digits(19),
	msisdn: text,
	imsi: text,
	msc: text.optional(),
	udh: text.optional(),
	payload: text,
	status: z.looseObject({ id: z.int().min(1).max(7) }),
	// Type 1 is a message to the device: recorded.
	sms_type: z.looseObject({ id: z.literal(1) }),
});
export const sms: ByGeneration<z.ZodType> = { recorded: recordedSms, reference: documentedSms };
export const smsList = listOf(sms);

/** Integers in the specification and in samples, strings in schemas. */
const statusId = z.union([z.literal([1, 2, 3]), z.enum(['1', '2', '3'])]);
const block = z.union([z.literal(1), z.literal('1')]);
const action = {
	id: block,
	description: text.optional(),
	peak_throughput: z.literal([64_000, 128_000, 256_000, 384_000]).optional(),
};
const quota = {
	volume: z.number(),
	expiry_date: isoTime,
	status: z.strictObject({
		id: statusId,
		description: z.enum(['ACTIVE', 'EXHAUSTED', 'EXPIRED']).optional(),
	}),
	threshold_volume: z.number().optional(),
	auto_refill: z.literal([0, 1]).optional(),
	last_volume_added: z.number().optional(),
	last_status_change_date: isoTime.nullish(),
};
export const smsQuota = z.strictObject({
	...quota,
	threshold_percentage: z.number(),
	action_on_exhaustion: z
		.strictObject({ ...action, action_on_quota_exhaustion_id: z.union([block, idText]).optional() })
		.optional(),
});
export const dataQuota = z.strictObject({
	...quota,
	threshold_percentage: z.number().optional(),
	action_on_exhaustion: z.strictObject({
		...action,
		action_on_quota_exhaustion_id: idText.optional(),
	}),
});
