import { defineFeature } from '../../run/feature';
import { idleFields } from './form';

export const findIdleSims = defineFeature({
	resource: 'sim',
	name: 'findIdle',
	action: 'Find idle SIMs',
	description:
		'List activated SIMs without traffic for a number of days: last sign of life, monthly fee where the tariff tells it, what suspending saves and what it risks. Reads only; to suspend them: SIM: Suspend of Cellular IoT.',
	request: 'GET /api/v1/sim',
	lane: 'list',
	errors: [403, 422],
	fields: idleFields,
	perform: async (client, input, call) => {
		const { findIdle } = await import('./find');
		return await findIdle(client, call, input);
	},
});
