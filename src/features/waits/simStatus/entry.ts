import { SimStatus } from '../../../fleet/statuses';
import * as f from '../../../table/fields';
import { waitEntry } from '../waiting/waitEntry';

export const awaitSimStatus = waitEntry({
	condition: 'simStatus',
	action: 'Await SIM status',
	description: 'Wait until a SIM has a status',
	request: 'GET /api/v1/sim/{simId}',
	errors: [403],
	fields: {
		simId: { ...f.simId, fromItem: 'sim_id' },
		status: f.choice(
			{ label: 'Status', hint: 'The awaited status', default: SimStatus.Activated },
			f.simStatuses(...Object.values(SimStatus)),
		),
	},
	load: async () => (await import('./watch')).simStatusCondition,
});
