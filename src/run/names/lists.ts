import { CellularIotError } from '../errors';
import { ForbiddenError } from '../http/errors';
import { findOperation } from '../operations';
import { listOf } from '../operations/answers';
import type { Asked, Call, Input, Json, LookupName } from '../operations/define';
import { getEventTypes } from '../operations/eventLists';
import { at } from '../operations/reading';
import { getSimOperationActions } from '../operations/simOperation';
import {
	getAllAddressSpaces,
	getAllOperators,
	getAllRatTypes,
	getAllServices,
} from '../operations/serviceLists';
import { getTagColors } from '../operations/tag';
import { workspacesOwner } from '../operations/workspace';

/* The lists that pickers offer and names are looked up in, read by the entries of the table. */

interface List {
	/** The name of one entry, as a person calls it. */
	thing: string;
	/** The plural, where it is not `thing` with an s. */
	title?: string;
	/** The entry whose request reads the list; Get Many of the resource of that name unless given. */
	entry?: Asked;
	/** The input the request needs. */
	input?: (call: Call) => Promise<Input>;
	/** Query of one page with a text to search for; absent where the service gives one list. */
	page?: (page: number, text: string) => Json;
	/** How the picker shows an entry; by its name unless given. */
	name?: (entry: Json) => string;
	/** Lasting properties that tell an entry from others, where its names do not. */
	marks?: (entry: Json) => unknown[];
	/** Texts that find an entry when they match exactly; its name unless given. */
	names?: (entry: Json) => unknown[];
	/** Its ids are text. */
	textIds?: boolean;
	/** Id of the organisation an entry belongs to, where the list says it. */
	owner?: (entry: Json) => unknown;
	/** Further text that the list shows of an entry. */
	detail?: (entry: Json) => string | undefined;
	/** The smallest id there is; 1 unless given. */
	lowest?: number;
}

/** Entries in a page that a picker shows. */
export const PAGE_SIZE = 50;
/** A name, or the id of a thing without one, followed by a distinguishing detail. */
export const named = ({ id, name }: Json, detail?: unknown) =>
	[name ?? `ID ${String(id)}`, detail ? `(${String(detail)})` : ''].join(' ').trim();

/** The last digits of an ICCID, which tell it from others; the editor would cut them off. */
const tail = (iccid: unknown) => `…${String(iccid).slice(-7)}`;
const tailOf = (iccid: unknown) => (iccid === undefined || iccid === null ? '' : tail(iccid));

/** For entries known by their description alone. */
const described: Pick<List, 'name' | 'names'> = {
	names: (e) => [e.description],
	name: (e) => named({ name: e.description, id: e.id }, `ID ${String(e.id)}`),
};

/** Id of the owning organisation; a reseller's list holds entries of its customers too. */
const owner = (e: Json): unknown => at(e, 'organisation.id') ?? e.organisation_id;

export const LISTS: Record<LookupName, List> = {
	endpoint: {
		thing: 'endpoint',
		name: (e) => {
			const iccid = at(e, 'sim.iccid');
			return named(e, iccid === undefined ? e.name && `ID ${String(e.id)}` : tail(iccid));
		},
		marks: (e) => [e.name, tailOf(at(e, 'sim.iccid'))],
	},
	sim: {
		thing: 'SIM',
		name: (e) => {
			const about = [at(e, 'status.description'), at(e, 'endpoint.name')].filter(Boolean);
			return named({ name: e.iccid && tail(e.iccid), id: e.id }, about.join(', '));
		},
		marks: (e) => [tailOf(e.iccid)],
		detail: (e) => (e.iccid === undefined ? undefined : `ICCID ${String(e.iccid)}`),
	},
	serviceProfile: { thing: 'service profile', owner },
	tariffProfile: { thing: 'tariff profile', owner },
	ipAddressSpace: {
		thing: 'IP address space',
		entry: getAllAddressSpaces,
		names: (e) => [e.ip_address_space],
		name: (e) =>
			named(
				{ name: e.ip_address_space, id: e.id },
				e.available_count === undefined ? undefined : `${String(e.available_count)} free`,
			),
	},
	operator: {
		thing: 'operator',
		entry: getAllOperators,
		names: (e) => [e.name_and_country, e.name],
		// Names are not unique, and some are a digit. Source: recorded.
		name: (e) =>
			e.name_and_country ? String(e.name_and_country) : named(e, at(e, 'country.name')),
	},
	tag: {
		thing: 'tag',
		page: (page, text) => ({ page, page_size: PAGE_SIZE, ...(text && { name: text }) }),
	},
	dataStream: {
		thing: 'data stream',
		name: (e) => named(e, at(e, 'status.description')),
		textIds: true,
	},
	euicc: {
		thing: 'eUICC',
		names: (e) => [e.eid],
		page: (page, text) => ({ page, per_page: PAGE_SIZE, ...(text && { q: `eid:${text}` }) }),
		name: (e) => named({ name: e.eid, id: e.id }, at(e, 'status.description')),
	},
	euiccAction: {
		thing: 'action on eUICCs',
		title: 'actions on eUICCs',
		entry: { request: 'GET /api/v1/euicc/operation/action', effect: 'read', lane: 'list' },
		...described,
		lowest: 0,
	},
	simOperationAction: {
		thing: 'action on SIMs',
		title: 'actions on SIMs',
		entry: getSimOperationActions,
		...described,
		lowest: 0,
	},
	eventType: {
		thing: 'type of events',
		title: 'types of events',
		entry: getEventTypes,
		...described,
		lowest: 0,
	},
	ratType: { thing: 'radio access type', entry: getAllRatTypes, ...described },
	service: { thing: 'service', entry: getAllServices, ...described },
	tagColor: {
		thing: 'tag color',
		entry: getTagColors,
		names: (e) => [e.description],
		name: (e) => named({ name: e.description, id: e.id }, e.hex_color),
	},
	workspace: {
		thing: 'workspace',
		input: async (call) => {
			return { userId: await workspacesOwner(call) };
		},
	},
};

/** The role may not read the list. The picker says so; an id can still be given otherwise. */
export class LookupForbiddenError extends CellularIotError {
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
 * One page of a list as the service gives it, or the whole of a list that comes in one piece and so
 * has no query. An entry other than the list's own may read it.
 * @throws LookupForbiddenError when the role may not read the list.
 */
export async function pageOf(
	call: Call,
	lookup: LookupName,
	query: Json | undefined,
	entry = LISTS[lookup].entry ?? findOperation(lookup, 'getAll'),
): Promise<{ entries: Json[]; more: boolean }> {
	const { input, thing, title = `${thing}s` } = LISTS[lookup];
	try {
		const given = (await input?.(call)) ?? {};
		const answer = await call.other(entry, given, { lane: 'list', ...(query && { query }) });
		const entries = listOf(answer);
		if (!query) return { entries, more: false };
		const number = Number(query.page);
		const pages = Number(answer.headers['x-total-pages'] ?? at(answer.body, 'last_page'));
		// A page past the end answers the last one again. Source: public reference.
		if (number > 1 && pages < number) return { entries: [], more: false };
		return { entries, more: Number.isNaN(pages) ? entries.length >= PAGE_SIZE : number < pages };
	} catch (error) {
		if (error instanceof ForbiddenError) throw new LookupForbiddenError(title, error);
		throw error;
	}
}

/** Most pages that are read to find a name. */
const MOST_PAGES = 50;

/** All entries of a list, or those that a text matches; each id once. */
export async function entriesOf(call: Call, lookup: LookupName, text: string): Promise<Json[]> {
	const found = new Map<unknown, Json>();
	for (let number = 1; number <= MOST_PAGES; number++) {
		const { entries, more } = await pageOf(call, lookup, LISTS[lookup].page?.(number, text));
		for (const entry of entries) found.set(entry.id ?? entry, entry);
		if (!more || entries.length === 0) break;
	}
	return [...found.values()];
}

/** Whole lists, each read once for the lifetime of this map. */
export type Lists = Map<LookupName, Promise<Json[]>>;

/** The whole of a list, read once. */
export async function wholeList(call: Call, lookup: LookupName, lists: Lists): Promise<Json[]> {
	const list = lists.get(lookup) ?? entriesOf(call, lookup, '');
	lists.set(lookup, list);
	// A list that failed is read again by the next caller.
	list.catch(() => lists.delete(lookup));
	return await list;
}
