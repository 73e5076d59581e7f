import { expect } from 'expect';
import * as eventsShapes from '../truth/shapes/events';
import { each, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { ASKED, MET, ONE_LOOK, REPLIED, REPLY, SINCE, smsIdOf, WAITS } from './shared/awaits';
import { eventQuery } from './shared/events';
import { endpointId } from './shared/values';

/* Waits, each with one look. */

const ORDER = {
	id: '00000000-0000-4000-8000-000000000001',
	status: { id: 9, description: 'Done' },
	finalization_date: '2026-06-15T00:00:00Z',
};

/** The read of a device's events that are signs of life, since a moment. */
const SIGNS_READ = {
	request: 'GET /api/v1/endpoint/17/event',
	query: {
		q: 'type:1|2|3,from:2026-06-14T23:00:00Z,until:2099-12-31T23:59:59Z',
		sort: '-timestamp,-id',
		page: '1',
		per_page: '100',
	},
};

export const awaitsFacts: Facts = {
	operations: {
		'await blocked': {
			cases: [
				{
					values: { endpointId: 17, wanted: 'blocked', ...ONE_LOOK },
					requests: {
						request: 'GET /api/v1/endpoint/17/connectivity',
						answer: { status: { description: 'BLOCKED' } },
					},
					gives: { endpoint_id: 17, wanted: 'blocked', blocked: true, ...MET },
					errors: [403, 404],
				},
			],
			row: each({ endpointId, wanted: 'unblocked', ...WAITS }),
		},
		'await delivered': {
			cases: [
				{
					values: { endpointId: 17, smsIds: [70001], ...ONE_LOOK },
					requests: { request: 'GET /api/v1/endpoint/17/sms/70001', answer: ASKED },
					gives: {
						endpoint_id: 17,
						sms_ids: [70001],
						sms_status: 'delivered',
						delivered_at: '2026-06-15T00:00:05Z',
						...MET,
					},
					errors: [403, 404],
				},
			],
			row: readOnce((sim) => ({ endpointId: rl(10001), smsIds: smsIdOf(sim), ...WAITS }), 1, {
				after: ['sms send'],
			}),
		},
		'await esimOrder': {
			cases: [
				{
					values: { euiccId: 3, operationId: ORDER.id, profileState: 'any', ...ONE_LOOK },
					requests: { request: `GET /api/v1/euicc/3/operation/${ORDER.id}`, answer: ORDER },
					gives: {
						euicc_id: 3,
						operation_id: ORDER.id,
						order_status: 'Done',
						...MET,
						finalization_date: ORDER.finalization_date,
					},
					errors: [403, 404],
				},
			],
			row: readOnce(
				{
					euiccId: rl('={{ $json.sim }}'),
					operationId: '00000000-0000-4000-8000-000000000001',
					profileState: 'any',
					...WAITS,
				},
				1,
				{ after: ['euicc scheduleOperations'] },
			),
		},
		'await online': {
			cases: [
				{
					values: { endpointId: 17, reads: 1, ...ONE_LOOK },
					requests: [
						{
							request: 'GET /api/v1/endpoint/17/connectivity',
							answer: {
								status: { description: 'ONLINE' },
								pdp_context: {
									pdp_context_id: 5,
									created: '2026-06-14T23:00:00Z',
									duration: '01:00:00',
									rat_type: { rat_type_id: 6, description: '4G' },
								},
							},
						},
						{
							request: 'GET /api/v1/endpoint/17/event',
							query: {
								q: 'type:3|5|15|16,from:2026-06-14T23:00:00Z,until:2099-12-31T23:59:59Z',
								sort: '-timestamp,-id',
								page: '1',
								per_page: '100',
							},
							answer: [],
						},
						{
							request: 'GET /api/v1/endpoint/17/event',
							query: {
								q: 'type:68,from:2026-06-14T23:00:00Z,until:2099-12-31T23:59:59Z',
								sort: '-timestamp,-id',
								page: '1',
								per_page: '100',
							},
							answer: [],
						},
					],
					gives: {
						endpoint_id: 17,
						status: 'ONLINE',
						rat: '4G',
						reads: 1,
						seen_by: 'reads and events',
						...MET,
						session: '5 since 2026-06-14T23:00:00Z',
					},
					errors: [404],
				},
				{
					when: 'for a device that is not',
					values: { endpointId: 17, ...ONE_LOOK },
					requests: {
						request: 'GET /api/v1/endpoint/17/connectivity',
						answer: { status: { description: 'OFFLINE' } },
					},
					gives: expect.objectContaining({
						endpoint_id: 17,
						outcome: 'notYet',
						status: 'OFFLINE',
						session: null,
					}),
					errors: [403],
				},
			],
			row: each({ endpointId, ...WAITS }),
		},
		'await reply': {
			cases: [
				{
					values: { endpointId: 17, smsIds: [70001], ...ONE_LOOK },
					requests: { request: 'GET /api/v1/endpoint/17/sms', answer: [ASKED, REPLY] },
					gives: { endpoint_id: 17, ...REPLIED, ...MET },
					errors: [403, 404],
				},
				{
					when: 'without a message yet',
					values: { endpointId: 17, smsIds: [70001], ...ONE_LOOK },
					requests: { request: 'GET /api/v1/endpoint/17/sms', answer: [ASKED] },
					gives: {
						endpoint_id: 17,
						sms_status: 'delivered',
						reply: null,
						outcome: 'notYet',
						awaited_since: SINCE,
						looks: 1,
						await: {
							condition: 'reply',
							of: { endpoint_id: 17 },
							looks: 1,
							since: SINCE,
							until: '2026-06-15T01:00:00.000Z',
							check: '5b14e653',
							baseline: { sms_id: 70001, sms_ids: [70001], taken: [] },
							last_seen: { sms_status: 'delivered' },
						},
					},
				},
			],
			row: each({ endpointId, ...WAITS }),
		},
		'await seenAgain': {
			cases: [
				{
					values: { endpointId: 17, newerThan: '2026-06-14T23:00:00Z', ...ONE_LOOK },
					requests: {
						...SIGNS_READ,
						answer: [
							{
								id: 9,
								timestamp: '2026-06-14T23:30:00Z',
								event_type: { id: 1 },
								event_severity: { id: 0 },
							},
						],
					},
					gives: {
						endpoint_id: 17,
						sign: 'registration',
						seen_at: '2026-06-14T23:30:00Z',
						seen_by: 'events',
						...MET,
					},
					errors: [404],
				},
				{
					when: 'where events may not be read',
					values: { endpointId: 17, newerThan: '2026-06-14T23:00:00Z', ...ONE_LOOK },
					requests: [
						{
							...SIGNS_READ,
							status: 403,
							answer: { error_token: 'Forbidden' },
						},
						{
							request: 'GET /api/v1/endpoint/17/connectivity',
							answer: { location: { last_updated: '2026-06-14T23:30:00Z' } },
						},
					],
					gives: {
						endpoint_id: 17,
						sign: 'connectivity',
						seen_at: '2026-06-14T23:30:00.000Z',
						seen_by: 'connectivity',
						...MET,
					},
					errors: [403],
				},
			],
			row: each({ endpointId, ...WAITS }),
		},
		'await simStatus': {
			cases: [
				{
					values: { simId: 7, status: 1, ...ONE_LOOK },
					requests: {
						request: 'GET /api/v1/sim/7',
						answer: { id: 7, status: { id: 1, description: 'Activated' } },
					},
					gives: { sim_id: 7, wanted_status: 1, sim_status: 'Activated', ...MET },
					errors: [403],
				},
			],
			row: each({ simId: rl('={{ $json.sim }}'), status: 1, ...WAITS }),
		},
	},
	routes: {
		'GET /api/v1/endpoint/{endpointId}/event': {
			asked: eventQuery,
			answers: { 200: eventsShapes.eventList },
		},
	},
};
