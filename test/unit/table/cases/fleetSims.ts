import { type Case, caseOf } from './case';

/* SIM batches, deleting and assigning SIMs, asynchronous operations and eUICCs. */

const all = { returnAll: true, simplify: true };
const ICCID = '8988303000000000007';
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
const UUID = '00000000-0000-4000-8000-000000000017';
const DATES = {
	creation_date: '2026-06-15T00:00:00Z',
	finalization_date: '2026-06-15T00:01:00Z',
};
const OPERATION = {
	id: UUID,
	...DATES,
	action: { id: '2', description: 'Enable' },
	status: { id: 1, description: 'Finished' },
	total_count: '2',
	success_count: 1,
	failed_count: 1,
	error: [{ eid: '1', message: 'no' }],
};
const SIMPLE_OPERATION = {
	id: UUID,
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
const EUICC_OPERATION = {
	id: UUID,
	action: 'Enable',
	status: 'Finished',
	iccid_with_luhn: null,
	...DATES,
	expiry_date: null,
	failure: null,
};
const CARD = {
	id: 12,
	eid: '89033023000000000000000000000012',
	status: { id: 1, description: 'Active' },
	profile: [{ iccid_with_luhn: '89883030000000000175', status: null, endpoint: { id: 17 } }],
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
			iccid_with_luhn: '89883030000000000175',
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
const page = { page: '1', per_page: '100' };

export const fleetSims: Case[] = [
	caseOf('simBatch validate', {
		values: { bic: ` ${bic.toLowerCase()} `, simplify: true },
		requests: [validate],
		gives: SIMPLE_BATCH,
		errors: [400, 403, 404, 422],
	}),
	caseOf('simBatch register', 'a dry run registers nothing', {
		values: { bic, status: 0, dryRun: true },
		requests: [validate],
		gives: {
			...SIMPLE_BATCH,
			dry_run: true,
			registered: false,
			message: 'Dry run: nothing was registered; 2 SIMs could be.',
		},
		errors: [403, 404],
	}),
	caseOf('simBatch register', 'a batch that is already registered', {
		values: { bic, status: 1, dryRun: false },
		requests: { request: `GET ${batchPath}`, status: 400 },
		gives: { ...registered, message: expect.stringContaining('before; nothing was sent') },
	}),
	caseOf('simBatch register', {
		values: { bic, status: 1, dryRun: false },
		requests: [validate, { ...register, answer: { sim: [{ id: '7', iccid: ICCID }] } }],
		gives: [{ id: 7, iccid: ICCID, ...registered }],
		errors: [403, 422],
	}),
	caseOf('simBatch register', 'refused because an earlier attempt has succeeded', {
		values: { bic, status: 1, dryRun: false },
		requests: [
			validate,
			{ ...register, status: 422, answer: '', headers: { 'content-type': 'text/html' } },
			{ request: `GET ${batchPath}`, status: 400 },
		],
		gives: { ...registered, quantity: 2, message: expect.stringContaining('did not list') },
	}),
	caseOf('sim delete', {
		values: { simId: 7, confirmIccid: `${ICCID}3` },
		requests: [
			{ request: 'GET /api/v1/sim/7', answer: { id: 7, iccid: ICCID } },
			{ request: 'DELETE /api/v1/sim/7', status: 204 },
		],
		gives: { id: 7, iccid: ICCID, deleted: true },
		errors: [403, 404],
	}),
	caseOf('sim deleteMany', {
		values: { simId: 7, confirmCount: 1 },
		requests: [
			{ request: 'GET /api/v1/sim/7', answer: { id: 7, iccid: ICCID, status: { id: 1 } } },
			{ request: 'DELETE /api/v1/sim/multi', body: [{ id: 7 }], status: 204 },
		],
		gives: { id: 7, deleted: true },
		errors: [400, 403, 404],
	}),
	caseOf('sim deleteMany', 'a SIM that is already deleted is not deleted again', {
		values: { simId: 7, confirmCount: 1 },
		requests: { request: 'GET /api/v1/sim/7', answer: { id: 7, status: { id: '3' } } },
		gives: { id: 7, deleted: true, note: 'It had been deleted before.' },
	}),
	caseOf('sim assign', {
		values: { simId: 7, takeBack: false, organisationId: 55 },
		requests: { request: 'PATCH /api/v1/sim/7', body: { customer_org: { id: 55 } }, status: 204 },
		gives: { id: 7, customer_org_id: 55, assigned: true },
		errors: [[400, 1406], 403, 404],
	}),
	caseOf('sim assign', 'taking a SIM back', {
		values: { simId: 7, takeBack: true },
		requests: { request: 'PATCH /api/v1/sim/7', body: { customer_org: { id: null } }, status: 204 },
		gives: { id: 7, customer_org_id: null, assigned: false },
	}),
	caseOf('simOperation create', {
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
	}),
	caseOf('simOperation getAll', {
		values: { ...all, statusFilter: '1' },
		requests: {
			request: 'GET /api/v1/sim/operation',
			query: { q: 'status:1', ...page },
			answer: [OPERATION],
		},
		gives: [SIMPLE_OPERATION],
		errors: [403, [422, 1301]],
	}),
	caseOf('simOperation get', {
		values: { operationId: UUID, simplify: true },
		requests: {
			request: `GET /api/v1/sim/operation/${UUID}`,
			answer: { ...OPERATION, finalization_date: null },
		},
		gives: { ...SIMPLE_OPERATION, finalization_date: null, finished: false },
		errors: [403, 404],
	}),
	caseOf('euicc getAll', {
		values: { ...all, eid: CARD.eid },
		requests: {
			request: 'GET /api/v1/euicc',
			query: { q: `eid:${CARD.eid}`, ...page },
			answer: [CARD],
		},
		gives: [SIMPLE_CARD],
		errors: [403, 422],
	}),
	caseOf('euicc get', {
		values: { euiccId: 12, simplify: true },
		requests: { request: 'GET /api/v1/euicc/12', answer: CARD },
		gives: SIMPLE_CARD,
		errors: [403, 404],
	}),
	caseOf('euicc getOperations', {
		values: { euiccId: 12, ...all },
		requests: {
			request: 'GET /api/v1/euicc/12/operation',
			answer: [{ ...OPERATION, error: undefined }],
		},
		gives: [{ euicc_id: 12, ...EUICC_OPERATION }],
		errors: [403, 404],
	}),
	caseOf('euicc getOperation', {
		values: { euiccId: 12, operationId: UUID, simplify: true },
		requests: {
			request: `GET /api/v1/euicc/12/operation/${UUID}`,
			answer: { ...OPERATION, error: { reason: 1, message: 'no' } },
		},
		gives: { euicc_id: 12, ...EUICC_OPERATION, failure: 'no' },
		errors: [403, 404],
	}),
	caseOf('euicc scheduleOperations', {
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
	}),
];
