import * as z from 'zod/v4';
import { anyTime, id, idText, ref, text } from './forms';

/*
 * Automations, custom and system events. Source: more operations 4, by schema only: no sample and no record.
 */

const textId = z.strictObject({ id: text });
const entry = z.strictObject({
	property: text,
	value: text.nullish(),
	value_array: z.array(text).nullish(),
});
const entries = z.array(entry);
/** Used by the portal. */
const translations = {
	translationKeyName: text,
	translationKeyDescription: text,
};
const names = z.array(text);
const validators = z
	.array(z.strictObject({ validator_type: text, validator_value: z.unknown() }))
	.nullish();

export const systemEvent = z.strictObject({
	id: text,
	name: text,
	description: text.nullish(),
	eventType: z.looseObject({ id }),
	parentOrg: z.looseObject({ id }).nullish(),
	supportedTargetingParameters: names,
	eventOutputParameters: z.array(
		z.strictObject({ parameter: text, type: text, description: text.nullish() }),
	),
	supportedActions: names,
	...translations,
});
export const template = z.strictObject({
	id: text,
	name: text,
	description: text.nullish(),
	status: text,
	parent_organisation: z.looseObject({ id }).nullish(),
	configuration_properties: z.array(
		z.strictObject({
			property: text,
			type: text,
			default: text,
			required: z.boolean(),
			description: text.nullish(),
			validators,
		}),
	),
	supported_targeting_parameters: z.array(
		z.strictObject({ parameter: text, type: text, description: text.nullish(), validators }),
	),
	...translations,
});
export const customEvent = z.strictObject({
	id: text,
	name: text,
	organisation: z.looseObject({ id }),
	template: z.looseObject({ id: z.union([id, text]) }),
	configuration_properties: entries,
	supportedTargetingParameters: names,
	supportedActions: names,
});
export const action = z.strictObject({
	id: text,
	name: text,
	description: text.nullish(),
	type: text,
	status: text,
	configurationProperties: names,
	requiredEventOutputParameters: names,
	...translations,
});
/** The used event is complete; the other kind is null or absent. */
export const automation = z.strictObject({
	id: text,
	name: text,
	description: text.nullish(),
	status: text,
	organisation: z.looseObject({ id }),
	actionable_event: z.union([
		z.strictObject({ system_event: systemEvent, custom_event: z.null().optional() }),
		z.strictObject({ custom_event: customEvent, system_event: z.null().optional() }),
	]),
	configured_actions: z.array(
		z.strictObject({
			action: z.looseObject({ id: text }),
			properties: entries,
			recipients: z.strictObject({ email: z.array(text) }).nullish(),
		}),
	),
	targeting_properties: entries,
	number_of_executions: z.union([z.int(), idText]).nullish(),
	// Required; empty before the first run.
	last_execution: z.union([anyTime, z.literal('')]),
	created_at: anyTime,
	modified_at: anyTime.nullish(),
});
export const log = z.array(
	z.strictObject({
		id: text,
		automation: textId,
		action: textId.nullish(),
		// The number of the event, as a string.
		event: z.strictObject({ id: idText }).nullish(),
		smart_event: textId.nullish(),
		status: text,
		message: text.nullish(),
		created_at: anyTime,
		automation_execution_number: z.union([z.int(), idText]),
		organisation: ref,
	}),
);
export const automations = z.array(automation);
export const actions = z.array(action);
export const customEvents = z.array(customEvent);
export const templates = z.array(template);
export const systemEvents = z.array(systemEvent);
