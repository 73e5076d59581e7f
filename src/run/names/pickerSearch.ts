import type { Call, Json } from '../../table/define';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import { lookOf } from '../../readings/name';
import { at } from '../../table/reading';
import { PAGE_SIZE, lookupPage } from './lists';
import { getAllSims } from '../../table/entries/sim/sim';
import { endpointOfSim, isFilterRefusal, numbersOfSim, type SearchedName } from './search';
import { together } from '../../together';

/*
 * Turns text typed into the picker of an endpoint or a SIM into filters of the service's lists.
 * Source: specification and public reference (fields of `q`).
 */

/** A SIM as the pickers know it, with the endpoint it is in. */
const simIn = ({ id, name, ip_address: address, sim }: Json): Json[] =>
	sim ? [{ ...(sim as Json), endpoint: { id, name, ip_address: address } }] : [];

const FOUND_IN = {
	endpoint: {
		entry: undefined,
		read: (entity: Json) => (isEndpointDeleted(entity) ? [] : [entity]),
	},
	/** Endpoints found through their SIMs, in the list of SIMs. */
	endpointOfSim: { entry: getAllSims, read: endpointOfSim },
	sim: { entry: undefined, read: (entity: Json) => [entity] },
	/** SIMs found through their endpoints, in the list of endpoints. */
	simOfEndpoint: {
		entry: getAllEndpoints,
		read: (entity: Json) => (isEndpointDeleted(entity) ? [] : simIn(entity)),
	},
};

/** One filter of one list; an entry the service gives is offered only when it fits. */
interface Search {
	list: keyof typeof FOUND_IN;
	q?: string;
	fits: (entry: Json) => boolean;
}

/** Splits a text at wildcards and signs of the filter language: these match anything. */
const pieces = (text: string) =>
	lookOf(text)
		.toLowerCase()
		.split(/[,:|*]+/);

/** Whether the value contains the pieces in this order. */
export function holdsInOrder(value: string, wanted: string[]): boolean {
	let from = 0;
	return wanted.every((piece) => {
		const found = value.indexOf(piece, from);
		from = found + piece.length;
		return found >= 0;
	});
}

/** Search for a text anywhere in a field; `place` is where an entry holds that field. */
function part(list: Search['list'], field: string, text: string, place = field): Search {
	const wanted = pieces(text);
	return {
		list,
		q: `${field}:*${lookOf(text).replace(/[,:|*]+/g, '*')}*`,
		fits: (entry) => holdsInOrder(lookOf(String(at(entry, place) ?? '')).toLowerCase(), wanted),
	};
}

/** Search for an exact value. Where a list leaves the field out, the service's answer is trusted. */
const exactly = (list: Search['list'], field: string, text: string, place = field): Search => ({
	list,
	q: `${field}:${text}`,
	fits: (entry) => String(at(entry, place) ?? text) === text,
});

/** Searches for the endpoint of the SIM that has a number; they come first, and leave no other entry to themselves. */
const byNumberOfSim = (number: string): Search[] =>
	numbersOfSim(number).map((field) => ({
		list: 'endpointOfSim',
		q: `${field}:${number}`,
		fits: (entry) => String(at(entry, `sim.${field}`)) === number,
	}));

function endpointSearches(text: string): Search[] {
	// The service knows a SIM by 19 digits; the twentieth on the card is a check digit.
	if (/^\d{19,20}$/.test(text)) {
		return [exactly('endpoint', 'iccid', text.slice(0, 19), 'sim.iccid')];
	}
	if (/^\d{16}$/.test(text)) return [exactly('endpoint', 'imei', text)];
	const number = text.replace(/^\+/, '');
	if (/^\d{15}$/.test(text)) {
		return [...byNumberOfSim(number), exactly('endpoint', 'imei_with_luhn', text)];
	}
	const byName = part('endpoint', 'name', text);
	if (/^\d+\.[\d.]*$/.test(text)) return [part('endpoint', 'ip_address', text), byName];
	if (!/^\d+$/.test(text)) return [...byNumberOfSim(number), byName];
	return [
		...byNumberOfSim(number),
		exactly('endpoint', 'id', text),
		byName,
		part('endpoint', 'iccid', text, 'sim.iccid'),
		part('endpoint', 'imei', text),
	];
}

function simSearches(text: string): Search[] {
	if (/^\d{19,20}$/.test(text)) return [exactly('sim', 'iccid', text.slice(0, 19))];
	if (/^\d{32}$/.test(text)) return [exactly('sim', 'eid', text)];
	const byName = part('simOfEndpoint', 'name', text, 'endpoint.name');
	const number = text.replace(/^\+/, '');
	if (/^\d+\.[\d.]*$/.test(text)) {
		return [part('simOfEndpoint', 'ip_address', text, 'endpoint.ip_address'), byName];
	}
	if (!/^\d+$/.test(number)) return [byName];
	return [
		exactly('sim', 'id', number),
		part('sim', 'iccid', number),
		part('sim', 'msisdn', number),
		...(number.length === 15 ? [exactly('sim', 'imsi', number)] : []),
		byName,
	];
}

/** The searches for a text; for an empty text the whole list. */
function searchesFor(lookup: SearchedName, text: string): Search[] {
	if (text === '') return [{ list: lookup, fits: () => true }];
	return lookup === 'endpoint' ? endpointSearches(text) : simSearches(text);
}

/**
 * One page of each search for a text, joined: every entry once, in the order of the searches. An
 * entry that fits an earlier search is left to that search, on whichever page it stands.
 */
export async function searchPage(
	call: Call,
	lookup: SearchedName,
	text: string,
	number: number,
): Promise<{ entries: Json[]; more: boolean }> {
	const searches = searchesFor(lookup, text);
	const answers = await together(
		searches.map(async ({ list, q, fits }) => {
			const { entry, read } = FOUND_IN[list];
			const query = { ...(q !== undefined && { q }), page: number, per_page: PAGE_SIZE };
			try {
				const { entries, more } = await lookupPage(call, lookup, query, entry);
				return { entries: entries.flatMap(read).filter(fits), fits, more };
			} catch (error) {
				// Another search may find the entry.
				if (!isFilterRefusal(error) || searches.length === 1) throw error;
				return { entries: [], fits: () => false, more: false };
			}
		}),
	);
	const entries = answers.flatMap((answer, i) =>
		answer.entries.filter((entry) => !answers.slice(0, i).some(({ fits }) => fits(entry))),
	);
	return { entries, more: answers.some(({ more }) => more) };
}
