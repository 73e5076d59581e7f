import * as f from '../../../table/fields';
import { awaitedEndpoint } from '../waiting/form';
import { waitEntry } from '../waiting/waitEntry';

export const awaitOnline = waitEntry({
	condition: 'online',
	action: 'Await online and stable',
	description:
		'Wait until several reads in a row show a device online with the same session, and no event contradicts them. It proves a session, and no living device: only traffic or a reply proves that.',
	request: 'GET /api/v1/endpoint/{endpointId}/connectivity',
	errors: [403, 404],
	fields: {
		endpointId: awaitedEndpoint,
		...f.inGroup('options', {
			reads: f.number(
				{ label: 'Reads in a Row', hint: 'How many reads must show the session', default: 2 },
				{ min: 1, max: 20 },
			),
			readDistance: f.number(
				{ label: 'Distance of Reads (Seconds)', hint: 'From one read to the next', default: 30 },
				{ min: 5, max: 900 },
			),
			rats: f.choices(
				{
					label: 'Radio Access Types',
					hint: 'Types that count; any unless given. LTE-M is mostly reported as 4G.',
				},
				{
					'GSM (2G)': '2G',
					'LTE (4G)': '4G',
					'LTE-M': 'LTE-M',
					'NB-IoT': 'NB-IoT',
					'UMTS (3G)': '3G',
				},
			),
		}),
	},
	load: async () => (await import('./watch')).onlineCondition,
});
