import { BadRequestError, ValidationError } from '../http/errors';
import { listOf } from '../operations/answers';
import type { Call, Json } from '../operations/define';

/*
 * What a person types into the picker of an endpoint or a SIM, as filters of the service's lists.
 * Source: specification and public reference (fields of `q`).
 */

const of = (entry: Json, key: string) => (entry[key] ?? {}) as Json;

/** A SIM as the pickers know it, with the endpoint it is in. */
const simIn = (endpoint: Json): Json[] => {
	const { id, name, sim } = endpoint;
	return sim ? [{ ...(sim as Json), endpoint: { id, name } }] : [];
};

const LISTS = {
	endpoint: { path: '/api/v1/endpoint', read: (entry: Json) => (isDeleted(entry) ? [] : [entry]) },
	sim: { path: '/api/v1/sim', read: (entry: Json) => [entry] },
	/** SIMs by what is said of their endpoints. */
	simOfEndpoint: {
		path: '/api/v1/endpoint',
		read: (entry: Json) => (isDeleted(entry) ? [] : simIn(entry)),
	},
};

/** Listings show deleted endpoints too. Source: specification. */
const isDeleted = (endpoint: Json) => Number(of(endpoint, 'status').id) === 2;

/** One filter of one list; an entry the service gives is offered only when it fits. */
interface Search {
	list: keyof typeof LISTS;
	q?: string;
	fits: (entry: Json) => boolean;
}

type Reading = (entry: Json) => unknown;

/** Signs of the filter language, and wildcards, are searched for as if they were anything. */
const pieces = (text: string) => text.toLowerCase().split(/[,:|*]+/);

/** The text anywhere in a field. */
function part(list: Search['list'], field: string, read: Reading, text: string): Search {
	const escaped = pieces(text).map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
	const pattern = new RegExp(escaped.join('.*'), 's');
	return {
		list,
		q: `${field}:*${pieces(text).length > 1 ? text.replace(/[,:|*]+/g, '*') : text}*`,
		fits: (entry) => pattern.test(String(read(entry) ?? '').toLowerCase()),
	};
}

/** The field is exactly this; where a list leaves the field out, the service is believed. */
const exactly = (list: Search['list'], field: string, read: Reading, text: string): Search => ({
	list,
	q: `${field}:${text}`,
	fits: (entry) => String(read(entry) ?? text) === text,
});

const id: Reading = (entry) => entry.id;
const name: Reading = (entry) => entry.name;
const endpointName: Reading = (sim) => of(sim, 'endpoint').name;
const iccid: Reading = (sim) => sim.iccid;
const simIccid: Reading = (endpoint) => of(endpoint, 'sim').iccid;

function endpointSearches(text: string): Search[] {
	const whole = (field: string, read: Reading, value = text) => [
		exactly('endpoint', field, read, value),
	];
	// The service knows a SIM by 19 digits; the twentieth on the card is a check digit.
	if (/^\d{19,20}$/.test(text)) return whole('iccid', simIccid, text.slice(0, 19));
	if (/^\d{16}$/.test(text)) return whole('imei', (e) => e.imei);
	if (/^\d{15}$/.test(text)) return whole('imei_with_luhn', (e) => e.imei_with_luhn);
	const byName = part('endpoint', 'name', name, text);
	if (/^\d+\.[\d.]*$/.test(text)) {
		return [part('endpoint', 'ip_address', (e) => e.ip_address, text), byName];
	}
	if (!/^\d+$/.test(text)) return [byName];
	return [
		exactly('endpoint', 'id', id, text),
		byName,
		part('endpoint', 'iccid', simIccid, text),
		part('endpoint', 'imei', (e) => e.imei, text),
	];
}

function simSearches(text: string): Search[] {
	const whole = (field: string, read: Reading, value = text) => [
		exactly('sim', field, read, value),
	];
	if (/^\d{19,20}$/.test(text)) return whole('iccid', iccid, text.slice(0, 19));
	if (/^\d{32}$/.test(text)) return whole('eid', (sim) => sim.eid);
	const byName = part('simOfEndpoint', 'name', endpointName, text);
	const number = text.replace(/^\+/, '');
	if (!/^\d+$/.test(number)) return [byName];
	return [
		exactly('sim', 'id', id, number),
		part('sim', 'iccid', iccid, number),
		part('sim', 'msisdn', (sim) => sim.msisdn, number),
		...(number.length === 15 ? whole('imsi', (sim) => sim.imsi, number) : []),
		byName,
	];
}

/** The searches for a text; for none the whole list. */
export const searchesFor = (what: 'endpoint' | 'sim', text: string): Search[] => {
	if (text === '') return [{ list: what, fits: () => true }];
	return what === 'endpoint' ? endpointSearches(text) : simSearches(text);
};

/**
 * One page of each search, joined: every entry once, in the order of the searches. What fits an
 * earlier search is that one's to show, on whichever page it stands.
 */
export async function searchPage(
	call: Call,
	searches: Search[],
	page: number,
	perPage: number,
): Promise<{ entries: Json[]; more: boolean }> {
	const answers = await Promise.all(
		searches.map(async ({ list, q, fits }) => {
			const { path, read } = LISTS[list];
			const query = { ...(q !== undefined && { q }), page, per_page: perPage };
			try {
				const answer = await call.send({ method: 'GET', path, query });
				const listed = listOf(answer);
				const pages = Number(answer.headers['x-total-pages'] ?? NaN);
				// A page past the end answers the last one again. Source: public reference.
				if (page > 1 && pages < page) return { entries: [], fits, more: false };
				const more = Number.isNaN(pages) ? listed.length >= perPage : page < pages;
				return { entries: listed.flatMap(read).filter(fits), fits, more };
			} catch (error) {
				const refused = error instanceof ValidationError || error instanceof BadRequestError;
				// A service that cannot filter by this field: the other searches may find it.
				if (refused && searches.length > 1) return { entries: [], fits: () => false, more: false };
				throw error;
			}
		}),
	);
	const entries = answers.flatMap((answer, i) =>
		answer.entries.filter((entry) => !answers.slice(0, i).some(({ fits }) => fits(entry))),
	);
	return { entries, more: answers.some(({ more }) => more) };
}
