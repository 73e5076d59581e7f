import { CellularIotError } from '../errors';
import { ForbiddenError } from '../http/errors';
import { listOf } from '../operations/answers';
import type { Call, Json, LookupName } from '../operations/define';
import { asNumber } from '../operations/schemas';
import type { Client } from './client';

/* What the pickers list. Source: specification (endpoints) and public reference. */

export interface LookupEntry {
	name: string;
	value: number;
}

export interface LookupPage {
	entries: LookupEntry[];
	/** Give it back to get the next page; absent on the last one. */
	next?: string;
}

interface Lookup {
	/** Plural, as a person calls it. */
	title: string;
	path: string | ((call: Call) => Promise<string>);
	/** Query of one page with a text to search for; absent where the service gives one list. */
	page?: (page: number, text: string) => Json;
	name: (entry: Json) => string;
}

const PAGE_SIZE = 50;
const of = (entry: Json, key: string) => (entry[key] ?? {}) as Json;
const named = ({ id, name }: Json, detail?: unknown) =>
	[name ?? `ID ${String(id)}`, detail ? `(${String(detail)})` : ''].join(' ').trim();

/** What could be told from a filter's own signs is searched for as if it were anything. */
const like = (text: string) => `*${text.replace(/[,:|*]+/g, '*')}*`;

/** A filter for text a person typed: by its digits where they say what it is, else by name. */
function filterFor(text: string, ...fields: Array<[RegExp, string]>): Json {
	const found = fields.find(([pattern]) => pattern.test(text));
	if (text === '' || !found) return {};
	return { q: `${found[1]}:${/^\d{15,}$/.test(text) ? text : like(text)}` };
}

const paged = (page: number, filter: Json) => ({ ...filter, page, per_page: PAGE_SIZE });

const LOOKUPS: Record<LookupName, Lookup> = {
	endpoint: {
		title: 'endpoints',
		path: '/api/v1/endpoint',
		page: (page, text) =>
			paged(
				page,
				filterFor(
					text,
					[/^\d{19}$/, 'iccid'],
					[/^\d{20}$/, 'iccid_with_luhn'],
					[/^\d{16}$/, 'imei'],
					[/^\d{15}$/, 'imei_with_luhn'],
					[/./, 'name'],
				),
			),
		name: (e) => named(e, of(e, 'sim').iccid ?? `ID ${String(e.id)}`),
	},
	sim: {
		title: 'SIMs',
		path: '/api/v1/sim',
		page: (page, text) =>
			paged(
				page,
				filterFor(text, [/^\d{20}$/, 'iccid_with_luhn'], [/^\d{15}$/, 'imsi'], [/^\d/, 'iccid']),
			),
		name: (e) => named({ name: e.iccid, id: e.id }, of(e, 'status').description),
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
		name: (e) => named(e, of(e, 'country').name),
	},
	tag: {
		title: 'tags',
		path: '/api/v2/tags',
		page: (page, text) => ({ page, page_size: PAGE_SIZE, ...(text && { name: text }) }),
		name: (e) => named(e),
	},
	tagColor: {
		title: 'tag colors',
		path: '/api/v2/tag-colors',
		name: (e) => named({ name: e.description, id: e.id }, e.hex_color),
	},
	workspace: {
		title: 'workspaces',
		path: async (call) => {
			const { userId } = await call.login.identity();
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
	const { title, path, page, name } = LOOKUPS[lookup];
	const call = client.callFor({ resource: lookup, name: 'list', effect: 'read', lane: 'list' });
	const number = token === undefined ? 1 : Number(token);
	try {
		const where = typeof path === 'string' ? path : await path(call);
		const query = page?.(number, text.trim());
		const answer = await call.send({ method: 'GET', path: where, ...(query && { query }) });
		const entries = listOf(answer).map((entry) => ({
			name: name(entry),
			value: Number(asNumber(entry.id)),
		}));
		if (!page) return { entries: search(entries, text.trim()) };
		const pages = Number(answer.headers['x-total-pages'] ?? of({ b: answer.body }, 'b').last_page);
		const more = Number.isNaN(pages) ? entries.length >= PAGE_SIZE : number < pages;
		return { entries, ...(more && { next: String(number + 1) }) };
	} catch (error) {
		if (error instanceof ForbiddenError) throw new LookupForbiddenError(title, error);
		throw error;
	}
}

/** In a list that comes in one piece. */
const search = (entries: LookupEntry[], text: string) =>
	entries
		.filter((e) => e.name.toLowerCase().includes(text.toLowerCase()) || String(e.value) === text)
		.sort((a, b) => a.name.localeCompare(b.name));
