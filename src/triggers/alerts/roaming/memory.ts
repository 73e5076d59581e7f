import { asStored, mapByNumber, mapped, type StoredMap, storedMap } from '../../runtime/storedForm';
import type { Country } from './countries';
import { bothDays, type Days, DAYS_PER_DIGIT, withDay, withoutDigits } from './days';

/*
 * What is kept of where devices were: for each SIM or device, and each country, the days on which it was there for
 * certain. Days are counted from 1970 in the zone of the rules; moments are in seconds, as they are stored.
 */

/** What rules count days of. */
export type CountedBy = 'imei' | 'sim';

/** Days by the number of the country. */
export type DaysByCountry = Map<number, Days>;

/** A SIM, or a device by the 14 digits of its IMEI. Days count from the first one that is kept. */
export interface Subject {
	days: DaysByCountry;
	/** Days that may be its own, or those of another device that had the same SIM. */
	maybe: DaysByCountry;
	/** Where it was seen last by a registration or the start of a session. */
	last?: { country: number; at: number } | undefined;
	/** When the session began in which it has been there since; undefined once that has ended. */
	sessionAt?: number | undefined;
	/** A device: the SIM that it was seen with last. */
	simId?: number | undefined;
	/** The rules of which it was warned, each with the last day on which its limit was reached for certain, or is to be. */
	told: Map<string, number>;
}

/** Days in which nobody read the feed, from the first to the last one. */
export type Hole = [first: number, last: number];

export interface Counted {
	holes: Hole[];
	subjects: Map<number, Subject>;
}

/** The device in a SIM, as its last session has shown it. */
export interface InSim {
	/** 0 before its first session. */
	device: number;
	/** When that session began. */
	at: number;
	/** Days of registrations since, of which only the next session tells whose they are. */
	open: DaysByCountry;
}

export interface RoamingState {
	/** The first day that is kept. */
	from: number;
	/** Milliseconds since 1970: how far events were read. */
	readTo: number;
	/** The last day on which all were judged. */
	judgedOn: number;
	/** The rules by which they were judged, and the zone of the days. */
	judgedBy: string;
	countries: Country[];
	counted: Partial<Record<CountedBy, Counted>>;
	inSims: Map<number, InSim>;
}

export const emptySubject = (): Subject => ({ days: new Map(), maybe: new Map(), told: new Map() });

/** Adds a day to the days in a country. */
export function addDay(days: DaysByCountry, country: number, day: number): void {
	days.set(country, withDay(days.get(country) ?? '', day));
}

/** Adds days in countries to others. */
export function addAll(days: DaysByCountry, others: DaysByCountry): void {
	for (const [country, more] of others) days.set(country, bothDays(days.get(country) ?? '', more));
}

/** Forgets days before one, in whole digits, and those of whom nothing is left. */
export function forgetBefore(state: RoamingState, day: number): void {
	const digits = Math.floor((day - state.from) / DAYS_PER_DIGIT);
	if (digits <= 0) return;
	state.from += digits * DAYS_PER_DIGIT;
	const cut = (days: DaysByCountry): void => {
		for (const [country, own] of days) {
			const left = withoutDigits(own, digits);
			if (left === '') days.delete(country);
			else days.set(country, left);
		}
	};
	for (const counted of Object.values(state.counted)) {
		counted.holes = counted.holes.filter(([, last]) => last >= state.from);
		for (const [id, subject] of counted.subjects) {
			cut(subject.days);
			cut(subject.maybe);
			const isGone = subject.days.size + subject.maybe.size === 0;
			if (isGone && subject.sessionAt === undefined) counted.subjects.delete(id);
		}
	}
	for (const [simId, { device, open }] of state.inSims) {
		cut(open);
		const isGone = open.size === 0 && !state.counted.imei?.subjects.has(device);
		if (isGone) state.inSims.delete(simId);
	}
}

type StoredDays = Array<number | Days>;
/** A subject in the order of its parts; the last of them are left out where they are empty. */
type StoredSubject = [
	days: StoredDays,
	last: [country: number, at: number] | 0,
	sessionAt: number,
	simId: number,
	told: Array<[rule: string, day: number]>,
	maybe: StoredDays,
];

const writeDays = (days: DaysByCountry): StoredDays => [...days].flat();

function readDays(written: StoredDays): DaysByCountry {
	const days: DaysByCountry = new Map();
	for (let i = 0; i < written.length; i += 2) days.set(Number(written[i]), String(written[i + 1]));
	return days;
}

const writeSubject = ({ days, last, sessionAt, simId, told, maybe }: Subject): StoredSubject => [
	writeDays(days),
	last ? [last.country, last.at] : 0,
	sessionAt ?? 0,
	simId ?? 0,
	[...told],
	writeDays(maybe),
];

const readSubject = ([days, last, sessionAt, simId, told, maybe]: StoredSubject): Subject => ({
	days: readDays(days),
	last: last === 0 ? undefined : { country: last[0], at: last[1] },
	sessionAt: sessionAt || undefined,
	simId: simId || undefined,
	told: new Map(told),
	maybe: readDays(maybe),
});

type StoredInSim = [device: number, at: number, open: StoredDays];

interface StoredCounted {
	holes: Hole[];
	subjects: StoredMap<StoredSubject>;
}

const writeCounted = ({ holes, subjects }: Counted): StoredCounted => ({
	holes,
	subjects: storedMap(mapped(subjects, writeSubject)),
});
const readCounted = ({ holes, subjects }: StoredCounted): Counted => ({
	holes,
	subjects: mapped(mapByNumber(subjects), readSubject),
});

const changed = <A, B>(
	counted: Partial<Record<CountedBy, A>>,
	other: (value: A) => B,
): Partial<Record<CountedBy, B>> =>
	Object.fromEntries(Object.entries(counted).map(([by, value]) => [by, other(value)])) as Partial<
		Record<CountedBy, B>
	>;

export const roamingForm = asStored(
	'the days in countries',
	1,
	({ counted, inSims, ...rest }: RoamingState) => ({
		...rest,
		counted: changed(counted, writeCounted),
		inSims: storedMap(
			mapped(inSims, ({ device, at, open }): StoredInSim => [device, at, writeDays(open)]),
		),
	}),
	({ counted, inSims, ...rest }): RoamingState => ({
		...rest,
		counted: changed(counted, readCounted),
		inSims: mapped(mapByNumber(inSims), ([device, at, open]) => ({
			device,
			at,
			open: readDays(open),
		})),
	}),
);

/** The longest text: n8n writes all of it again with each run that the trigger starts. */
export const MOST_BYTES = 4_000_000;
/** Letters of the stored text: for a SIM or device, for a country in which it was, and for four days of it. */
const LETTERS_PER_SUBJECT = 40;
const LETTERS_PER_COUNTRY = 10;
/** Half a byte in base64, with what deflating adds to days that are all different. */
const LETTERS_PER_DIGIT = 0.7;

/** The letters of days in a country, at most. */
const lettersOf = (digits: number): number => LETTERS_PER_COUNTRY + digits * LETTERS_PER_DIGIT;

/** How long the stored text gets where each of some devices was seen in one country in all the days. */
export const bytesFor = (devices: number, days: number): number =>
	Math.ceil(devices * (LETTERS_PER_SUBJECT + lettersOf(days / DAYS_PER_DIGIT)));

/** How long the stored text can be at most. */
export function bytesOf({ counted, inSims }: RoamingState): number {
	let letters = inSims.size * LETTERS_PER_SUBJECT;
	const add = (days: DaysByCountry): void => {
		for (const own of days.values()) letters += lettersOf(own.length);
	};
	for (const { subjects } of Object.values(counted)) {
		letters += subjects.size * LETTERS_PER_SUBJECT;
		for (const { days, maybe } of subjects.values()) {
			add(days);
			add(maybe);
		}
	}
	for (const { open } of inSims.values()) add(open);
	return Math.ceil(letters);
}
