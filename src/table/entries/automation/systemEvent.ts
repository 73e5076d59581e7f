import { operationsWith } from '../../define';
import { readsList } from '../../reading';
import { systemEventId } from './automationFields';
import { explains, readsOneText, systemEvent } from './automationShape';

/* Events that are ready-made for automations. Source: public reference. */

const define = operationsWith({ resource: 'systemEvent', errors: [403, 404], explains });

export const getAllSystemEvents = define({
	name: 'getAll',
	action: 'Get many system events',
	description: 'List the ready-made events that automations can be about',
	request: 'GET /api/v1/event/system/configuration',
	...readsList(systemEvent),
});

export const getSystemEvent = define({
	name: 'get',
	action: 'Get a system event',
	description: 'Read one ready-made event: what it can be narrowed by, and what it reports',
	request: 'GET /api/v1/event/system/configuration/{systemEventId}',
	...readsOneText(systemEvent, { systemEventId }),
});
