import * as f from '../../../table/fields';
import { awaitedEndpoint } from '../waiting/form';
import { waitEntry } from '../waiting/waitEntry';

export const awaitBlocked = waitEntry({
	condition: 'blocked',
	action: 'Await blocked or unblocked',
	description: 'Wait until the service blocks a device, or does so no longer',
	request: 'GET /api/v1/endpoint/{endpointId}/connectivity',
	errors: [403, 404],
	fields: {
		endpointId: awaitedEndpoint,
		wanted: f.choice<'blocked' | 'unblocked'>(
			{ label: 'Until', hint: 'What is awaited', default: 'unblocked' },
			{ Blocked: 'blocked', Unblocked: 'unblocked' },
		),
	},
	load: async () => (await import('./watch')).blockedCondition,
});
