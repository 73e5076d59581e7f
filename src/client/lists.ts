import { CellularIotError } from '../errors';
import { ForbiddenError } from '../http/errors';
import { listOf } from '../operations/answers';
import type { Call, Json, LookupName } from '../operations/define';
import { ownUserId } from '../operations/user';

/*
 * The lists that pickers offer and names are looked up in. Source: specification (endpoints) and
 * public reference.
 */

interface List {
	/** One of it, as a person calls it. */
	thing: string;
	/** Several of it. */
	title: string;
	/** Where it is, in one piece or in pages that are searched by one text. */
	path: string | ((call: Call) => Promise<string>);
	/** Query of one page with a text to search for; absent where the service gives one list. */
	page?: (page: number, text: string) => Json;
	/** Searched by any of its names, and by filters. */
	search?: 'endpoint' | 'sim';
	/** How the picker shows an entry. */
	name: (entry: Json) => string;
	/** What an entry is found by, word for word; its name unless given. */
	names?: (entry: Json) => unknown[];
	/** Its ids are text. */
	textIds?: boolean;
	/** What else the list says of an entry. */
	detail?: (entry: Json) => string | undefined;
	/** The smallest id there is; 1 unless given. */
	lowest?: number;
}

/** Entries in a page that a picker shows. */
export const PAGE_SIZE = 50;
const of = (entry: Json, key: string) => (entry[key] ?? {}) as Json;
const named = ({ id, name }: Json, detail?: unknown) =>
	[name ?? `ID ${String(id)}`, detail ? `(${String(detail)})` : ''].join(' ').trim();

/** The digits that tell one ICCID from the next; in the whole the editor would cut just them. */
const tail = (iccid: unknown) => `…${String(iccid).slice(-7)}`;

const described = (e: Json) => named({ name: e.description, id: e.id }, `ID ${String(e.id)}`);

export const LISTS: Record<LookupName, List> = {
	endpoint: {
		thing: 'endpoint',
		title: 'endpoints',
		path: '/api/v1/endpoint',
		search: 'endpoint',
		name: (e) => {
			const { iccid } = of(e, 'sim');
			return named(e, iccid === undefined ? e.name && `ID ${String(e.id)}` : tail(iccid));
		},
	},
	sim: {
		thing: 'SIM',
		title: 'SIMs',
		path: '/api/v1/sim',
		search: 'sim',
		name: (e) => {
			const about = [of(e, 'status').description, of(e, 'endpoint').name].filter(Boolean);
			return named({ name: e.iccid && tail(e.iccid), id: e.id }, about.join(', '));
		},
		detail: (e) => (e.iccid === undefined ? undefined : `ICCID ${String(e.iccid)}`),
	},
	serviceProfile: {
		thing: 'service profile',
		title: 'service profiles',
		path: '/api/v1/service_profile',
		name: named,
	},
	tariffProfile: {
		thing: 'tariff profile',
		title: 'tariff profiles',
		path: '/api/v1/tariff_profile',
		name: named,
	},
	ipAddressSpace: {
		thing: 'IP address space',
		title: 'IP address spaces',
		path: '/api/v1/ip_address_space',
		names: (e) => [e.ip_address_space],
		name: (e) =>
			named(
				{ name: e.ip_address_space, id: e.id },
				e.available_count === undefined ? undefined : `${String(e.available_count)} free`,
			),
	},
	operator: {
		thing: 'operator',
		title: 'operators',
		path: '/api/v1/operator',
		names: (e) => [e.name_and_country, e.name],
		// Names are not unique, and some are a digit. Source: recorded.
		name: (e) =>
			e.name_and_country ? String(e.name_and_country) : named(e, of(e, 'country').name),
	},
	tag: {
		thing: 'tag',
		title: 'tags',
		path: '/api/v2/tags',
		page: (page, text) => ({ page, page_size: PAGE_SIZE, ...(text && { name: text }) }),
		name: (e) => named(e),
	},
	dataStream: {
		thing: 'data stream',
		title: 'data streams',
		path: '/api/v2/data_stream',
		name: (e) => named(e, of(e, 'status').description),
		textIds: true,
	},
	euicc: {
		thing: 'eUICC',
		title: 'eUICCs',
		path: '/api/v1/euicc',
		names: (e) => [e.eid],
		page: (page, text) => ({ page, per_page: PAGE_SIZE, ...(text && { q: `eid:${text}` }) }),
		name: (e) => named({ name: e.eid, id: e.id }, of(e, 'status').description),
	},
	euiccAction: {
		thing: 'action on eUICCs',
		title: 'actions on eUICCs',
		path: '/api/v1/euicc/operation/action',
		names: (e) => [e.description],
		name: described,
		lowest: 0,
	},
	simOperationAction: {
		thing: 'action on SIMs',
		title: 'actions on SIMs',
		path: '/api/v1/sim/operation/action',
		names: (e) => [e.description],
		name: described,
		lowest: 0,
	},
	eventType: {
		thing: 'type of events',
		title: 'types of events',
		path: '/api/v1/event/type',
		names: (e) => [e.description],
		name: described,
		lowest: 0,
	},
	ratType: {
		thing: 'radio access type',
		title: 'radio access types',
		path: '/api/v1/rat_type',
		names: (e) => [e.description],
		name: described,
	},
	service: {
		thing: 'service',
		title: 'services',
		path: '/api/v1/service',
		names: (e) => [e.description],
		name: described,
	},
	tagColor: {
		thing: 'tag color',
		title: 'tag colors',
		path: '/api/v2/tag-colors',
		names: (e) => [e.description],
		name: (e) => named({ name: e.description, id: e.id }, e.hex_color),
	},
	workspace: {
		thing: 'workspace',
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

/** One page of a list as the service gives it; the whole of one that comes in one piece. */
export async function pageOf(
	call: Call,
	lookup: LookupName,
	number = 1,
	text = '',
): Promise<{ entries: Json[]; more: boolean }> {
	const { path, page, title } = LISTS[lookup];
	const query = page?.(number, text);
	try {
		const request = { method: 'GET', effect: 'read', lane: 'list' } as const;
		const where = typeof path === 'string' ? path : await path(call);
		const answer = await call.send({ ...request, path: where, ...(query && { query }) });
		const entries = listOf(answer);
		if (!page) return { entries, more: false };
		const pages = Number(answer.headers['x-total-pages'] ?? of({ b: answer.body }, 'b').last_page);
		return { entries, more: Number.isNaN(pages) ? entries.length >= PAGE_SIZE : number < pages };
	} catch (error) {
		if (error instanceof ForbiddenError) throw new LookupForbiddenError(title, error);
		throw error;
	}
}
