import * as profilesShapes from '../truth/shapes/profiles';
import * as z from 'zod/v4';
import { ref } from '../truth/requests/forms';
import { empty } from '../truth/shapes/forms';
import { each, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { shown } from './shared/values';

/* Operators and radio access types that a tariff profile keeps its endpoints from. */

const blocklist = '/api/v2/tariff_profile/201/operator_blocklist/operator';
const ids = { tariffProfileId: 201, operatorId: 501 };
const onProfile = { tariff_profile_id: 201, operator_id: 501 };
const BLOCK = {
	operator: { id: '501', name: 'Northern Mobile' },
	tariff_profile: { id: 201 },
	blocklist: { operator: false, rat_types: [{ id: 6, description: '4G' }] },
};
const SIMPLE_BLOCK = {
	...onProfile,
	operator: 'Northern Mobile',
	blocked: false,
	blocked_rat_types: ['4G'],
};
const operatorOfProfile = { tariffProfileId: rl(201), operatorId: rl('={{ $json.operator }}') };

export const tariffProfileBlocklistFacts: Facts = {
	operations: {
		'tariffProfileBlocklist blockOperator': {
			documented:
				'PUT /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId} set single',
			cases: [
				{
					values: ids,
					requests: { request: `PUT ${blocklist}/501`, status: 204 },
					gives: { ...onProfile, blocked: true },
					errors: [403, 404],
				},
			],
			row: each(operatorOfProfile, ['operator.blocked']),
		},
		'tariffProfileBlocklist blockRatTypes': {
			documented:
				'POST /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId}/rat_type set single',
			cases: [
				{
					values: { ...ids, ratTypeIds: [6, 8] },
					requests: {
						request: `POST ${blocklist}/501/rat_type`,
						body: { rat_types: [{ id: 6 }, { id: 8 }] },
						status: 204,
					},
					gives: { ...onProfile, blocked_rat_type_ids: [6, 8] },
					errors: [403, 404],
				},
			],
			row: each({ ...operatorOfProfile, ratTypeIds: [6, 8] }, ['ratTypes.blocked']),
		},
		'tariffProfileBlocklist get': {
			documented:
				'GET /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId} read single',
			cases: [
				{
					values: { ...ids, simplify: true },
					requests: { request: `GET ${blocklist}/501`, answer: BLOCK },
					gives: SIMPLE_BLOCK,
					errors: [403, 404],
				},
			],
			row: each({ ...operatorOfProfile, simplify: true }),
		},
		'tariffProfileBlocklist getAll': {
			documented:
				'GET /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator read single',
			cases: [
				...[
					{ when: 'with a list as the answer', answer: [BLOCK] },
					{ when: 'with one object as the answer', answer: BLOCK },
				].map(({ when, answer }) => ({
					when,
					values: { tariffProfileId: 201, ...shown },
					requests: { request: `GET ${blocklist}`, answer },
					gives: [SIMPLE_BLOCK],
					errors: [403, 404],
				})),
			],
			row: readOnce({ tariffProfileId: rl(201), ...shown }, 2, {
				after: ['tariffProfileBlocklist blockOperator'],
			}),
		},
		'tariffProfileBlocklist unblockOperator': {
			documented:
				'DELETE /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId} set single',
			cases: [
				{
					values: ids,
					requests: { request: `DELETE ${blocklist}/501`, status: 204 },
					gives: { ...onProfile, blocked: false },
					errors: [403, 404],
				},
			],
			row: each(operatorOfProfile, ['operator.unblocked']),
		},
		'tariffProfileBlocklist unblockRatType': {
			documented:
				'DELETE /api/v2/tariff_profile/{tariffProfileId}/operator_blocklist/operator/{operatorId}/rat_type/{ratTypeId} set single',
			cases: [
				{
					values: { ...ids, ratTypeId: 6 },
					requests: { request: `DELETE ${blocklist}/501/rat_type/6`, status: 204 },
					gives: { ...onProfile, unblocked_rat_type_id: 6 },
					errors: [403, 404],
				},
			],
			row: each({ ...operatorOfProfile, ratTypeId: rl(6) }, ['ratType.unblocked']),
		},
	},
	routes: {
		'GET /api/v2/tariff_profile/{tariffId}/operator_blocklist/operator': {
			asked: {},
			answers: { 200: profilesShapes.blockedList },
		},
		'GET /api/v2/tariff_profile/{tariffId}/operator_blocklist/operator/{operatorId}': {
			asked: {},
			answers: { 200: profilesShapes.blocked },
		},
		'PUT /api/v2/tariff_profile/{tariffId}/operator_blocklist/operator/{operatorId}': {
			asked: {},
			answers: { 204: empty },
		},
		'DELETE /api/v2/tariff_profile/{tariffId}/operator_blocklist/operator/{operatorId}': {
			asked: {},
			answers: { 204: empty },
		},
		'POST /api/v2/tariff_profile/{tariffId}/operator_blocklist/operator/{operatorId}/rat_type': {
			asked: {
				body: z.strictObject({ rat_types: z.array(ref).min(1) }),
			},
			answers: { 204: empty },
		},
		'DELETE /api/v2/tariff_profile/{tariffId}/operator_blocklist/operator/{operatorId}/rat_type/{ratTypeId}':
			{ asked: {}, answers: { 204: empty } },
	},
};
