import { InputError } from '../../errors';
import { flatEntry } from '../../run/flat';
import { endpointId } from '../../table/fields';
import { idListSchema } from '../../table/schemas';
import type { Json } from '../../wire';
import { type FormReader, fieldsByPath, type PollingTrigger } from '../runtime/definition';
import { endpointFilterFields, pollOptionsOf, type QuotaForm } from './form';
import { pollQuotas, type QuotaState } from './poll';
import { sampleQuota } from './sample';

function pickedEndpointIds(read: FormReader): number[] {
	const ids = idListSchema.safeParse(read.picked('endpoints.values', 'endpointId'));
	if (!ids.success)
		throw new InputError('endpoints', 'must be whole numbers of 1 or more', 'Endpoints');
	if (ids.data.length === 0)
		throw new InputError('endpoints', 'must name at least one', 'Endpoints');
	return ids.data;
}

/** A change as a row of a table: where there is no quota, its columns are left out. */
function rowOf({ quota, ...change }: Json): Json {
	return flatEntry(quota === null ? change : { ...change, quota }, 'quota');
}

/** The items as the form wants them. */
const shaped = ({ flat }: QuotaForm, items: Json[]): Json[] => (flat ? items.map(rowOf) : items);

/** Changes of SMS or data quotas, and of the blocks of endpoints. */
export const quotaTrigger: PollingTrigger<QuotaForm, QuotaState> = {
	form: (read) => {
		const options = pollOptionsOf(read);
		const scope = read.value('scope', 'filter');
		if (scope === 'picked') return { ...options, scope: { ids: pickedEndpointIds(read) } };
		if (scope !== 'filter') throw new InputError('scope', 'must be filter or picked', 'Watch');
		const isFiltered = options.source === 'status';
		return { ...options, scope: { filters: isFiltered ? read.fields(endpointFilterFields) : {} } };
	},
	pickers: { ...fieldsByPath(endpointFilterFields), 'endpoints.values.endpointId': endpointId },
	within: async (client) => client,
	sample: async ({ client, ...ports }, form) =>
		shaped(form, await sampleQuota(client, { ...ports, ...form })),
	poll: async ({ client, budgetMs, ...ports }, form, resumed) => {
		const isUnderWay = resumed.before.status?.after !== undefined;
		const timed = { ...form, budgetMs: budgetMs(form.budgetMs, isUnderWay) };
		const polled = await pollQuotas(client, { ...ports, ...timed }, resumed);
		return { ...polled, items: shaped(form, polled.items) };
	},
};
