import { InputError, inOwnWords } from '../../errors';
import type { Call, Field, Json, LookupName } from '../../table/define';
import {
	isEndpointDeleted,
	isFilterable,
	referenceFilter,
} from '../../table/entries/endpoint/endpointNumbers';
import { bareIccid, iccidFault } from '../../table/iccid';
import { type By, hasLostDigits, mustBeText } from '../../table/values';
import { entriesCalled, PICKER_LISTS, LookupForbiddenError } from '../names/lists';
import { nearest, describeSome } from '../names/nearest';
import { searchPage } from '../names/pickerSearch';
import { askFor, isSearched, type SearchedName } from '../names/search';

/*
 * Identifies a text that a language model puts into a picker: an ID, a name, or a number of the
 * card or the device, whatever the form calls it. It is accepted when it fits exactly one thing.
 */

/** Numbers that are recognised by their length. */
const BY_LENGTH: Array<{ by: By; is: RegExp }> = [
	{ by: 'iccid', is: /^\d{19,20}$/ },
	{ by: 'imei', is: /^\d{15,16}$/ },
	{ by: 'eid', is: /^\d{32}$/ },
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
	const value = by === 'iccid' ? bareIccid(text) : text;
	if (by) found.push(...(await ask(referenceFilter({ by, value }), value)));
	else if (/^[1-9]\d*$/.test(text)) found.push(...(await ask('id', text)));
	if (lookup === 'sim') return found;
	const named = !isFilterable(text)
		? entriesCalled(lookup, (await searchPage(call, lookup, text, 1)).entries, text).found
		: await ask('name', text);
	return [...found, ...named].filter((endpoint) => !isEndpointDeleted(endpoint));
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
	const text = String(given ?? '').trim();
	// A field that takes new texts, too, takes the text as it is.
	if (control.kind === 'locator' && control.isFree && text !== '') return text;
	const known: By[] = control.kind === 'locator' ? (control.alsoBy ?? []) : [];
	const by = BY_LENGTH.find((number) => known.includes(number.by) && number.is.test(text))?.by;
	const { thing } = PICKER_LISTS[lookup];
	/** `rule` is in our own words; `quoted` repeats texts of others, such as names that are like the one given. */
	const refuse = (rule: string, ...quoted: Array<string | undefined>) =>
		inOwnWords(
			new InputError(name, [rule, ...quoted].filter(Boolean).join('; '), label),
			`${label} ${rule}`,
		);
	const fault = by === 'iccid' ? iccidFault(text) : undefined;
	if (fault !== undefined) throw refuse(fault, `got ${text}`);
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
		`none has ${by ? `the ${by.toUpperCase()} ${text}` : `the ID or name "${text}"`}`,
		near,
	);
}
