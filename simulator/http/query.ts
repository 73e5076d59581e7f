import { unprocessable } from './envelopes';

/** A field that `q` or `sort` may name. */
interface QueryField<T> {
	/** Values to match and to sort by; more than one for lists such as tags. */
	values: (item: T) => ReadonlyArray<string | number | null>;
	/** Criteria must be whole numbers (ids and status ids). */
	numeric?: boolean;
	/** The only criteria allowed, without wildcards and `||` lists. */
	only?: readonly string[];
	/** May not be named in `sort`. */
	unsortable?: boolean;
}

/** Fields by their name in `q` and `sort`. */
export type QueryFields<T> = Record<string, QueryField<T>>;

const unknownQueryField = (where: string, name: string) =>
	unprocessable(`Unknown field in ${where}: ${name}`, 1301, 'InvalidField');
const badCriteria = (message: string) => unprocessable(message, 1302, 'InvalidCriteria');

/** One criterion (`abc`, `abc*`, `null`) → a test of one value. Case does not matter. */
function matcher(criterion: string): (value: string | number | null) => boolean {
	if (criterion === 'null') return (value) => value === null;
	const text = criterion.toLowerCase();
	if (!text.includes('*')) return (value) => value !== null && String(value).toLowerCase() === text;
	const escaped = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
	const pattern = new RegExp(`^${escaped.join('.*')}$`, 's');
	return (value) => value !== null && pattern.test(String(value).toLowerCase());
}

/**
 * Parses `q` (`<field>:<criteria>`, comma-separated, all of which must match; `*` is a wildcard,
 * `a||b` a list of alternatives) into a predicate for items.
 * @throws 422 with 1301 (unknown field) or 1302 (bad criteria)
 */
export function parseQuery<T>(q: string | undefined, fields: QueryFields<T>): (item: T) => boolean {
	if (q === undefined || q === '') return () => true;
	const tests = q.split(',').map((term) => {
		const colon = term.indexOf(':');
		if (colon < 1) throw badCriteria(`Not of the form <field>:<criteria>: ${term}`);
		const name = term.slice(0, colon);
		const criteria = term.slice(colon + 1);
		const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
		if (!field) throw unknownQueryField('q', name);
		return criterionTest(name, field, criteria);
	});
	return (item) => tests.every((holds) => holds(item));
}

function criterionTest<T>(
	name: string,
	field: QueryField<T>,
	criteria: string,
): (item: T) => boolean {
	if (field.only && !field.only.includes(criteria))
		throw badCriteria(`${name} accepts only ${field.only.join(', ')}`);
	const alternatives = criteria.split('||');
	for (const alternative of alternatives) {
		if (alternative === '') throw badCriteria(`Empty criteria for ${name}`);
		if (field.numeric && !/^(\d+|null)$/.test(alternative))
			throw badCriteria(`${name} wants a number: ${alternative}`);
	}
	const matchers = alternatives.map(matcher);
	return (item) => {
		const values = field.values(item);
		const all = values.length ? values : [null];
		return all.some((value) => matchers.some((matches) => matches(value)));
	};
}

/**
 * Parses `sort` (`<operator><field>`, comma-separated; `-` descending, `+` or nothing ascending)
 * into a comparison; ties are ordered by ascending id. Undefined means: by ascending id alone.
 * @throws 422 with 1301 for an unknown field
 */
export function parseSort<T extends { id: number | string }>(
	sort: string | undefined,
	fields: QueryFields<T>,
): ((a: T, b: T) => number) | undefined {
	if (sort === undefined || sort === '' || sort === 'id' || sort === '+id') return undefined;
	const keys = sort.split(',').map((term) => {
		const sign = term.startsWith('-') ? -1 : 1;
		const name = /^[+-]/.test(term) ? term.slice(1) : term;
		const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
		if (!field || field.unsortable) throw unknownQueryField('sort', name);
		return { sign, field };
	});
	return (a, b) => {
		for (const { sign, field } of keys) {
			const order = compareValues(field.values(a)[0] ?? null, field.values(b)[0] ?? null);
			if (order !== 0) return sign * order;
		}
		return compareValues(a.id, b.id);
	};
}

function compareValues(a: string | number | null, b: string | number | null): number {
	if (a === b) return 0;
	if (a === null) return -1;
	if (b === null) return 1;
	return a < b ? -1 : 1;
}
