import { InputError, inOwnWords } from '../../errors';
import type { Call, Field, Json, LookupName } from '../../table/define';
import { PICKER_LISTS } from '../../table/entries/pickerLists';
import { SEARCHED, type SearchedName } from '../../table/entries/searched';
import { isFilterable, referenceFilter } from '../../table/filterValues';
import { readEid } from '../../readings/eid';
import { bare, type Read } from '../../readings/given';
import { readIccid } from '../../readings/iccid';
import { readImei } from '../../readings/imei';
import { shownSpelling } from '../../readings/name';
import { type By, hasLostDigits, mustBeText } from '../../table/values';
import { entriesCalled, LookupForbiddenError } from '../names/lists';
import { nearest, describeSome } from '../names/nearest';
import { searchPage } from '../names/pickerSearch';
import { askFor, isSearched } from '../names/search';

/*
 * Identifies a text that a language model puts into a picker: an ID, a name, or a number of the
 * card or the device, whatever the form calls it. It is accepted when it fits exactly one thing.
 */

/** Numbers that are recognised by how many digits they have. */
const BY_LENGTH: Array<{ by: By; is: RegExp; read: (given: unknown) => Read<string> }> = [
	{ by: 'iccid', is: /^\d{19,20}$/, read: readIccid },
	{ by: 'imei', is: /^\d{15,16}$/, read: readImei },
	{ by: 'eid', is: /^\d{32}$/, read: readEid },
];

/** Endpoints or SIMs with this number or ID, and endpoints with this name. */
async function searchedBy(
	call: Call,
	lookup: SearchedName,
	text: string,
	by: By | undefined,
): Promise<Json[]> {
	const ask = async (filter: string, value: string) => await askFor(call, lookup, filter, value);
	const found: Json[] = [];
	if (by) found.push(...(await ask(referenceFilter({ by, value: text }), text)));
	else if (/^[1-9]\d*$/.test(text)) found.push(...(await ask('id', text)));
	if (lookup === 'sim') return found;
	const named = !isFilterable(text)
		? entriesCalled(lookup, (await searchPage(call, lookup, text, 1)).entries, text).found
		: await ask('name', text);
	return [...found, ...named].filter((entry) => !SEARCHED[lookup].isDeleted(entry));
}

async function findBySearch(
	call: Call,
	lookup: LookupName,
	text: string,
	by: By | undefined,
): Promise<Json[]> {
	if (isSearched(lookup)) return await searchedBy(call, lookup, text, by);
	const entries = await call.entries(lookup);
	const called = new Set(entriesCalled(lookup, entries, text).found);
	return entries.filter((entry) => called.has(entry) || String(entry.id ?? '').trim() === text);
}

/** The ID that a text means. @throws InputError with suggestions when there is not exactly one. */
export async function identify(
	call: Call,
	[name, field]: [string, Field],
	given: unknown,
): Promise<unknown> {
	const { control, label } = field;
	if (control.kind !== 'locator' && control.kind !== 'picks') return given;
	const { lookup } = control;
	if (hasLostDigits(given)) throw new InputError(name, mustBeText(given), label);
	const written = bare(String(given ?? '')).text;
	// A field that takes new texts, too, takes the text as it is.
	if (control.kind === 'locator' && control.isFree && written !== '') return written;
	const known: By[] = control.kind === 'locator' ? (control.alsoBy ?? []) : [];
	const joined = written.replace(/[\s-]/g, '').replace(/(?<=\d)F$/i, '');
	const kind = BY_LENGTH.find((number) => known.includes(number.by) && number.is.test(joined));
	const read = kind?.read(written);
	const { thing } = PICKER_LISTS[lookup];
	/** `rule` is in our own words; `quoted` repeats texts of others, such as names that are like the one given. */
	const refuse = (rule: string, ...quoted: Array<string | undefined>) =>
		inOwnWords(
			new InputError(name, [rule, ...quoted].filter(Boolean).join('; '), label),
			`${label} ${rule}`,
		);
	if (read && 'refused' in read) throw refuse(read.refused);
	const by = kind?.by;
	const text = read?.value ?? written;
	if (text === '') {
		const some = await nearest(call, lookup, '');
		throw refuse(`must name one ${thing}, got nothing`, some);
	}
	let found: Json[];
	try {
		found = await findBySearch(call, lookup, text, by);
	} catch (error) {
		// The service itself will say whether there is such an ID.
		if (error instanceof LookupForbiddenError && /^\d+$/.test(text)) return text;
		throw error;
	}
	const each = new Map(found.map((entry) => [String(entry.id), entry]));
	if (each.size === 1) return found[0]!.id;
	if (each.size > 1) {
		const all = describeSome(lookup, [...each.values()]);
		throw refuse(
			`must match exactly one ${thing}, and fits ${each.size}: ask which one is meant and give its ID`,
			`"${text}" fits: ${all}`,
		);
	}
	const near = await nearest(call, lookup, text);
	throw refuse(
		`must name one ${thing} that exists`,
		`none has ${by ? `the ${by.toUpperCase()} ${text}` : `the ID or name "${shownSpelling(text)}"`}`,
		near,
	);
}
