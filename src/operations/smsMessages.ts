import { entityOf, limited, listOf } from './answers';
import { type Json, defineOperation } from './define';
import * as f from './fields';
import { withNumbers } from './schemas';

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

const readSms = (entity: Json): Json =>
	withNumbers(entity, ['id', 'status.id', 'endpoint.id', 'sim_id', 'dcs', 'retry_count']);

/** The few fields most workflows use, flat, with the status in words. */
export function simplifySms(entity: Json): Json {
	const of = (key: string) => (entity[key] ?? {}) as Json;
	const status = of('status');
	return {
		id: entity.id,
		endpoint_id: of('endpoint').id ?? null,
		status: STATUSES[Number(status.id)] ?? status.status ?? status.description ?? null,
		payload: entity.payload ?? null,
		source_address: entity.source_address ?? null,
		submit_date: entity.submit_date ?? null,
		delivery_date: entity.delivery_date ?? null,
		expiry_date: entity.expiry_date ?? null,
		retry_count: entity.retry_count ?? null,
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
