import * as endpointsShapes from '../truth/shapes/endpoints';
import { empty } from '../truth/shapes/forms';
import { each, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { all, endpointId } from './shared/values';

/* Operators that an endpoint may not use. */

const RECORDED_OPERATOR = {
	id: 501,
	name: 'Northern Mobile',
	country: { id: 74, name: 'Germany', country_code: '49', iso_code: 'de', mcc: '262' },
	tapcode: [{ id: 1, tapcode: 'DEUNM' }],
	mnc: [{ id: 1, mnc: '01' }],
};
const OPERATOR = {
	id: 501,
	name: 'Northern Mobile',
	country: { id: 74, name: 'Germany', country_code: 49, iso_code: 'de', mcc: 262 },
	tapcode: [{ id: 1, tapcode: 'DEUNM' }],
	mnc: [{ id: 1, mnc: 71 }],
};
const blacklistPath = '/api/v1/endpoint/17/operator_blacklist';

export const operatorBlacklistFacts: Facts = {
	operations: {
		'operatorBlacklist add': {
			documented: 'PUT /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId} set single S',
			harmless: 'Removing it undoes it, for one endpoint.',
			cases: [
				{
					values: { endpointId: 17, operatorId: 501 },
					requests: { request: `PUT ${blacklistPath}/501`, status: 204 },
					gives: { endpoint_id: 17, operator_id: 501, added: true },
					errors: [403, 409, [409, 1405]],
				},
			],
			row: each({ endpointId, operatorId: rl('={{ $json.operator }}') }, ['blacklist.added']),
		},
		'operatorBlacklist getAll': {
			documented: 'GET /api/v1/endpoint/{endpointId}/operator_blacklist read single S',
			cases: [
				{
					when: 'recorded: codes are text with leading zeros',
					values: { endpointId: 17, returnAll: true },
					requests: {
						request: 'GET /api/v1/endpoint/17/operator_blacklist',
						answer: [RECORDED_OPERATOR],
					},
					gives: [{ endpoint_id: 17, ...RECORDED_OPERATOR }],
				},
				{
					values: { endpointId: 17, ...all },
					requests: { request: `GET ${blacklistPath}`, answer: [OPERATOR] },
					gives: [
						{
							endpoint_id: 17,
							...OPERATOR,
							country: { ...OPERATOR.country, country_code: '49', mcc: '262' },
							mnc: [{ id: 1, mnc: '71' }],
						},
					],
					errors: [403],
				},
			],
			row: each({ endpointId, ...all }, [], {
				after: ['operatorBlacklist add'],
			}),
		},
		'operatorBlacklist remove': {
			documented:
				'DELETE /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId} set single P',
			harmless: 'Adding it undoes it; rates go by the rate zone, not the operator.',
			cases: [
				{
					values: { endpointId: 17, operatorId: 501 },
					requests: { request: `DELETE ${blacklistPath}/501`, status: 204 },
					gives: { endpoint_id: 17, operator_id: 501, deleted: true },
					errors: [403, 404],
				},
			],
			row: each({ endpointId, operatorId: rl('={{ $json.operator }}') }, ['blacklist.removed'], {
				after: ['operatorBlacklist add'],
			}),
		},
	},
	routes: {
		'GET /api/v1/endpoint/{endpointId}/operator_blacklist': {
			asked: {},
			answers: { 200: endpointsShapes.blacklist },
		},
		'PUT /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId}': {
			asked: {},
			answers: { 204: empty },
		},
		'DELETE /api/v1/endpoint/{endpointId}/operator_blacklist/{operatorId}': {
			asked: {},
			answers: { 204: empty },
		},
	},
};
