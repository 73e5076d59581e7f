import { expect } from 'expect';
import * as simsShapes from '../truth/shapes/sims';
import * as z from 'zod/v4';
import { oneOf } from '../truth/requests/forms';
import { once, readOnce } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { ICCID } from './shared/sims';

/* SIMs of a delivery. */

const bic = 'BATCHRESELLER001';
const batchPath = `/api/v1/sim_batch/bic/${bic}`;
const BATCH = {
	id: 1,
	bic,
	quantity: '2',
	status: { id: 0, description: 'IN STOCK' },
	model: { id: 3, formfactor: { id: 2, name: '2FF' } },
	customer_org_id: null,
};
const SIMPLE_BATCH = {
	id: 1,
	bic,
	quantity: 2,
	status: 'IN STOCK',
	formfactor: '2FF',
	customer_org_id: null,
};
const validate = { request: `GET ${batchPath}`, answer: BATCH };
const register = { request: `PATCH ${batchPath}`, body: { sim_status: { id: 1 } } };
const registered = { bic, dry_run: false, registered: true };

export const simBatchFacts: Facts = {
	operations: {
		'simBatch register': {
			documented: 'PATCH /api/v1/sim_batch/bic/{bic} set sequential',
			cases: [
				{
					when: 'a dry run registers nothing',
					values: { bic, status: 0, dryRun: true },
					requests: [validate],
					gives: {
						...SIMPLE_BATCH,
						dry_run: true,
						registered: false,
						message: 'Dry run: nothing was registered; 2 SIMs could be.',
					},
					errors: [403, 404],
				},
				{
					when: 'a batch that is already registered',
					values: { bic, status: 1, dryRun: false },
					requests: { request: `GET ${batchPath}`, status: 400 },
					gives: { ...registered, message: expect.stringContaining('before; nothing was sent') },
				},
				{
					values: { bic, status: 1, dryRun: false },
					requests: [validate, { ...register, answer: { sim: [{ id: '7', iccid: ICCID }] } }],
					gives: [{ id: 7, sim_id: 7, iccid: ICCID, ...registered }],
					errors: [403, 422],
				},
				{
					when: 'refused because an earlier attempt has succeeded',
					values: { bic, status: 1, dryRun: false },
					requests: [
						validate,
						{ ...register, status: 422, answer: '', headers: { 'content-type': 'text/html' } },
						{ request: `GET ${batchPath}`, status: 400 },
					],
					gives: { ...registered, quantity: 2, message: expect.stringContaining('did not list') },
				},
			],
			row: once(
				{ bic, status: 1, dryRun: false },
				[1, 2, 3].flatMap(() => ['sim.activated', 'sim.registered']),
				{ results: 3 },
			),
		},
		'simBatch validate': {
			documented: 'GET /api/v1/sim_batch/bic/{bic} read single',
			cases: [
				{
					values: { bic: ` ${bic.toLowerCase()} `, simplify: true },
					requests: [validate],
					gives: SIMPLE_BATCH,
					errors: [400, 403, 404, 422],
				},
			],
			row: readOnce({ bic, simplify: true }),
		},
	},
	routes: {
		'GET /api/v1/sim_batch/bic/{bic}': { asked: {}, answers: { 200: simsShapes.batch } },
		'PATCH /api/v1/sim_batch/bic/{bic}': {
			asked: { body: z.strictObject({ sim_status: oneOf(0, 1, 4) }) },
			answers: { 200: simsShapes.registered },
		},
	},
};
