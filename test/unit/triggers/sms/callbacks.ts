import { WebhookWorkflow } from '../../../support/n8n/triggers';
import { credentialsFor } from '../support';

/* Callbacks as the service sends them, and workflows that receive them. */

const credentials = credentialsFor();
/** A workflow with the SMS trigger, which has the secret of calls alone. */
export const trigger = (parameters: object = {}) =>
	new WebhookWorkflow({ authentication: 'cellularIotCallbackApi', ...parameters }, credentials);
/** A workflow whose calls need no token. */
export const open = (parameters: object = {}) => trigger({ authentication: 'none', ...parameters });

/** Stops the clock at this many minutes from now, so that the load of the machine has no effect. */
export const later = (minutes: number) =>
	jest.useFakeTimers({
		now: Date.now() + minutes * 60_000,
		doNotFake: ['setImmediate', 'nextTick', 'setTimeout'],
	});

let nextId = 1;
export const message = (more: object = {}) => ({
	id: nextId++,
	payload: 'hello',
	submit_date: '2026-03-01 12:00:00',
	source_address: '491510000001',
	dest_address: '12345',
	dcs: 0,
	pid: 0,
	endpoint: { id: 10001, name: 'device-000001' },
	organisation: { id: 1001 },
	...more,
});
export const receipt = (more: object = {}) => ({
	id: nextId++,
	submit_date: '2026-03-01 12:00:00',
	final_date: '2026-03-01 12:00:07',
	status: { id: 4, status: 'DELIVERED' },
	endpoint: { id: 10001, name: 'device-000001' },
	organisation: { id: 1001 },
	...more,
});
export const part = (partno: number, total: number, payload: string, more: object = {}) =>
	message({ payload, multi_part_info: { partno, total, identifier: 7 }, ...more });
