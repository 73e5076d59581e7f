import { expect } from 'expect';
import * as smsShapes from '../truth/shapes/sms';
import * as z from 'zod/v4';
import { empty, emptyObject } from '../truth/shapes/forms';
import { each } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { action, quotaShape } from './shared/quotas';
import { endpointId } from './shared/values';

/* Data quotas of endpoints. The clock of the tests is at 2026-06-15. */

const quotaPath = '/api/v1/endpoint/17/quota/data';
const QUOTA = {
	volume: '12.5',
	expiry_date: '2026-12-31T00:00:00.000Z',
	status: { id: '1', description: 'Active' },
	action_on_exhaustion: { id: '1' },
	threshold_percentage: 20,
	auto_refill: 0,
	last_volume_added: 50,
	last_status_change_date: null,
};
/** The fields of a request that sets a quota, without the volume. */
const SET_QUOTA = {
	expiry_date: '2026-12-31T00:00:00Z',
	status: { id: 1 },
	action_on_exhaustion: { id: 1 },
	threshold_percentage: 20,
	auto_refill: 1,
};
const dataQuotaForm = {
	endpointId,
	volume: 10,
	expiryDate: '={{ $now.plus({ days: 30 }) }}',
	status: 1,
	actionOnExhaustion: 1,
};

export const dataQuotaFacts: Facts = {
	operations: {
		'dataQuota delete': {
			documented: 'DELETE /api/v1/endpoint/{endpointId}/quota/data set single',
			cases: [
				{
					values: { endpointId: 17 },
					requests: { request: `DELETE ${quotaPath}`, status: 204 },
					gives: { endpoint_id: 17, deleted: true },
					errors: [403, 404],
				},
			],
			row: each({ endpointId }, ['dataQuota.deleted'], { after: ['dataQuota set'] }),
		},
		'dataQuota get': {
			documented: 'GET /api/v1/endpoint/{endpointId}/quota/data read single',
			cases: [
				{
					values: { endpointId: 17, simplify: true },
					requests: { request: `GET ${quotaPath}`, answer: QUOTA },
					gives: {
						endpoint_id: 17,
						has_quota: true,
						volume: 12.5,
						volume_mb: 12.5,
						expiry_date: '2026-12-31T00:00:00.000Z',
						status: 'Active',
						status_id: 1,
						threshold_percentage: 20,
						threshold_volume: null,
						auto_refill: 0,
						last_volume_added: 50,
					},
					errors: [403],
				},
				...[
					{ when: 'a 404 means no quota', status: 404, answer: { message: 'none' } },
					{ when: 'an empty 200 means no quota', status: 200 },
					{ when: 'an empty object means no quota', status: 200, answer: {} },
				].map(({ when, ...none }) => ({
					when,
					values: { endpointId: 17, simplify: false },
					requests: { request: `GET ${quotaPath}`, ...none },
					gives: { endpoint_id: 17, has_quota: false },
				})),
			],
			row: each({ endpointId, simplify: true }),
		},
		'dataQuota set': {
			documented: 'POST /api/v1/endpoint/{endpointId}/quota/data set single',
			cases: [
				{
					values: {
						endpointId: 17,
						volume: 50,
						expiryDate: '2026-12-31T00:00:00Z',
						status: 1,
						actionOnExhaustion: 1,
						thresholdPercentage: 20,
						autoRefill: true,
					},
					requests: {
						request: `POST ${quotaPath}`,
						body: { volume: 50, ...SET_QUOTA },
						status: 201,
					},
					gives: {
						endpoint_id: 17,
						has_quota: true,
						volume: 50,
						volume_mb: 50,
						expiry_date: '2026-12-31T00:00:00Z',
						status: 'Active',
						status_id: 1,
					},
					errors: [403, 404, 422],
				},
			],
			row: each(dataQuotaForm, ['dataQuota.set']),
		},
		'dataQuota topUp': {
			documented: 'POST /api/v1/endpoint/{endpointId}/quota/data act single',
			cases: [
				{
					values: { endpointId: 17, add: 0.1 },
					requests: [
						{
							request: `GET ${quotaPath}`,
							answer: { ...QUOTA, action_on_exhaustion: { id: 2 }, auto_refill: '1' },
						},
						{ request: `POST ${quotaPath}`, body: { volume: 12.6, ...SET_QUOTA }, status: 201 },
					],
					gives: {
						endpoint_id: 17,
						volume_before: 12.5,
						added: 0.1,
						volume: 12.6,
						volume_mb: 12.6,
						expiry_date: '2026-12-31T00:00:00Z',
						status: 'Active',
						status_id: 1,
						threshold_percentage: 20,
						auto_refill: 1,
						note: expect.stringMatching(/Throttle.*Block.*refill/),
					},
					errors: [403, 422],
				},
			],
			row: each({ endpointId, add: 5 }, ['dataQuota.set'], { after: ['dataQuota set'] }),
		},
	},
	routes: {
		'GET /api/v1/endpoint/{endpointId}/quota/data': {
			asked: {}, // Without a quota the answer may be empty.
			answers: { 200: z.union([smsShapes.dataQuota, empty]) },
		},
		'POST /api/v1/endpoint/{endpointId}/quota/data': {
			asked: {
				body: z.strictObject({
					...quotaShape,
					threshold_percentage: z.number().optional(),
					auto_refill: z.literal([0, 1]).optional(),
					action_on_exhaustion: action,
				}),
			},
			answers: { 201: emptyObject },
		},
		'DELETE /api/v1/endpoint/{endpointId}/quota/data': { asked: {}, answers: { 204: empty } },
	},
};
