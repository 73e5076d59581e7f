import { describeValue } from './given';
import { lookOf, resemblanceOf } from './name';

/* The headings of a table, which show that its file was read otherwise than its writer meant it. */

/** Signs that separate cells in files, with how *Extract from File* of n8n is told so. */
const SEPARATORS = [
	{ sign: ';', shown: '";"', set: ';' },
	{ sign: '\t', shown: 'tabs', set: 'a tab, the expression {{ "\\t" }}' },
	{ sign: '|', shown: '"|"', set: '|' },
];

/** "Service Profile ID", "service-profile-id" and "service_profile_id" are one heading. */
export const headingKey = (heading: string): string =>
	lookOf(heading)
		.toLowerCase()
		.replace(/[\s-]+/g, '_');

/** Whether a column has no heading: spreadsheets and n8n call such columns so. */
export const isNoHeading = (heading: string): boolean =>
	lookOf(heading) === '' || /^(__EMPTY)?(_\d+)?$/.test(heading);

/** Most rows in which headings are looked for. */
const MOST_ROWS_ABOVE = 20;
/** Most headings that a sentence names. */
const MOST_NAMED = 5;

const listed = (headings: readonly string[]): string => {
	const more = headings.length > MOST_NAMED ? ' and others' : '';
	return `${headings.slice(0, MOST_NAMED).map(describeValue).join(', ')}${more}`;
};

/** The fault of a table whose cells were not parted: the heading of its only column holds all headings. */
function notParted(headings: readonly string[]): string | undefined {
	const [only = '', ...others] = headings;
	if (others.length > 0) return undefined;
	const separator = SEPARATORS.find(({ sign }) => only.includes(sign));
	if (!separator) return undefined;
	const { shown, set } = separator;
	return `it has one column named ${describeValue(only)}, since its cells are separated by ${shown}. Where the file is read (Extract from File), set the option Delimiter to ${set}`;
}

/** The fault of a table whose headings stand in a later row: it holds more known ones than the first, and no others. */
function headedBelow(
	headings: readonly string[],
	rows: ReadonlyArray<Readonly<Record<string, unknown>>>,
	isKnown: (heading: string) => boolean,
): string | undefined {
	const known = headings.filter(isKnown).length;
	const at = rows.slice(0, MOST_ROWS_ABOVE).findIndex((row) => {
		const cells = Object.values(row).filter((cell) => typeof cell === 'string' && cell !== '');
		return cells.length > known && cells.every((cell) => isKnown(String(cell)));
	});
	if (at < 0) return undefined;
	const own = Object.values(rows[at]!).map(String);
	return `its headings ${listed(own)} stand below a title: its first row is ${listed(headings)}. Where the file is read (Extract from File), set From Line to ${at + 2} for a CSV file, or Range to ${at + 1} for a spreadsheet, whose rows it counts from 0`;
}

/** The fault of a table that has no headings. */
function notHeaded(headings: readonly string[]): string | undefined {
	const isValue = headings.some(
		(heading) => isNoHeading(heading) || /^\d[\d -]{9,}F?$/i.test(heading),
	);
	return isValue
		? `its first row is no row of headings, but ${listed(headings)}. Put a first row with the names of the columns above it`
		: undefined;
}

/** The fault of headings that are not what they seem: one that stands twice, and one that only looks like a known one. */
function falseHeading(
	headings: readonly string[],
	isKnown: (heading: string) => boolean,
): string | undefined {
	for (const heading of headings) {
		if (isKnown(heading)) continue;
		// SheetJS, which reads spreadsheets in n8n, numbers a heading that stands twice.
		const [, first] = /^(.+)_\d+$/.exec(heading) ?? [];
		if (first !== undefined && headings.includes(first) && isKnown(first)) {
			return `the column ${describeValue(first)} stands in it twice, the second time as ${describeValue(heading)}. Remove one of them, or rename it`;
		}
		const like = resemblanceOf(headingKey(heading));
		if (like !== headingKey(heading) && isKnown(like)) {
			const strange = [...headingKey(heading)].find((letter) => !like.includes(letter));
			const code = strange?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
			return `its column ${describeValue(heading)} looks like ${like} and has another letter (U+${code}). Type the heading again`;
		}
	}
	return undefined;
}

/**
 * Why a file was read otherwise than it was meant, with what to change, worded to follow "must be those of the file's
 * table:"; undefined where its headings show nothing of the kind.
 */
export function tableFault(
	headings: readonly string[],
	rows: ReadonlyArray<Readonly<Record<string, unknown>>>,
	isKnown: (heading: string) => boolean,
): string | undefined {
	if (headings.length === 0) return undefined;
	const below = () => headedBelow(headings, rows, isKnown);
	if (headings.some(isKnown)) return falseHeading(headings, isKnown) ?? below();
	return notParted(headings) ?? below() ?? notHeaded(headings);
}

const hasDigit = (text: string): boolean => /\d/.test(text);

/**
 * Whether a row repeats the headings, as files do that were put together, and long lists on every page. `headings` has
 * the {@link headingKey} of each heading.
 */
export function repeatsHeadings(
	row: Readonly<Record<string, unknown>>,
	headings: { keyOf(heading: string): string },
): boolean {
	let repeated = 0;
	for (const heading of Object.keys(row)) {
		const cell = row[heading];
		if (cell === undefined || cell === null || cell === '') continue;
		const key = headings.keyOf(heading);
		if (typeof cell !== 'string' || hasDigit(cell) !== hasDigit(key)) return false;
		if (headingKey(cell) !== key) return false;
		repeated += 1;
	}
	return repeated > 0;
}
