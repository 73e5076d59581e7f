import * as z from 'zod/v4';
import type { Simulation } from '../context';
import { jsonBody, readBody, reference } from '../http/body';
import { esimError } from '../http/envelopes';
import { ok, type ApiCall, type Route, routesOf } from '../http/route';
import type { AsyncOperation } from './entities';

const ACTIONS = ['Download profile', 'Enable profile', 'Disable profile', 'Audit'].map(
	(description, index) => ({ id: index + 1, description }),
);
const STATUSES = ['Scheduled', 'Finished', 'Failed'].map((description, id) => ({
	id,
	description,
}));

const TARGETS = 'target is required';
const TARGET = 'a target is {sim {id}} or {eid}';
const START = jsonBody({
	target: z
		.array(
			z.union([z.object({ sim: reference(TARGET) }), z.object({ eid: z.string() })], TARGET),
			TARGETS,
		)
		.min(1, TARGETS),
	action: reference('action.id is not known', { among: ACTIONS.map(({ id }) => id) }),
	product: reference('product.id must be an integer').optional(),
});

/** Invalid targets are refused with 400, other fields with 422. */
const startRefusal = ([issue]: z.core.$ZodIssue[]) =>
	esimError(
		issue?.path[0] === 'target' || issue?.path.length === 0 ? 400 : 422,
		issue?.message ?? '',
	);

/** Asynchronous operations on SIMs (public reference, called pre-release there). */
export function esimRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'eSIM', shortRefusals: true });
	const operations = () => sim.store.operations;
	const page = (call: ApiCall, items: unknown[]) => {
		const size = Number(call.query.per_page ?? 100);
		const from = (Number(call.query.page ?? 1) - 1) * size;
		return ok(items.slice(from, from + size));
	};
	/** The SIM of a target, by any of its identifiers. */
	const targetOf = (target: { sim: { id: number } } | { eid: string }) => {
		if ('sim' in target) return { sim: { id: target.sim.id } };
		const named = [...sim.store.sims.values()].find(({ eid }) => eid === target.eid);
		if (!named) throw esimError(404, 'A SIM is not known');
		return { sim: { id: named.id }, eid: target.eid };
	};
	const find = (call: ApiCall): AsyncOperation => {
		const found = operations().get(call.params.operationId ?? '');
		if (!found) throw esimError(404, 'No such operation');
		return found;
	};
	return [
		route('GET /api/v1/sim/operation/action', 'List actions', () => ok(ACTIONS)),
		route('GET /api/v1/sim/operation/status', 'List statuses', () => ok(STATUSES)),
		route('GET /api/v1/sim/operation', 'List operations', (call) =>
			page(call, [...operations().values()]),
		),
		route('GET /api/v1/sim/operation/:operationId', 'Get an operation', (call) => ok(find(call))),
		route(
			'POST /api/v1/sim/operation',
			{ summary: 'Start an operation', sequential: 'single', body: START },
			(call) => {
				const { action, target, product } = readBody(START, call.body, startRefusal);
				const at = sim.forms.time(sim.clock.now());
				const serial = String(sim.store.nextId('operation')).padStart(12, '0');
				const operation: AsyncOperation = {
					id: `00000000-0000-4000-8000-${serial}`,
					status: STATUSES[0],
					creation_date: at,
					last_updated_at: at,
					action: ACTIONS.find(({ id }) => id === action.id),
					finalization_date: null,
					...(product && { product }),
					target: target.map(targetOf),
					error: [],
					total_count: target.length,
					success_count: 0,
					failed_count: 0,
				};
				operations().set(operation.id, operation);
				sim.ledger.effect('operation.scheduled', {}, { id: operation.id });
				return { status: 201, body: operation };
			},
		),
	];
}
