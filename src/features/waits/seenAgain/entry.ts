import * as f from '../../../table/fields';
import { awaitedEndpoint } from '../waiting/form';
import { waitEntry } from '../waiting/waitEntry';

export const awaitSeenAgain = waitEntry({
	condition: 'seenAgain',
	action: 'Await sign of life',
	description:
		'Wait until a device has registered or opened a session since the first look: for devices that sleep. One read of the event feed serves all devices.',
	request: 'GET /api/v1/endpoint/{endpointId}/event',
	errors: [403, 404],
	fields: {
		endpointId: awaitedEndpoint,
		...f.inGroup('options', {
			alsoCount: f.choices<'traffic' | 'messages'>(
				{
					label: 'Also Count',
					hint: 'Signs that take a read for each device. A device that sleeps with its session (PSM) wakes without registering: only these show it.',
				},
				{ 'SMS From the Device': 'messages', Traffic: 'traffic' },
			),
			newerThan: f.dateTime({
				label: 'Newer Than',
				hint: "Signs after this moment of the service's clock count; the first look unless given",
			}),
		}),
	},
	load: async () => (await import('./watch')).seenAgainCondition,
});
