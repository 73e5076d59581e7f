import { InputError } from '../../errors';
import type { FeatureItem } from '../../run/feature';
import type { Call, Json } from '../../table/define';
import { referenceFilter } from '../../table/filterValues';
import {
	endpointsOfTag,
	onlyTag,
	type TagEntry,
} from '../../table/entries/endpoint/endpointsOfTag';
import { readTags } from '../../table/entries/endpoint/tag';
import { describeValue, groupedBy, isReference, type Reference } from '../../table/values';
import { type RetiredEndpoint, retiredEndpoint } from './endpoints';
import { retireFields, type RetireInput } from './form';

/* Which endpoints the items of a workspace mean. Sends only reads. */

export type RetireItem = FeatureItem<RetireInput>;

/** An endpoint that is to be retired, and the item that means it. */
export interface Target {
	endpoint: RetiredEndpoint;
	item: RetireItem;
	/** The tag it was found by; it stays on the endpoint until that is deleted. */
	tag?: TagEntry;
	/** The number or name that the item gives: the filter that compares it, and its value. */
	calledBy?: { filter: string; value: string };
	/**
	 * Whether it was found by its SIM. That stays on the endpoint until the service deletes both ties at once: a
	 * later run would not find an endpoint without it.
	 */
	isFoundBySim: boolean;
}

/** What an item means. */
export interface Meant {
	item: RetireItem;
	targets: Target[];
	tag?: TagEntry;
	/** The item before it that means the same endpoint: this one does nothing. */
	repeats?: RetireItem;
	error?: unknown;
}

const fault = (field: keyof typeof retireFields, rule: string): InputError =>
	new InputError(field, rule, retireFields[field].label);

/** How an item names its endpoint; ids are looked up as numbers are. */
type EndpointKey = Reference | { by: 'id'; value: string };

function keyOf({ input }: RetireItem): EndpointKey {
	const given: unknown = input.endpointId;
	return isReference(given) ? given : { by: 'id', value: String(given) };
}

const filterOf = (key: EndpointKey): string => (key.by === 'id' ? 'id' : referenceFilter(key));

/** The endpoint of an item among those that its number or name has found. */
function meantBy(item: RetireItem, found: Json[]): Meant {
	const key = keyOf(item);
	const there = found.map(retiredEndpoint).filter(({ isDeleted }) => !isDeleted);
	const [endpoint, ...others] = there;
	if (!endpoint) return { item, targets: [] };
	if (others.length > 0) {
		const ids = there.map(({ id }) => id).join(', ');
		const rule = `must be exactly one endpoint; ${there.length} are called ${describeValue(key.value)}: IDs ${ids}`;
		return { item, targets: [], error: fault('endpointId', rule) };
	}
	const isFoundBySim = key.by === 'iccid';
	if (isFoundBySim && item.input.sims !== 'suspend') {
		const rule =
			'must not be an ICCID unless SIMs are suspended: a run that was cut off could not find it again. Give the ID, the name or the IMEI';
		return { item, targets: [], error: fault('endpointId', rule) };
	}
	const calledBy = { filter: filterOf(key), value: key.value };
	return { item, targets: [{ endpoint, item, calledBy, isFoundBySim }] };
}

/** The endpoints that items name one by one. */
async function endpointsOfItems(call: Call, items: RetireItem[]): Promise<Meant[]> {
	const found = new Map<string, Json[]>();
	for (const [filter, own] of groupedBy(items.map(keyOf), filterOf)) {
		const values = [...new Set(own.map(({ value }) => value))];
		for (const [value, entries] of await call.find('endpoint', filter, values)) {
			found.set(`${filter} ${value}`, entries);
		}
	}
	return items.map((item) => {
		const key = keyOf(item);
		return meantBy(item, found.get(`${filterOf(key)} ${key.value}`) ?? []);
	});
}

/** The tag of an item. @throws InputError where there is none, or its name was not repeated */
function tagOf({ input }: RetireItem, tags: Json[]): TagEntry {
	const tag = onlyTag(tags, input.tagId, 'tagId', retireFields.tagId.label);
	const isRepeated = String(input.confirmTag ?? '').trim() === tag.name.trim();
	if (input.dryRun || isRepeated) return tag;
	throw fault('confirmTag', 'must be the name of the tag, and is not');
}

/** The endpoints that items mean by a tag. */
async function endpointsOfTags(call: Call, items: RetireItem[]): Promise<Meant[]> {
	if (items.length === 0) return [];
	const tags = await readTags(call, { whole: true });
	const all: Meant[] = [];
	for (const item of items) {
		try {
			const tag = tagOf(item, tags);
			const entities = await endpointsOfTag(call, tag, { surely: true });
			const targets = entities.map(
				(entity): Target => ({
					endpoint: retiredEndpoint(entity),
					item,
					tag,
					isFoundBySim: false,
				}),
			);
			all.push({ item, tag, targets });
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			all.push({ item, targets: [], error });
		}
	}
	return all;
}

/** What the items of one workspace mean, in their order; each endpoint is meant by one of them. */
export async function meantByItems(call: Call, items: RetireItem[]): Promise<Meant[]> {
	const isByTag = ({ input }: RetireItem) => input.endpointsBy === 'tag';
	const all = [
		...(await endpointsOfItems(
			call,
			items.filter((item) => !isByTag(item)),
		)),
		...(await endpointsOfTags(call, items.filter(isByTag))),
	];
	all.sort((a, b) => a.item.index - b.item.index);
	const owners = new Map<number, RetireItem>();
	for (const meant of all) {
		const own = meant.targets.filter(({ endpoint }) => !owners.has(endpoint.id));
		const [first] = meant.targets;
		if (first && own.length === 0) meant.repeats = owners.get(first.endpoint.id)!;
		for (const { endpoint } of own) owners.set(endpoint.id, meant.item);
		meant.targets = own;
	}
	return all;
}
