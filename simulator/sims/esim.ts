import * as z from 'zod/v4';
import { type Simulation, isReference } from '../context';
import { ApiError } from '../http/envelopes';
import { jsonBody, readBody, reference } from '../http/body';
import { ok, pathId, type Call, type Route } from '../http/route';
import type { Operation } from './entities';

/** Errors of these routes: only a status code and a message (public reference). */
const refused = (status: number, message: string) =>
	new ApiError(status, { status_code: status, message });

const ACTIONS = ['Download profile', 'Enable profile', 'Disable profile', 'Audit'].map(
	(description, index) => ({ id: index + 1, description }),
);
const STATUSES = ['Scheduled', 'Finished', 'Failed'].map((description, id) => ({
	id,
	description,
}));
const PROFILE_STATUSES = ['Disabled', 'Available', 'Enabled'].map((description, id) => ({
	...{ id, description },
}));
const PROFILE_TYPE = { id: 5, description: 'IoT eUICC Profile' };
const CARDS = 3;
const MINUTE = 60_000;

const ACTION = 'action.id is not known';
const action = reference(ACTION, { among: ACTIONS.map(({ id }) => id) });
const TARGETS = 'target is required';
const TARGET = 'a target is {sim {id}} or {eid}';
const START = jsonBody({
	target: z
		.array(
			z.union([z.object({ sim: reference(TARGET) }), z.object({ eid: z.string() })], TARGET),
			TARGETS,
		)
		.min(1, TARGETS),
	action,
	product: reference('product.id must be an integer').optional(),
});
const LIST = 'The body must be a list';
const PERIOD = 'validity_period must be 1 to 86400';
const SCHEDULE = z
	.array(
		z.object(
			{
				validity_period: z.int(PERIOD).min(1, PERIOD).max(86_400, PERIOD).optional(),
				action,
				iccid_with_luhn: z.string().nullish().describe('89 and 18 digits'),
				activation_code: z.string().nullish(),
				enable: z.boolean().nullish(),
				rollback: z.boolean().nullish(),
			},
			ACTION,
		),
		LIST,
	)
	.min(1, LIST);

/** A list that is none is refused with 400, what it holds with 422. */
const refusal = ([issue]: z.core.$ZodIssue[]) =>
	refused(
		issue?.path[0] === 'target' || issue?.path.length === 0 ? 400 : 422,
		issue?.message ?? '',
	);

/** Without what only the simulator knows. */
const onWire = (operation: Operation) => ({ ...operation, euicc: undefined });

/** Its user; no end, no error and no ICCID until there is one (public reference). */
const ofCard = { user: { id: 11, name: 'totp@example.com' } };

/** eUICCs and asynchronous operations on SIMs (public reference, called pre-release there). */
export function esimRoutes(sim: Simulation): Route[] {
	const shared = { tag: 'eSIM', source: 'public reference' } as const;
	const operations = () => sim.store.operations;
	const uuid = () =>
		`00000000-0000-4000-8000-${String(sim.store.nextId('operation')).padStart(12, '0')}`;
	const actionOf = ({ id: wanted }: { id: number }) => ACTIONS.find(({ id }) => id === wanted);
	const add = (more: Record<string, unknown>): Operation => {
		const at = sim.forms.time(sim.clock.now());
		const operation = {
			...{ id: uuid(), status: STATUSES[0], creation_date: at, last_updated_at: at },
			...more,
		};
		operations().set(operation.id, operation);
		sim.ledger.effect('operation.scheduled', {}, { id: operation.id });
		return operation;
	};
	const page = (call: Call, items: unknown[]) => {
		const size = Number(call.query.per_page ?? 100);
		const from = (Number(call.query.page ?? 1) - 1) * size;
		return ok(items.slice(from, from + size));
	};
	const organisation = (id: number) => ({ id, name: sim.store.organisations.get(id)?.name });
	const card = (id: number) => ({
		...{ id, eid: `890330230000000000000000000000${String(id).padStart(2, '0')}` },
		...{ issuer_org: organisation(1001), customer_org: organisation(1001) },
		created: sim.forms.time(sim.clock.now() - MINUTE),
		...{ last_polled: null, last_audited: null, last_synced: null },
		...{ status: { id: 1, description: 'Active' }, eim: { id: 1, description: 'Service' } },
		supported_profile_type: PROFILE_TYPE,
		profile: [
			{
				...{ iccid_with_luhn: '89883030000000000175', name: 'Bootstrap', status: null },
				...{ customer_org: null, operator: null, preloaded: true, endpoint: null },
				...{ fallback_allowed: null, fallback_attribute: null, profile_type: PROFILE_TYPE },
			},
		],
	});
	/** The SIM of a target, however it is named. */
	const targetOf = (target: { sim: { id: number } } | { eid: string }) => {
		if ('sim' in target) return { sim: { id: target.sim.id } };
		const named = [...sim.store.sims.values()].find(({ eid }) => eid === target.eid);
		if (!named) throw refused(404, 'A SIM is not known');
		return { sim: { id: named.id }, eid: target.eid };
	};
	const findCard = (call: Call) => {
		const id = pathId(call, 'euiccId');
		if (id < 1 || id > CARDS) throw refused(404, 'The card is no IoT eUICC');
		return id;
	};
	const find = (call: Call) => {
		const found = operations().get(call.params.operationId ?? '');
		if (!found) throw refused(404, 'No such operation');
		return found;
	};
	const read = (url: string, summary: string, handle: Route['handle']): Route => ({
		...shared,
		...{ method: 'GET', url, summary, handle },
	});
	return [
		read('/api/v1/sim/operation/action', 'List actions', () => ok(ACTIONS)),
		read('/api/v1/sim/operation/status', 'List statuses', () => ok(STATUSES)),
		read('/api/v1/sim/operation', 'List operations', (call) =>
			page(
				call,
				[...operations().values()].filter(({ target }) => target !== undefined),
			),
		),
		read('/api/v1/sim/operation/:operationId', 'Get an operation', (call) => ok(find(call))),
		{
			...shared,
			...{ method: 'POST', url: '/api/v1/sim/operation', summary: 'Start an operation' },
			sequential: 'single',
			body: START,
			handle: (call) => {
				const { action, target, ...product } = readBody(START, call.body, refusal);
				const counts = { total_count: target.length, success_count: 0, failed_count: 0 };
				const more = { ...product, target: target.map(targetOf), error: [], ...counts };
				const body = add({ action: actionOf(action), finalization_date: null, ...more });
				return { status: 201, body };
			},
		},
		read('/api/v1/euicc/operation/action', 'List actions on cards', () => ok(ACTIONS)),
		read('/api/v1/euicc/operation/status', 'List statuses on cards', () => ok(STATUSES)),
		read('/api/v1/euicc/profile/status', 'List statuses of profiles', () => ok(PROFILE_STATUSES)),
		read('/api/v1/euicc/:euiccId/operation/:operationId', 'Get an operation on a card', (call) => {
			const operation = find(call);
			if (operation.euicc !== findCard(call)) throw refused(404, 'No such operation');
			return ok(onWire(operation));
		}),
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
		{
			...shared,
			...{ method: 'POST', url: '/api/v1/euicc/:euiccId/operation' },
			...{ summary: 'Schedule operations on a card', sequential: 'single', secret: true },
			body: SCHEDULE,
			handle: (call) => {
				const euicc = findCard(call);
				const list = readBody(SCHEDULE, call.body, refusal);
				const made = list.map(({ action, iccid_with_luhn: iccid }) => {
					const named = typeof iccid === 'string' && { iccid_with_luhn: iccid };
					return add({ action: actionOf(action), ...ofCard, ...named, euicc });
				});
				const form = made.map(onWire);
				const link = `</api/v1/euicc/${euicc}/operation>`;
				return { status: 201, body: form, ...(!isReference(sim) && { headers: { Link: link } }) };
			},
		},
	];
}
