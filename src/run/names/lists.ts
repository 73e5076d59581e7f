import { CellularIotError } from '../../errors';
import { ForbiddenError } from '../../request/attempt/errors';
import { findEntry } from '../../table/entries';
import { answerList } from '../../table/answers';
import type { RequestEntry, Call, Input, Json, LookupName } from '../../table/define';
import { getEventTypes } from '../../table/entries/event/eventLists';
import { cardActionOf } from '../../table/entries/sim/cardProfiles';
import { getCardOperationActions } from '../../table/entries/sim/euicc';
import { getUnlinkedProducts } from '../../table/entries/account/organisation';
import { at } from '../../table/reading';
import { getActions } from '../../table/entries/automation/automation';
import {
	automationEvents,
	automationStatuses,
	fittingActions,
	type FormValue,
	formEvent,
} from '../../table/entries/automation/automationForm';
import { getTemplates } from '../../table/entries/automation/automationEvents';
import { getSimOperationActions } from '../../table/entries/sim/simOperation';
import {
	getAllAddressSpaces,
	getAllBreakoutRegions,
	getAllDns,
	getAllOperators,
	getAllRatTypes,
	getAllServices,
	getAllSmsInterfaces,
	getAllTrafficLimits,
} from '../../table/entries/network/serviceLists';
import { getTagColors } from '../../table/entries/endpoint/tag';
import { getUserRoles } from '../../table/entries/account/user';
import { getActiveInclusiveVolumes } from '../../table/entries/usage/usageReports';
import { workspacesOwner } from '../../table/entries/account/workspace';
import { type NameMatch, matchName } from '../../readings/name';
import { isObject } from '../../wire';

/* The lists that pickers offer and names are looked up in, read by the entries of the table. */

interface List {
	/** The name of one entry, as a person calls it. */
	thing: string;
	/** The plural; `thing` with an s after its noun unless given. */
	title?: string;
	/** The entry whose request reads the list; Get Many of the resource of that name unless given. */
	entry?: RequestEntry;
	/** Reads the list where several requests make it; in place of the entry. */
	read?: (call: Call) => Promise<Json[]>;
	/** The entries that fit the other values of a form. */
	fitting?: (call: Call, entries: Json[], valueOf: FormValue) => Promise<Json[]>;
	/** The input the request needs. */
	input?: (call: Call) => Promise<Input>;
	/** Takes the thing out of an entry that holds more than the thing. */
	each?: (entry: Json) => Json;
	/** Query of one page with a text to search for; absent where the service gives one list. */
	page?: (page: number, text: string) => Json;
	/** How the picker shows an entry; by its name unless given. */
	name?: (entry: Json) => string;
	/** The number, or its last digits, that its label shows and that no other entry has. */
	number?: (entry: Json) => unknown;
	/** Texts that find an entry when they match exactly; its name unless given. */
	names?: (entry: Json) => unknown[];
	/** Its ids are text. */
	textIds?: boolean;
	/** Id of the organisation an entry belongs to, where the list says it. */
	owner?: (entry: Json) => unknown;
	/** Further text that the list shows of an entry. */
	detail?: (entry: Json) => string | undefined;
	/** The service cannot search it: its pages are read and searched here. */
	unsearched?: boolean;
	/** The smallest id there is; 1 unless given. */
	lowest?: number;
}

/** Entries in a page that a picker shows. */
export const PAGE_SIZE = 50;
/** A name, or the id of a thing without one, followed by a distinguishing detail. */
export const displayLabel = ({ id, name }: Json, detail?: unknown) =>
	[name ?? `ID ${String(id)}`, detail ? `(${String(detail)})` : ''].join(' ').trim();

/** The last digits of an ICCID, which distinguish it from others; the editor would cut them off. */
export const tail = (iccid: unknown) => `…${String(iccid).slice(-7)}`;
const tailOf = (iccid: unknown) => (iccid === undefined || iccid === null ? '' : tail(iccid));

/** A description as the further text of an entry. */
const detailed = (e: Json): string | undefined =>
	typeof e.description === 'string' && e.description !== '' ? e.description : undefined;

const idText = ({ id }: Json) => `ID ${String(id)}`;

/** A text of an entry: the value at a path, or the result of a function. */
type TextOf = string | ((e: Json) => unknown);
const textOf = (of: TextOf, e: Json) => (typeof of === 'string' ? at(e, of) : of(e));

/** For entries known by one of their texts, which the picker shows with a detail. */
const knownBy = (name: TextOf, detail: TextOf = idText): Pick<List, 'name' | 'names'> => ({
	names: (e) => [textOf(name, e)],
	name: (e) => displayLabel({ name: textOf(name, e), id: e.id }, textOf(detail, e)),
});
const byDescription = knownBy('description');

/** Id of the owning organisation; a reseller's list holds entries of its customers too. */
const owner = (e: Json): unknown => at(e, 'organisation.id') ?? e.organisation_id;

/** The organisation an entry belongs to, as a person calls it; undefined where the list does not say. */
export function ownerName(entry: Json): string | undefined {
	const id = owner(entry);
	const name = at(entry, 'organisation.name');
	return id === undefined || id === null ? undefined : String(name ?? `organisation ${String(id)}`);
}

/** Profiles of the same name are distinguished by their organisation: `Standard (of Plant North)`. */
export const withOrganisation = (name: unknown, entry: Json): string =>
	`${String(name)} (of ${String(ownerName(entry))})`;

const owned: Pick<List, 'owner' | 'names'> = {
	owner,
	names: (e) => [e.name, ...(ownerName(e) === undefined ? [] : [withOrganisation(e.name, e)])],
};

const freeText = (count: unknown) => (count === undefined ? undefined : `${String(count)} free`);
const serverPair = ({ primary, secondary }: Json) =>
	[primary, secondary].filter(Boolean).join(', ');
/** Such as `100 a month, SMS MT`. */
const limitDetail = (e: Json) =>
	[
		`${String(e.volume)} a ${String(at(e, 'period.unit') ?? 'period')}`,
		at(e, 'service.description'),
	]
		.filter(Boolean)
		.join(', ');
/** Such as `500 MB, Example plan, Zone 1`. */
const volumeOf = (e: Json) =>
	[`${String(e.volume)} MB`, at(e, 'tariff.name'), at(e, 'tariff.ratezone.name')]
		.filter(Boolean)
		.join(', ');

const LISTS: Record<LookupName, List> = {
	endpoint: {
		thing: 'endpoint',
		name: (e) => {
			const iccid = at(e, 'sim.iccid');
			return displayLabel(e, iccid === undefined ? e.name && `ID ${String(e.id)}` : tail(iccid));
		},
		number: (e) => tailOf(at(e, 'sim.iccid')),
	},
	sim: {
		thing: 'SIM',
		name: (e) => {
			const about = [at(e, 'status.description'), at(e, 'endpoint.name')].filter(Boolean);
			return displayLabel({ name: e.iccid && tail(e.iccid), id: e.id }, about.join(', '));
		},
		number: (e) => tailOf(e.iccid),
		detail: (e) => (e.iccid === undefined ? undefined : `ICCID ${String(e.iccid)}`),
	},
	serviceProfile: { thing: 'service profile', ...owned },
	tariffProfile: { thing: 'tariff profile', ...owned },
	ipAddressSpace: {
		thing: 'IP address space',
		entry: getAllAddressSpaces,
		...knownBy('ip_address_space', (e) => freeText(e.available_count)),
	},
	dns: {
		thing: 'pair of DNS servers',
		entry: getAllDns,
		names: (e) => [serverPair(e), e.primary],
		name: (e) => displayLabel({ name: serverPair(e), id: e.id }),
	},
	breakoutRegion: {
		thing: 'breakout region',
		entry: getAllBreakoutRegions,
		name: (e) => displayLabel(e, e.ip_address),
	},
	smsInterface: { thing: 'SMS interface', entry: getAllSmsInterfaces, ...byDescription },
	smsLimit: { thing: 'SMS limit', entry: getAllTrafficLimits, ...knownBy(limitDetail) },
	callback: {
		thing: 'callback',
		...knownBy('url', 'purpose'),
	},
	callbackSecret: {
		thing: 'callback secret',
		names: (e) => [e.purpose],
		name: (e) => displayLabel({ name: e.purpose || undefined, id: e.id }, `ID ${String(e.id)}`),
	},
	inclusiveVolume: {
		thing: 'inclusive volume',
		entry: getActiveInclusiveVolumes,
		...knownBy(volumeOf),
	},
	product: {
		thing: 'eSIM product',
		entry: getUnlinkedProducts,
		each: ({ product, ...e }) => ({ ...e, ...(product as Json) }),
		name: (e) => displayLabel(e, freeText(e.quantity)),
	},
	operator: {
		thing: 'operator',
		entry: getAllOperators,
		names: (e) => [e.name_and_country, e.name],
		// Names are not unique, and some are a digit. Source: recorded.
		name: (e) =>
			e.name_and_country ? String(e.name_and_country) : displayLabel(e, at(e, 'country.name')),
	},
	tag: {
		thing: 'tag',
		page: (page, text) => ({ page, page_size: PAGE_SIZE, ...(text && { name: text }) }),
	},
	dataStream: {
		thing: 'data stream',
		name: (e) => displayLabel(e, at(e, 'status.description')),
		textIds: true,
	},
	euicc: {
		thing: 'eUICC',
		...knownBy('eid', 'status.description'),
		number: (e) => e.eid,
		page: (page, text) => ({ page, per_page: PAGE_SIZE, ...(text && { q: `eid:${text}` }) }),
	},
	euiccAction: {
		thing: 'action on eUICCs',
		entry: getCardOperationActions,
		...byDescription,
		// The words of its descriptions are not documented: an action is also known by their meaning.
		names: (e) => [e.description, cardActionOf(e.description)],
		lowest: 0,
	},
	simOperationAction: {
		thing: 'action on SIMs',
		entry: getSimOperationActions,
		...byDescription,
		lowest: 0,
	},
	eventType: {
		thing: 'type of events',
		entry: getEventTypes,
		...byDescription,
		lowest: 0,
	},
	ratType: { thing: 'radio access type', entry: getAllRatTypes, ...byDescription, lowest: 0 },
	service: { thing: 'service', entry: getAllServices, ...byDescription, lowest: 0 },
	tagColor: {
		thing: 'tag color',
		entry: getTagColors,
		...knownBy('description', 'hex_color'),
	},
	applicationToken: {
		thing: 'application token',
		...knownBy('description', 'status.description'),
	},
	user: {
		thing: 'user',
		names: (e) => [e.username, e.name],
		name: (e) => displayLabel({ name: e.name, id: e.id }, e.username),
		page: (page) => ({ page, per_page: PAGE_SIZE }),
		unsearched: true,
	},
	userRole: {
		thing: 'role',
		entry: getUserRoles,
		names: (e) => [e.name ?? e.description],
		name: (e) => displayLabel({ name: e.name ?? e.description, id: e.id }),
	},
	workspace: {
		thing: 'workspace',
		input: async (call) => ({ userId: await workspacesOwner(call) }),
	},
	automation: { thing: 'automation', name: (e) => displayLabel(e, e.status), textIds: true },
	automationAction: {
		thing: 'action of automations',
		entry: getActions,
		fitting: async (call, entries, valueOf) =>
			fittingActions(entries, await formEvent(call, valueOf)),
		detail: detailed,
		textIds: true,
	},
	automationEvent: {
		thing: 'event of automations',
		read: automationEvents,
		name: (e) => displayLabel(e, e.kind === 'custom' && 'Custom'),
		detail: detailed,
		textIds: true,
	},
	automationStatus: {
		thing: 'status of automations',
		title: 'statuses of automations',
		read: automationStatuses,
		textIds: true,
	},
	customEvent: { thing: 'custom event', textIds: true },
	customEventTemplate: {
		thing: 'template of custom events',
		entry: getTemplates,
		detail: detailed,
		textIds: true,
	},
	systemEvent: { thing: 'system event', detail: detailed, textIds: true },
};

/** A list with the defaults of what it leaves out. */
type PickerList = List & Required<Pick<List, 'title' | 'name' | 'names'>>;
const withDefaults = (lookup: string, list: List): PickerList => ({
	title: list.thing.replace(/ of | on |$/, 's$&'),
	name: (entry) => displayLabel(entry),
	names: ({ name }) => [name],
	...(!list.read && !list.entry && { entry: findEntry(lookup, 'getAll') }),
	...list,
});
export const PICKER_LISTS = Object.fromEntries(
	Object.entries(LISTS).map(([lookup, list]) => [lookup, withDefaults(lookup, list)]),
) as Record<LookupName, PickerList>;

/** The entries of a list that a text names. */
export const entriesCalled = (
	lookup: LookupName,
	entries: readonly Json[],
	text: string,
): NameMatch<Json> => matchName(entries, PICKER_LISTS[lookup].names, text);

/** The role may not read the list. The picker says so; an id can still be given otherwise. */
export class LookupForbiddenError extends CellularIotError {
	readonly status = 403;

	constructor(title: string, cause: unknown) {
		super(
			`The role of this account may not read the list of ${title}. Choose "By ID" instead.`,
			'An administrator of the organisation can allow it.',
			'refused',
			cause,
		);
	}
}

/**
 * One page of a list as the service gives it; without a query, the whole of a list that comes in one
 * piece. `entry` may read it instead of the list's own.
 * @throws LookupForbiddenError when the role may not read the list.
 */
export async function lookupPage(
	call: Call,
	lookup: LookupName,
	query: Json | undefined,
	own?: RequestEntry,
): Promise<{ entries: Json[]; more: boolean }> {
	const { input, title, read, entry, each = (e: Json) => e } = PICKER_LISTS[lookup];
	try {
		if (read) return { entries: await read(call), more: false };
		const given = (await input?.(call)) ?? {};
		const answer = await call.other(own ?? entry!, given, {
			lane: 'list',
			...(query && { query }),
		});
		// Some editions of the reference show the single entry instead of a list.
		const { body } = answer;
		const all = isObject(body) && 'id' in body ? [body] : answerList(answer);
		const entries = all.map(each);
		if (!query) return { entries, more: false };
		const number = Number(query.page);
		const pages = Number(answer.headers['x-total-pages'] ?? at(answer.body, 'last_page'));
		// A page past the end repeats the last one. Source: public reference.
		if (number > 1 && pages < number) return { entries: [], more: false };
		return { entries, more: Number.isNaN(pages) ? entries.length >= PAGE_SIZE : number < pages };
	} catch (error) {
		if (error instanceof ForbiddenError) throw new LookupForbiddenError(title, error);
		throw error;
	}
}

/** Most pages that are read to find a name. */
const MOST_SEARCH_PAGES = 50;

/** All entries of a list, or those that a text matches; each id once. */
export async function lookupEntries(call: Call, lookup: LookupName, text: string): Promise<Json[]> {
	const found = new Map<unknown, Json>();
	for (let number = 1; number <= MOST_SEARCH_PAGES; number++) {
		const { entries, more } = await lookupPage(
			call,
			lookup,
			PICKER_LISTS[lookup].page?.(number, text),
		);
		const known = found.size;
		for (const entry of entries) found.set(entry.id ?? entry, entry);
		// A service without paging gives the same list again.
		if (!more || found.size === known) break;
	}
	return [...found.values()];
}

/** Whole lists, each read once for the lifetime of this map. */
export type ListCache = Map<LookupName, Promise<Json[]>>;

/** The whole of a list, read once. */
export async function wholeList(call: Call, lookup: LookupName, lists: ListCache): Promise<Json[]> {
	const list = lists.get(lookup) ?? lookupEntries(call, lookup, '');
	lists.set(lookup, list);
	// A list that failed is read again by the next caller, unless the role may not read it.
	list.catch((error: unknown) => {
		const isFinal = error instanceof LookupForbiddenError;
		if (!isFinal && lists.get(lookup) === list) lists.delete(lookup);
	});
	return await list;
}
