import { ownError } from '../errors';
import { ServiceError } from '../request/attempt/errors';
import type { LookupName } from '../table/define';
import type { Client } from './client';
import type { CheckedItem, ItemResult } from './items';
import { pickerPage } from './lookups';

/* Names in refusals: the service names a profile by its id alone. */

/** Fields that take a profile, its list, and its id in a refusal. */
const PROFILE_FIELDS = [
	{
		field: 'serviceProfileId',
		lookup: 'serviceProfile',
		pattern: /service.?profile\D{0,40}\d{1,15}/i,
	},
	{
		field: 'tariffProfileId',
		lookup: 'tariffProfile',
		pattern: /tariff.?profile\D{0,40}\d{1,15}/i,
	},
] as const;

/** Labels by id, as a picker shows them: with the organisation, where that is another one. */
async function labelsOf(client: Client, lookup: LookupName): Promise<Map<unknown, string>> {
	const { entries } = await pickerPage(client, lookup);
	return new Map(entries.map(({ value, name }) => [value, name]));
}

/**
 * Adds to refusals among the results, by index, the names of the profiles whose ids they name. Each list is read once,
 * and only for such a refusal; one that cannot be read adds nothing.
 */
export async function nameProfiles(
	client: Client,
	items: CheckedItem[],
	results: readonly ItemResult[],
): Promise<void> {
	const lists = new Map<string, Promise<Map<unknown, string>>>();
	for (const { index, input } of items) {
		const result = results[index];
		const error = result && 'error' in result ? ownError(result.error) : undefined;
		if (!(error instanceof ServiceError) || client.ports.signal?.aborted) continue;
		for (const { field, lookup, pattern } of PROFILE_FIELDS) {
			const id = input[field];
			const [found = ''] = pattern.exec(error.message) ?? [];
			if (Number(found.replace(/^\D*/, '')) !== id || error.message.includes(`${found} ("`))
				continue;
			const key = `${lookup} ${JSON.stringify(input.workspaceId)}`;
			const list = lists.get(key) ?? client.in(input).then((here) => labelsOf(here, lookup));
			lists.set(key, list);
			const label = (await list.catch(() => undefined))?.get(id);
			if (label === undefined) continue;
			error.message = error.message.replace(found, () => `${found} (${JSON.stringify(label)})`);
		}
	}
}
