import { knownOf } from '../../errors';
import type { Reporter } from '../../reporter';
import type { AdditionName } from './form';
import type { Input, Json } from '../../table/define';
import { getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import { at } from '../../table/reading';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';

/** An endpoint of the list; only the needed part of its entry is kept. */
export type ListedEndpoint = {
	id: number;
	simId: number | undefined;
	profileId: number;
	deleted: boolean;
	/** Its entry in the list, where a diagnosis is made of it. */
	entry?: Json | undefined;
	/** Whether the list shows that it is connected. If not, that is unknown. */
	connected: boolean;
	item: Json;
};

/** The fields of an addition to an endpoint, or why it could not be read. */
export type Addition = { fields: Json } | { notRead: string };

export type AdditionsByEndpoint = ReadonlyMap<ListedEndpoint, Addition>;

/** What was read under the name of an addition; connectivity is read from events, and as a status. */
export interface AdditionsRead {
	name: AdditionName;
	additions: AdditionsByEndpoint;
}

/** The addition of an endpoint for which it could not be read. */
export const unread = (error: unknown): Addition => ({ notRead: knownOf(error).message });

/** Makes such an endpoint from an entry of the list; its item is as in the plain list. */
export const listedEndpointAs =
	(input: Input) =>
	(entry: Json): Json => {
		const isDiagnosed = ((input.addToEach ?? []) as AdditionName[]).includes('diagnosis');
		const simId = Number(at(entry, 'sim.id') ?? NaN);
		return {
			id: Number(entry.id),
			simId: Number.isNaN(simId) ? undefined : simId,
			profileId: Number(at(entry, 'service_profile.id')),
			deleted: isEndpointDeleted(entry),
			entry: isDiagnosed ? entry : undefined,
			// Present only when it is connected. Source: specification, Endpoint.
			connected: Object.keys(entry.runtime_data ?? {}).length > 0,
			item: getAllEndpoints.pages!.each(entry, input),
		} satisfies ListedEndpoint;
	};

/**
 * The item of the result, with what was read for it in that order. An addition that could not be read is
 * named in `not_read` with the reason.
 */
export function listedItem(endpoint: ListedEndpoint, read: readonly AdditionsRead[]): Json {
	const added: Json = {};
	const notRead: Partial<Record<AdditionName, string>> = {};
	for (const { name, additions } of read) {
		const addition = additions.get(endpoint);
		if (addition === undefined) continue;
		if ('notRead' in addition) notRead[name] = addition.notRead;
		else Object.assign(added, addition.fields);
	}
	return {
		...endpoint.item,
		...added,
		...(Object.keys(notRead).length > 0 && { not_read: notRead }),
	};
}

/** Counts requests for a person who waits; `all` grows as more are found to be needed. */
export class Steps {
	private done = 0;
	private all = 0;

	constructor(private readonly report: Reporter | undefined) {}

	plan(requests: number): void {
		this.all += requests;
	}

	made(): void {
		this.done += 1;
		this.report?.progress(this.done, Math.max(this.all, this.done), 'requests');
	}
}
