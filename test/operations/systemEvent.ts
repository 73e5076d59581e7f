import * as automationsShapes from '../truth/shapes/automations';
import { readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Facts } from './facts';
import { D, errors, system, SYSTEM_EVENT } from './shared/automations';
import { shown } from './shared/values';

/* System events of automations. */

const SIMPLE_SYSTEM_EVENT = {
	id: D,
	name: 'Device blocked',
	description: 'A device is denied service',
	event_type_id: 11,
	parent_organisation_id: 1,
	targets: ['tag_id'],
	outputs: ['endpoint_id'],
	actions: ['EMAIL'],
};
const BLOCKED = 'd0000000-0000-4000-8000-000000000001';

export const systemEventFacts: Facts = {
	operations: {
		'systemEvent get': {
			documented: 'GET /api/v1/event/system/configuration/{systemEventId} read single',
			cases: [
				{
					values: { systemEventId: D, simplify: true },
					requests: { request: `GET ${system}/${D}`, answer: SYSTEM_EVENT },
					gives: SIMPLE_SYSTEM_EVENT,
					errors,
				},
			],
			row: readOnce({ systemEventId: rl(BLOCKED), simplify: true }),
		},
		'systemEvent getAll': {
			documented: 'GET /api/v1/event/system/configuration read list',
			cases: [
				{
					values: shown,
					requests: { request: `GET ${system}`, answer: [SYSTEM_EVENT] },
					gives: [SIMPLE_SYSTEM_EVENT],
					errors,
				},
			],
			row: readOnce(shown, 3),
		},
	},
	routes: {
		'GET /api/v1/event/system/configuration': {
			asked: {},
			answers: { 200: automationsShapes.systemEvents },
		},
		'GET /api/v1/event/system/configuration/{systemEventId}': {
			asked: {},
			answers: { 200: automationsShapes.systemEvent },
		},
	},
};
