import * as simsShapes from '../truth/shapes/sims';
import * as z from 'zod/v4';
import { ANY, eid, filterBy, pages, ref, sortBy, UUID } from '../truth/requests/forms';
import { each, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { cardPage, DATES, firstOperationId, OPERATION, OPERATION_ID } from './shared/sims';
import { shown } from './shared/values';

/* Asynchronous operations on SIMs. */

const SIMPLE_OPERATION = {
	id: OPERATION_ID,
	action: 'Enable',
	status: 'Finished',
	status_id: 1,
	total_count: 2,
	success_count: 1,
	failed_count: 1,
	...DATES,
	finished: true,
	errors: [{ eid: '1', message: 'no' }],
};
const unlinked = {
	actionId: rl(2),
	targetsBy: 'ids',
	simIds: '={{ [$json.sim] }}',
	simplify: true,
};

export const simOperationFacts: Facts = {
	operations: {
		'simOperation create': {
			documented: 'POST /api/v1/sim/operation act sequential',
			cases: [
				{
					values: { actionId: 2, targetsBy: 'ids', simIds: '7, 8', productId: 3, simplify: true },
					requests: {
						request: 'POST /api/v1/sim/operation',
						body: {
							action: { id: 2 },
							product: { id: 3 },
							target: [{ sim: { id: 7 } }, { sim: { id: 8 } }],
						},
						status: 201,
						answer: OPERATION,
					},
					gives: SIMPLE_OPERATION,
					errors: [400, 403, 404, 422],
				},
			],
			row: each(unlinked, ['operation.scheduled']),
		},
		'simOperation get': {
			documented: 'GET /api/v1/sim/operation/{operationId} read single',
			cases: [
				{
					values: { operationId: OPERATION_ID, simplify: true },
					requests: {
						request: `GET /api/v1/sim/operation/${OPERATION_ID}`,
						answer: { ...OPERATION, finalization_date: null },
					},
					gives: { ...SIMPLE_OPERATION, finalization_date: null, finished: false },
					errors: [403, 404],
				},
			],
			row: readOnce({ operationId: firstOperationId, simplify: true }, 1, {
				after: ['simOperation create'],
			}),
		},
		'simOperation getAll': {
			documented: 'GET /api/v1/sim/operation read list',
			cases: [
				{
					values: { ...shown, statusFilter: '1' },
					requests: {
						request: 'GET /api/v1/sim/operation',
						query: { q: 'status:1', ...cardPage },
						answer: [OPERATION],
					},
					gives: [SIMPLE_OPERATION],
					errors: [403, [422, 1301]],
				},
			],
			row: readOnce(shown, 2, { after: ['simOperation create'] }),
		},
	},
	routes: {
		'GET /api/v1/sim/operation': {
			asked: {
				query: {
					...pages(1000),
					q: filterBy({ id: UUID, action: ANY, status: ANY }),
					sort: sortBy('id', 'action', 'status', 'creation_date', 'finalization_date'),
				},
			},
			answers: { 200: z.array(simsShapes.simOperation).min(1) },
		},
		'POST /api/v1/sim/operation': {
			asked: {
				body: z.strictObject({
					action: ref,
					product: ref.optional(),
					target: z.array(z.union([z.strictObject({ sim: ref }), z.strictObject({ eid })])).min(1),
				}),
			},
			answers: { 201: simsShapes.simOperation },
		},
		'GET /api/v1/sim/operation/{operationId}': {
			asked: {},
			answers: { 200: simsShapes.simOperation },
		},
	},
};
