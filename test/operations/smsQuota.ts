import * as smsShapes from '../truth/shapes/sms';
import * as z from 'zod/v4';
import { empty, emptyObject } from '../truth/shapes/forms';
import { each } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { action, quotaShape } from './shared/quotas';
import { endpointId } from './shared/values';

/* SMS quotas of endpoints. The clock of the tests is at 2026-06-15. */

const QUOTA = {
	volume: '12.5',
	expiry_date: '2026-12-31T00:00:00Z',
	threshold_percentage: 20,
	status: { id: 2, description: 'EXHAUSTED' },
	auto_refill: 1,
	action_on_exhaustion: { id: 1, action_on_quota_exhaustion_id: 1 },
};
const quotaPath = '/api/v1/endpoint/17/quota/sms';
/** The fields of a quota that are the same in the request and in the result. */
const OF_QUOTA = {
	expiry_date: '2026-12-31T00:00:00Z',
	threshold_percentage: 20,
	auto_refill: true,
};
const SET_QUOTA = { ...OF_QUOTA, status: { id: 1 }, action_on_exhaustion: { id: 1 } };
const SIMPLE_QUOTA = { endpoint_id: 17, ...OF_QUOTA, status: 'Active', status_id: 1 };
const quotaForm = {
	endpointId,
	volume: 1,
	expiryDate: '={{ $now.plus({ days: 30 }) }}',
	status: 1,
};

export const smsQuotaFacts: Facts = {
	operations: {
		'smsQuota delete': {
			documented: 'DELETE /api/v1/endpoint/{endpointId}/quota/sms set single P',
			cases: [
				{
					values: { endpointId: 17 },
					requests: { request: `DELETE ${quotaPath}`, status: 204 },
					gives: { endpoint_id: 17, deleted: true },
					errors: [403, 404],
				},
			],
			row: each({ endpointId }, ['quota.deleted'], { after: ['smsQuota set'] }),
		},
		'smsQuota get': {
			documented: 'GET /api/v1/endpoint/{endpointId}/quota/sms read single P',
			cases: [
				{
					values: { endpointId: 17, simplify: false },
					requests: { request: `GET ${quotaPath}`, answer: QUOTA },
					gives: { endpoint_id: 17, has_quota: true, ...QUOTA, volume: 12.5, auto_refill: true },
					errors: [403],
				},
				...[
					{ when: 'a 404 means no quota', status: 404, answer: { message: 'none' } },
					{ when: 'an empty 200 means no quota', status: 200 },
				].map(({ when, ...none }) => ({
					when,
					values: { endpointId: 17, simplify: true },
					requests: { request: `GET ${quotaPath}`, ...none },
					gives: { endpoint_id: 17, has_quota: false },
				})),
				{
					when: 'simplified to the fields that Set and Top Up give',
					values: { endpointId: 17, simplify: true },
					requests: { request: `GET ${quotaPath}`, answer: QUOTA },
					gives: {
						endpoint_id: 17,
						has_quota: true,
						volume: 12.5,
						expiry_date: QUOTA.expiry_date,
						status: 'Exhausted',
						status_id: 2,
						threshold_percentage: QUOTA.threshold_percentage,
						threshold_volume: null,
						auto_refill: true,
						last_volume_added: null,
					},
				},
			],
			row: each({ endpointId }, [], { after: ['smsQuota set'] }),
		},
		'smsQuota set': {
			documented: 'POST /api/v1/endpoint/{endpointId}/quota/sms set single S',
			cases: [
				{
					values: {
						endpointId: 17,
						volume: 100,
						expiryDate: '2026-12-31T00:00:00Z',
						status: 1,
						autoRefill: true,
						actionOnExhaustion: 1,
					},
					requests: {
						request: `POST ${quotaPath}`,
						body: { volume: 100, ...SET_QUOTA },
						status: 201,
						answer: {},
					},
					gives: { volume: 100, ...SIMPLE_QUOTA },
					errors: [403],
				},
			],
			row: each(quotaForm, ['quota.set']),
		},
		'smsQuota topUp': {
			documented: 'POST /api/v1/endpoint/{endpointId}/quota/sms act single S',
			cases: [
				{
					values: { endpointId: 17, add: 0.1 },
					requests: [
						{ request: `GET ${quotaPath}`, answer: { ...QUOTA, volume: '0.2' } },
						{ request: `POST ${quotaPath}`, body: { volume: 0.3, ...SET_QUOTA }, status: 201 },
					],
					gives: { volume_before: 0.2, added: 0.1, volume: 0.3, ...SIMPLE_QUOTA },
					errors: [403],
				},
				{
					when: 'an expired quota gets a new expiry date',
					values: { endpointId: 17, add: 10, expiryDate: '2027-01-31T00:00:00Z' },
					requests: [
						{
							request: `GET ${quotaPath}`,
							answer: {
								volume: 5,
								expiry_date: '2026-01-31T00:00:00Z',
								threshold_percentage: 10,
								status: { id: 3 },
							},
						},
						{
							request: `POST ${quotaPath}`,
							body: {
								volume: 15,
								expiry_date: '2027-01-31T00:00:00Z',
								threshold_percentage: 10,
								status: { id: 1 },
							},
							status: 201,
						},
					],
					gives: {
						endpoint_id: 17,
						volume_before: 5,
						added: 10,
						volume: 15,
						expiry_date: '2027-01-31T00:00:00Z',
						threshold_percentage: 10,
						status: 'Active',
						status_id: 1,
					},
				},
			],
			row: each({ endpointId, add: 5 }, ['quota.set'], { after: ['smsQuota set'] }),
		},
	},
	routes: {
		'GET /api/v1/endpoint/{endpointId}/quota/sms': {
			asked: {},
			answers: { 200: smsShapes.smsQuota },
		},
		'POST /api/v1/endpoint/{endpointId}/quota/sms': {
			asked: {
				body: z.strictObject({
					...quotaShape,
					threshold_percentage: z.number(),
					auto_refill: z.union([z.boolean(), z.literal([0, 1])]).optional(),
					action_on_exhaustion: action.optional(),
				}),
			},
			answers: { 201: emptyObject },
		},
		'DELETE /api/v1/endpoint/{endpointId}/quota/sms': { asked: {}, answers: { 204: empty } },
	},
};
