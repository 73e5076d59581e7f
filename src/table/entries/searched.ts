import { lookOf } from '../../readings/name';
import type { Json, Operation } from '../define';
import { at } from '../reading';
import { isObject } from '../../wire';
import { endpointNumber, isEndpointDeleted } from './endpoint/endpointNumbers';
import { getAllEndpoints } from './endpoint/endpointRead';
import { getAllSims } from './sim/sim';

/*
 * The lists that can be searched by numbers and names, and the filters that a text typed into a picker means.
 * Source: specification (`||`) and public reference (fields of `q`).
 */

/** A list, and the things that one of its entries offers. */
interface SearchedList {
	entry: Operation;
	read: (entity: Json) => Json[];
}

/** A SIM as the pickers know it, with the endpoint it is in. */
const simIn = ({ id, name, ip_address: address, sim }: Json): Json[] =>
	sim ? [{ ...(sim as Json), endpoint: { id, name, ip_address: address } }] : [];

/** The endpoint that a SIM is in, as the list of endpoints has it. */
export const endpointOfSim = ({ endpoint, ...sim }: Json): Json[] =>
	isObject(endpoint) && endpoint.id !== undefined ? [{ ...endpoint, sim }] : [];

const endpoints: SearchedList = {
	entry: getAllEndpoints,
	read: (entity) => (isEndpointDeleted(entity) ? [] : [entity]),
};
/** Endpoints found through their SIMs, in the list of SIMs. */
const endpointsOfSims: SearchedList = { entry: getAllSims, read: endpointOfSim };
const sims: SearchedList = { entry: getAllSims, read: (entity) => [entity] };
/** SIMs found through their endpoints, in the list of endpoints. */
const simsOfEndpoints: SearchedList = {
	entry: getAllEndpoints,
	read: (entity) => (isEndpointDeleted(entity) ? [] : simIn(entity)),
};

/** One filter of one list; an entry the service gives is offered only when it fits. */
interface TextSearch extends SearchedList {
	q?: string;
	fits: (entry: Json) => boolean;
}

const everythingIn = (list: SearchedList): TextSearch => ({ ...list, fits: () => true });

/** Splits a text at wildcards and signs of the filter language: these match anything. */
const pieces = (text: string) =>
	lookOf(text)
		.toLowerCase()
		.split(/[,:|*]+/);

/** Whether the value contains the pieces in this order. */
export function hasInOrder(value: string, wanted: string[]): boolean {
	let from = 0;
	return wanted.every((piece) => {
		const found = value.indexOf(piece, from);
		from = found + piece.length;
		return found >= 0;
	});
}

/** Search for a text anywhere in a field; `place` is where an entry holds that field. */
function part(list: SearchedList, field: string, text: string, place = field): TextSearch {
	const wanted = pieces(text);
	return {
		...list,
		q: `${field}:*${lookOf(text).replace(/[,:|*]+/g, '*')}*`,
		fits: (entry) => hasInOrder(lookOf(String(at(entry, place) ?? '')).toLowerCase(), wanted),
	};
}

/** Search for an exact value. Where a list leaves the field out, the service's answer is trusted. */
const exactly = (list: SearchedList, field: string, text: string, place = field): TextSearch => ({
	...list,
	q: `${field}:${text}`,
	fits: (entry) => String(at(entry, place) ?? text) === text,
});

/** The filters of SIMs by which a number that other systems have finds them. Source: public reference. */
export const numbersOfSim = (number: string): string[] => {
	if (!/^\d{7,15}$/.test(number)) return [];
	return number.length >= 14 ? ['msisdn', 'imsi'] : ['msisdn'];
};

/** Searches for the endpoint of the SIM that has a number; they come first, and leave no other entry to themselves. */
const byNumberOfSim = (number: string): TextSearch[] =>
	numbersOfSim(number).map((field) => ({
		...endpointsOfSims,
		q: `${field}:${number}`,
		fits: (entry) => String(at(entry, `sim.${field}`)) === number,
	}));

function endpointSearches(text: string): TextSearch[] {
	if (text === '') return [everythingIn(endpoints)];
	// The service knows a SIM by 19 digits; the twentieth on the card is a check digit.
	if (/^\d{19,20}$/.test(text)) {
		return [exactly(endpoints, 'iccid', text.slice(0, 19), 'sim.iccid')];
	}
	if (/^\d{16}$/.test(text)) return [exactly(endpoints, 'imei', text)];
	const number = text.replace(/^\+/, '');
	if (/^\d{15}$/.test(text)) {
		return [...byNumberOfSim(number), exactly(endpoints, 'imei_with_luhn', text)];
	}
	const byName = part(endpoints, 'name', text);
	if (/^\d+\.[\d.]*$/.test(text)) return [part(endpoints, 'ip_address', text), byName];
	if (!/^\d+$/.test(text)) return [...byNumberOfSim(number), byName];
	return [
		...byNumberOfSim(number),
		exactly(endpoints, 'id', text),
		byName,
		part(endpoints, 'iccid', text, 'sim.iccid'),
		part(endpoints, 'imei', text),
	];
}

function simSearches(text: string): TextSearch[] {
	if (text === '') return [everythingIn(sims)];
	if (/^\d{19,20}$/.test(text)) return [exactly(sims, 'iccid', text.slice(0, 19))];
	if (/^\d{32}$/.test(text)) return [exactly(sims, 'eid', text)];
	const byName = part(simsOfEndpoints, 'name', text, 'endpoint.name');
	const number = text.replace(/^\+/, '');
	if (/^\d+\.[\d.]*$/.test(text)) {
		return [part(simsOfEndpoints, 'ip_address', text, 'endpoint.ip_address'), byName];
	}
	if (!/^\d+$/.test(number)) return [byName];
	return [
		exactly(sims, 'id', number),
		part(sims, 'iccid', number),
		part(sims, 'msisdn', number),
		...(number.length === 15 ? [exactly(sims, 'imsi', number)] : []),
		byName,
	];
}

/** How one kind of things is searched. */
interface Searched {
	list: Operation;
	/** Whether a filter takes several values (`a||b`), as far as it is documented. */
	takesLists: boolean;
	/** The number of an entry that a filter of this name compares. */
	numberOf: (entry: Json, filter: string) => unknown;
	/** The searches for a text; for an empty text the whole list. */
	searchesFor: (text: string) => TextSearch[];
	/** Whether the list contains the entry although it is deleted. */
	isDeleted: (entry: Json) => boolean;
}

export type SearchedName = 'endpoint' | 'sim';

export const SEARCHED: Readonly<Record<SearchedName, Searched>> = {
	endpoint: {
		list: getAllEndpoints,
		takesLists: true,
		numberOf: endpointNumber,
		searchesFor: endpointSearches,
		isDeleted: isEndpointDeleted,
	},
	sim: {
		list: getAllSims,
		takesLists: false,
		numberOf: (entry, filter) => entry[filter],
		searchesFor: simSearches,
		isDeleted: () => false,
	},
};
