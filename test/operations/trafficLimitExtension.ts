import * as endpointsShapes from '../truth/shapes/endpoints';
import * as z from 'zod/v4';
import { empty } from '../truth/shapes/forms';
import { each } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { all, endpointId } from './shared/values';

/* Extensions of traffic limits. */

const extensionPath = '/api/v1/endpoint/17/traffic_limit_extension';
const EXTENSION = {
	id: 5,
	endpoint_id: 17,
	traffic_limit_id: 1,
	volume: 10,
	expiration_date: '2026-07-01T00:00:00Z',
	created_at: '2026-06-15T00:00:00Z',
};

export const trafficLimitExtensionFacts: Facts = {
	operations: {
		'trafficLimitExtension create': {
			documented: 'POST /api/v1/endpoint/{endpointId}/traffic_limit_extension act single S',
			cases: [
				{
					values: { endpointId: 17, volume: 10, trafficLimitId: '1' },
					requests: {
						request: `POST ${extensionPath}`,
						body: { volume: 10, traffic_limit_id: 1 },
						status: 201,
						answer: EXTENSION,
					},
					gives: EXTENSION,
					errors: [400, 401, 403, 404],
				},
			],
			row: each({ endpointId, volume: 10 }, ['extension.created']),
		},
		'trafficLimitExtension deleteAll': {
			documented: 'DELETE /api/v1/endpoint/{endpointId}/traffic_limit_extension set single P',
			cases: [
				{
					values: { endpointId: 17 },
					requests: { request: `DELETE ${extensionPath}`, status: 204 },
					gives: { endpoint_id: 17, deleted: true },
					errors: [403, 404],
				},
			],
			row: each({ endpointId }, ['extension.deleted'], {
				after: ['trafficLimitExtension create'],
			}),
		},
		'trafficLimitExtension getAll': {
			documented: 'GET /api/v1/endpoint/{endpointId}/traffic_limit_extension read single P',
			cases: [
				{
					values: { endpointId: 17, ...all },
					requests: { request: `GET ${extensionPath}`, answer: [EXTENSION] },
					gives: [EXTENSION],
					errors: [403, 404],
				},
			],
			row: each({ endpointId, ...all }, [], {
				after: ['trafficLimitExtension create'],
			}),
		},
	},
	routes: {
		'GET /api/v1/endpoint/{endpointId}/traffic_limit_extension': {
			asked: {},
			answers: { 200: z.array(endpointsShapes.extension).min(1) },
		},
		'POST /api/v1/endpoint/{endpointId}/traffic_limit_extension': {
			asked: {
				body: z.strictObject({ volume: z.number(), traffic_limit_id: z.number().optional() }),
			},
			answers: { 201: endpointsShapes.extension },
		},
		'DELETE /api/v1/endpoint/{endpointId}/traffic_limit_extension': {
			asked: {},
			answers: { 204: empty },
		},
	},
};
