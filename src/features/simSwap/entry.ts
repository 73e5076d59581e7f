import { defineFeature } from '../../run/feature';
import { rule } from '../../table/rules';
import { swapFields } from './form';

export const simSwap = defineFeature({
	resource: 'sim',
	name: 'swap',
	action: 'Swap SIMs',
	stakes: 'billed',
	description:
		'Give an endpoint another SIM: a free one, or that of another endpoint, which gets the first one in exchange. A dry run unless Dry Run is switched off.',
	request: 'PATCH /api/v1/endpoint/{endpointId}',
	effect: 'set',
	lane: 'sequential',
	notice: 'Devices are offline while their SIMs change places. An activated SIM is billed.',
	errors: [400, 403, 404, 409, 422],
	explains: {
		1405: 'The SIM is on another endpoint by now: run it again.',
		404: 'There is no such endpoint or SIM in the organisation of this credential.',
		422: 'The SIM cannot be assigned, or cannot have this status: look at it in the service.',
	},
	fields: swapFields,
	rules: [
		rule('{otherSimId} is for a swap of two endpoints', ({ swapWith, otherSimId }) =>
			swapWith === 'sim' && otherSimId !== undefined
				? { field: 'otherSimId', rule: 'must be empty unless two endpoints swap' }
				: undefined,
		),
	],
	perform: async (_, input, call) => {
		const { swap } = await import('./swap');
		return await call.exclusively('sim swap', async () => await swap(call, input));
	},
});
