import { expect } from 'expect';
import * as simsShapes from '../truth/shapes/sims';
import * as z from 'zod/v4';
import {
	ANY,
	digits,
	filterBy,
	id,
	ID,
	oneOf,
	pages,
	ref,
	some,
	sortBy,
} from '../truth/requests/forms';
import { empty } from '../truth/shapes/forms';
import { each, once, rl } from '../unit/nodes/rows/rowTypes';
import type { Expected, Facts } from './facts';
import { RECORDED_SIM } from './shared/recorded';
import { ICCID, LIST_FILTER, NUMBERS, SIM } from './shared/sims';
import { all, simId } from './shared/values';

/* SIMs. */

const SIMPLE_SIM = {
	...NUMBERS,
	sim_id: 7,
	status: 'Issued',
	status_id: 0,
	endpoint_id: null,
	endpoint_name: null,
};
/** The read of a SIM that is in an endpoint, before a change of it. */
const readSim: Expected = {
	request: 'GET /api/v1/sim/7',
	answer: { ...SIM, endpoint: { id: '17', name: 'pump-17' } },
};
const IN_ENDPOINT = { id: 7, sim_id: 7, endpoint_id: 17 };
const transfer = 'POST /api/v1/sim/migration/workspace';
const SIMPLE_RECORDED_SIM = {
	id: 7,
	sim_id: 7,
	iccid: '8988303000000000007',
	iccid_with_luhn: null,
	imsi: '901430000000007',
	msisdn: '88236300000007',
	eid: null,
	status: 'Issued',
	status_id: 0,
	endpoint_id: null,
	endpoint_name: null,
};
const simFilter = filterBy({
	id: ID,
	iccid: LIST_FILTER,
	iccid_with_luhn: LIST_FILTER,
	status: /^[0-4]$/,
	imsi: LIST_FILTER,
	msisdn: LIST_FILTER,
	endpoint: /^([^,|]+|null)$/,
	model: ANY,
	eid: LIST_FILTER,
	issuer_org: ANY,
	reseller_org: ANY,
	customer_org: ANY,
	production_date: ANY,
	satellite_capable: /^(true|false)$/,
});
const SIM_SORT = [
	'id',
	'issuer_org',
	'reseller_org',
	'customer_org',
	'iccid',
	'eid',
	'status',
	'production_date',
	'endpoint',
	'model',
];
const ownerShape = z.strictObject({ id: id.nullable().optional() }).optional();
const iccid = digits(19);
const migration = z
	.strictObject({
		target_workspace: ref,
		sims: z.array(ref).min(1).max(500).optional(),
		iccids: z.array(iccid).min(1).max(500).optional(),
		iccid_range: z
			.strictObject({ start: iccid, end: iccid })
			.refine(({ start, end }) => start <= end, { error: 'ends before it starts' })
			.optional(),
		allowed_sim_statuses: z
			.array(oneOf(0, 1, 2, 3, 4))
			.min(1)
			.optional(),
		auto_detach_devices: z.boolean().optional(),
		dry_run: z.boolean().optional(),
	})
	.refine(
		({ sims, iccids, iccid_range: range }) =>
			[sims, iccids, range].filter((given) => given !== undefined).length === 1,
		{ error: 'exactly one of sims, iccids and iccid_range' },
	);

export const simFacts: Facts = {
	operations: {
		'sim activate': {
			documented: 'PATCH /api/v1/sim/{simId} set single',
			cases: [
				{
					values: { simId: 7 },
					requests: [
						readSim,
						{ request: 'PATCH /api/v1/sim/7', body: { status: { id: 1 } }, status: 204 },
					],
					gives: { ...IN_ENDPOINT, updated: true, status: 'Activated' },
					errors: [403, 404, 422],
				},
			],
			row: each({ simId }, ['sim.activated']),
		},
		'sim assign': {
			documented: 'PATCH /api/v1/sim/{simId} set single',
			cases: [
				{
					values: { simId: 7, takeBack: false, organisationId: 55 },
					requests: [
						readSim,
						{
							request: 'PATCH /api/v1/sim/7',
							body: { customer_org: { id: 55 } },
							status: 204,
						},
					],
					gives: { ...IN_ENDPOINT, customer_org_id: 55, assigned: true },
					errors: [[400, 1406], 403, 404],
				},
				{
					when: 'taking a SIM back',
					values: { simId: 7, takeBack: true },
					requests: [
						readSim,
						{
							request: 'PATCH /api/v1/sim/7',
							body: { customer_org: { id: null } },
							status: 204,
						},
					],
					gives: { ...IN_ENDPOINT, customer_org_id: null, assigned: false },
				},
				{
					when: 'a SIM that is in no endpoint',
					values: { simId: 7, takeBack: true },
					requests: [
						{ request: 'GET /api/v1/sim/7', answer: SIM },
						{ request: 'PATCH /api/v1/sim/7', body: { customer_org: { id: null } }, status: 204 },
					],
					gives: {
						id: 7,
						sim_id: 7,
						endpoint_id: null,
						customer_org_id: null,
						assigned: false,
					},
				},
			],
			row: each({ simId, takeBack: false, organisationId: '1002' }, ['sim.assignedTo']),
		},
		'sim delete': {
			documented: 'DELETE /api/v1/sim/{simId} set single',
			cases: [
				{
					values: { simId: 7, confirmIccid: `${ICCID}3` },
					requests: [
						{ request: 'GET /api/v1/sim/7', answer: { id: 7, iccid: ICCID } },
						{ request: 'DELETE /api/v1/sim/7', status: 204 },
					],
					gives: { id: 7, sim_id: 7, iccid: ICCID, deleted: true },
					errors: [403, 404],
				},
			],
			row: once({ simId, confirmIccid: '8988303000000000001' }, ['sim.deleted']),
		},
		'sim deleteMany': {
			documented: 'DELETE /api/v1/sim/multi set sequential',
			cases: [
				{
					values: { simId: 7, confirmCount: 1 },
					requests: [
						{ request: 'GET /api/v1/sim/7', answer: { id: 7, iccid: ICCID, status: { id: 1 } } },
						{ request: 'DELETE /api/v1/sim/multi', body: [{ id: 7 }], status: 204 },
					],
					gives: { id: 7, sim_id: 7, deleted: true },
					errors: [400, 403, 404],
				},
				{
					when: 'a SIM that is already deleted is not deleted again',
					values: { simId: 7, confirmCount: 1 },
					requests: { request: 'GET /api/v1/sim/7', answer: { id: 7, status: { id: '3' } } },
					gives: { id: 7, sim_id: 7, deleted: true, note: 'It had been deleted before.' },
				},
			],
			row: each({ simId, confirmCount: 2 }, ['sim.deleted']),
		},
		'sim get': {
			documented: 'GET /api/v1/sim/{simId} read single P',
			cases: [
				{
					values: { simId: { by: 'iccid', value: '89883030000000000072' }, simplify: true },
					requests: [
						{
							request: 'GET /api/v1/sim',
							query: { q: 'iccid:8988303000000000007', page: '1', per_page: '10' },
							answer: [SIM],
						},
						{ request: 'GET /api/v1/sim/7', answer: SIM },
					],
					gives: SIMPLE_SIM,
					errors: [403, 404],
				},
				{
					when: 'recorded, by an ICCID of 20 digits',
					values: { simId: { by: 'iccid', value: '89883030000000000072' }, simplify: true },
					requests: [
						{
							request: 'GET /api/v1/sim',
							query: { q: 'iccid:8988303000000000007', page: '1', per_page: '10' },
							answer: [RECORDED_SIM],
						},
						{ request: 'GET /api/v1/sim/7', answer: RECORDED_SIM },
					],
					gives: SIMPLE_RECORDED_SIM,
				},
			],
			row: each({ simId, simplify: true }),
		},
		'sim getAll': {
			documented: 'GET /api/v1/sim read list P',
			cases: [
				{
					values: { ...all, simplify: false, iccid: '89883030*', status: 0, unassigned: true },
					requests: {
						request: 'GET /api/v1/sim',
						query: { q: 'iccid:89883030*,status:0,endpoint:null', page: '1', per_page: '2500' },
						answer: [SIM],
						headers: { 'X-Total-Pages': '1' },
					},
					gives: [{ ...SIM, sim_id: 7 }],
					errors: [403, [422, 1301], [422, 1302]],
				},
				{
					when: 'only changes, after a reset',
					values: { ...all, simplify: true, onlyChanged: 'reset' },
					requests: {
						request: 'GET /api/v1/sim',
						query: { page: '1', per_page: '2500' },
						answer: [SIM],
						headers: { 'X-Total-Pages': '1' },
					},
					gives: [{ change: 'added', changed_parts: [], ...SIMPLE_SIM }],
				},
			],
			row: each({ returnAll: false, limit: 3, simplify: true, filters: { unassigned: true } }, [], {
				results: 6,
			}),
		},
		'sim suspend': {
			documented: 'PATCH /api/v1/sim/{simId} set single',
			cases: [
				{
					values: { simId: 7 },
					requests: [
						readSim,
						{ request: 'PATCH /api/v1/sim/7', body: { status: { id: 2 } }, status: 204 },
					],
					gives: { ...IN_ENDPOINT, updated: true, status: 'Suspended' },
					errors: [403, 404, 422],
				},
				{
					when: 'a SIM that could not be read',
					values: { simId: 7 },
					requests: [
						{ request: 'GET /api/v1/sim/7', status: 403, answer: {} },
						{ request: 'PATCH /api/v1/sim/7', body: { status: { id: 2 } }, status: 204 },
					],
					gives: {
						id: 7,
						sim_id: 7,
						note: expect.stringContaining('Its endpoint could not be read: '),
						updated: true,
						status: 'Suspended',
					},
				},
			],
			row: each({ simId }, ['sim.suspended'], { after: ['sim activate'] }),
		},
		'sim transfer': {
			documented: 'POST /api/v1/sim/migration/workspace act sequential P',
			cases: [
				{
					when: 'by IDs, as a dry run by default',
					values: {
						targetWorkspaceId: 1002,
						simsBy: 'ids',
						simIds: '7, 8\n7',
						dryRun: true,
						allowedSimStatuses: [0, 2],
						autoDetachDevices: true,
					},
					requests: {
						request: transfer,
						body: {
							target_workspace: { id: 1002 },
							sims: [{ id: 7 }, { id: 8 }],
							allowed_sim_statuses: [{ id: 0 }, { id: 2 }],
							auto_detach_devices: true,
							dry_run: true,
						},
						answer: { sim_count: 2, dry_run: true, target_workspace: { id: 1002 }, sims: [SIM] },
					},
					gives: {
						sim_count: 2,
						dry_run: true,
						transferred: false,
						message: 'Dry run: nothing was transferred; 2 SIMs could be.',
						target_workspace: { id: 1002 },
						sims: [SIM],
					},
					errors: [403, 409, [409, 1502], [409, 1503], [409, 1504], [409, 1505], 422],
				},
				{
					when: 'by ICCIDs, not as a dry run',
					values: { targetWorkspaceId: 1002, simsBy: 'iccids', iccids: [SIM.iccid], dryRun: false },
					requests: {
						request: transfer,
						body: { target_workspace: { id: 1002 }, iccids: [SIM.iccid], dry_run: false },
						answer: { sim_count: 1, dry_run: false, sims: [] },
					},
					gives: {
						sim_count: 1,
						dry_run: false,
						transferred: true,
						message: '1 SIMs were transferred.',
						sims: [],
					},
				},
				{
					when: 'by a range of more than 500 SIMs, in several calls',
					values: {
						targetWorkspaceId: 1002,
						simsBy: 'range',
						rangeStart: '8988303000000000001',
						rangeEnd: '8988303000000000600',
						dryRun: false,
					},
					requests: [
						['8988303000000000001', '8988303000000000500'],
						['8988303000000000501', '8988303000000000600'],
					].map(([start, end]) => ({
						request: transfer,
						body: { target_workspace: { id: 1002 }, iccid_range: { start, end }, dry_run: false },
						answer: { sim_count: 3, dry_run: false, sims: [] },
					})),
					gives: {
						sim_count: 6,
						dry_run: false,
						transferred: true,
						message: '6 SIMs were transferred.',
						sims: [],
					},
				},
			],
			row: each(
				{
					targetWorkspaceId: rl(1002),
					simsBy: 'ids',
					simIds: '={{ $json.sim }}, {{ $json.sim + 10 }}',
					dryRun: false,
				},
				['sim.transferred', 'sim.transferred'],
				{ user: 'totp' },
			),
		},
		'sim update': {
			documented: 'PATCH /api/v1/sim/{simId} set single P',
			cases: [
				{
					values: { simId: 7, status: 2 },
					requests: [
						readSim,
						{ request: 'PATCH /api/v1/sim/7', body: { status: { id: 2 } }, status: 204 },
					],
					gives: { ...IN_ENDPOINT, updated: true, status: 'Suspended' },
					errors: [403, 404, 422],
				},
			],
			row: each({ simId, status: 1 }, ['sim.activated']),
		},
	},
	routes: {
		'GET /api/v1/sim': {
			asked: {
				query: { ...pages(2500), q: simFilter, sort: sortBy(...SIM_SORT) },
			},
			answers: { 200: simsShapes.simList },
		},
		'GET /api/v1/sim/{simId}': { asked: {}, answers: { 200: simsShapes.sim } },
		'PATCH /api/v1/sim/{simId}': {
			asked: {
				body: some(
					z.strictObject({
						status: oneOf(1, 2, 4).optional(),
						customer_org: ownerShape,
						reseller_org: ownerShape,
						issuer_org: ownerShape,
					}),
				),
			},
			answers: { 204: empty },
		},
		'DELETE /api/v1/sim/{simId}': { asked: {}, answers: { 204: empty } },
		'DELETE /api/v1/sim/multi': { asked: { body: z.array(ref).min(1) }, answers: { 204: empty } },
		'POST /api/v1/sim/migration/workspace': {
			asked: { body: migration },
			answers: { 200: simsShapes.migration },
		},
	},
};
