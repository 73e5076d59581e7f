import type { SimulatorHandle } from '../../simulator';
import type { Generation } from './shapes/forms';

/* Calls the routes of automations, custom and system events. */

type Answered = { body: { id: string }[] & { id: string } };
type Ask = (
	route: string,
	ids?: Record<string, string | number>,
	body?: unknown,
	more?: { query?: string },
) => Promise<Answered>;

const entry = (property: string, value: string) => ({ property, value, value_array: [] });

/** Calls each of their routes, with an automation that runs once for each kind of event. */
export async function walkAutomations(
	sim: SimulatorHandle,
	ask: Ask,
	generation: Generation,
): Promise<void> {
	const A = '/api/v1/automation';
	const C = '/api/v1/event/custom';
	const S = '/api/v1/event/system/configuration';
	const [action] = (await ask(`GET ${A}/action`)).body;
	const actionId = action!.id;
	await ask(`GET ${A}/action/{actionId}`, { actionId });
	const [system] = (await ask(`GET ${S}`)).body;
	await ask(`GET ${S}/{systemEventId}`, { systemEventId: system!.id });
	const [template] = (await ask(`GET ${C}/template`)).body;
	const templateId = template!.id;
	await ask(`GET ${C}/template/{templateId}`, { templateId });
	const settings = [entry('threshold', '80'), entry('unit', 'percent')];
	const event = {
		name: 'walk',
		organisation: { id: 1001 },
		template: { id: Number(templateId) },
	};
	await ask(`POST ${C}/configuration`, {}, { ...event, configuration_properties: [] });
	const { id: customEventId } = (
		await ask(`POST ${C}/configuration`, {}, { ...event, configuration_properties: settings })
	).body;
	await ask(`GET ${C}/configuration`);
	await ask(`GET ${C}/configuration/{customEventId}`, { customEventId });

	const about = (own: object) =>
		generation === 'reference' ? { custom_event: null, system_event: null, ...own } : own;
	const rest = {
		name: 'walk',
		description: '',
		status: 'ENABLED',
		configured_actions: [{ action: { id: actionId }, properties: [entry('subject', 'walk')] }],
		targeting_properties: [],
	};
	const create = async (own: object) =>
		await ask(`POST ${A}`, {}, { ...rest, actionable_event: about(own) });
	await create({});
	const { id: automationId } = (await create({ system_event: { id: system!.id } })).body;
	await create({ custom_event: { id: customEventId } });
	await ask(`DELETE ${C}/configuration/{customEventId}`, { customEventId });
	const own = [...sim.store.endpoints.values()].find(
		(endpoint) => endpoint.organisationId === 1001,
	)!;
	sim.tell(11, own.id);
	sim.tell(20, own.id);
	await ask(`GET ${A}`);
	await ask(`GET ${A}/{automationId}`, { automationId });
	await ask(`GET ${A}/log`);
	const query = `?automationId=${automationId}&automationExecutionNumber=1`;
	await ask(`GET ${A}/log`, {}, undefined, { query });
	await ask(`PATCH ${A}/{automationId}`, { automationId }, { ...rest, actionable_event: {} });
	await ask(`PATCH ${A}/{automationId}`, { automationId }, rest);
	for (const { id } of (await ask(`GET ${A}`)).body) {
		await ask(`DELETE ${A}/{automationId}`, { automationId: id });
	}
	await ask(`DELETE ${C}/configuration/{customEventId}`, { customEventId });
}
