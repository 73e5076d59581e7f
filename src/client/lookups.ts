import { CellularIotError } from '../errors';
import { ForbiddenError } from '../http/errors';
import { listOf } from '../operations/answers';
import type { Call, Json, LookupName } from '../operations/define';
import { asNumber } from '../operations/schemas';
import { ownUserId } from '../operations/user';
import type { Client } from './client';
import { searchesFor, searchPage } from './pickerSearch';

/* What the pickers list. Source: specification (endpoints) and public reference. */

export interface LookupEntry {
	name: string;
	value: number | string;
	description?: string;
}

export interface LookupPage {
	entries: LookupEntry[];
	/** Give it back to get the next page; absent on the last one. */
	next?: string;
}

interface Lookup {
	/** Plural, as a person calls it. */
	title: string;
	/** A list that comes in one piece, or in pages that are searched by one text. */
	path?: string | ((call: Call) => Promise<string>);
	/** Query of one page with a text to search for; absent where the service gives one list. */
	page?: (page: number, text: string) => Json;
	/** Searched by any of its names. */
	search?: 'endpoint' | 'sim';
	name: (entry: Json) => string;
	/** Its ids are text. */
	textIds?: boolean;
	/** What else the list says of an entry. */
	detail?: (entry: Json) => string | undefined;
	/** The smallest id there is; 1 unless given. */
	lowest?: number;
}

const PAGE_SIZE = 50;
const of = (entry: Json, key: string) => (entry[key] ?? {}) as Json;
const named = ({ id, name }: Json, detail?: unknown) =>
	[name ?? `ID ${String(id)}`, detail ? `(${String(detail)})` : ''].join(' ').trim();

/** The digits that tell one ICCID from the next; in the whole the editor would cut just them. */
const tail = (iccid: unknown) => `…${String(iccid).slice(-7)}`;

const described = (e: Json) => named({ name: e.description, id: e.id }, `ID ${String(e.id)}`);

const LOOKUPS: Record<LookupName, Lookup> = {
	endpoint: {
		title: 'endpoints',
		search: 'endpoint',
		name: (e) => {
			const { iccid } = of(e, 'sim');
			return named(e, iccid === undefined ? e.name && `ID ${String(e.id)}` : tail(iccid));
		},
	},
	sim: {
		title: 'SIMs',
		search: 'sim',
		name: (e) => {
			const about = [of(e, 'status').description, of(e, 'endpoint').name].filter(Boolean);
			return named({ name: e.iccid && tail(e.iccid), id: e.id }, about.join(', '));
		},
		detail: (e) => (e.iccid === undefined ? undefined : `ICCID ${String(e.iccid)}`),
	},
	serviceProfile: { title: 'service profiles', path: '/api/v1/service_profile', name: named },
	tariffProfile: { title: 'tariff profiles', path: '/api/v1/tariff_profile', name: named },
	ipAddressSpace: {
		title: 'IP address spaces',
		path: '/api/v1/ip_address_space',
		name: (e) =>
			named(
				{ name: e.ip_address_space, id: e.id },
				e.available_count === undefined ? undefined : `${String(e.available_count)} free`,
			),
	},
	operator: {
		title: 'operators',
		path: '/api/v1/operator',
		// Names are not unique, and some are a digit. Source: recorded.
		name: (e) =>
			e.name_and_country ? String(e.name_and_country) : named(e, of(e, 'country').name),
	},
	tag: {
		title: 'tags',
		path: '/api/v2/tags',
		page: (page, text) => ({ page, page_size: PAGE_SIZE, ...(text && { name: text }) }),
		name: (e) => named(e),
	},
	dataStream: {
		title: 'data streams',
		path: '/api/v2/data_stream',
		name: (e) => named(e, of(e, 'status').description),
		textIds: true,
	},
	euicc: {
		title: 'eUICCs',
		path: '/api/v1/euicc',
		page: (page, text) => ({ page, per_page: PAGE_SIZE, ...(text && { q: `eid:${text}` }) }),
		name: (e) => named({ name: e.eid, id: e.id }, of(e, 'status').description),
	},
	euiccAction: {
		title: 'actions on eUICCs',
		path: '/api/v1/euicc/operation/action',
		name: described,
		lowest: 0,
	},
	simOperationAction: {
		title: 'actions on SIMs',
		path: '/api/v1/sim/operation/action',
		name: described,
		lowest: 0,
	},
	eventType: { title: 'types of events', path: '/api/v1/event/type', name: described, lowest: 0 },
	ratType: { title: 'radio access types', path: '/api/v1/rat_type', name: described },
	service: { title: 'services', path: '/api/v1/service', name: described },
	tagColor: {
		title: 'tag colors',
		path: '/api/v2/tag-colors',
		name: (e) => named({ name: e.description, id: e.id }, e.hex_color),
	},
	workspace: {
		title: 'workspaces',
		path: async (call) => {
			const userId = await ownUserId(call);
			if (userId === undefined) throw new LookupForbiddenError('workspaces', undefined);
			return `/api/v2/user/${userId}/workspace`;
		},
		name: (e) => named(e),
	},
};

/** The role may not read the list; a picker says so and leaves the other ways to give an id. */
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
 * One page of what a picker offers, searched by the service where it can.
 * @throws LookupForbiddenError when the role may not read the list.
 */
export async function lookUp(
	client: Client,
	lookup: LookupName,
	{ text = '', token }: { text?: string; token?: string } = {},
): Promise<LookupPage> {
	const { title, path = '', page, search, name, detail, lowest = 1, textIds } = LOOKUPS[lookup];
	const call = client.callFor({ resource: lookup, name: 'list', effect: 'read', lane: 'list' });
	const number = token === undefined ? 1 : Number(token);
	const wanted = text.trim();
	const shown = (list: Json[]) =>
		list.flatMap((entry): LookupEntry[] => {
			const value = textIds ? String(entry.id ?? '') : Number(asNumber(entry.id ?? NaN));
			// An id that is none, or was rounded, would name nothing or another thing.
			const isId = typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
			if (!isId || Number(value) < lowest) return [];
			const description = detail?.(entry);
			return [{ name: name(entry), value, ...(description !== undefined && { description }) }];
		});
	const next = (more: boolean) => (more ? { next: String(number + 1) } : {});
	try {
		if (search) {
			const found = await searchPage(call, searchesFor(search, wanted), number, PAGE_SIZE);
			return { entries: shown(found.entries), ...next(found.more) };
		}
		const where = typeof path === 'string' ? path : await path(call);
		const query = page?.(number, wanted);
		const answer = await call.send({ method: 'GET', path: where, ...(query && { query }) });
		const listed = listOf(answer);
		const entries = shown(listed);
		if (!page) return { entries: matching(entries, wanted) };
		const pages = Number(answer.headers['x-total-pages'] ?? of({ b: answer.body }, 'b').last_page);
		return { entries, ...next(Number.isNaN(pages) ? listed.length >= PAGE_SIZE : number < pages) };
	} catch (error) {
		if (error instanceof ForbiddenError) throw new LookupForbiddenError(title, error);
		throw error;
	}
}

/** In a list that comes in one piece. */
const matching = (entries: LookupEntry[], text: string) =>
	entries
		.filter((e) => e.name.toLowerCase().includes(text.toLowerCase()) || String(e.value) === text)
		.sort((a, b) => a.name.localeCompare(b.name));
