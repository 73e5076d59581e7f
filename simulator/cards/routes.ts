import * as z from 'zod/v4';
import type { Simulation } from '../context';
import { jsonBody, readBody, reference } from '../http/body';
import { ApiError, esimError } from '../http/envelopes';
import { parseQuery, parseSort, type QueryFields } from '../http/query';
import { ok, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import type { Card, CardOrder } from './entities';
import { cardFields, cardForm, orderFields, orderForm } from './forms';
import { schedule } from './orders';
import { ACTIONS, lookupOf, VOCABULARIES } from './vocabulary';

const STANDARD_PAGE = 100;
const LARGEST_PAGE = 1000;
const LONGEST_VALIDITY = 86_400;

const TARGETS = 'target is required';
const TARGET = 'a target is {eid}';
const EIDS = jsonBody({
	target: z.array(z.object({ eid: z.string(TARGET) }, TARGET), TARGETS).min(1, TARGETS),
});
const BODY_LIST_RULE = 'The body must be a list';
const ACTION_RULE = 'action.id is not known';
const VALIDITY_RULE = `validity_period must be 1 to ${LONGEST_VALIDITY}`;
const ICCID_RULE = 'iccid_with_luhn must be 89 and 18 digits';
const SCHEDULE = z
	.array(
		z.object(
			{
				validity_period: z
					.int(VALIDITY_RULE)
					.min(1, VALIDITY_RULE)
					.max(LONGEST_VALIDITY, VALIDITY_RULE)
					.optional(),
				action: reference(ACTION_RULE),
				iccid_with_luhn: z
					.string(ICCID_RULE)
					.regex(/^89\d{18}$/, ICCID_RULE)
					.nullish(),
				activation_code: z.string().nullish(),
				enable: z.boolean().nullish(),
				rollback: z.boolean().nullish(),
			},
			ACTION_RULE,
		),
		BODY_LIST_RULE,
	)
	.min(1, BODY_LIST_RULE);

/** Anything but a list is refused with 400, invalid entries with 422. */
const scheduleRefusal = ([issue]: z.core.$ZodIssue[]) =>
	esimError(
		issue?.path[0] === 'target' || issue?.path.length === 0 ? 400 : 422,
		issue?.message ?? '',
	);

/** What `q` and `sort` select of a list; a bad one is refused with 400. */
function selected<T extends { id: number | string }>(
	{ query }: ApiCall,
	items: readonly T[],
	fields: QueryFields<T>,
): T[] {
	try {
		const found = items.filter(parseQuery(query.q, fields));
		const order = parseSort(query.sort, fields);
		return order ? found.sort(order) : found;
	} catch (error) {
		throw error instanceof ApiError ? esimError(400, error.message) : error;
	}
}

/** A page of a list, without paging headers (they are not documented). */
function pageOf<T>({ query }: ApiCall, items: readonly T[]): T[] {
	const size = Number(query.per_page ?? STANDARD_PAGE);
	const page = Number(query.page ?? 1);
	if (!Number.isInteger(size) || size < 1 || size > LARGEST_PAGE)
		throw esimError(400, `per_page must be 1 to ${LARGEST_PAGE}`);
	if (!Number.isInteger(page) || page < 1) throw esimError(400, 'page starts at 1');
	return items.slice((page - 1) * size, page * size);
}

/** eUICCs of IoT devices and the operations on them (public reference, called pre-release there). */
export function cardRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'eSIM', shortRefusals: true });
	const words = () => VOCABULARIES[sim.options.esimVocabulary];
	const cardsOf = ({ caller }: ApiCall): Card[] =>
		sim.store.seenBy(caller.organisationId, sim.store.cards.values());
	/** Of the caller; a card without a profile is in no list, and is not found. */
	const findCard = (call: ApiCall): Card => {
		const id = pathId(call, 'euiccId');
		const card = cardsOf(call).find((owned) => owned.id === id && owned.profiles.length > 0);
		if (!card) throw esimError(404, 'The card is no IoT eUICC');
		return card;
	};
	const findOrder = (call: ApiCall): CardOrder => {
		const card = findCard(call);
		const order = sim.store.orders.get(call.params.operationId ?? '');
		if (order?.cardId !== card.id) throw esimError(404, 'No such operation');
		return order;
	};
	return [
		route('GET /api/v1/euicc/operation/action', 'List actions on cards', () =>
			ok(lookupOf(words().actions)),
		),
		route('GET /api/v1/euicc/operation/status', 'List statuses on cards', () =>
			ok(lookupOf(words().orders)),
		),
		route('GET /api/v1/euicc/profile/status', 'List statuses of profiles', () =>
			ok(lookupOf(words().profiles)),
		),
		route('GET /api/v1/euicc', { summary: 'List cards', list: true }, (call) => {
			const listed = cardsOf(call).filter(({ profiles }) => profiles.length > 0);
			const found = selected(call, listed, cardFields);
			return ok(pageOf(call, found).map((card) => cardForm(sim, card)));
		}),
		route('GET /api/v1/euicc/:euiccId', 'Get a card', (call) => ok(cardForm(sim, findCard(call)))),
		route('GET /api/v1/euicc/:euiccId/operation', 'List the operations on a card', (call) => {
			const { id } = findCard(call);
			const own = [...sim.store.orders.values()].filter(({ cardId }) => cardId === id);
			const found = selected(call, own, orderFields(sim));
			return ok(pageOf(call, found).map((order) => orderForm(sim, order)));
		}),
		route('GET /api/v1/euicc/:euiccId/operation/:operationId', 'Get an operation', (call) =>
			ok(orderForm(sim, findOrder(call))),
		),
		route(
			'DELETE /api/v1/euicc/:euiccId/operation/:operationId',
			'Cancel an operation on a card (kept back for later)',
			(call) => {
				const { id } = findOrder(call);
				sim.store.orders.delete(id);
				sim.ledger.effect('operation.cancelled', {}, { id });
				return sim.forms.changed;
			},
		),
		route(
			'POST /api/v1/euicc/:euiccId/operation',
			{
				summary: 'Schedule operations on a card',
				sequential: 'single',
				secret: true,
				body: SCHEDULE,
			},
			(call) => {
				const card = findCard(call);
				const list = readBody(SCHEDULE, call.body, scheduleRefusal);
				const { actions } = words();
				const named = list.map(({ action: { id } }) => {
					const action = ACTIONS.find((name) => actions[name].id === id);
					if (!action) throw esimError(422, ACTION_RULE);
					return action;
				});
				const made = list.map((entry, index) =>
					schedule(
						sim,
						card,
						{
							action: named[index]!,
							iccid: entry.iccid_with_luhn ?? null,
							enable: entry.enable ?? false,
							rollback: entry.rollback ?? false,
						},
						entry.validity_period ?? LONGEST_VALIDITY,
					),
				);
				const path = `/api/v1/euicc/${card.id}/operation`;
				const link = made.map(({ id }) => `<${path}/${id}>; rel="item"`).join(', ');
				return {
					status: 201,
					headers: { Link: link },
					body: made.map((order) => orderForm(sim, order)),
				};
			},
		),
		route(
			'POST /api/v1/euicc/unlinked_validation',
			{ summary: 'Which cards have a profile', body: EIDS },
			(call) => {
				const { target } = readBody(EIDS, call.body, scheduleRefusal);
				const cards = cardsOf(call);
				const known = target.map(({ eid }) => {
					const found = cards.find((card) => card.eid === eid);
					if (!found) throw esimError(404, 'An EID is not known');
					return found;
				});
				const taken = known.filter(({ profiles }) => profiles.length > 0);
				return ok(taken.map(({ eid }) => ({ eid })));
			},
		),
	];
}
