import * as organisationShapes from '../truth/shapes/organisation';
import * as simsShapes from '../truth/shapes/sims';
import * as z from 'zod/v4';
import { ANY, eid, filterBy, ID, pages, ref, sortBy, text, UUID } from '../truth/requests/forms';
import { empty, lookup } from '../truth/shapes/forms';
import { each, once, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import {
	cardPage,
	DATES,
	firstOperationId,
	LIST_FILTER,
	OPERATION,
	OPERATION_ID,
} from './shared/sims';
import { shown } from './shared/values';

/* Chips of eSIMs and the operations on them. */

const EUICC_OPERATION = {
	id: OPERATION_ID,
	action: 'Enable',
	status: 'Finished',
	iccid_with_luhn: null,
	...DATES,
	expiry_date: null,
	failure: null,
};
const CARD = {
	id: 12,
	eid: '89033023000000000000000000001239',
	status: { id: 1, description: 'Active' },
	profile: [{ iccid_with_luhn: '89883030000000000171', status: null, endpoint: { id: 17 } }],
};
const SIMPLE_CARD = {
	id: 12,
	eid: CARD.eid,
	status: 'Active',
	eim: null,
	last_audited: null,
	last_polled: null,
	last_synced: null,
	has_other_fallback: null,
	profiles: [
		{
			iccid_with_luhn: '89883030000000000171',
			name: null,
			status: null,
			endpoint_id: 17,
			operator: null,
			preloaded: null,
			fallback_allowed: null,
			fallback_attribute: null,
		},
	],
};
const euiccActions = {
	request: 'GET /api/v1/euicc/operation/action',
	answer: [{ id: 0, description: 'enable_profile' }],
};
const operationId = '00000000-0000-4000-8000-000000000017';
const [taken, free] = ['89033023000000000000000000010163', '89033023000000000000000000010260'];
const euiccId = rl('={{ $json.sim }}');
const cardOperation = z.strictObject({
	action: ref,
	validity_period: z.int().min(1).max(86_400).optional(),
	iccid_with_luhn: z
		.string()
		.regex(/^89\d{18}$/)
		.optional(),
	activation_code: text.optional(),
	enable: z.boolean().optional(),
	rollback: z.boolean().optional(),
});

export const euiccFacts: Facts = {
	operations: {
		'euicc cancelOperation': {
			documented: 'DELETE /api/v1/euicc/{euiccId}/operation/{operationId} set single',
			harmless: 'It withdraws a change that has not been made.',
			cases: [
				{
					values: { euiccId: 1, operationId },
					requests: { request: `DELETE /api/v1/euicc/1/operation/${operationId}`, status: 204 },
					gives: { euicc_id: 1, id: operationId, cancelled: true },
					errors: [403, 404, 409],
				},
			],
			row: once(
				{ euiccId: rl(1), operationId: '00000000-0000-4000-8000-000000000001' },
				['operation.cancelled'],
				{ after: ['euicc scheduleOperations'] },
			),
		},
		'euicc get': {
			documented: 'GET /api/v1/euicc/{euiccId} read single',
			cases: [
				{
					values: { euiccId: 12, simplify: true },
					requests: { request: 'GET /api/v1/euicc/12', answer: CARD },
					gives: SIMPLE_CARD,
					errors: [403, 404],
				},
			],
			row: each({ euiccId, simplify: true }),
		},
		'euicc getAll': {
			documented: 'GET /api/v1/euicc read list',
			cases: [
				{
					values: { ...shown, eid: CARD.eid },
					requests: {
						request: 'GET /api/v1/euicc',
						query: { q: `eid:${CARD.eid}`, ...cardPage },
						answer: [CARD],
					},
					gives: [SIMPLE_CARD],
					errors: [403, 422],
				},
			],
			row: readOnce(shown, 3),
		},
		'euicc getOperation': {
			documented: 'GET /api/v1/euicc/{euiccId}/operation/{operationId} read single',
			cases: [
				{
					values: { euiccId: 12, operationId: OPERATION_ID, simplify: true },
					requests: {
						request: `GET /api/v1/euicc/12/operation/${OPERATION_ID}`,
						answer: { ...OPERATION, error: { reason: 1, message: 'no' } },
					},
					gives: { euicc_id: 12, ...EUICC_OPERATION, failure: 'no' },
					errors: [403, 404],
				},
			],
			row: readOnce({ euiccId, operationId: firstOperationId, simplify: true }, 1, {
				after: ['euicc scheduleOperations'],
			}),
		},
		'euicc getOperations': {
			documented: 'GET /api/v1/euicc/{euiccId}/operation read list',
			cases: [
				{
					values: { euiccId: 12, ...shown },
					requests: {
						request: 'GET /api/v1/euicc/12/operation',
						answer: [{ ...OPERATION, error: undefined }],
					},
					gives: [{ euicc_id: 12, ...EUICC_OPERATION }],
					errors: [403, 404],
				},
			],
			row: each({ euiccId, ...shown }, [], { after: ['euicc scheduleOperations'] }),
		},
		'euicc scheduleOperations': {
			documented: 'POST /api/v1/euicc/{euiccId}/operation act sequential',
			cases: [
				{
					values: { euiccId: 12, actionId: 0, validityPeriod: 3600, enable: true, simplify: true },
					requests: [
						euiccActions,
						{
							request: 'POST /api/v1/euicc/12/operation',
							body: [{ action: { id: 0 }, validity_period: 3600, enable: true }],
							status: 201,
							answer: [{ ...OPERATION, error: undefined }],
						},
					],
					gives: [{ euicc_id: 12, ...EUICC_OPERATION }],
					errors: [400, 403, 404, 422],
				},
			],
			row: each(
				{
					euiccId,
					actionId: rl(2),
					options: { iccidWithLuhn: '89883030000000000171' },
					simplify: true,
				},
				['operation.scheduled'],
			),
		},
		'euicc validateUnlinked': {
			documented: 'POST /api/v1/euicc/unlinked_validation read single',
			cases: [
				{
					values: { eids: `${taken}, ${free}` },
					requests: {
						request: 'POST /api/v1/euicc/unlinked_validation',
						body: { target: [{ eid: taken }, { eid: free }] },
						answer: [{ eid: taken }],
					},
					gives: [
						{ eid: taken, is_free: false },
						{ eid: free, is_free: true },
					],
					errors: [403, 404],
				},
			],
			row: readOnce(
				{ eids: '89033023000000000000000000000172, 89033023000000000000000000000463' },
				2,
			),
		},
	},
	routes: {
		'POST /api/v1/euicc/unlinked_validation': {
			asked: {
				body: z.strictObject({ target: z.array(z.strictObject({ eid })).min(1) }),
			},
			answers: { 200: organisationShapes.taken },
		},
		'GET /api/v1/euicc': {
			asked: {
				query: {
					...pages(1000),
					q: filterBy({
						id: ID,
						eid: LIST_FILTER,
						supported_profile_type: ANY,
						status: ANY,
						eim: ANY,
					}),
					sort: sortBy('id', 'eid', 'supported_profile_type', 'status', 'eim', 'modified'),
				},
			},
			answers: { 200: z.array(simsShapes.card).min(1) },
		},
		'GET /api/v1/euicc/{euiccId}': { asked: {}, answers: { 200: simsShapes.card } },
		'GET /api/v1/euicc/{euiccId}/operation': {
			asked: {
				query: {
					...pages(1000),
					q: filterBy({ id: UUID, action: ANY, status: ANY, iccid_with_luhn: LIST_FILTER }),
					sort: sortBy(
						'id',
						'action',
						'status',
						'iccid_with_luhn',
						'creation_date',
						'expiry_date',
						'finalization_date',
					),
				},
			},
			answers: { 200: z.array(simsShapes.cardOperation).min(1) },
		},
		'POST /api/v1/euicc/{euiccId}/operation': {
			asked: { body: z.array(cardOperation).min(1) },
			answers: { 201: z.array(simsShapes.cardOperation).min(1) },
		},
		'GET /api/v1/euicc/{euiccId}/operation/{operationId}': {
			asked: {},
			answers: { 200: simsShapes.cardOperation },
		},
		'DELETE /api/v1/euicc/{euiccId}/operation/{operationId}': {
			asked: {},
			answers: { 204: empty },
		},
		'GET /api/v1/euicc/status': { asked: {}, answers: { 200: lookup } },
	},
};
