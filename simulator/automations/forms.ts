import { toIso } from '../clock';
import { type Simulation, isReferenceGeneration } from '../context';
import {
	type Action,
	type SystemEvent,
	systemEventOf,
	type Template,
	catalogTemplate,
} from './catalog';
import type { Automation, CustomEvent, LogEntry } from './entities';

/* Answers about automations: snake_case beside camelCase, ids as strings (public reference). */

/** Keys of the portal's translations, which the schemas require. */
const translationsOf = (thing: string) => ({
	translationKeyName: `${thing}.name`,
	translationKeyDescription: `${thing}.description`,
});

export const automationActionForm = ({
	id,
	name,
	description,
	type,
	properties,
	needs,
}: Action) => ({
	id,
	name,
	description,
	type,
	status: 'ACTIVE',
	...translationsOf(`action.${type}`),
	configurationProperties: properties,
	requiredEventOutputParameters: needs,
});

export const systemEventForm = (event: SystemEvent) => ({
	id: event.id,
	name: event.name,
	description: event.description,
	...translationsOf(`event.${event.eventTypeId}`),
	eventType: { id: event.eventTypeId },
	parentOrg: { id: 1 },
	supportedTargetingParameters: event.targets,
	eventOutputParameters: event.outputs.map((parameter) => ({
		parameter,
		type: 'string',
		description: `The ${parameter} of the event`,
	})),
	supportedActions: event.actions,
});

export const templateForm = ({ id, name, description, properties, targets }: Template) => ({
	id,
	name,
	description,
	status: 'ACTIVE',
	...translationsOf(`template.${id}`),
	parent_organisation: { id: 1 },
	configuration_properties: properties.map(({ default: standard, ...property }) => ({
		...property,
		// Empty where there is none: the schema requires a string.
		default: standard ?? '',
	})),
	supported_targeting_parameters: targets.map((parameter) => ({
		parameter,
		type: 'string',
		description: 'Ids of tags',
		validators: [],
	})),
});

export const customEventForm = ({
	id,
	name,
	organisationId,
	templateId,
	properties,
}: CustomEvent) => ({
	id,
	name,
	organisation: { id: organisationId },
	// A string in its own list, a number here.
	template: { id: Number(templateId) },
	configuration_properties: properties,
	supportedTargetingParameters: catalogTemplate(templateId)?.targets ?? [],
	supportedActions: catalogTemplate(templateId)?.actions ?? [],
});

export function automationForm(sim: Simulation, automation: Automation) {
	const { event, actions } = automation;
	const custom = sim.store.automation.customEvents.get(event.id);
	const system = systemEventOf(event.id);
	const own = {
		...(custom && { custom_event: customEventForm(custom) }),
		...(system && { system_event: systemEventForm(system) }),
	};
	return {
		id: automation.id,
		name: automation.name,
		description: automation.description,
		status: automation.status,
		organisation: { id: automation.organisationId },
		// The reference shows both, though only one is meant.
		actionable_event: isReferenceGeneration(sim)
			? { custom_event: null, system_event: null, ...own }
			: own,
		configured_actions: actions.map(({ actionId, properties }) => ({
			action: { id: actionId },
			properties,
			recipients: {
				email: properties
					.filter(({ property }) => property === 'recipients')
					.flatMap(({ value, value_array: list }) => (list.length > 0 ? list : [value])),
			},
		})),
		targeting_properties: automation.targets,
		number_of_executions: automation.executions,
		// Empty before the first run: the schema requires a string.
		last_execution: automation.lastExecution === null ? '' : toIso(automation.lastExecution),
		created_at: toIso(automation.createdAt),
		modified_at: toIso(automation.modifiedAt),
	};
}

export const logForm = (entry: LogEntry) => ({
	id: entry.id,
	automation: { id: entry.automationId },
	action: { id: entry.actionId },
	event: { id: entry.eventId },
	...(entry.customEventId !== null && { smart_event: { id: entry.customEventId } }),
	status: entry.status,
	message: entry.message,
	created_at: toIso(entry.at),
	automation_execution_number: entry.execution,
	organisation: { id: entry.organisationId },
});
