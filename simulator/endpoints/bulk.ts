import type { Simulation } from '../context';
import { createdEndpoint } from '../forms';
import { notFound, unknownReference, unprocessable, type ApiError } from '../http/envelopes';
import { isObject, objectBody, type Call, type Route } from '../http/route';
import { Batch, findEndpoint } from './common';
import { planCreate, planShared, planTarget } from './create';
import { deleteEndpoint, planUpdate } from './update';

/** Endpoints in one bulk call (specification for create, public reference for the others). */
const BULK_MOST = 2000;

function items(value: unknown, name: string): unknown[] {
	if (!Array.isArray(value)) throw unprocessable(`${name} must be a list`, 1400, 'Required');
	if (value.length === 0) throw unprocessable(`${name} must not be empty`);
	if (value.length > BULK_MOST)
		throw unprocessable(`${name} holds ${value.length} items, at most ${BULK_MOST} are allowed`);
	return value as unknown[];
}

/** Reads the `id` of each item, finds its endpoint and hands both on. */
function eachEndpoint(
	sim: Simulation,
	call: Call,
	list: unknown[],
	batch: Batch,
	missing: (message: string) => ApiError,
	plan: (id: number, item: Record<string, unknown>, where: string) => void,
): void {
	const seen = new Set<number>();
	list.forEach((item, index) => {
		const id = isObject(item) ? item.id : undefined;
		if (!isObject(item) || typeof id !== 'number' || !Number.isInteger(id))
			return batch.problems.required(`[${index}]: id is required and must be an integer`);
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

/**
 * Bulk calls. They are all-or-nothing: a bad item refuses the call with 422, and `errors[]` names
 * each bad item by its index (and id) in the message.
 */
export const bulkRoutes = (sim: Simulation): Route[] => [
	{
		method: 'POST',
		url: '/api/v2/endpoint/multi',
		summary: 'Create up to 2,000 endpoints',
		tag: 'endpoint',
		source: 'specification',
		sequential: 'bulk',
		fields: {
			service_profile: 'object {id}, required',
			tariff_profile: 'object {id}, required',
			status: 'object {id}, required',
			endpoints: 'list of {name, tags, tag_assignments, imei, imei_lock, ip_address, sim}',
			ip_address_space: 'object {id}, required when an item has ip_address',
			organisation: 'object {id}, for resellers',
		},
		handle: (call) => {
			const body = objectBody(call);
			const list = items(body.endpoints, 'endpoints');
			const batch = new Batch();
			const target = planTarget(sim, call.caller, body.organisation, batch);
			const shared = planShared(sim, body, target, batch);
			const { ip_address_space } = body;
			const creates = list.map((item, index) => {
				// The space is of the call, not of its items (specification).
				const input = isObject(item) ? { ...item, ip_address_space } : item;
				return planCreate(sim, input, shared, target, batch, `endpoints[${index}]: `);
			});
			batch.problems.finish();
			const created = creates.map((create) => createdEndpoint(sim, create()));
			const form = sim.options.bulkCreateAnswer;
			if (form === 'empty') return { status: 201, headers: { 'Content-Type': 'application/json' } };
			return { status: 201, body: form === 'wrapped' ? { endpoints: created } : created };
		},
	},
	{
		method: 'PATCH',
		url: '/api/v2/endpoint/multi',
		summary: 'Change up to 2,000 endpoints',
		tag: 'endpoint',
		source: 'specification',
		sequential: 'bulk',
		handle: (call) => {
			const list = items(call.body, 'The body');
			const batch = new Batch();
			const updates: Array<() => void> = [];
			eachEndpoint(sim, call, list, batch, unknownReference, (id, item, where) => {
				const endpoint = findEndpoint(sim, call.caller, id);
				updates.push(planUpdate(sim, endpoint, item, batch, where));
			});
			batch.problems.finish();
			for (const update of updates) update();
			return sim.forms.changed;
		},
	},
	{
		method: 'DELETE',
		url: '/api/v2/endpoint/multi',
		summary: 'Delete up to 2,000 endpoints; SIMs are released and suspended, or deleted',
		tag: 'endpoint',
		source: 'public reference',
		sequential: 'bulk',
		parameters: { delete_sims: 'boolean, default false' },
		handle: (call) => {
			const list = items(call.body, 'The body');
			const batch = new Batch();
			const ids: number[] = [];
			eachEndpoint(sim, call, list, batch, notFound, (id) => ids.push(id));
			batch.problems.finish();
			for (const id of ids) {
				const endpoint = findEndpoint(sim, call.caller, id);
				deleteEndpoint(sim, endpoint, call.query.delete_sims === 'true');
			}
			return sim.forms.changed;
		},
	},
];
