import { InputError } from '../../errors';
import { flatEntry } from '../../run/flat';
import type { Client } from '../../run/client';
import { getEndpoint } from '../../table/entries/endpoint/endpointRead';
import { endpointId } from '../../table/fields';
import * as schemas from '../../table/schemas';
import type { Reference } from '../../table/values';
import type { Json } from '../../wire';
import { type FormReader, fieldsByPath, type PollingTrigger } from '../runtime/definition';
import { endpointFilterFields, pollOptionsOf, type QuotaForm } from './form';
import { pollQuotas, type QuotaState } from './poll';
import { sampleQuota } from './sample';

/** The form before the endpoints that it names are looked up. */
type NamingForm = Omit<QuotaForm, 'scope'> & {
	scope: Exclude<QuotaForm['scope'], { ids: number[] }> | { picked: Array<number | Reference> };
};

/** @throws InputError */
function pickedEndpoints(read: FormReader): Array<number | Reference> {
	const picked = read.picked('endpoints.values', 'endpointId').map((value) => {
		const parsed = endpointId.schema(schemas).safeParse(value);
		if (parsed.success) return parsed.data;
		const fault = parsed.error.issues[0]?.message ?? 'must be whole numbers of 1 or more';
		throw new InputError('endpoints', fault, 'Endpoints');
	});
	if (picked.length === 0) throw new InputError('endpoints', 'must name at least one', 'Endpoints');
	return picked;
}

/**
 * The form with the IDs of the endpoints that it names. They are looked up in each poll, the first of which is part of
 * the publication: a name that fits no endpoint is refused there. IDs alone take no request.
 * @throws InputError for a name that fits none, or several
 */
async function withIds(client: Client, form: NamingForm): Promise<QuotaForm> {
	const { scope } = form;
	if (!('picked' in scope)) return { ...form, scope };
	const inputs = scope.picked.map((picked) => ({ endpointId: picked }));
	const found = await client.resolve(getEndpoint, inputs, client.callFor(getEndpoint));
	const ids = found.map((input) => {
		if (input instanceof Error) throw input;
		return input.endpointId as number;
	});
	return { ...form, scope: { ids } };
}

/** A change as a row of a table: where there is no quota, its columns are left out. */
function rowOf({ quota, ...change }: Json): Json {
	return flatEntry(quota === null ? change : { ...change, quota }, 'quota');
}

/** The items as the form wants them. */
const shaped = ({ flat }: Pick<QuotaForm, 'flat'>, items: Json[]): Json[] =>
	flat ? items.map(rowOf) : items;

/** Changes of SMS or data quotas, and of the blocks of endpoints. */
export const quotaTrigger: PollingTrigger<NamingForm, QuotaState> = {
	form: (read) => {
		const options = pollOptionsOf(read);
		const scope = read.value('scope', 'filter');
		if (scope === 'picked') return { ...options, scope: { picked: pickedEndpoints(read) } };
		if (scope !== 'filter') throw new InputError('scope', 'must be filter or picked', 'Watch');
		const isFiltered = options.source === 'status';
		return { ...options, scope: { filters: isFiltered ? read.fields(endpointFilterFields) : {} } };
	},
	pickers: { ...fieldsByPath(endpointFilterFields), 'endpoints.values.endpointId': endpointId },
	within: async (client) => client,
	sample: async ({ client, ...ports }, form) =>
		shaped(form, await sampleQuota(client, { ...ports, ...(await withIds(client, form)) })),
	poll: async ({ client, budgetMs, ...ports }, form, resumed) => {
		const isUnderWay = resumed.before.status?.after !== undefined;
		const timed = {
			...(await withIds(client, form)),
			budgetMs: budgetMs(form.budgetMs, isUnderWay),
		};
		const polled = await pollQuotas(client, { ...ports, ...timed }, resumed);
		return { ...polled, items: shaped(form, polled.items) };
	},
};
