import { expect } from 'expect';
import { each, readOnce } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { endpointId, simId } from './shared/values';

/* Jobs: several requests for one item. */

const ICCID = '8988303000000000007';
/** The reads of a swap: a SIM with its endpoint, and an endpoint with its SIM. */
const simRead = (id: number, endpoint?: number, status = 1) => ({
	request: `GET /api/v1/sim/${id}`,
	answer: {
		id,
		iccid: ICCID,
		status: { id: status },
		...(endpoint !== undefined && { endpoint: { id: endpoint } }),
	},
});
const endpointRead = (id: number, sim?: number) => ({
	request: `GET /api/v1/endpoint/${id}`,
	answer: { id, ...(sim !== undefined && { sim: { id: sim, status: { id: 1 } } }) },
});
/** The request that puts a SIM on an endpoint, or takes its SIM off. */
const puts = (endpoint: number, sim: number | null) => ({
	request: `PATCH /api/v1/endpoint/${endpoint}`,
	body: { sim: { id: sim } },
	status: 204,
});
const step = (change: string, sim: number, endpoint: number | null = null) => ({
	change,
	sim_id: sim,
	endpoint_id: endpoint,
	billed: change === 'activate',
	reversible: true,
});
const asItIs = { activate: true, suspendOld: false };
const gives = { endpoint_id: 17, sim_id: 7, iccid: ICCID, dry_run: false, swapped: true };
/** The read of an endpoint by its ID. */
const readById = (more: object) => ({
	request: 'GET /api/v1/endpoint',
	query: { q: 'id:17', page: '1', per_page: '10' },
	answer: [{ id: 17, name: 'device-17', status: { id: 0 }, tags: null, ...more }],
});
/** The read of the endpoint of a table with one row. */
const foundById = () => readById({ service_profile: { id: 101 }, tariff_profile: { id: 201 } });
const row = { endpoint_id: 17, endpoint: '17' };
const usual = { billed: false, reversible: true };
const changed = [
	{ field: 'name', before: 'device-17', after: 'pump-17', ...usual },
	{ field: 'status', before: 'Enabled', after: 'Disabled', ...usual },
];
const RETIRES = {
	endpointsBy: 'item',
	endpointId: 17,
	sims: 'suspend',
	dryRun: false,
	confirmCount: 1,
};
/** The read of an endpoint that is retired, with its SIM if it still has one. */
const retiredRead = (sim?: number, status = 1) =>
	readById(sim === undefined ? {} : { sim: { id: sim, iccid: ICCID, status: { id: status } } });
const retired = {
	endpoint_id: 17,
	endpoint: 'device-17',
	sim_id: 7,
	iccid: ICCID,
	sim: 'suspended',
	steps: [
		{ step: 'removeQuotas' },
		{ step: 'suspendSim', sim_id: 7 },
		{ step: 'releaseSim', sim_id: 7 },
		{ step: 'delete' },
	],
};
const SUSPENDED = {
	id: 17,
	name: 'pump-17',
	status: { id: 0, description: 'Enabled' },
	sim: { id: 7, iccid: '8988303000000000007', status: { id: 2, description: 'Suspended' } },
};

export const jobsFacts: Facts = {
	operations: {
		'endpoint applyTable': {
			cases: [
				{
					values: { endpointId: 17, name: 'pump-17', status: 1, dryRun: false },
					requests: [
						foundById(),
						foundById(),
						{
							request: 'PATCH /api/v2/endpoint/multi',
							body: [{ id: 17, name: 'pump-17', status: { id: 1 } }],
							status: 204,
						},
					],
					gives: { ...row, outcome: 'changed', diff: changed, dry_run: false },
					errors: [400, 403, 404, [409, 1405], 422],
				},
				{
					when: 'as a dry run',
					values: { endpointId: 17, name: 'pump-17', status: 1, dryRun: true },
					requests: [foundById()],
					gives: { ...row, outcome: 'changed', diff: changed, dry_run: true },
				},
				{
					when: 'for an endpoint that already matches',
					values: { endpointId: 17, name: 'device-17', dryRun: false },
					requests: [foundById()],
					gives: { ...row, outcome: 'unchanged', diff: [], dry_run: false },
				},
			],
			row: each(
				{
					dryRun: false,
					valuesFrom: 'columns',
					namingColumn: 'id',
					columns: {
						mappingMode: 'defineBelow',
						value: { id: '={{ $json.id }}', name: '={{ "pump-" + $json.sim }}', tags: 'lab' },
					},
				},
				['endpoint.updated'],
			),
		},
		'endpoint diagnose': {
			cases: [
				{
					values: { endpointId: 17 },
					requests: [
						{
							request: 'GET /api/v1/endpoint',
							query: { q: 'id:17', page: '1', per_page: '10' },
							answer: [SUSPENDED],
						},
						{
							request: 'GET /api/v1/endpoint/17/connectivity',
							answer: { status: { description: 'OFFLINE' }, services: [] },
						},
						{
							request: 'GET /api/v1/endpoint/17/event',
							query: {
								q: 'from:2026-05-16T00:00:00Z,until:2099-12-31T23:59:59Z',
								sort: '-timestamp,-id',
								page: '1',
								per_page: '100',
							},
							answer: [
								{
									id: 9,
									timestamp: '2026-06-14T20:00:00Z',
									event_type: { id: 9, description: 'SIM suspension' },
									event_severity: { id: 0 },
									description: 'SIM suspended',
								},
							],
						},
					],
					gives: expect.objectContaining({
						endpoint_id: 17,
						endpoint_name: 'pump-17',
						verdict: 'simSuspended',
						reason:
							'The SIM of pump-17 is suspended since 2026-06-14 20:00 UTC: networks refuse it until it is activated.',
						since: '2026-06-14T20:00:00.000Z',
						certainty: 'certain',
						not_read: [],
						requests: 3,
					}),
				},
			],
			row: each({ endpointId }),
		},
		'endpoint reportDrift': {
			cases: [
				{
					values: { endpointId: 17, name: 'pump-17', output: 'items', unmanaged: false },
					requests: [{ ...foundById(), query: { page: '1', per_page: '1000' } }],
					gives: {
						drift: 'differing',
						endpoint_id: 17,
						endpoint: 'device-17',
						row: '17',
						column: 'name',
						wanted: 'pump-17',
						is: 'device-17',
						by: null,
						when: null,
						changed_after: null,
						changed_before: '2026-06-15T00:00:00.000Z',
					},
					errors: [403, 404, 422],
				},
				{
					when: 'with one report',
					values: { endpointId: 17, status: 1, output: 'report', unmanaged: false },
					requests: [
						{ ...foundById(), query: { page: '1', per_page: '1000' } },
						{
							request: 'GET /api/v1/endpoint/17/event',
							query: { q: 'type:42|43|50|51', sort: '-timestamp,-id', page: '1', per_page: '100' },
							answer: [
								{
									id: 5,
									timestamp: '2026-06-14T08:00:00Z',
									event_type: { id: 42 },
									user: { id: 3, username: 'ada@example.com' },
								},
							],
						},
					],
					gives: {
						differing: 1,
						missing: 0,
						unmanaged: 0,
						rows: 1,
						rows_not_compared: 0,
						compared_at: '2026-06-15T00:00:00.000Z',
						report: [
							'# Fleet and table',
							'',
							'1 differing, 0 missing, 0 unmanaged. 1 rows compared at 2026-06-15T00:00:00.000Z.',
							'',
							'## Differing (1)',
							'',
							'| Endpoint | Column | Wanted | Is | By | When |',
							'| --- | --- | --- | --- | --- | --- |',
							'| device-17 | status | Disabled | Enabled | ada@example.com | 2026-06-14T08:00:00Z |',
							'',
						].join('\n'),
					},
				},
			],
			row: each({
				output: 'items',
				valuesFrom: 'columns',
				namingColumn: 'id',
				columns: {
					mappingMode: 'defineBelow',
					value: { id: '={{ $json.id }}', name: '={{ "valve-" + $json.sim }}' },
				},
				options: { unmanaged: false },
			}),
		},
		'endpoint retire': {
			cases: [
				{
					values: RETIRES,
					requests: [
						retiredRead(7),
						retiredRead(7),
						{ request: 'DELETE /api/v1/endpoint/17/quota/data', status: 204 },
						{ request: 'DELETE /api/v1/endpoint/17/quota/sms', status: 204 },
						retiredRead(7),
						{ request: 'PATCH /api/v1/sim/7', body: { status: { id: 2 } }, status: 204 },
						retiredRead(7, 2),
						{
							request: 'PATCH /api/v2/endpoint/multi',
							body: [{ id: 17, sim: { id: null } }],
							status: 204,
						},
						{
							request: 'GET /api/v1/endpoint',
							query: { q: `iccid:${ICCID}`, page: '1', per_page: '10' },
							answer: [],
						},
						retiredRead(),
						{ request: 'DELETE /api/v2/endpoint/multi', body: [{ id: 17 }], status: 204 },
					],
					gives: { ...retired, outcome: 'retired', dry_run: false },
					errors: [400, 403, 404, 409, 422],
				},
				{
					when: 'as a dry run',
					values: { ...RETIRES, dryRun: true },
					requests: [retiredRead(7)],
					gives: { ...retired, outcome: 'planned', dry_run: true },
				},
			],
			row: {
				parameters: { endpointId, dryRun: false, confirmCount: 2 },
				effects: [
					'sim.suspended',
					'sim.suspended',
					'endpoint.updated',
					'sim.unassigned',
					'endpoint.updated',
					'sim.unassigned',
					'endpoint.deleted',
					'endpoint.deleted',
				],
			},
		},
		'sim findIdle': {
			cases: [
				{
					values: { days: 30, verify: 'open' },
					requests: [
						{
							request: 'GET /api/v1/sim',
							query: { q: 'status:1', page: '1', per_page: '2500' },
							answer: [
								{
									id: 7,
									iccid: '8988303000000000007',
									status: { id: 1 },
									endpoint: { id: 17, name: 'pump-17', tariff_profile_id: 201 },
								},
							],
						},
						{
							request: 'GET /api/v1/event',
							query: {
								q: 'type:1|2|3|5|8|51,from:2026-05-15T23:00:00Z,until:2026-05-16T01:00:00Z',
								sort: '-timestamp,-id',
								page: '1',
								per_page: '100',
							},
							answer: [],
						},
						{
							request: 'GET /api/v1/event',
							query: {
								q: 'type:1|2|3|5|8|51,from:2026-05-16T01:00:00Z,until:2026-06-16T00:00:00Z',
								sort: 'timestamp,id',
								page: '1',
								per_page: '100',
							},
							answer: [],
						},
						{
							request: 'GET /api/v1/event',
							query: {
								q: 'type:4|18|19|20|21,from:2026-05-15T23:00:00Z,until:2026-06-16T00:00:00Z',
								sort: 'timestamp,id',
								page: '1',
								per_page: '100',
							},
							answer: [],
						},
						{
							request: 'GET /api/v1/tariff_profile',
							answer: [
								{
									id: 201,
									tariff: {
										sim_activated_rate: 0.5,
										sim_suspended_rate: 0.1,
										currency: { code: 'EUR' },
									},
								},
							],
						},
					],
					gives: [
						{
							sim_id: 7,
							iccid: '8988303000000000007',
							endpoint_id: 17,
							endpoint_name: 'pump-17',
							last_sign_of_life: null,
							days_idle: 30,
							is_longer: true,
							proof: 'no event',
							monthly_fee: 0.5,
							monthly_fee_suspended: 0.1,
							saves_per_month: 0.4,
							currency: 'EUR',
							suspending_saves: '0.4 EUR a month from the 1st of the next month on',
							suspending_risks:
								'A device that wakes is refused until its SIM is activated again, which the tariff may charge for',
						},
					],
				},
			],
			row: readOnce(({ store }) => {
				// Both generations tell of activations, by the SIM or by its events.
				for (const sim of store.sims.values()) sim.activationDate = 0;
				store.events.length = 0;
				return { days: 30 };
			}, 5),
		},
		'sim swap': {
			cases: [
				{
					values: { endpointId: 17, simId: 7, swapWith: 'sim', ...asItIs, dryRun: false },
					requests: [simRead(7), endpointRead(17), puts(17, 7)],
					gives: {
						...gives,
						other_endpoint_id: null,
						other_sim_id: null,
						already: false,
						steps: [step('assign', 7, 17)],
						message: 'Done: putting SIM 7 on endpoint 17.',
					},
					errors: [400, 403, 404, [409, 1405], 422],
				},
				{
					when: 'with the old SIM suspended and the new SIM activated',
					values: {
						endpointId: 17,
						simId: 7,
						swapWith: 'sim',
						activate: true,
						suspendOld: true,
						dryRun: false,
					},
					requests: [
						simRead(7, undefined, 0),
						endpointRead(17, 8),
						{ request: 'PATCH /api/v1/sim/8', body: { status: { id: 2 } }, status: 204 },
						puts(17, null),
						puts(17, 7),
						{ request: 'PATCH /api/v1/sim/7', body: { status: { id: 1 } }, status: 204 },
					],
					gives: {
						...gives,
						other_endpoint_id: null,
						other_sim_id: 8,
						already: false,
						steps: [
							step('suspend', 8),
							step('release', 8, 17),
							step('assign', 7, 17),
							{ ...step('activate', 7), reversible: false },
						],
						message:
							'Done: suspending SIM 8, taking SIM 8 off endpoint 17, putting SIM 7 on endpoint 17, activating SIM 7.',
					},
				},
				{
					when: 'between two endpoints',
					values: {
						endpointId: 17,
						simId: 7,
						swapWith: 'endpoint',
						otherEndpointId: 18,
						dryRun: false,
					},
					requests: [
						simRead(7, 18),
						endpointRead(17, 8),
						endpointRead(18, 7),
						puts(18, null),
						puts(17, null),
						puts(18, 8),
						puts(17, 7),
					],
					gives: {
						...gives,
						other_endpoint_id: 18,
						other_sim_id: 8,
						already: false,
						steps: [
							step('release', 7, 18),
							step('release', 8, 17),
							step('assign', 8, 18),
							step('assign', 7, 17),
						],
						message:
							'Done: taking SIM 7 off endpoint 18, taking SIM 8 off endpoint 17, putting SIM 8 on endpoint 18, putting SIM 7 on endpoint 17.',
					},
				},
				{
					when: 'as a dry run',
					values: {
						endpointId: 17,
						simId: 7,
						swapWith: 'endpoint',
						otherEndpointId: 18,
						dryRun: true,
					},
					requests: [simRead(7, 18), endpointRead(17), endpointRead(18, 7)],
					gives: {
						...gives,
						other_endpoint_id: 18,
						other_sim_id: null,
						dry_run: true,
						swapped: false,
						already: false,
						steps: [step('release', 7, 18), step('assign', 7, 17)],
						message:
							'Dry run: nothing was changed. To do: taking SIM 7 off endpoint 18, putting SIM 7 on endpoint 17.',
					},
				},
				{
					when: 'when it is already done',
					values: { endpointId: 17, simId: 7, swapWith: 'sim', ...asItIs, dryRun: false },
					requests: [simRead(7, 17), endpointRead(17, 7)],
					gives: {
						...gives,
						other_endpoint_id: null,
						other_sim_id: null,
						already: true,
						steps: [],
						message: 'Endpoint 17 has SIM 7 already.',
					},
				},
			],
			row: each({ endpointId, simId, swapWith: 'sim', suspendOld: true, dryRun: false }, [
				'sim.suspended',
				'endpoint.updated',
				'sim.unassigned',
				'endpoint.updated',
				'sim.assigned',
				'sim.activated',
			]),
		},
	},
};
