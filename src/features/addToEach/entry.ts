import type { Feature } from '../../run/feature';
import { getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import { addedFilters, addedOptions, addedRules, addsToEach, choosesByAdded } from './form';

/** The list of endpoints, with what Add to Each and its filters look at beside the list. */
export const endpointsWithAdded: Feature = {
	...getAllEndpoints,
	description:
		'List endpoints by status, SIM, device, tag, country and more; connectivity, place, diagnosis, quotas and usage of 7 days can be added',
	fields: { ...getAllEndpoints.fields, ...addedFilters, ...addedOptions },
	rules: [...addedRules, ...(getAllEndpoints.rules ?? [])],
	chooses: choosesByAdded,
	perform: async (client, input, call) => {
		if (!addsToEach(input)) return await call.list(getAllEndpoints, input);
		const { enriched } = await import('./enriched');
		return await enriched(client, call, input);
	},
};
