import type { Call, Input, Json, RequestEntry } from './define';
import { at } from './reading';

/* What the list of a picker says of itself, and how it shows its entries. */

/** A value of a form as it is filled in: an id, or a reference by name. */
export type FormValue = (name: string) => unknown;

/** A list as pickers offer it and names are looked up in it. */
export interface PickerList {
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

/** Id of the owning organisation; a reseller's list holds entries of its customers too. */
export const owner = (e: Json): unknown => at(e, 'organisation.id') ?? e.organisation_id;

/** The organisation an entry belongs to, as a person calls it; undefined where the list does not say. */
export function ownerName(entry: Json): string | undefined {
	const id = owner(entry);
	const name = at(entry, 'organisation.name');
	return id === undefined || id === null ? undefined : String(name ?? `organisation ${String(id)}`);
}

/** Profiles of the same name are distinguished by their organisation: `Standard (of Plant North)`. */
export const withOrganisation = (name: unknown, entry: Json): string =>
	`${String(name)} (of ${String(ownerName(entry))})`;
