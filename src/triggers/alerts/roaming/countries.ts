import { isEmpty } from '../../../table/values';
import { at } from '../../../table/reading';
import { isObject, type Json } from '../../../wire';

/* The countries of events, each by a number of its own. */

/** What is known of a country; in small letters. */
export interface Country {
	id?: string;
	iso?: string;
	name?: string;
	mcc?: string;
	/** Its name as the service writes it. */
	shown: string;
}

const partOf = (value: unknown): string | undefined =>
	isEmpty(value) ? undefined : String(value).trim().toLowerCase() || undefined;

/** Marks by which a country is recognised, the surest first. An MCC is none: some countries share one. */
const MARKS = ['id', 'iso', 'name'] as const;

/**
 * The number of the country in an event, in the list of those that are known, to which a new one is added;
 * undefined where the event does not say. Events may name it by its ID, its code or its name.
 */
export function countryIn(countries: Country[], event: Json): number | undefined {
	const given = at(event, 'detail.country');
	if (!isObject(given)) return undefined;
	const { id, iso_code, name, mcc } = given;
	const parts = { id: partOf(id), iso: partOf(iso_code), name: partOf(name), mcc: partOf(mcc) };
	const country = Object.fromEntries(
		Object.entries(parts).filter(([, part]) => part !== undefined),
	) as Omit<Country, 'shown'>;
	for (const mark of MARKS) {
		if (country[mark] === undefined) continue;
		const known = countries.findIndex(
			(other) =>
				other[mark] === country[mark] && (other.iso ?? parts.iso) === (parts.iso ?? other.iso),
		);
		if (known < 0) continue;
		const shown = countries[known]!.name === undefined && !isEmpty(name) && { shown: String(name) };
		Object.assign(countries[known]!, { ...country, ...countries[known], ...shown });
		return known;
	}
	if (MARKS.every((mark) => country[mark] === undefined)) return undefined;
	countries.push({ ...country, shown: String(isEmpty(name) ? (iso_code ?? id) : name) });
	return countries.length - 1;
}

/** The numbers of the countries that a rule names by name, ISO code or MCC. */
export const countriesCalled = (countries: readonly Country[], called: string): number[] =>
	[...countries.keys()].filter((i) => {
		const { iso, name, mcc } = countries[i]!;
		return [iso, name, mcc].includes(called);
	});
