import { operationsWith } from '../../define';
import * as f from '../../fields';
import { readsList } from '../../reading';
import { customEventId, systemEventId, templateId } from './automationFields';
import {
	BETA,
	customEvent,
	explains,
	readsOneText,
	systemEvent,
	template,
} from './automationShape';

/*
 * Events that automations can be about: ready-made ones, and those that an organisation makes out of
 * the service's templates. Source: public reference.
 */

const defineSystem = operationsWith({ resource: 'systemEvent', errors: [403, 404], explains });

export const getAllSystemEvents = defineSystem({
	name: 'getAll',
	action: 'Get many system events',
	description: 'List the ready-made events that automations can be about',
	request: 'GET /api/v1/event/system/configuration',
	...readsList(systemEvent),
});

export const getSystemEvent = defineSystem({
	name: 'get',
	action: 'Get system event',
	description: 'Read one ready-made event: what it can be narrowed by, and what it reports',
	request: 'GET /api/v1/event/system/configuration/{systemEventId}',
	...readsOneText(systemEvent, { systemEventId }),
});

const define = operationsWith({ resource: 'customEvent', errors: [403, 404], explains });

export const getAllCustomEvents = define({
	name: 'getAll',
	action: 'Get many custom events',
	description: 'List the events that were made from templates, with their settings',
	request: 'GET /api/v1/event/custom/configuration',
	...readsList(customEvent),
});

export const getCustomEvent = define({
	name: 'get',
	action: 'Get custom event',
	description: 'Read one custom event: its template, its settings and what it can be narrowed by',
	request: 'GET /api/v1/event/custom/configuration/{customEventId}',
	...readsOneText(customEvent, { customEventId }),
});

export const deleteCustomEvent = define({
	name: 'delete',
	action: 'Delete custom event',
	stakes: 'final',
	description: 'Delete a custom event; move the automations about it to another one before',
	request: 'DELETE /api/v1/event/custom/configuration/{customEventId}',
	lane: 'single',
	notice: `${BETA} This cannot be undone, and automations about it may end.`,
	errors: [403, 404, 409],
	explains: { ...explains, 409: 'An automation is still about it: delete that one first.' },
	fields: { customEventId },
	result: (_, { customEventId: id }) => ({ id, deleted: true }),
});

export const getTemplates = define({
	name: 'getTemplates',
	action: 'Get custom event templates',
	description: 'List how custom events can be made: the settings of each template, and their types',
	request: 'GET /api/v1/event/custom/template',
	...readsList(template),
});

export const getTemplate = define({
	name: 'getTemplate',
	action: 'Get custom event template',
	description: 'Read one template: its settings with types, defaults and which are required',
	request: 'GET /api/v1/event/custom/template/{templateId}',
	...readsOneText(template, { templateId: f.path(templateId) }),
});
