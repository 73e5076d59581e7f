import { SimStatus } from '../../../fleet/statuses';
import { knownOf } from '../../../errors';
import { entityOf } from '../../answers';
import { type Call, operationsWith, type ComparedParts, type Json } from '../../define';
import * as f from '../../fields';
import { criteria, iccidCriteria, numberCriteria, readsFiltered } from '../../filters';
import { flat, type EntityKind, numeric, objectAt, readsOne } from '../../reading';
import { exclusive } from '../../rules';

/* SIMs. Source: public reference. */

const define = operationsWith({ resource: 'sim' });

/** Where a SIM holds its ID, and that of the endpoint it is in. */
export const SIM_DEVICE = { sim_id: 'id', endpoint_id: 'endpoint.id' };

const simKind: EntityKind = {
	read: numeric('id status.id endpoint.id'),
	simple: flat(
		'id sim_id=id iccid iccid_with_luhn imsi msisdn eid status=status.description|status.id',
		'status_id=status.id endpoint_id=endpoint.id endpoint_name=endpoint.name',
	),
	device: SIM_DEVICE,
};

export const getSim = define({
	name: 'get',
	action: 'Get SIM',
	description: 'Read one SIM: its numbers, status and endpoint',
	request: 'GET /api/v1/sim/{simId}',
	...readsOne(simKind, { simId: f.simId }),
});

/** The list of SIMs has deleted ones, too. */
export const isSimDeleted = (sim: Json): boolean => Number(objectAt(sim, 'status').id) === 3;

const simParts: ComparedParts = {
	states: { status: (sim) => objectAt(sim, 'status').id },
	values: {
		endpoint: (sim) => [objectAt(sim, 'endpoint').id, objectAt(sim, 'endpoint').name],
		numbers: (sim) => [sim.iccid, sim.imsi, sim.msisdn],
		organisation: (sim) => [objectAt(sim, 'customer_org').id, objectAt(sim, 'reseller_org').id],
	},
	isDeleted: isSimDeleted,
};

const simFilters = f.inGroup('filters', {
	iccid: f.filter('iccid', iccidCriteria),
	iccidWithLuhn: f.filter(
		'iccid_with_luhn',
		numberCriteria('iccidOfCard', 'ICCID With Luhn', 'Of 20 digits'),
	),
	imsi: f.filter('imsi', numberCriteria('imsi', 'IMSI', 'Its IMSI')),
	msisdn: f.filter('msisdn', numberCriteria('msisdn', 'MSISDN', 'Phone number')),
	eid: f.filter('eid', numberCriteria('eid', 'EID', 'Of 32 digits')),
	model: f.filter('model', criteria('Model', 'Its model')),
	status: f.filter.choice(
		'status',
		{ label: 'Status', hint: 'Its status', saidOnce: true },
		f.simStatuses(...Object.values(SimStatus)),
	),
	endpoint: f.filter.pick(
		'endpoint',
		{ label: 'Endpoint', hint: 'The SIM of this endpoint' },
		'endpoint',
	),
	satelliteCapable: f.filter.flag('satellite_capable', {
		label: 'Satellite Capable',
		hint: 'Whether it takes satellites',
		default: true,
	}),
	unassigned: f.becoming(
		f.filter.flag('endpoint', {
			label: 'Only Unassigned',
			hint: 'Whether to return only SIMs without an endpoint',
			default: true,
		}),
		(on) => (on ? 'null' : undefined),
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
// The service gives at most 2,500 a page. Source: public reference.
const simReads = readsFiltered(simKind, simFilters, simSort, 2500);
export const getAllSims = define({
	name: 'getAll',
	action: 'Get many SIMs',
	description: 'List SIMs, filtered by number, status, or whether they are assigned',
	request: 'GET /api/v1/sim',
	...simReads,
	pages: { ...simReads.pages, parts: simParts },
	rules: [exclusive('endpoint', 'unassigned')],
});

/** Statuses a SIM can be set to. */
const SETTABLE = f.simStatuses(SimStatus.Activated, SimStatus.Suspended, SimStatus.FactoryTest);

/** Common to the changes of a SIM's status. */
const setsStatus = {
	request: 'PATCH /api/v1/sim/{simId}',
	effect: 'set',
	waves: true,
	lane: 'single',
	errors: [403, 404, 422],
} as const;
const ACTIVATED_BILLS = 'An activated SIM is billed, also while its endpoint is disabled.';
/** Source: public reference, SIMs (the charge ends with the month) and Tariff profiles (`sim_suspended_rate`). */
const SUSPENDED_IS_OFFLINE =
	'A suspended SIM cannot connect. It is charged as an activated one until the end of the month; tariffs may have a fee for suspended SIMs, and one for activating them again.';

/**
 * The fields by which a result names a SIM that is to be changed, and the endpoint it is in: null for none. The answer to
 * a change is empty, so that the SIM is read; the change is made even where that fails.
 */
export async function deviceOfSim(call: Call, simId: number): Promise<Json> {
	const of = { id: simId, sim_id: simId };
	try {
		const sim = simKind.read(entityOf(await call.other(getSim, { simId })));
		return { ...of, endpoint_id: objectAt(sim, 'endpoint').id ?? null };
	} catch (error) {
		return { ...of, note: `Its endpoint could not be read: ${knownOf(error).message}` };
	}
}

/** Sets the status of a SIM by the entry's own request. */
async function setStatus<I extends { simId: number }>(call: Call, input: I, status: number) {
	const of = await deviceOfSim(call, input.simId);
	await call.own(input);
	const name = SETTABLE.find(({ value }) => value === status)?.name;
	return { ...of, updated: true, status: name };
}

export const activateSim = define({
	...setsStatus,
	name: 'activate',
	action: 'Activate SIM',
	stakes: 'billed',
	description: 'Activate a SIM, so that its device can connect; it is billed from then on',
	notice: ACTIVATED_BILLS,
	explains: { 422: 'Only an issued or a suspended SIM can be activated.' },
	fields: { simId: f.simId },
	body: () => ({ status: { id: SimStatus.Activated } }),
	run: async (call, input) => await setStatus(call, input, SimStatus.Activated),
});

export const suspendSim = define({
	...setsStatus,
	name: 'suspend',
	action: 'Suspend SIM',
	stakes: 'access',
	description:
		'Suspend a SIM: its device goes offline, and the fee of an activated SIM ends with the month. Idle ones: Find Idle of Cellular IoT Jobs.',
	notice: `${SUSPENDED_IS_OFFLINE} Activate SIM undoes it.`,
	explains: { 422: 'Only an activated SIM can be suspended.' },
	fields: { simId: f.simId },
	body: () => ({ status: { id: SimStatus.Suspended } }),
	run: async (call, input) => await setStatus(call, input, SimStatus.Suspended),
});

export const updateSim = define({
	...setsStatus,
	name: 'update',
	action: 'Set SIM status',
	stakes: 'billed',
	description: 'Set the status of a SIM to one that each item may name; factory test mode is rare',
	notice: `${ACTIVATED_BILLS} ${SUSPENDED_IS_OFFLINE}`,
	explains: {
		422: 'An issued SIM can only be activated or put into factory test; activated and suspended change into each other.',
	},
	fields: {
		simId: f.simId,
		status: f.unchosen(
			f.body.choice(
				'status.id',
				{ label: 'Status', hint: 'The new status', default: SimStatus.Activated },
				SETTABLE,
			),
		),
	},
	run: async (call, input) => await setStatus(call, input, input.status),
});
