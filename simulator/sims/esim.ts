import * as z from 'zod/v4';
import { MINUTE_MS } from '../clock';
import { type Simulation, isReferenceGeneration } from '../context';
import { jsonBody, readBody, reference } from '../http/body';
import { ApiError } from '../http/envelopes';
import { ok, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import type { AsyncOperation } from './entities';

/** Errors of these routes: only a status code and a message (public reference). */
const esimError = (status: number, message: string) =>
	new ApiError(status, { status_code: status, message });

const ESIM_ACTIONS = ['Download profile', 'Enable profile', 'Disable profile', 'Audit'].map(
	(description, index) => ({ id: index + 1, description }),
);
const ESIM_STATUSES = ['Scheduled', 'Finished', 'Failed'].map((description, id) => ({
	id,
	description,
}));
const PROFILE_STATUSES = ['Disabled', 'Available', 'Enabled'].map((description, id) => ({
	id,
	description,
}));
const PROFILE_TYPE = { id: 5, description: 'IoT eUICC Profile' };
const CARDS = 3;
/** Cards without a profile, which are in no list. */
const FREE_CARDS = 1;

const ACTION_RULE = 'action.id is not known';
const actionReference = reference(ACTION_RULE, { among: ESIM_ACTIONS.map(({ id }) => id) });
const TARGETS = 'target is required';
const TARGET = 'a target is {sim {id}} or {eid}';
const START = jsonBody({
	target: z
		.array(
			z.union([z.object({ sim: reference(TARGET) }), z.object({ eid: z.string() })], TARGET),
			TARGETS,
		)
		.min(1, TARGETS),
	action: actionReference,
	product: reference('product.id must be an integer').optional(),
});
const EIDS = jsonBody({
	target: z.array(z.object({ eid: z.string(TARGET) }, TARGET), TARGETS).min(1, TARGETS),
});
const BODY_LIST_RULE = 'The body must be a list';
const VALIDITY_RULE = 'validity_period must be 1 to 86400';
const SCHEDULE = z
	.array(
		z.object(
			{
				validity_period: z
					.int(VALIDITY_RULE)
					.min(1, VALIDITY_RULE)
					.max(86_400, VALIDITY_RULE)
					.optional(),
				action: actionReference,
				iccid_with_luhn: z.string().nullish().describe('89 and 18 digits'),
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

/** Without the simulator's internal fields. */
const onWire = (operation: AsyncOperation) => ({ ...operation, euicc: undefined });

/** With the user; end, error and ICCID are absent until they exist (public reference). */
const CARD_USER = { user: { id: 11, name: 'totp@example.com' } };

/** eUICCs and asynchronous operations on SIMs (public reference, called pre-release there). */
export function esimRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'eSIM', shortRefusals: true });
	const operations = () => sim.store.operations;
	const uuid = () =>
		`00000000-0000-4000-8000-${String(sim.store.nextId('operation')).padStart(12, '0')}`;
	const actionOf = ({ id: wanted }: { id: number }) => ESIM_ACTIONS.find(({ id }) => id === wanted);
	const add = (more: Record<string, unknown>): AsyncOperation => {
		const at = sim.forms.time(sim.clock.now());
		const operation = {
			id: uuid(),
			status: ESIM_STATUSES[0],
			creation_date: at,
			last_updated_at: at,
			...more,
		};
		operations().set(operation.id, operation);
		sim.ledger.effect('operation.scheduled', {}, { id: operation.id });
		return operation;
	};
	const page = (call: ApiCall, items: unknown[]) => {
		const size = Number(call.query.per_page ?? 100);
		const from = (Number(call.query.page ?? 1) - 1) * size;
		return ok(items.slice(from, from + size));
	};
	const organisation = (id: number) => ({ id, name: sim.store.organisations.get(id)?.name });
	const card = (id: number) => ({
		id,
		eid: `890330230000000000000000000000${String(id).padStart(2, '0')}`,
		issuer_org: organisation(1001),
		customer_org: organisation(1001),
		created: sim.forms.time(sim.clock.now() - MINUTE_MS),
		last_polled: null,
		last_audited: null,
		last_synced: null,
		status: { id: 1, description: 'Active' },
		eim: { id: 1, description: 'Service' },
		supported_profile_type: PROFILE_TYPE,
		profile: [
			{
				iccid_with_luhn: '89883030000000000175',
				name: 'Bootstrap',
				status: PROFILE_STATUSES[1],
				customer_org: null,
				operator: null,
				preloaded: true,
				endpoint: null,
				fallback_allowed: null,
				fallback_attribute: null,
				profile_type: PROFILE_TYPE,
			},
		],
	});
	/** The SIM of a target, by any of its identifiers. */
	const targetOf = (target: { sim: { id: number } } | { eid: string }) => {
		if ('sim' in target) return { sim: { id: target.sim.id } };
		const named = [...sim.store.sims.values()].find(({ eid }) => eid === target.eid);
		if (!named) throw esimError(404, 'A SIM is not known');
		return { sim: { id: named.id }, eid: target.eid };
	};
	const findCard = (call: ApiCall) => {
		const id = pathId(call, 'euiccId');
		if (id < 1 || id > CARDS) throw esimError(404, 'The card is no IoT eUICC');
		return id;
	};
	const find = (call: ApiCall) => {
		const found = operations().get(call.params.operationId ?? '');
		if (!found) throw esimError(404, 'No such operation');
		return found;
	};
	const read = (url: string, summary: string, handle: Route['handle']): Route =>
		route(`GET ${url}`, summary, handle);
	return [
		read('/api/v1/sim/operation/action', 'List actions', () => ok(ESIM_ACTIONS)),
		read('/api/v1/sim/operation/status', 'List statuses', () => ok(ESIM_STATUSES)),
		read('/api/v1/sim/operation', 'List operations', (call) =>
			page(
				call,
				[...operations().values()].filter(({ target }) => target !== undefined),
			),
		),
		read('/api/v1/sim/operation/:operationId', 'Get an operation', (call) => ok(find(call))),
		route(
			'POST /api/v1/sim/operation',
			{ summary: 'Start an operation', sequential: 'single', body: START },
			(call) => {
				const { action, target, ...product } = readBody(START, call.body, scheduleRefusal);
				const counts = { total_count: target.length, success_count: 0, failed_count: 0 };
				const more = { ...product, target: target.map(targetOf), error: [], ...counts };
				const body = add({ action: actionOf(action), finalization_date: null, ...more });
				return { status: 201, body };
			},
		),
		read('/api/v1/euicc/operation/action', 'List actions on cards', () => ok(ESIM_ACTIONS)),
		read('/api/v1/euicc/operation/status', 'List statuses on cards', () => ok(ESIM_STATUSES)),
		read('/api/v1/euicc/profile/status', 'List statuses of profiles', () => ok(PROFILE_STATUSES)),
		read('/api/v1/euicc/:euiccId/operation/:operationId', 'Get an operation on a card', (call) => {
			const operation = find(call);
			if (operation.euicc !== findCard(call)) throw esimError(404, 'No such operation');
			return ok(onWire(operation));
		}),
		route(
			'DELETE /api/v1/euicc/:euiccId/operation/:operationId',
			'Cancel an operation on a card (kept back for later)',
			(call) => {
				const operation = find(call);
				if (operation.euicc !== findCard(call)) throw esimError(404, 'No such operation');
				operations().delete(operation.id);
				sim.ledger.effect('operation.cancelled', {}, { id: operation.id });
				return sim.forms.changed;
			},
		),
		route(
			'POST /api/v1/euicc/unlinked_validation',
			{ summary: 'Which cards have a profile', body: EIDS },
			(call) => {
				const { target } = readBody(EIDS, call.body, scheduleRefusal);
				const cards = Array.from({ length: CARDS + FREE_CARDS }, (_, index) => card(index + 1));
				const known = target.map(({ eid }) => {
					const found = cards.find((one) => one.eid === eid);
					if (!found) throw esimError(404, 'An EID is not known');
					return found;
				});
				return ok(known.filter(({ id }) => id <= CARDS).map(({ eid }) => ({ eid })));
			},
		),
		read('/api/v1/euicc', 'List cards', (call) => {
			const eid = /^eid:(.*)$/.exec(call.query.q ?? '')?.[1] ?? '';
			const cards = Array.from({ length: CARDS }, (_, index) => card(index + 1));
			return page(
				call,
				cards.filter((one) => one.eid.includes(eid)),
			);
		}),
		read('/api/v1/euicc/:euiccId', 'Get a card', (call) => ok(card(findCard(call)))),
		read('/api/v1/euicc/:euiccId/operation', 'List the operations on a card', (call) => {
			const id = findCard(call);
			const own = [...operations().values()].filter(({ euicc }) => euicc === id);
			return ok(own.map(onWire));
		}),
		route(
			'POST /api/v1/euicc/:euiccId/operation',
			{
				summary: 'Schedule operations on a card',
				sequential: 'single',
				secret: true,
				body: SCHEDULE,
			},
			(call) => {
				const euicc = findCard(call);
				const list = readBody(SCHEDULE, call.body, scheduleRefusal);
				const made = list.map(({ action, iccid_with_luhn: iccid }) => {
					const named = typeof iccid === 'string' && { iccid_with_luhn: iccid };
					return add({ action: actionOf(action), ...CARD_USER, ...named, euicc });
				});
				const form = made.map(onWire);
				const link = `</api/v1/euicc/${euicc}/operation>`;
				return {
					status: 201,
					body: form,
					...(!isReferenceGeneration(sim) && { headers: { Link: link } }),
				};
			},
		),
	];
}
