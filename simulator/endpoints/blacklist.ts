import type { Simulation } from '../context';
import { conflict, notFound } from '../http/envelopes';
import { ok, pathId, type Route, routesOf } from '../http/route';
import { pathEndpoint } from './common';

/** The operators that an endpoint may not use. The list has no paging headers. */
export function blacklistRoutes(sim: Simulation): Route[] {
	const url = '/api/v1/endpoint/:endpointId/operator_blacklist';
	const route = routesOf({ tag: 'operator blacklist', lane: 'single' });
	const listOf = (endpointId: number) => {
		const list = sim.store.blacklists.get(endpointId) ?? new Set<number>();
		sim.store.blacklists.set(endpointId, list);
		return list;
	};
	return [
		route(
			`GET ${url}`,
			{ summary: 'List blacklisted operators', source: 'specification' },
			(call) => {
				const endpoint = pathEndpoint(sim, call);
				const operators = [...listOf(endpoint.id)].flatMap((id) => {
					const operator = sim.store.operators.get(id);
					return operator ? [sim.forms.blacklistEntry(operator)] : [];
				});
				return ok(operators);
			},
		),
		route(
			`PUT ${url}/:operatorId`,
			{ summary: 'Add an operator', source: 'specification' },
			(call) => {
				const endpoint = pathEndpoint(sim, call);
				const operatorId = pathId(call, 'operatorId');
				// The specification lists no 404 here: "409, unexpected error, details in the body".
				if (!sim.store.operators.has(operatorId))
					throw conflict(`Operator ${operatorId} does not exist`);
				const list = listOf(endpoint.id);
				if (list.has(operatorId))
					throw conflict(`Operator ${operatorId} is already blacklisted`, 1405);
				list.add(operatorId);
				sim.ledger.effect('blacklist.added', { endpointId: endpoint.id }, { operatorId });
				return sim.forms.changed;
			},
		),
		route(`DELETE ${url}/:operatorId`, 'Remove an operator', (call) => {
			const endpoint = pathEndpoint(sim, call);
			const operatorId = pathId(call, 'operatorId');
			if (!listOf(endpoint.id).delete(operatorId))
				throw notFound(`Operator ${operatorId} is not blacklisted`);
			sim.ledger.effect('blacklist.removed', { endpointId: endpoint.id }, { operatorId });
			return sim.forms.changed;
		}),
	];
}
