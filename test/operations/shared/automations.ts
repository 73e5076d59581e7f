import type { INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';
import { text } from '../../truth/requests/forms';

/* Values of automations and of their events. */

export const errors = [403, 404];
export const CUSTOM_EVENT_ID = 'c0000000-0000-4000-8000-000000000001';
export const D = 'd0000000-0000-4000-8000-000000000001';
export const custom = '/api/v1/event/custom';
export const system = '/api/v1/event/system/configuration';
/** A property with one value, or with a list. */
export const entry = (property: string, value: string | string[]) =>
	Array.isArray(value)
		? { property, value: '', value_array: value }
		: { property, value, value_array: [] };
/** Values as the resource mapper of n8n gives them. */
export const columns = (value: object) => ({ mappingMode: 'defineBelow', value });
export const SYSTEM_EVENT = {
	id: D,
	name: 'Device blocked',
	description: 'A device is denied service',
	translationKeyName: 'event.11.name',
	translationKeyDescription: 'event.11.description',
	eventType: { id: 11 },
	parentOrg: { id: 1 },
	supportedTargetingParameters: ['tag_id'],
	eventOutputParameters: [{ parameter: 'endpoint_id', type: 'string', description: 'Its id' }],
	supportedActions: ['EMAIL'],
};
export const CUSTOM_EVENT = {
	id: CUSTOM_EVENT_ID,
	name: 'Many SMS',
	organisation: { id: '1001' },
	template: { id: 7 },
	configuration_properties: [entry('threshold', '80'), entry('countries', ['DE', 'FR'])],
	supportedTargetingParameters: ['tag_id'],
	supportedActions: ['EMAIL'],
};
export const columnsOf = (value: INodeParameters) => ({ mappingMode: 'defineBelow', value });
/** One value or a list; each entry has both names. */
export const namedValue = z.strictObject({
	property: text,
	value: z.string(),
	value_array: z.array(z.string()),
});
export const namedValues = z.array(namedValue);
