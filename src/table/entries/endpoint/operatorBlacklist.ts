import { isObject } from '../../../wire';
import { limited, answerList } from '../../answers';
import { changesTo } from '../../changed';
import { type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { withNumbers } from '../../values';

/* Operators an endpoint must not use. Source: specification; remove: public reference. */

const define = operationsWith({
	resource: 'operatorBlacklist',
	lane: 'single',
	source: 'specification',
});
const blacklistFields = { endpointId: f.endpointId, operatorId: f.operatorId };

/** Codes with leading zeros are text, also where an edition has them as numbers. */
const asText = (entity: Json, key: string): Json =>
	typeof entity[key] === 'number' ? { ...entity, [key]: String(entity[key]) } : entity;

function readOperator(entity: Json): Json {
	const operator = withNumbers(entity, ['id', 'country.id']);
	const { country, mnc } = operator;
	return {
		...operator,
		...(isObject(country) && { country: asText(asText(country, 'country_code'), 'mcc') }),
		...(Array.isArray(mnc) && { mnc: mnc.map((network: Json) => asText(network, 'mnc')) }),
	};
}

export const getAllBlacklisted = define({
	name: 'getAll',
	action: 'Get endpoint blocklist',
	description: 'List the mobile network operators an endpoint must not use',
	request: 'GET /api/v1/endpoint/{endpointId}/operator_blacklist',
	errors: [403],
	fields: { endpointId: f.endpointId, ...f.listFields },
	result: (answer, input) =>
		limited(answerList(answer), input).map((operator) => ({
			endpoint_id: input.endpointId,
			...readOperator(operator),
		})),
});

export const addToBlacklist = define({
	name: 'add',
	action: 'Add operator to endpoint blocklist',
	description: 'Forbid an endpoint to use a mobile network operator',
	request: 'PUT /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId}',
	effect: 'set',
	notice: 'Where no other operator can be reached, the device goes offline.',
	errors: [403, 409],
	explains: { 409: 'The operator may be on the blocklist already, or it does not exist.' },
	...changesTo({ added: true }, blacklistFields),
});

export const removeFromBlacklist = define({
	name: 'remove',
	action: 'Remove operator from endpoint blocklist',
	description: 'Allow an endpoint to use a mobile network operator again',
	request: 'DELETE /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId}',
	source: 'public reference',
	errors: [403, 404],
	explains: { 404: 'The operator is not on the blocklist, or the endpoint is not there.' },
	...changesTo({ deleted: true }, blacklistFields),
});
