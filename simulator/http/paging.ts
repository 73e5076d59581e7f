import type { Simulation } from '../context';
import type { Page } from '../forms';
import type { Store } from '../store';
import { malformed, unprocessable, type ApiError } from './envelopes';
import { parseQuery, parseSort, type QueryFields } from './query';
import type { ApiAnswer, Query } from './route';

/** Paging of a list. */
interface PageRules {
	/** `per_page` when none is given. */
	standard: number;
	/** The name of the list, for its headers. */
	list: Page['list'];
	/** A larger `per_page` is clamped to this silently. */
	most: number;
}

function wholeNumber(
	text: string | undefined,
	name: string,
	standard: number,
	refusal: (message: string) => ApiError,
): number {
	if (text === undefined || text === '') return standard;
	if (!/^-?\d+$/.test(text)) throw refusal(`${name} must be an integer`);
	return Number(text);
}

/**
 * One page of a list with the paging headers (public reference). `per_page` is silently clamped to
 * 1..most, and a page past the end answers the last page again.
 */
export function answerPage<T>(
	sim: Simulation,
	items: readonly T[],
	query: Query,
	rules: PageRules,
	format: (item: T) => unknown,
): ApiAnswer {
	// Invalid paging of events is a 400 (public reference); for other lists it is not documented.
	const refusal = rules.list === 'event' ? malformed : unprocessable;
	const asked = wholeNumber(query.per_page, 'per_page', rules.standard, refusal);
	const perPage = Math.min(Math.max(asked, 1), rules.most);
	const pages = Math.ceil(items.length / perPage);
	const wanted = wholeNumber(query.page, 'page', 1, refusal);
	if (wanted < 1) throw refusal('page starts at 1');
	const page = Math.max(1, Math.min(wanted, pages));
	return {
		status: 200,
		headers: sim.forms.pageHeaders({
			list: rules.list,
			total: items.length,
			pages,
			page,
			perPage,
			sort: query.sort || 'id',
			filter: query.q ?? '',
		}),
		body: items.slice((page - 1) * perPage, page * perPage).map(format),
	};
}

/**
 * Filters and sorts `all()` (which must be ordered by id) by `q` and `sort`, and caches the result
 * until the store changes: paging through 100,000 items filters and sorts once.
 */
export function selectItems<T extends { id: number }>(
	store: Store,
	key: string,
	query: Query,
	fields: QueryFields<T>,
	all: () => T[],
): readonly T[] {
	const holds = parseQuery(query.q, fields);
	const order = parseSort(query.sort, fields);
	return store.cached(`${key}|${query.q ?? ''}|${query.sort ?? ''}`, () => {
		const items = all().filter(holds);
		return order ? items.sort(order) : items;
	});
}
