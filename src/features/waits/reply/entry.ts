import { awaitedEndpoint } from '../waiting/form';
import { replyContains, smsIdsIfKnown } from '../waiting/smsFields';
import { waitEntry } from '../waiting/waitEntry';

export const awaitReplyOnly = waitEntry({
	condition: 'reply',
	action: 'Await reply',
	description:
		'Wait until a device has sent an SMS that is newer than the one that asked it; a long one is joined from its parts',
	request: 'GET /api/v1/endpoint/{endpointId}/sms',
	errors: [403, 404],
	fields: { endpointId: awaitedEndpoint, smsIds: smsIdsIfKnown, ...replyContains },
	load: async () => (await import('./watch')).replyCondition,
});
