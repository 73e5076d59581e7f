import type { ServiceEvent } from '../events/entities';
import type { World } from '../world';
import { catalogAction, systemEventOf, catalogTemplate } from './catalog';
import { type Automation, type PropertyEntry, uuidOf } from './entities';

/* Execution of automations: each event of the feed runs those that match it. */

/** The event type that an automation waits for. */
function eventTypeOf({ store }: World, { event }: Automation): number | undefined {
	if (event.kind === 'system') return systemEventOf(event.id)?.eventTypeId;
	const custom = store.automation.customEvents.get(event.id);
	return custom && catalogTemplate(custom.templateId)?.eventTypeId;
}

const valuesOf = ({ value, value_array: list }: PropertyEntry) =>
	list.length > 0 ? list : [value];

/** Whether a device is among the targets; an automation without targets matches all (inferred). */
function isTarget({ store }: World, targets: PropertyEntry[], event: ServiceEvent): boolean {
	const endpoint = store.endpoints.get(event.endpointId ?? -1);
	return targets.every((entry) => {
		const wanted = valuesOf(entry);
		if (entry.property === 'endpoint_id') return wanted.includes(String(event.endpointId));
		return endpoint?.tagIds.some((id) => wanted.includes(String(id))) === true;
	});
}

/** The outcome of an action, for its log entry. */
function actionOutcome(actionId: string, properties: PropertyEntry[]) {
	const { name = '', type } = catalogAction(actionId) ?? {};
	const recipients = properties.filter(({ property }) => property === 'recipients');
	const isWithout = type === 'EMAIL' && recipients.flatMap(valuesOf).join('') === '';
	return isWithout
		? { status: 'FAILED', message: 'No verified recipient' }
		: { status: 'SUCCESS', message: `${name}: done` };
}

/** Runs an automation once: one log entry for each of its actions. */
export function runAutomation(world: World, automation: Automation, event: ServiceEvent): void {
	const { store, clock, ledger } = world;
	const about = event.endpointId === null ? {} : { endpointId: event.endpointId };
	automation.executions += 1;
	automation.lastExecution = clock.now();
	for (const { actionId, properties } of automation.actions) {
		store.automation.log.push({
			id: uuidOf('e', store.nextId('automationLog')),
			organisationId: automation.organisationId,
			automationId: automation.id,
			execution: automation.executions,
			actionId,
			eventId: String(event.id),
			customEventId: automation.event.kind === 'custom' ? automation.event.id : null,
			...actionOutcome(actionId, properties),
			at: clock.now(),
		});
		ledger.effect('automation.acted', about, { id: automation.id, actionId });
	}
}

/** Runs the automations of the event's organisation that match the event. */
export function runAutomations(world: World, event: ServiceEvent): void {
	for (const automation of world.store.automation.automations.values()) {
		if (automation.organisationId !== event.organisationId) continue;
		if (automation.status !== 'ENABLED' || eventTypeOf(world, automation) !== event.typeId)
			continue;
		if (isTarget(world, automation.targets, event)) runAutomation(world, automation, event);
	}
}
