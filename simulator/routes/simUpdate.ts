import type { Simulation } from '../context';
import { ApiError, unprocessable } from '../envelopes';
import { SIM_STATUS_NAMES } from '../names';
import { objectBody, pathId, type Route } from '../route';
import { idOf } from '../rules/common';
import { setSimStatus } from '../rules/sims';
import { findSim } from './sims';

/**
 * Moves of a SIM's status (public reference): from Issued to Activated or Factory Test, Activated
 * and Suspended both ways; out of Factory Test to Activated only.
 */
const MOVES: Record<number, readonly number[]> = { 0: [1, 4], 1: [2], 2: [1], 4: [1] };

/** A target of the wrong type. */
const NOT_ALLOWED = { error_code: 1406, error_token: 'NotAllowed', message: 'Not allowed' };

/** Change of a SIM's status. */
export const simUpdateRoutes = (sim: Simulation): Route[] => [
	{
		method: 'PATCH',
		url: '/api/v1/sim/:simId',
		summary: "Change a SIM's status",
		tag: 'sim',
		source: 'public reference',
		fields: { status: 'object {id}', customer_org: 'object {id}, null takes back' },
		handle: (call) => {
			const item = findSim(sim, call.caller, pathId(call, 'simId'));
			const { customer_org: customer } = objectBody(call);
			if (customer !== undefined) {
				const { organisationId } = call.caller;
				const target = idOf(customer) ?? organisationId;
				const child = sim.store.organisations.get(target);
				if (target !== organisationId && child?.parentId !== organisationId)
					throw new ApiError(400, NOT_ALLOWED);
				sim.ledger.effect('sim.assignedTo', { simId: item.id }, { organisationId: target });
				return sim.forms.changed;
			}
			const statusId = idOf(objectBody(call).status);
			if (statusId === undefined || SIM_STATUS_NAMES[statusId] === undefined)
				throw unprocessable('status.id must be a SIM status');
			const allowed = statusId === item.statusId || MOVES[item.statusId]?.includes(statusId);
			if (!allowed)
				throw unprocessable(
					`A SIM cannot go from ${SIM_STATUS_NAMES[item.statusId]} to ${SIM_STATUS_NAMES[statusId]}`,
				);
			setSimStatus(sim, item, statusId);
			return sim.forms.changed;
		},
	},
];
