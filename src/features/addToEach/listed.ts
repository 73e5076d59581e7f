import { knownOf } from '../../errors';
import type { Reporter } from '../../reporter';
import type { AdditionName } from './form';
import type { Input, Json } from '../../table/define';
import { getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import { at } from '../../table/reading';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';

/** An endpoint of the list with what is added to it; only the needed part of its entry is kept. */
export type ListedEndpoint = {
	id: number;
	simId: number | undefined;
	profileId: number;
	deleted: boolean;
	/** Whether the list shows that it is connected. If not, that is unknown. */
	connected: boolean;
	item: Json;
	added: Json;
	/** Why an addition could not be read. */
	notRead: Partial<Record<AdditionName, string>>;
};

/** Makes such an endpoint from an entry of the list; its item is as in the plain list. */
export const listedEndpointAs =
	(input: Input) =>
	(entry: Json): Json => {
		const simId = Number(at(entry, 'sim.id') ?? NaN);
		return {
			id: Number(entry.id),
			simId: Number.isNaN(simId) ? undefined : simId,
			profileId: Number(at(entry, 'service_profile.id')),
			deleted: isEndpointDeleted(entry),
			// Present only when it is connected. Source: specification, Endpoint.
			connected: Object.keys(entry.runtime_data ?? {}).length > 0,
			item: getAllEndpoints.pages!.each(entry, input),
			added: {},
			notRead: {},
		} satisfies ListedEndpoint;
	};

/** The item of the result. An addition that could not be read is named, and has no values. */
export const listedItem = ({ item, added, notRead }: ListedEndpoint): Json => ({
	...item,
	...added,
	...(Object.keys(notRead).length > 0 && { not_read: notRead }),
});

/** Records why an addition is missing. */
export function noteUnread(endpoint: ListedEndpoint, name: AdditionName, error: unknown): void {
	endpoint.notRead[name] = knownOf(error).message;
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
