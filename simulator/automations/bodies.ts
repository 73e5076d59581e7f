import * as z from 'zod/v4';
import { firstProblem, jsonBody, readBody, reference } from '../http/body';
import { ApiError } from '../http/envelopes';
import { catalogAction, AUTOMATION_STATUSES, systemEventOf, catalogTemplate } from './catalog';
import type { PropertyEntry } from './entities';

/* Request bodies of automations and custom events (public reference). */

export const invalidAutomation = (message: string) =>
	new ApiError(422, { error_code: 1400, error_token: 'InputValidationFailed', message });

const ENTRY_RULE = 'an entry has property, value and value_array';
/** All three fields are required; nothing is recorded, so that generation accepts a single value. */
const propertyEntries = (isStrict: boolean, words: string) => {
	const value = z.string(ENTRY_RULE);
	const list = z.array(z.string(ENTRY_RULE), ENTRY_RULE);
	return z.array(
		z.strictObject(
			{
				property: z.string(ENTRY_RULE).min(1, ENTRY_RULE),
				value: isStrict ? value : value.default(''),
				value_array: isStrict ? list : list.default([]),
			},
			ENTRY_RULE,
		),
		words,
	);
};
const textId = (words: string) => z.strictObject({ id: z.string(words) }, words);
const stringField = (name: string) => z.string(`${name} must be a string`);

const COMMON_FIELDS = (isStrict: boolean) => ({
	name: stringField('name').min(1, 'name must not be empty'),
	description: stringField('description'),
	status: z.enum(AUTOMATION_STATUSES, `status must be one of ${AUTOMATION_STATUSES.join(', ')}`),
	configured_actions: z
		.array(
			z.strictObject(
				{
					action: z.strictObject(
						{ id: z.string('action.id must be text'), type: z.string().optional() },
						'action.id must be text',
					),
					properties: propertyEntries(isStrict, 'properties must be a list'),
				},
				'an action has action and properties, nothing else',
			),
			'configured_actions must be a list',
		)
		.min(1, 'an automation has an action'),
	targeting_properties: propertyEntries(isStrict, 'targeting_properties must be a list'),
});
const ACTIONABLE_EVENT_RULE = 'actionable_event needs a system event or a custom event';
const eventId = textId('the id of an event is text');
interface Events {
	custom_event?: { id: string } | null | undefined;
	system_event?: { id: string } | null | undefined;
}
const ONE_EVENT: z.ZodType<Events> = z.strictObject(
	{ custom_event: eventId.nullish(), system_event: eventId.nullish() },
	ACTIONABLE_EVENT_RULE,
);
/** As the reference has it: both are required, though only one is meant. */
const BOTH_EVENTS: z.ZodType<Events> = z.strictObject(
	{ custom_event: eventId.nullable(), system_event: eventId.nullable() },
	ACTIONABLE_EVENT_RULE,
);

const bodiesOf = (isStrict: boolean) => ({
	create: jsonBody({
		...COMMON_FIELDS(isStrict),
		actionable_event: (isStrict ? BOTH_EVENTS : ONE_EVENT).refine(
			(body) => Boolean(body.custom_event) !== Boolean(body.system_event),
			ACTIONABLE_EVENT_RULE,
		),
	}),
	update: z.strictObject(COMMON_FIELDS(isStrict), 'only what may be changed, the event may not'),
	customEvent: jsonBody({
		organisation: reference('organisation.id must be an integer'),
		template: reference('template.id must be an integer'),
		configuration_properties: propertyEntries(isStrict, 'configuration_properties must be a list'),
		name: stringField('name').min(1, 'name must not be empty'),
	}),
});
/** The bodies of a generation: the reference requires every field, even the unused event. */
export const BODIES = { recorded: bodiesOf(false), reference: bodiesOf(true) };
export type Bodies = ReturnType<typeof bodiesOf>;
export type AutomationChange = z.output<Bodies['update']>;

export const readAutomationBody = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> =>
	readBody(schema, body, firstProblem(invalidAutomation));

interface Event {
	targets: string[];
	actions: string[];
	/** Undefined for a custom event, which does not state it. */
	outputs: string[] | undefined;
}
/** The targets, actions and outputs of an event. */
export const eventById = (kind: 'system' | 'custom', id: string): Event | undefined => {
	const found = kind === 'system' ? systemEventOf(id) : catalogTemplate(id);
	return found && { ...found, outputs: 'outputs' in found ? found.outputs : undefined };
};

/** Refuses actions, properties and targets that the event or the action does not support. */
export function checkFit(
	{ configured_actions, targeting_properties }: AutomationChange,
	event: Event,
): void {
	for (const {
		action: { id },
		properties,
	} of configured_actions) {
		const action = catalogAction(id);
		if (!action) throw invalidAutomation(`There is no action ${id}`);
		const named = [action.id, action.type, action.name];
		if (!event.actions.some((supported) => named.includes(supported)))
			throw invalidAutomation(`The event does not support the action "${action.name}"`);
		const missing = action.needs.find((name) => event.outputs && !event.outputs.includes(name));
		if (missing !== undefined)
			throw invalidAutomation(`The event has no ${missing} for the action`);
		const other = properties.find(({ property }) => !action.properties.includes(property));
		if (other) throw invalidAutomation(`The action has no property ${other.property}`);
	}
	const other = targeting_properties.find(({ property }) => !event.targets.includes(property));
	if (other) throw invalidAutomation(`The event cannot be narrowed by ${other.property}`);
}

/** Refuses settings that are unknown to the template, missing, or of the wrong type. */
export function checkSettings(templateId: string, entries: PropertyEntry[]): void {
	const known = catalogTemplate(templateId)?.properties ?? [];
	for (const { property, value } of entries) {
		const type = known.find((declared) => declared.property === property)?.type;
		if (type === undefined) throw invalidAutomation(`The template has no property ${property}`);
		if (type === 'integer' && !/^\d+$/.test(value))
			throw invalidAutomation(`${property} must be a number`);
		if (type === 'boolean' && !/^(true|false)$/.test(value))
			throw invalidAutomation(`${property} must be true or false`);
	}
	const given = new Set(entries.map(({ property }) => property));
	const missing = known.find(({ required, property }) => required && !given.has(property));
	if (missing) throw invalidAutomation(`${missing.property} is required`);
}
