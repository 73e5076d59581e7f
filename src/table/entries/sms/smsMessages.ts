import { limited, answerList } from '../../answers';
import { type Call, type Input, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import {
	extended,
	flat,
	type EntityKind,
	type ListInput,
	numeric,
	ofKind,
	readsOne,
	shownEntity,
} from '../../reading';

/* Messages of an endpoint. Source: public reference, SMS. */

/** Statuses of a message in words, by id. */
export const SMS_STATUSES: Record<number, string> = {
	1: 'pending',
	2: 'in progress',
	3: 'buffered',
	4: 'delivered',
	5: 'failed',
	6: 'expired',
	7: 'cancelled',
};

const STATUS_DELIVERED = 4;

/** Recorded messages have most of their numbers, and the endpoint's id, as text. */
const readSms = numeric(
	'id status.id sms_type.id source_address_type.id esme_interface_type.id endpoint.id',
	'endpoint_id organisation_id sim_id dcs pid retry_count registered_delivery dlr_status_id',
);

/**
 * The few fields most workflows use, flat, with the status in words. Recorded messages that never
 * arrived carry a delivery date too, so that it is given only for a delivered one.
 */
const simplifySms = extended(
	flat(
		'id endpoint_id=endpoint.id|endpoint_id status=status.status|status.description',
		'status_id=status.id sms_type=sms_type.description|sms_type.id payload source_address',
		'submit_date delivery_date final_date expiry_date retry_count gsm_map_error',
	),
	(sms) => {
		const status = Number(sms.status_id);
		return {
			...sms,
			status: SMS_STATUSES[status] ?? sms.status,
			delivery_date: (status === STATUS_DELIVERED && sms.delivery_date) || null,
		};
	},
);

const message: EntityKind = {
	read: readSms,
	simple: simplifySms,
	device: { endpoint_id: 'endpoint.id' },
};

const smsId = f.path(
	f.id({
		label: 'SMS ID',
		hint: 'As Send gives it',
		placeholder: '70001',
	}),
);

const define = operationsWith({ resource: 'sms', lane: 'single', errors: [403, 404] });

export const getSms = define({
	name: 'get',
	action: 'Get SMS',
	description: 'Read one message and whether it was delivered',
	request: 'GET /api/v1/endpoint/{endpointId}/sms/{smsId}',
	...readsOne(message, { endpointId: f.endpointId, smsId }),
});

const SMS_LIST = {
	request: 'GET /api/v1/endpoint/{endpointId}/sms',
	fields: { endpointId: f.endpointId, ...f.many },
} as const;

/**
 * All messages of an endpoint. The recorded list comes in one piece; a list whose count exceeds its
 * entries is read in pages of that many entries.
 */
async function allOf(call: Call, input: Input): Promise<Json[]> {
	const answer = await call.own(input);
	const first = answerList(answer);
	const { headers } = answer;
	const isWhole = !(Number(headers['x-total-count']) > first.length);
	if (isWhole && !(Number(headers['x-total-pages']) > 1)) return first;
	const pages = { size: first.length, each: (entity: Json) => entity };
	const entry = { ...SMS_LIST, effect: 'read', lane: 'single', pages } as const;
	return await call.list(entry, { ...input, returnAll: true });
}

/** Newer messages have higher ids. Source: recorded. */
const newestFirst = (messages: Json[]): Json[] =>
	messages.toSorted((a, b) => Number(b.id) - Number(a.id) || 0);

export const getAllSms = define({
	name: 'getAll',
	action: 'Get many SMS',
	description: 'List the messages of an endpoint with their delivery status, newest first',
	...SMS_LIST,
	run: ofKind(message, async (call: Call, input: Input & ListInput) =>
		limited(newestFirst(await allOf(call, input)), input).map((entity) =>
			shownEntity(message, entity, input.simplify),
		),
	),
});

export const cancelSms = define({
	name: 'cancel',
	action: 'Cancel SMS',
	description: 'Withdraw a message that has not reached its device yet',
	request: 'DELETE /api/v1/endpoint/{endpointId}/sms/{smsId}',
	errors: [403, 404, 409],
	explains: { 409: 'The message has been delivered, has failed or has expired; read its status.' },
	fields: { endpointId: f.endpointId, smsId },
	result: (_, { endpointId, smsId: id }) => ({ id, endpoint_id: endpointId, cancelled: true }),
});
