import * as z from 'zod/v4';
import type { Simulation } from '../context';
import { jsonBody, readBody, reference } from '../http/body';
import { ApiError, unprocessable } from '../http/envelopes';
import { answerPage, selectItems } from '../http/paging';
import { ok, pathId, type Route, routesOf } from '../http/route';
import { SIM_STATUS_NAMES, SimStatus } from './entities';
import { simFields } from './forms';
import { findSim, setSimStatus } from './status';

/** SIM `per_page`: 2000 by default, at most 2500 (public reference). */
const SIM_PAGES = { list: 'sim', standard: 2000, most: 2500 } as const;

/**
 * Allowed status changes of a SIM (public reference): from Issued to Activated or Factory Test,
 * between Activated and Suspended, and from Factory Test to Activated only.
 */
const MOVES: Record<number, readonly number[]> = { 0: [1, 4], 1: [2], 2: [1], 4: [1] };

/** The refusal of a target of the wrong type. */
const NOT_ALLOWED = { error_code: 1406, error_token: 'NotAllowed', message: 'Not allowed' };

const SIM_STATUS_RULE = 'status.id must be a SIM status';
/** A change of the status or of the customer; a null customer takes the SIM back. */
const SIM_CHANGE = jsonBody({
	status: reference(SIM_STATUS_RULE, { among: Object.values(SimStatus) }).optional(),
	customer_org: z
		.object({ id: z.int('customer_org.id must be an integer or null').nullish() })
		.nullish()
		.describe('null takes back'),
});

const route = routesOf({ tag: 'sim' });

/** The SIM list, single SIMs, and their status changes. */
export const simRoutes = (sim: Simulation): Route[] => [
	route(
		'GET /api/v1/sim',
		{
			summary: 'List SIMs',
			lane: 'list',
			list: true,
			parameters: {
				q: 'id, iccid, iccid_with_luhn, status, imsi, msisdn, endpoint, model, eid, production_date, customer_org, reseller_org, issuer_org, satellite_capable',
				sort: 'id, issuer_org, reseller_org, customer_org, iccid, eid, status, production_date, endpoint, model',
				page: 'from 1',
				per_page: '1 to 2500, default 2000; clamped',
			},
		},
		({ caller, query }) => {
			const { store } = sim;
			const all = () => store.seenBy(caller.organisationId, store.sims.values());
			const items = selectItems(
				store,
				`sims/${caller.organisationId}`,
				query,
				simFields(store),
				all,
			);
			return answerPage(sim, items, query, SIM_PAGES, (item) => sim.forms.sim(sim, item));
		},
	),
	route('GET /api/v1/sim/:simId', { summary: 'Get a SIM', lane: 'profile' }, (call) =>
		ok(sim.forms.sim(sim, findSim(sim, call.caller, pathId(call, 'simId')))),
	),
	route(
		'PATCH /api/v1/sim/:simId',
		{ summary: "Change a SIM's status", body: SIM_CHANGE },
		(call) => {
			const item = findSim(sim, call.caller, pathId(call, 'simId'));
			const { customer_org: customer, status } = readBody(SIM_CHANGE, call.body);
			if (customer !== undefined) {
				const { organisationId } = call.caller;
				const target = customer?.id ?? organisationId;
				const child = sim.store.organisations.get(target);
				if (target !== organisationId && child?.parentId !== organisationId)
					throw new ApiError(400, NOT_ALLOWED);
				item.organisationId = target;
				sim.store.touch();
				sim.ledger.effect('sim.assignedTo', { simId: item.id }, { organisationId: target });
				return sim.forms.changed;
			}
			if (!status) throw unprocessable(SIM_STATUS_RULE);
			const { id: statusId } = status;
			const allowed = statusId === item.statusId || MOVES[item.statusId]?.includes(statusId);
			if (!allowed)
				throw unprocessable(
					`A SIM cannot go from ${SIM_STATUS_NAMES[item.statusId]} to ${SIM_STATUS_NAMES[statusId]}`,
				);
			setSimStatus(sim, item, statusId);
			return sim.forms.changed;
		},
	),
];
