import { entityOf, limited, listOf } from './answers';
import { type Json, defineOperation } from './define';
import * as f from './fields';
import { withNumbers } from './values';

/* Messages of an endpoint. Source: public reference, SMS. */

const STATUSES: Record<number, string> = {
	1: 'pending',
	2: 'in progress',
	3: 'buffered',
	4: 'delivered',
	5: 'failed',
	6: 'expired',
	7: 'cancelled',
};

const DELIVERED = 4;

/** Recorded messages hold most of their numbers, and the endpoint's id, as text. */
const readSms = (entity: Json): Json =>
	withNumbers(entity, [
		...['id', 'status.id', 'sms_type.id', 'source_address_type.id', 'esme_interface_type.id'],
		...['endpoint.id', 'endpoint_id', 'organisation_id', 'sim_id'],
		...['dcs', 'pid', 'retry_count', 'registered_delivery', 'dlr_status_id'],
	]);

/**
 * The few fields most workflows use, flat, with the status in words. Recorded messages that never
 * arrived carry a delivery date too, so that it is given only for a delivered one.
 */
export function simplifySms(entity: Json): Json {
	const of = (key: string) => (entity[key] ?? {}) as Json;
	const { id, status, description } = of('status');
	return {
		id: entity.id,
		endpoint_id: of('endpoint').id ?? entity.endpoint_id ?? null,
		status: STATUSES[Number(id)] ?? status ?? description ?? null,
		status_id: id ?? null,
		sms_type: of('sms_type').description ?? of('sms_type').id ?? null,
		payload: entity.payload ?? null,
		source_address: entity.source_address ?? null,
		submit_date: entity.submit_date ?? null,
		delivery_date: (Number(id) === DELIVERED && entity.delivery_date) || null,
		final_date: entity.final_date ?? null,
		expiry_date: entity.expiry_date ?? null,
		retry_count: entity.retry_count ?? null,
		gsm_map_error: entity.gsm_map_error ?? null,
	};
}

const shown = (entity: Json, simplify: boolean) =>
	simplify ? simplifySms(readSms(entity)) : readSms(entity);

const smsId = f.path(
	'smsId',
	f.id({
		label: 'SMS ID',
		hint: 'ID of the message, as Send and Get Many give it',
		placeholder: '70001',
	}),
);

export const getSms = defineOperation({
	resource: 'sms',
	name: 'get',
	action: 'Get an SMS',
	description: 'Read one message and whether it was delivered',
	request: 'GET /api/v1/endpoint/{endpointId}/sms/{smsId}',
	effect: 'read',
	lane: 'single',
	source: 'public reference',
	errors: [403, 404],
	fields: { endpointId: f.endpointId, smsId, simplify: f.simplify },
	result: (answer, { simplify }) => shown(entityOf(answer), simplify),
});

export const getAllSms = defineOperation({
	resource: 'sms',
	name: 'getAll',
	action: 'Get many SMS',
	description: 'List the messages of an endpoint with their delivery status',
	request: 'GET /api/v1/endpoint/{endpointId}/sms',
	effect: 'read',
	lane: 'single',
	source: 'public reference',
	errors: [403, 404],
	fields: { endpointId: f.endpointId, ...f.listFields, simplify: f.simplify },
	result: (answer, input) => limited(listOf(answer), input).map((e) => shown(e, input.simplify)),
});

export const cancelSms = defineOperation({
	resource: 'sms',
	name: 'cancel',
	action: 'Cancel an SMS',
	description: 'Withdraw a message that has not reached its device yet',
	request: 'DELETE /api/v1/endpoint/{endpointId}/sms/{smsId}',
	effect: 'set',
	lane: 'single',
	source: 'public reference',
	errors: [403, 404, 409],
	explains: { 409: 'The message has been delivered, has failed or has expired; read its status.' },
	fields: { endpointId: f.endpointId, smsId },
	result: (_, { endpointId, smsId: id }) => ({ id, endpoint_id: endpointId, cancelled: true }),
});
