import { type Simulation, isReferenceGeneration } from '../context';
import { conflict, forbidden, notFound } from '../http/envelopes';
import { type ApiAnswer, type ApiCall, listRoute, ok, type Route, routesOf } from '../http/route';
import {
	BODIES,
	checkFit,
	checkSettings,
	eventById,
	readAutomationBody,
	invalidAutomation,
	type AutomationChange,
} from './bodies';
import {
	AUTOMATION_ACTIONS,
	catalogAction,
	SYSTEM_EVENTS,
	systemEventOf,
	TEMPLATES,
	catalogTemplate,
} from './catalog';
import { type Automation, uuidOf } from './entities';
import {
	automationActionForm,
	automationForm,
	customEventForm,
	logForm,
	systemEventForm,
	templateForm,
} from './forms';

const AUTOMATION_PATH = '/api/v1/automation';
const CUSTOM = '/api/v1/event/custom';
const SYSTEM = '/api/v1/event/system/configuration';

/** The value, when it exists. @throws 404 otherwise */
function requireFound<T>(found: T | undefined, what: string): T {
	if (found === undefined) throw notFound(`No such ${what}`, 1201);
	return found;
}

/** The text fields of a body that an automation stores. */
const automationTexts = (body: AutomationChange) => ({
	name: body.name,
	description: body.description,
	status: body.status,
	actions: body.configured_actions.map(({ action, properties }) => ({
		actionId: action.id,
		properties,
	})),
	targets: body.targeting_properties,
});

/** Automations, custom and system events (public reference). */
export function automationRoutes(sim: Simulation): Route[] {
	const automationRoute = routesOf({ tag: 'automation' });
	const bodies = BODIES[sim.forms.generation];
	const all = () => sim.store.automation;
	/** The answer when the feature is off is not documented (inferred: 403 or 404). */
	const guard = ({ caller }: ApiCall) => {
		if (!all().off.has(caller.organisationId)) return;
		throw isReferenceGeneration(sim) ? notFound('No such path') : forbidden('Not enabled');
	};
	const guarded = (route: Route): Route => ({
		...route,
		handle: (call) => {
			guard(call);
			return route.handle(call);
		},
	});
	const own = <T extends { organisationId: number }>(
		found: T | undefined,
		call: ApiCall,
		what: string,
	) => requireFound(found?.organisationId === call.caller.organisationId ? found : undefined, what);
	const automationIn = (call: ApiCall) =>
		own(all().automations.get(call.params.automationId ?? ''), call, 'automation');
	const eventIn = (call: ApiCall) =>
		own(all().customEvents.get(call.params.customEventId ?? ''), call, 'custom event');
	const mine = <T extends { organisationId: number }>(call: ApiCall, things: Iterable<T>) =>
		[...things].filter(({ organisationId }) => organisationId === call.caller.organisationId);
	const list = (url: string, summary: string, answer: (call: ApiCall) => unknown): Route =>
		listRoute('automation', url, summary, answer);
	const getRoute = (url: string, summary: string, answer: (call: ApiCall) => unknown): Route =>
		automationRoute(`GET ${url}`, summary, (call) => ok(answer(call)));
	/**
	 * The targets, actions and outputs of an automation's event. @throws 422 when the event does not
	 * exist
	 */
	const offered = (call: ApiCall, { kind, id }: Automation['event']) => {
		const custom = all().customEvents.get(id);
		const isOwn = custom?.organisationId === call.caller.organisationId;
		const offer =
			kind === 'system' ? eventById(kind, id) : isOwn && eventById(kind, custom?.templateId ?? '');
		if (!offer) throw invalidAutomation('There is no such event');
		return offer;
	};
	const created = (answer: unknown): ApiAnswer => ({ status: 201, body: answer });
	const routes: Route[] = [
		list(AUTOMATION_PATH, 'List automations', (call) =>
			mine(call, all().automations.values()).map((automation) => automationForm(sim, automation)),
		),
		list(`${AUTOMATION_PATH}/action`, 'List actions', () =>
			AUTOMATION_ACTIONS.map(automationActionForm),
		),
		getRoute(`${AUTOMATION_PATH}/action/:actionId`, 'Get an action', ({ params }) =>
			automationActionForm(requireFound(catalogAction(params.actionId ?? ''), 'action')),
		),
		{
			...list(`${AUTOMATION_PATH}/log`, 'List what one execution did', (call) => {
				const { automationId, automationExecutionNumber: number = '' } = call.query;
				if (automationId === undefined || !/^\d+$/.test(number))
					throw invalidAutomation('automationId and automationExecutionNumber are required');
				own(all().automations.get(automationId), call, 'automation');
				return all()
					.log.filter((e) => e.automationId === automationId && e.execution === Number(number))
					.map(logForm);
			}),
			parameters: {
				automationId: 'Id of the automation',
				automationExecutionNumber: 'Number of the execution',
			},
		},
		getRoute(`${AUTOMATION_PATH}/:automationId`, 'Get an automation', (call) =>
			automationForm(sim, automationIn(call)),
		),
		automationRoute(
			`POST ${AUTOMATION_PATH}`,
			{ summary: 'Create an automation', body: bodies.create },
			(call) => {
				const body = readAutomationBody(bodies.create, call.body);
				const { custom_event: custom, system_event: system } = body.actionable_event;
				const event: Automation['event'] = system
					? { kind: 'system', id: system.id }
					: { kind: 'custom', id: custom?.id ?? '' };
				checkFit(body, offered(call, event));
				const now = sim.clock.now();
				const automation: Automation = {
					id: uuidOf('a', sim.store.nextId('automation')),
					organisationId: call.caller.organisationId,
					...automationTexts(body),
					event,
					executions: 0,
					lastExecution: null,
					createdAt: now,
					modifiedAt: now,
				};
				all().automations.set(automation.id, automation);
				sim.ledger.effect('automation.created', {}, { id: automation.id });
				return created(automationForm(sim, automation));
			},
		),
		automationRoute(
			`PATCH ${AUTOMATION_PATH}/:automationId`,
			{ summary: 'Change an automation', body: bodies.update },
			(call) => {
				const automation = automationIn(call);
				const body = readAutomationBody(bodies.update, call.body);
				checkFit(body, offered(call, automation.event));
				Object.assign(automation, automationTexts(body), { modifiedAt: sim.clock.now() });
				sim.ledger.effect('automation.updated', {}, { id: automation.id });
				return ok(automationForm(sim, automation));
			},
		),
		automationRoute(`DELETE ${AUTOMATION_PATH}/:automationId`, 'Delete an automation', (call) => {
			const { id } = automationIn(call);
			all().automations.delete(id);
			sim.ledger.effect('automation.deleted', {}, { id });
			return { status: 204 };
		}),
		list(SYSTEM, 'List system events', () => SYSTEM_EVENTS.map(systemEventForm)),
		getRoute(`${SYSTEM}/:systemEventId`, 'Get a system event', ({ params }) =>
			systemEventForm(requireFound(systemEventOf(params.systemEventId ?? ''), 'system event')),
		),
		list(`${CUSTOM}/template`, 'List templates', () => TEMPLATES.map(templateForm)),
		getRoute(`${CUSTOM}/template/:templateId`, 'Get a template', ({ params }) =>
			templateForm(requireFound(catalogTemplate(params.templateId ?? ''), 'template')),
		),
		list(`${CUSTOM}/configuration`, 'List custom events', (call) =>
			mine(call, all().customEvents.values()).map(customEventForm),
		),
		getRoute(`${CUSTOM}/configuration/:customEventId`, 'Get a custom event', (call) =>
			customEventForm(eventIn(call)),
		),
		automationRoute(
			`POST ${CUSTOM}/configuration`,
			{ summary: 'Create a custom event', body: bodies.customEvent },
			(call) => {
				const body = readAutomationBody(bodies.customEvent, call.body);
				const organisationId = body.organisation.id;
				if (!sim.store.hierarchyOf(call.caller.organisationId).has(organisationId))
					throw forbidden(`Organisation ${organisationId} is not accessible`);
				const { id: templateId } = requireFound(
					catalogTemplate(String(body.template.id)),
					'template',
				);
				checkSettings(templateId, body.configuration_properties);
				const event = {
					id: uuidOf('c', sim.store.nextId('customEvent')),
					organisationId,
					name: body.name,
					templateId,
					properties: body.configuration_properties,
				};
				all().customEvents.set(event.id, event);
				sim.ledger.effect('customEvent.created', {}, { id: event.id });
				return created(customEventForm(event));
			},
		),
		automationRoute(
			`DELETE ${CUSTOM}/configuration/:customEventId`,
			'Delete a custom event',
			(call) => {
				const { id } = eventIn(call);
				// The answer for an event in use is not documented (inferred).
				if ([...all().automations.values()].some(({ event }) => event.id === id))
					throw conflict('An automation is about the event');
				all().customEvents.delete(id);
				sim.ledger.effect('customEvent.deleted', {}, { id });
				return { status: 200 };
			},
		),
	];
	return routes.map(guarded);
}
