import { entityOf } from './answers';
import { type Json, defineOperation } from './define';
import * as f from './fields';
import { BAD_FILTER, criteria, iccidCriteria, listOptions, queryOf } from './filters';
import { exclusive } from './rules';
import { withNumbers } from './values';

/* SIMs. Source: public reference. */

const SIM_STATUSES = [
	{ name: 'Activated', value: 1 },
	{ name: 'Deleted', value: 3 },
	{ name: 'Factory Test', value: 4 },
	{ name: 'Issued', value: 0 },
	{ name: 'Suspended', value: 2 },
];
/** Statuses a SIM can be set to. */
const SETTABLE = SIM_STATUSES.filter(({ value }) => [1, 2, 4].includes(value));

const readSim = (entity: Json): Json => withNumbers(entity, ['id', 'status.id', 'endpoint.id']);

/** The few fields most workflows use, flat. */
export function simplifySim(entity: Json): Json {
	const of = (key: string) => (entity[key] ?? {}) as Json;
	return {
		id: entity.id,
		iccid: entity.iccid ?? null,
		iccid_with_luhn: entity.iccid_with_luhn ?? null,
		imsi: entity.imsi ?? null,
		msisdn: entity.msisdn ?? null,
		eid: entity.eid ?? null,
		status: of('status').description ?? of('status').id ?? null,
		status_id: of('status').id ?? null,
		endpoint_id: of('endpoint').id ?? null,
		endpoint_name: of('endpoint').name ?? null,
	};
}

export const getSim = defineOperation({
	resource: 'sim',
	name: 'get',
	action: 'Get a SIM',
	description: 'Read one SIM: its numbers, its status and the endpoint it is assigned to',
	request: 'GET /api/v1/sim/{simId}',
	effect: 'read',
	lane: 'single',
	source: 'public reference',
	errors: [403, 404],
	fields: { simId: f.simId, simplify: f.simplify },
	result: (answer, { simplify }) => {
		const sim = readSim(entityOf(answer));
		return simplify ? simplifySim(sim) : sim;
	},
});

const simFilters = f.inGroup('filters', {
	iccid: f.filter('iccid', iccidCriteria),
	iccidWithLuhn: f.filter(
		'iccid_with_luhn',
		criteria({ label: 'ICCID With Luhn', hint: 'ICCID with its check digit, 20 digits' }),
	),
	imsi: f.filter('imsi', criteria({ label: 'IMSI', hint: 'IMSI of the SIM' })),
	msisdn: f.filter('msisdn', criteria({ label: 'MSISDN', hint: 'Phone number of the SIM' })),
	eid: f.filter('eid', criteria({ label: 'EID', hint: 'EID of an eSIM, 32 digits' })),
	model: f.filter('model', criteria({ label: 'Model', hint: 'Model of the SIM' })),
	status: f.filter(
		'status',
		f.choice({ label: 'Status', hint: 'Status of the SIM' }, SIM_STATUSES),
	),
	endpoint: f.filter(
		'endpoint',
		f.pick({ label: 'Endpoint', hint: 'The SIM assigned to this endpoint' }, 'endpoint'),
	),
	unassigned: f.filter(
		'endpoint',
		f.becoming(
			f.flag({
				label: 'Only Unassigned',
				hint: 'Whether to return only SIMs that are assigned to no endpoint',
			}),
			(on) => (on ? 'null' : undefined),
		),
	),
});
/** Source: public reference, SIMs. */
const simSort = [
	{ name: 'Customer Organisation', value: 'customer_org' },
	{ name: 'EID', value: 'eid' },
	{ name: 'Endpoint', value: 'endpoint' },
	{ name: 'ICCID', value: 'iccid' },
	{ name: 'ID', value: 'id' },
	{ name: 'Issuer Organisation', value: 'issuer_org' },
	{ name: 'Model', value: 'model' },
	{ name: 'Production Date', value: 'production_date' },
	{ name: 'Reseller Organisation', value: 'reseller_org' },
	{ name: 'Status', value: 'status' },
];
const getAllFields = {
	...f.listFields,
	simplify: f.simplify,
	...simFilters,
	...listOptions(simSort),
};

export const getAllSims = defineOperation({
	resource: 'sim',
	name: 'getAll',
	action: 'Get many SIMs',
	description: 'List SIMs, filtered by number, status, or whether they are assigned',
	request: 'GET /api/v1/sim',
	effect: 'read',
	lane: 'list',
	source: 'public reference',
	explains: BAD_FILTER,
	errors: [403, 422],
	fields: getAllFields,
	rules: [exclusive('endpoint', 'unassigned')],
	run: async (call, input) => {
		const query = { q: queryOf({ fields: getAllFields }, input), sort: input.sort };
		const limit = input.returnAll ? undefined : input.limit;
		// The service gives at most 2,500 a page. Source: public reference.
		const perPage = Math.min(2500, limit ?? 2500);
		const list = await call.list({ method: 'GET', path: '/api/v1/sim', query }, { perPage, limit });
		return list.map(readSim).map((sim) => (input.simplify ? simplifySim(sim) : sim));
	},
});

export const updateSim = defineOperation({
	resource: 'sim',
	name: 'update',
	action: 'Activate or suspend a SIM',
	description: 'Set the status of a SIM: activate it, suspend it, or put it into factory test mode',
	request: 'PATCH /api/v1/sim/{simId}',
	effect: 'set',
	lane: 'single',
	source: 'public reference',
	notice:
		'An activated SIM is billed, also while its endpoint is disabled. A suspended SIM costs nothing and cannot connect.',
	errors: [403, 404, 422],
	explains: {
		422: 'An issued SIM can only be activated or put into factory test; activated and suspended change into each other.',
	},
	fields: {
		simId: f.simId,
		status: f.body(
			'status.id',
			f.choice({ label: 'Status', hint: 'The new status of the SIM', default: 1 }, SETTABLE),
		),
	},
	result: (_, { simId, status }) => ({
		id: simId,
		updated: true,
		status: SETTABLE.find(({ value }) => value === status)?.name,
	}),
});
