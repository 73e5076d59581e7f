import type { SingleFeature } from '../../run/client';
import type { Feature } from '../../run/feature';
import type { Operation } from '../../table/define';
import { changesOption, rulesOf } from './form';

/** A list in pages that can be followed from run to run: by the `parts` that its pages name. */
export const followed = (list: Operation & Partial<SingleFeature>): Feature => ({
	...list,
	fields: { ...list.fields, ...changesOption },
	rules: [...rulesOf(list.pages!.parts!), ...(list.rules ?? [])],
	perform: async (client, input, call) => {
		if (input.onlyChanged !== undefined) {
			const { listChanges } = await import('./list');
			return await listChanges(client, call, list, input);
		}
		return list.perform ? await list.perform(client, input, call) : await call.list(list, input);
	},
});
