import { CellularIotError, InputError } from '../../../errors';
import { entityOf } from '../../answers';
import { confirmCount, confirmIccid, countRepeated } from '../../confirmed';
import { type Call, type Input, type Json, operationsWith, type Prepared } from '../../define';
import * as f from '../../fields';
import { at, defineLookup, wasRefused } from '../../reading';
import { deviceOfSim, getSim, isSimDeleted } from './sim';

/* Deleting SIMs for good, and giving them to customers. Source: public reference. */

const define = operationsWith({ resource: 'sim' });

export const deleteSim = define({
	name: 'delete',
	action: 'Delete SIM',
	stakes: 'final',
	description: 'Delete one SIM for good; its ICCID must be repeated',
	request: 'DELETE /api/v1/sim/{simId}',
	lane: 'single',
	notice: 'A deleted SIM is gone for good: it can never be used again.',
	errors: [403, 404],
	explains: {
		403: 'The role may not do this, or the SIM has been sold to a customer.',
		404: 'There is no such SIM in this organisation; it may have been deleted already.',
	},
	fields: {
		simId: f.simId,
		confirmIccid,
	},
	run: async (call, input) => {
		const { simId, confirmIccid: repeated } = input;
		const sim = entityOf(await call.other(getSim, input));
		if (String(sim.iccid).slice(0, 19) !== repeated.trim().slice(0, 19)) {
			const is = 'must be the ICCID of the SIM to delete, and is not';
			throw new InputError('confirmIccid', is, 'Repeat the ICCID');
		}
		const endpoint = at(sim, 'endpoint.id');
		if (endpoint !== undefined && endpoint !== null) {
			const rest = `must not be assigned: take it off endpoint ${String(endpoint)} first`;
			throw new InputError('simId', rest, 'SIM');
		}
		await call.own(input);
		return { id: simId, sim_id: simId, iccid: sim.iccid, deleted: true };
	},
});

/** The SIMs that can be deleted, and results or errors of the others: a refusal does not name them. */
async function readFirst(call: Call, inputs: Input[]): Promise<Prepared[]> {
	const sims = await call.sims([...new Set(inputs.map((input) => input.simId as number))]);
	return inputs.map((input): Prepared => {
		const id = input.simId as number;
		const sim = sims.get(id);
		if (!sim) {
			const rule = `must be a SIM of this organisation, which has none of ID ${id}`;
			return { error: new InputError('simId', rule, 'SIM') };
		}
		if (!isSimDeleted(sim)) return { input };
		return { done: { id, sim_id: id, deleted: true, note: 'It had been deleted before.' } };
	});
}

/** The SIMs of a refused call that are still there. */
async function leftOf(call: Call, ids: number[], refusal: unknown): Promise<Set<number>> {
	try {
		const sims = await call.sims(ids);
		return new Set(ids.filter((id) => sims.has(id) && !isSimDeleted(sims.get(id)!)));
	} catch {
		throw new CellularIotError(
			'The service did not find one of the SIMs, and which of the others were deleted could not be read',
			'Look in the service which of them are deleted before you run the items again.',
			'unknown',
			refusal,
		);
	}
}

export const deleteManySims = define({
	name: 'deleteMany',
	action: 'Delete many SIMs',
	stakes: 'final',
	description: 'Delete one SIM per input item for good; the number of items must be repeated.',
	request: 'DELETE /api/v1/sim/multi',
	lane: 'sequential',
	timeoutMs: 120_000,
	notice: 'Each input item deletes a SIM for good: it can never be used again.',
	errors: [400, 403, 404],
	explains: {
		403: 'The role may not do this, or one of the SIMs has been sold to a customer.',
		404: 'One of the SIMs does not exist.',
	},
	fields: {
		simId: f.body('id', f.simId),
		confirmCount,
	},
	rules: [countRepeated()],
	bulk: {
		// The service's maximum is not documented.
		size: 500,
		body: (_, items) => items,
		prepare: readFirst,
		results: () => [],
		run: async (call, items) => {
			const ids = items.map((item) => item.simId as number);
			const body = ids.map((id) => ({ id }));
			const done = (id: number, more: Json = {}) => ({
				done: { id, sim_id: id, deleted: true, ...more },
			});
			try {
				await call.own({}, { body });
				return ids.map((id) => done(id));
			} catch (error) {
				if (!wasRefused(error, 404)) throw error;
				// It is not documented whether the other SIMs were deleted: reading shows it.
				const left = await leftOf(call, ids, error);
				const note = 'Not there any more, though the call was refused for an unknown SIM.';
				return ids.map((id) => (left.has(id) ? { error } : done(id, { note })));
			}
		},
	},
});

/** The id of an organisation, also of the login's own. @throws InputError where that is not known. */
async function idOfOrganisation(call: Call, given: number | 'my'): Promise<number> {
	if (given !== 'my') return given;
	const { organisationId } = await call.login.identity();
	if (organisationId !== undefined) return organisationId;
	const rule = 'must be an ID: the service does not tell whose login this is';
	throw new InputError('organisationId', rule, 'Organisation ID');
}

export const assignSim = define({
	name: 'assign',
	action: 'Assign SIM to customer organisation',
	stakes: 'billed',
	description: 'Give a SIM to a customer organisation, or take it back; for resellers',
	request: 'PATCH /api/v1/sim/{simId}',
	effect: 'set',
	lane: 'single',
	notice: 'The customer decides about the SIM from then on, and its use is billed there.',
	errors: [400, 403, 404],
	explains: {
		1406: 'The organisation is of the wrong type (a direct Enterprise child, or your own), or the role may not do this.',
	},
	fields: {
		simId: f.simId,
		takeBack: f.flag({
			label: 'Take Back',
			hint: 'Whether to take the SIM back from its customer',
		}),
		organisationId: f.body(
			'customer_org.id',
			f.organisationId({
				label: 'Organisation ID',
				hint: 'The customer organisation',
				showWhen: { takeBack: [false] },
			}),
		),
	},
	run: async (call, { simId, takeBack, organisationId }) => {
		const customer = takeBack ? null : await idOfOrganisation(call, organisationId);
		const of = await deviceOfSim(call, simId);
		await call.own({ simId }, { body: { customer_org: { id: customer } } });
		return { ...of, customer_org_id: customer, assigned: !takeBack };
	},
});

export const getSimStatuses = defineLookup({
	name: 'simStatuses',
	action: 'Get SIM statuses',
	description: 'List the statuses a SIM can have',
	request: 'GET /api/v1/sim/status',
});
