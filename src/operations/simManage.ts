import { listIn } from '../wire';
import { InputError } from '../errors';
import { entityOf } from './answers';
import { type Call, type Json, operationsWith } from './define';
import * as f from './fields';
import { at, flatList, wasRefused } from './reading';
import { rule } from './rules';
import { getAllSims, getSim } from './sim';
import { piecesOf } from './values';

/* Deleting SIMs for good, and giving them to customers. Source: public reference. */

const define = operationsWith({ resource: 'sim', source: 'public reference' });

export const deleteSim = define({
	name: 'delete',
	action: 'Delete a SIM',
	description: 'Delete one SIM for good; its ICCID must be repeated',
	request: 'DELETE /api/v1/sim/{simId}',
	effect: 'set',
	lane: 'single',
	notice: 'A deleted SIM is gone for good: it can never be used again.',
	errors: [403, 404],
	explains: {
		403: 'The role may not do this, or the SIM has been sold to a customer.',
		404: 'There is no such SIM in this organisation; it may have been deleted already.',
	},
	fields: {
		simId: f.simId,
		confirmIccid: f.text(
			{
				label: 'Repeat the ICCID',
				hint: 'ICCID of the SIM to delete, with or without its check digit',
				placeholder: '8988303000000000017',
			},
			'must be the ICCID of the SIM to delete, 19 or 20 digits',
			(v) => /^\d{19,20}$/.test(v.trim()),
		),
	},
	run: async (call, input) => {
		const { simId, confirmIccid } = input;
		const sim = entityOf(await call.other(getSim, input));
		if (String(sim.iccid).slice(0, 19) !== confirmIccid.trim().slice(0, 19)) {
			const is = `must repeat the ICCID of the SIM, which is ${String(sim.iccid)}`;
			throw new InputError('confirmIccid', is, 'Repeat the ICCID');
		}
		const endpoint = at(sim, 'endpoint.id');
		if (endpoint !== undefined && endpoint !== null) {
			const rest = `must not be assigned: take it off endpoint ${String(endpoint)} first`;
			throw new InputError('simId', rest, 'SIM');
		}
		await call.own(input);
		return { id: simId, iccid: sim.iccid, deleted: true };
	},
});

const DELETED = 3;

/** Ids among these that are still there, in lists of a hundred. */
async function stillThere(call: Call, ids: number[]): Promise<Set<number>> {
	const found = new Set<number>();
	for (const some of piecesOf(ids, 100)) {
		const query = { q: `id:${some.join('||')}`, page: 1, per_page: 100 };
		const answer = await call.other(getAllSims, {}, { query });
		for (const sim of listIn(answer.body) ?? []) {
			if (at(sim, 'status.id') !== DELETED) found.add(Number(sim.id));
		}
	}
	return found;
}

export const deleteManySims = define({
	name: 'deleteMany',
	action: 'Delete many SIMs',
	description: 'Delete one SIM per input item for good; the number of items must be repeated',
	request: 'DELETE /api/v1/sim/multi',
	effect: 'set',
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
		confirmCount: f.number(
			{ label: 'Repeat the Count', hint: 'How many SIMs to delete: the number of input items' },
			{ min: 1 },
		),
	},
	rules: [
		rule('Repeat the Count is the number of input items', ({ confirmCount }, { items }) =>
			items !== undefined && confirmCount !== items
				? { field: 'confirmCount', rule: `must be the number of SIMs, which is ${items}` }
				: undefined,
		),
	],
	bulk: {
		// The most is not documented.
		size: 500,
		body: (_, items) => items,
		results: () => [],
		run: async (call, items) => {
			const ids = items.map((item) => item.simId as number);
			const body = ids.map((id) => ({ id }));
			const done = (id: number, more: Json = {}) => ({ done: { id, deleted: true, ...more } });
			try {
				await call.own({}, { body });
				return ids.map((id) => done(id));
			} catch (error) {
				if (!wasRefused(error, 404) || ids.length === 1) throw error;
				// Whether the others were deleted is not documented: reading tells.
				const left = await stillThere(call, ids);
				const note = 'Not there any more, though the call was refused for an unknown SIM.';
				return ids.map((id) => (left.has(id) ? { error } : done(id, { note })));
			}
		},
	},
});

export const assignSim = define({
	name: 'assign',
	action: 'Assign a SIM to a customer organisation',
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
			hint: 'Whether to take the SIM back from the customer it was given to',
		}),
		organisationId: f.body(
			'customer_org.id',
			f.id({
				label: 'Organisation ID',
				hint: 'The customer organisation',
				showWhen: { takeBack: [false] },
			}),
		),
	},
	body: (fields, { takeBack }) => (takeBack ? { customer_org: { id: null } } : fields),
	result: (_, { simId: id, takeBack, organisationId }) =>
		takeBack
			? { id, customer_org_id: null, assigned: false }
			: { id, customer_org_id: organisationId, assigned: true },
});

export const getSimStatuses = define({
	name: 'getStatuses',
	action: 'Get the statuses of SIMs',
	description: 'List the statuses a SIM can have',
	request: 'GET /api/v1/sim/status',
	...flatList,
});
