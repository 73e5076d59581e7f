import { limited, listOf } from './answers';
import { type Json, defineOperation } from './define';
import * as f from './fields';
import { withNumbers } from './values';

/* Operators an endpoint must not use. Source: specification; remove: public reference. */

const shared = { resource: 'operatorBlacklist', lane: 'single' } as const;
const fields = {
	endpointId: f.endpointId,
	operatorId: f.path(
		'operatorId',
		f.pick({ label: 'Operator', hint: 'The mobile network operator' }, 'operator'),
	),
};

/** Codes with leading zeros are text, also where an edition has them as numbers. */
const asText = (entity: Json, key: string): Json =>
	typeof entity[key] === 'number' ? { ...entity, [key]: String(entity[key]) } : entity;

function readOperator(entity: Json): Json {
	const operator = withNumbers(entity, ['id', 'country.id']);
	const { country, mnc } = operator;
	return {
		...operator,
		...(isObject(country) && { country: asText(asText(country, 'country_code'), 'mcc') }),
		...(Array.isArray(mnc) && { mnc: mnc.map((one: Json) => asText(one, 'mnc')) }),
	};
}

const isObject = (v: unknown): v is Json => typeof v === 'object' && v !== null;

export const getAllBlacklisted = defineOperation({
	...shared,
	name: 'getAll',
	action: 'Get the operator blacklist of an endpoint',
	description: 'List the mobile network operators an endpoint must not use',
	request: 'GET /api/v1/endpoint/{endpointId}/operator_blacklist',
	effect: 'read',
	source: 'specification',
	errors: [403],
	fields: { endpointId: f.endpointId, ...f.listFields },
	result: (answer, input) =>
		limited(listOf(answer), input).map((operator) => ({
			endpoint_id: input.endpointId,
			...readOperator(operator),
		})),
});

export const addToBlacklist = defineOperation({
	...shared,
	name: 'add',
	action: 'Add an operator to the blacklist of an endpoint',
	description: 'Forbid an endpoint to use a mobile network operator',
	request: 'PUT /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId}',
	effect: 'set',
	source: 'specification',
	notice: 'Where no other operator can be reached, the device goes offline.',
	errors: [403, 409],
	explains: { 409: 'The operator may be on the blacklist already, or it does not exist.' },
	fields,
	result: (_, input) => ({
		endpoint_id: input.endpointId,
		operator_id: input.operatorId,
		added: true,
	}),
});

export const removeFromBlacklist = defineOperation({
	...shared,
	name: 'remove',
	action: 'Remove an operator from the blacklist of an endpoint',
	description: 'Allow an endpoint to use a mobile network operator again',
	request: 'DELETE /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId}',
	effect: 'set',
	source: 'public reference',
	errors: [403, 404],
	explains: { 404: 'The operator is not on the blacklist, or the endpoint is not there.' },
	fields,
	result: (_, input) => ({
		endpoint_id: input.endpointId,
		operator_id: input.operatorId,
		deleted: true,
	}),
});
