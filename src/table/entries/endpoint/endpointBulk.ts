import { isObject } from '../../../wire';
import {
	type Answer,
	type Bulk,
	type Call,
	type Input,
	type Json,
	operationsWith,
} from '../../define';
import { asGet, simplifyMade, wholeEndpoints } from './endpointMade';
import { readEndpoint } from './endpointRead';
import { changeFields, endpointCreateFields, creating, updating } from './endpointFields';
import { confirmCount, countRepeated } from '../../confirmed';
import { checkNewNames, nameOptions } from './endpointNames';
import { changeTagsFirst } from './tagChanges';
import { createMissing, createTagsNamed } from './tagIds';
import * as f from '../../fields';
import { includeInput, isolateBadItems, verifyUnknown } from '../../outcomes';
import { findCreated } from './findCreated';
import { asNumber } from '../../values';

/** Most endpoints in a bulk call. Source: specification, Limits; update and delete: public reference. */
const BULK_SIZE = 2000;

const define = operationsWith({ resource: 'endpoint', timeoutMs: 120_000 });

const bulkEndpointId = f.body('id', f.endpointId);

/** Whether an entry is an endpoint that was made, instead of an error. */
const isMade = (entry: unknown): entry is Json =>
	isObject(entry) && entry.error_code === undefined && typeof asNumber(entry.id) === 'number';

/**
 * The endpoints of an answer in its order; undefined for an entry without one. The answer is a list, or an
 * object that contains one beside errors. Source: public reference; the specification leaves the form open.
 */
function bulkEntries(body: unknown): Array<Json | undefined> {
	const list = Array.isArray(body)
		? body
		: isMade(body)
			? [body]
			: isObject(body)
				? Object.entries(body).find(([key, v]) => key !== 'errors' && Array.isArray(v))?.[1]
				: undefined;
	return ((list ?? []) as unknown[]).map((e) => (isMade(e) ? readEndpoint(e) : undefined));
}

/** Whether an answered endpoint belongs to an item; undefined when it does not say. */
function isOf(endpoint: Json, item: Input): boolean | undefined {
	const sim = (endpoint.sim ?? undefined) as Json | undefined;
	if (item.simId !== undefined && sim?.id !== undefined) return Number(sim.id) === item.simId;
	if (item.name === undefined || endpoint.name === undefined) return undefined;
	return endpoint.name === item.name;
}

/**
 * Pairs the endpoints of an answer with the items, by order, else by SIM or name; each is used once. A
 * wrong id would be acted on: an endpoint that names neither SIM nor name is paired by the order only.
 */
function pairCreated({ body }: Answer, items: Input[]): Array<Json | undefined> {
	const answered = bulkEntries(body);
	const made = answered.filter((e) => e !== undefined);
	const inOrder =
		answered.length === items.length &&
		items.every((item, i) => !answered[i] || isOf(answered[i], item) !== false);
	const free = new Set(made);
	return items.map((item, i) => {
		const endpoint = inOrder ? answered[i] : [...free].find((e) => isOf(e, item));
		if (endpoint) free.delete(endpoint);
		if (endpoint || made.length < items.length) return endpoint;
		return madeWithoutId(item);
	});
}

/** Result of an item that was made, but whose id the answer does not contain. */
const madeWithoutId = ({ name }: Input): Json => ({
	...(name !== undefined && { name }),
	note: 'It was created, but the answer does not say under which ID.',
});

/**
 * Results as Get gives them. An endpoint that reading shows to be another item's is given to that item.
 */
async function completedEndpoints(call: Call, items: Input[], results: Json[]): Promise<Json[]> {
	const whole = await wholeEndpoints(call, results);
	if (whole.every((endpoint, i) => isOf(endpoint, items[i]!) !== false)) {
		return whole.map((endpoint, i) => asGet(endpoint, items[i]!));
	}
	const body = whole.filter(({ id }) => id !== undefined);
	return pairCreated({ status: 201, headers: {}, body }, items).map((endpoint, i) =>
		asGet(endpoint ?? madeWithoutId(items[i]!), items[i]!),
	);
}

export const createManyEndpoints = define({
	name: 'createMany',
	action: 'Create many endpoints',
	stakes: 'billed',
	description:
		'Create one endpoint per input item, with its SIM, up to 2,000 in a call. To run it again: Apply a Table of Cellular IoT Jobs.',
	request: 'POST /api/v2/endpoint/multi',
	...creating,
	done: 'the endpoints were created',
	byItem: true,
	notice:
		'Each input item becomes an endpoint. SIMs given here are activated, and activated SIMs are billed even when the endpoint is disabled.',
	fields: {
		...endpointCreateFields,
		...simplifyMade,
		...createMissing,
		...nameOptions,
		...isolateBadItems,
		...verifyUnknown,
		...includeInput,
	},
	bulk: {
		size: BULK_SIZE,
		makeMissing: createTagsNamed,
		prepare: checkNewNames,
		body: (shared, items) => ({ ...shared, endpoints: items }),
		results: pairCreated,
		fill: completedEndpoints,
		readBack: findCreated,
	},
});

/** Bulk calls about endpoints that exist: the body is the list of the items, the answer tells nothing. */
const ofExisting = (done: Json): Bulk => ({
	size: BULK_SIZE,
	body: (_, items) => items,
	results: (_, items) => items.map(({ endpointId: id }) => ({ id, endpoint_id: id, ...done })),
	idOf: ({ endpointId }) => endpointId,
});

export const updateManyEndpoints = define({
	name: 'updateMany',
	action: 'Update many endpoints',
	stakes: 'billed',
	description: 'Change one endpoint per input item, up to 2,000 in a call',
	waves: true,
	request: 'PATCH /api/v2/endpoint/multi',
	...updating,
	source: 'specification',
	byItem: true,
	fields: { endpointId: bulkEndpointId, ...changeFields, ...isolateBadItems },
	bulk: { ...ofExisting({ updated: true }), prepare: changeTagsFirst },
});

export const deleteManyEndpoints = define({
	name: 'deleteMany',
	action: 'Delete many endpoints',
	stakes: 'final',
	description:
		'Delete one endpoint per input item, up to 2,000 in a call; SIMs are released and suspended',
	request: 'DELETE /api/v2/endpoint/multi',
	lane: 'sequential',
	errors: [403, 404, 422],
	byItem: true,
	notice:
		'Each input item deletes an endpoint. This cannot be undone. With Delete SIMs their SIMs can never be used again.',
	fields: {
		endpointId: bulkEndpointId,
		...isolateBadItems,
		...f.inGroup('options', {
			deleteSims: f.shared(
				f.query.flag('delete_sims', {
					label: 'Delete SIMs',
					hint: 'Whether to delete the SIMs for good instead',
				}),
			),
			confirmCount,
		}),
	},
	rules: [countRepeated(({ deleteSims }) => deleteSims === true)],
	bulk: ofExisting({ deleted: true }),
});
