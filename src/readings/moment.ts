import { DateTime } from 'luxon';
import { bare, describeValue, invisibleAt, type Read, wrongCharacter } from './given';

/* Dates and times of forms and of tables. */

const DAY = /^\d{4}-\d\d-\d\d$/;
/** ISO 8601, or as a database writes it, with a zone or without. */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const COMPACT = /^\d{8}T\d{4}/;
const DAY_FIRST = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/;
const WITH_ZONE = /(Z|[+-]\d\d(:?\d\d)?)$/i;

/** The first and the last serial number that a spreadsheet's column of dates may hold: of 2000 and of 2100. */
const SERIALS = { first: 36_526, last: 73_050 };
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** Why a text is no date, in words that follow it. */
function remedyFor(given: unknown): string {
	const form = 'write it as YYYY-MM-DD, or with a time as YYYY-MM-DDTHH:mm:ss and its offset';
	const isDayFirst = typeof given === 'string' && DAY_FIRST.test(given.trim());
	return isDayFirst ? `which of its numbers is the month? Write the year first: ${form}` : form;
}

interface ReadText {
	at: DateTime;
	text: string;
	changed: string[];
}

/** A date in text; its zone where it has one, otherwise the zone given. */
function readText(given: string, rule: string, zone: string): ReadText | { refused: string } {
	const { text, changed } = bare(given);
	const hidden = invisibleAt(text);
	if (hidden >= 0) return { refused: wrongCharacter(rule, text, hidden) };
	const [, day, time, offset = ''] = TIME.exec(text) ?? [];
	const isDate = day !== undefined || DAY.test(text) || COMPACT.test(text);
	const iso = day === undefined ? text : `${day}T${time!.replace(',', '.')}${offset}`;
	const at = isDate ? DateTime.fromISO(iso, { zone, setZone: WITH_ZONE.test(iso) }) : undefined;
	if (at?.isValid) return { at, text, changed };
	return { refused: `${rule}, got ${describeValue(given)}: ${remedyFor(given)}` };
}

/** A date of an expression, as luxon; undefined for anything else. */
function dateObject(given: unknown): DateTime | undefined {
	const at = given instanceof Date ? DateTime.fromJSDate(given) : given;
	return DateTime.isDateTime(at) && at.isValid ? at : undefined;
}

const inUtc = (at: DateTime): string => at.toUTC().toISO({ suppressMilliseconds: true })!;

/**
 * Reads a moment; gives ISO 8601 in UTC. A text without a zone is read in `zone`, and a day without a time is the
 * beginning of that day there, which `changed` says.
 */
export function readMoment(given: unknown, zone = 'utc'): Read<string> {
	const rule = 'must be a date and time';
	const object = dateObject(given);
	if (object) return { value: inUtc(object), changed: [] };
	if (typeof given !== 'string')
		return { refused: `${rule}, got ${describeValue(given)}: ${remedyFor(given)}` };
	const read = readText(given, rule, zone);
	if ('refused' in read) return read;
	const { at, text, changed } = read;
	const where = zone === 'utc' ? 'UTC' : zone;
	if (DAY.test(text)) changed.push(`a day without a time was read as its beginning in ${where}`);
	// The form's own date field writes a T; whoever picks a time there means the workflow's zone.
	else if (text.includes(' ') && !WITH_ZONE.test(text))
		changed.push(`the time without a zone was read in ${where}`);
	return { value: inUtc(at), changed };
}

/** Reads a day; gives `YYYY-MM-DD`, of the moment's own zone. */
export function readDay(given: unknown): Read<string> {
	const rule = 'must be a date such as 2026-01-31';
	const object = dateObject(given);
	if (object) return { value: object.toISODate()!, changed: [] };
	if (typeof given !== 'string')
		return { refused: `${rule}, got ${describeValue(given)}: ${remedyFor(given)}` };
	const read = readText(given, rule, 'utc');
	return 'refused' in read ? read : { value: read.at.toISODate()!, changed: read.changed };
}

/**
 * The date of a spreadsheet's serial number, as text without a zone: it has none. Only for a column of dates.
 * undefined for a number that is no date of this century.
 */
export function dateOfSerial(serial: number): string | undefined {
	if (serial < SERIALS.first || serial > SERIALS.last) return undefined;
	const at = new Date(SERIAL_ZERO + Math.round((serial * DAY_MS) / 1000) * 1000);
	const [day, time] = at.toISOString().split(/[T.]/);
	return Number.isInteger(serial) ? day! : `${day} ${time}`;
}
