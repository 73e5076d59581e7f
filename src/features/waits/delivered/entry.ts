import { awaitedEndpoint } from '../waiting/form';
import { smsIds } from '../waiting/smsFields';
import { waitEntry } from '../waiting/waitEntry';

export const awaitDelivered = waitEntry({
	condition: 'delivered',
	action: 'Await SMS delivery',
	description:
		'Wait until an SMS, with all of its parts, has reached its device. One that has failed, has expired or was cancelled leaves by Timed Out at once.',
	request: 'GET /api/v1/endpoint/{endpointId}/sms',
	errors: [403, 404],
	fields: { endpointId: awaitedEndpoint, smsIds },
	load: async () => (await import('./watch')).deliveredCondition,
});
