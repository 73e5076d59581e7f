import * as z from 'zod/v4';
import { type Simulation, isReferenceGeneration } from '../context';
import { firstProblem, jsonBody, readBody, reference } from '../http/body';
import { malformed, notFound } from '../http/envelopes';
import { listRoute, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import { RAT_TYPES } from './entities';
import { findTariffProfile } from './tariffProfiles';

const BLOCK = jsonBody({
	rat_types: z.array(reference('rat_types holds an invalid item'), 'rat_types must be a list'),
});

/** Operators that a tariff profile blocks, entirely or for some radio access types. */
export function blocklistRoutes(sim: Simulation): Route[] {
	const url = '/api/v2/tariff_profile/:tariffId/operator_blocklist/operator';
	const route = routesOf({ tag: 'tariff profile' });
	const blockOf = (call: ApiCall) => {
		const operator = sim.store.operators.get(pathId(call, 'operatorId'));
		if (!operator) throw notFound('No such operator', 1201);
		const key = `${findTariffProfile(sim, call).id}/${operator.id}`;
		const found = sim.store.blocklist.get(key) ?? { operator: false, ratTypes: new Set<number>() };
		sim.store.blocklist.set(key, found);
		return found;
	};
	const format = (tariffId: number, operatorId: number) => {
		const block = sim.store.blocklist.get(`${tariffId}/${operatorId}`);
		const ratTypes = RAT_TYPES.filter(({ id }) => block?.ratTypes.has(Number(id)));
		return {
			operator: { id: operatorId, name: sim.store.operators.get(operatorId)?.name },
			tariff_profile: { id: tariffId },
			blocklist: { operator: block?.operator === true, rat_types: ratTypes },
		};
	};
	const changed = (call: ApiCall, kind: string, detail: Record<string, unknown> = {}) => {
		const { tariffId, operatorId } = call.params;
		sim.ledger.effect(kind, {}, { tariffId, operatorId, ...detail });
		return sim.forms.changed;
	};
	return [
		listRoute('tariff profile', url, 'List what a tariff profile blocks', (call) => {
			const { id } = findTariffProfile(sim, call);
			const blocked = [...sim.store.blocklist].filter(
				([key, { operator, ratTypes }]) =>
					key.startsWith(`${id}/`) && (operator || ratTypes.size > 0),
			);
			const entries = blocked.map(([key]) => format(id, Number(key.split('/')[1])));
			// The schema shows one object; a list is likely.
			return isReferenceGeneration(sim) && entries.length === 1 ? entries[0] : entries;
		}),
		listRoute(
			'tariff profile',
			`${url}/:operatorId`,
			'Get what is blocked of an operator',
			(call) => {
				blockOf(call);
				return format(findTariffProfile(sim, call).id, pathId(call, 'operatorId'));
			},
		),
		route(`PUT ${url}/:operatorId`, 'Block an operator', (call) => {
			blockOf(call).operator = true;
			return changed(call, 'operator.blocked');
		}),
		route(`DELETE ${url}/:operatorId`, 'Unblock an operator', (call) => {
			blockOf(call).operator = false;
			return changed(call, 'operator.unblocked');
		}),
		route(
			`POST ${url}/:operatorId/rat_type`,
			{ summary: 'Block radio access types', body: BLOCK },
			(call) => {
				const { rat_types: types } = readBody(BLOCK, call.body, firstProblem(malformed));
				const block = blockOf(call);
				for (const { id } of types) block.ratTypes.add(id);
				return changed(call, 'ratTypes.blocked', { ratTypes: types.map(({ id }) => id) });
			},
		),
		route(
			`DELETE ${url}/:operatorId/rat_type/:ratTypeId`,
			'Unblock a radio access type',
			(call) => {
				blockOf(call).ratTypes.delete(pathId(call, 'ratTypeId'));
				return changed(call, 'ratType.unblocked');
			},
		),
	];
}
