import type { Simulation } from '../context';
import { readFields, listItems } from '../http/body';
import { notFound, unknownReference, type ApiError } from '../http/envelopes';
import { isObject, objectBody, type ApiCall, type Route, routesOf } from '../http/route';
import {
	BULK_CREATE,
	BULK_DELETE,
	BULK_SHARED,
	BULK_UPDATE,
	WITH_ID,
	NEW_ITEM,
	UPDATE_ITEM,
} from './bodies';
import { BulkCall, findEndpoint } from './common';
import { planCreate, planShared, planTarget } from './create';
import { createdEndpoint } from './forms';
import { removeEndpoint, planUpdate } from './update';

/** Reads the `id` of each item, finds its endpoint and passes both on. */
function eachEndpoint(
	sim: Simulation,
	call: ApiCall,
	list: unknown[],
	batch: BulkCall,
	missing: (message: string) => ApiError,
	plan: (id: number, item: unknown, where: string) => void,
): void {
	const seen = new Set<number>();
	list.forEach((item, index) => {
		const { id } = readFields(WITH_ID, item, batch.problems, `[${index}]: `);
		if (id === undefined) return;
		const where = `[${index}] id ${id}: `;
		if (seen.has(id)) return batch.problems.invalid(`${where}appears twice`);
		seen.add(id);
		try {
			findEndpoint(sim, call.caller, id);
		} catch {
			return batch.problems.refuse(missing(`${where}endpoint not found`));
		}
		plan(id, item, where);
	});
}

const route = routesOf({ tag: 'endpoint', sequential: 'bulk' });

/**
 * Bulk calls. They are all-or-nothing: one invalid item refuses the call with 422, and the messages
 * in `errors[]` name each invalid item by its index (and id).
 */
export const bulkRoutes = (sim: Simulation): Route[] => [
	route(
		'POST /api/v2/endpoint/multi',
		{
			summary: 'Create up to 2,000 endpoints',
			source: 'specification',
			body: BULK_CREATE,
		},
		(call) => {
			const body = objectBody(call);
			const list = listItems(BULK_CREATE.shape.endpoints, body.endpoints);
			const batch = new BulkCall();
			const common = readFields(BULK_SHARED, body, batch.problems);
			const target = planTarget(sim, call.caller, common, batch);
			const shared = planShared(sim, common, target, batch);
			const { ip_address_space } = body;
			const creates = list.map((item, index) => {
				const where = `endpoints[${index}]: `;
				// The space belongs to the call, not to its items (specification).
				const whole = isObject(item) ? { ...item, ip_address_space } : item;
				const input = readFields(NEW_ITEM, whole, batch.problems, where);
				return planCreate(sim, input, shared, target, batch, where);
			});
			batch.problems.finish();
			const created = creates.map((create) => createdEndpoint(sim, create()));
			const form = sim.options.bulkCreateAnswer;
			if (form === 'empty') return { status: 201, headers: { 'Content-Type': 'application/json' } };
			return { status: 201, body: form === 'wrapped' ? { endpoints: created } : created };
		},
	),
	route(
		'PATCH /api/v2/endpoint/multi',
		{
			summary: 'Change up to 2,000 endpoints',
			source: 'specification',
			body: BULK_UPDATE,
		},
		(call) => {
			const list = listItems(BULK_UPDATE, call.body);
			const batch = new BulkCall();
			const updates: Array<() => void> = [];
			eachEndpoint(sim, call, list, batch, unknownReference, (id, item, where) => {
				const endpoint = findEndpoint(sim, call.caller, id);
				const changes = readFields(UPDATE_ITEM, item, batch.problems, where);
				updates.push(planUpdate(sim, endpoint, changes, batch, where));
			});
			batch.problems.finish();
			for (const update of updates) update();
			return sim.forms.changed;
		},
	),
	route(
		'DELETE /api/v2/endpoint/multi',
		{
			summary: 'Delete up to 2,000 endpoints; SIMs are released and suspended, or deleted',
			parameters: { delete_sims: 'boolean, default false' },
			body: BULK_DELETE,
		},
		(call) => {
			const list = listItems(BULK_DELETE, call.body);
			const batch = new BulkCall();
			const ids: number[] = [];
			eachEndpoint(sim, call, list, batch, notFound, (id) => ids.push(id));
			batch.problems.finish();
			for (const id of ids) {
				const endpoint = findEndpoint(sim, call.caller, id);
				removeEndpoint(sim, endpoint, call.query.delete_sims === 'true');
			}
			return sim.forms.changed;
		},
	),
];
