import { DAY_MS } from '../../times';
import type { Json } from '../../wire';
import type { Incident } from './memory';
import { type Cause, causeFields, causeInWords, type Share } from './shares';

/* The sentences and the fields of items that tell of a cause. */

/** What is the matter with one device, and with several. */
export interface StateWords {
	one: string;
	many: string;
}

/** Devices that are named as examples. */
const MOST_EXAMPLES = 5;
const LARGE_NUMBERS = new Intl.NumberFormat('en-US');

const numberInWords = (count: number): string => LARGE_NUMBERS.format(count);
const devices = (count: number): string =>
	`${numberInWords(count)} ${count === 1 ? 'device' : 'devices'}`;
const stateOf = (count: number, { one, many }: StateWords): string => (count === 1 ? one : many);

/** "02:10 UTC", with the day where it is not that of now. */
export function momentInWords(ms: number, now: number): string {
	const iso = new Date(ms).toISOString();
	const isToday = Math.floor(ms / DAY_MS) === Math.floor(now / DAY_MS);
	return `${isToday ? '' : `${iso.slice(0, 10)} `}${iso.slice(11, 16)} UTC`;
}

/** How many of the devices that share a cause are affected, and how many of the others. */
export interface Figures {
	affected: number;
	sharing: number;
	others: number;
	otherAffected: number;
}

/** "318 of 331 devices on operator X are silent since 02:10 UTC; of the other 1,669, 4". */
export function causeSentence(
	cause: Cause,
	{ affected, sharing, others, otherAffected }: Figures,
	state: StateWords,
	since: string,
): string {
	const who = `${numberInWords(affected)} of ${devices(sharing)} ${causeInWords(cause)}`;
	return `${who} ${stateOf(affected, state)} since ${since}; of the other ${numberInWords(others)}, ${numberInWords(otherAffected)}`;
}

/** How sure the cause is. It is never certain. */
export function certaintyInWords({ affected, sharing }: Figures, alike: readonly Share[]): string {
	const shared = `likely, not certain: ${numberInWords(affected)} of ${numberInWords(sharing)} share it, which chance does not explain, and it may stand for something that is not seen here`;
	if (alike.length === 0) return shared;
	return `${shared}; exactly the same devices are ${alike.map((share) => causeInWords([share])).join(' and ')}`;
}

/** The sentence for devices that share nothing. */
export function aloneSentence(alone: number, withoutPlace: number, state: StateWords): string {
	const first = `${devices(alone)} ${stateOf(alone, state)} and ${alone === 1 ? 'shares' : 'share'} nothing with others that explains it`;
	const apart = `${devices(withoutPlace)} without a last place ${stateOf(withoutPlace, state)}, of which no cause is said`;
	if (withoutPlace === 0) return first;
	return alone === 0 ? apart : `${first}; ${apart}`;
}

/** "57 of 318 devices on operator X are back; 261 are still missing". */
export function backSentence(cause: Cause, back: number, all: number, missing: number): string {
	const still =
		missing === 0 ? 'none is' : missing === 1 ? '1 is' : `${numberInWords(missing)} are`;
	return `${numberInWords(back)} of ${devices(all)} ${causeInWords(cause)} ${back === 1 ? 'is' : 'are'} back; ${still} still missing`;
}

/** The sentence for devices that are back and shared nothing. */
export const backAloneSentence = (back: number): string =>
	`${devices(back)} that shared nothing ${back === 1 ? 'is' : 'are'} back`;

/** The fields of an item that name its cause; null where devices share nothing. */
export const namedCause = (incident: Pick<Incident, 'id' | 'cause'> | undefined): Json => ({
	incident_id: incident?.id ?? null,
	cause: incident ? causeFields(incident.cause) : null,
	cause_words: incident ? causeInWords(incident.cause) : 'nothing in common',
});

/** The first few of those that are told of. */
export const examplesOf = (who: Json[]): Json[] => who.slice(0, MOST_EXAMPLES);
