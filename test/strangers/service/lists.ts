import type { Answer, Asked } from './answers';

/*
 * Filters, order and pages of the lists, as documented: `q` is `field:value` joined by commas, `sort` is
 * `-field` or `field`, and a page past the end answers the last page again.
 */

const unknownField = (field: string): Answer => ({
	status: 422,
	body: {
		error_code: 1400,
		error_token: 'InputValidationFailed',
		message: `Unknown filter field ${field}`,
		errors: [{ error_code: 1301, error_token: 'UnknownField', message: `Unknown field ${field}` }],
	},
});

/** The parts of a filter by their fields. */
export function filterOf(query: URLSearchParams): [field: string, value: string][] {
	const text = query.get('q');
	if (!text) return [];
	return text.split(',').map((part) => {
		const colon = part.indexOf(':');
		return [part.slice(0, colon), part.slice(colon + 1)];
	});
}

export type Matches<T> = (item: T, value: string) => boolean;

/** One of several values, joined by a pipe (or two). */
export const oneOf = (value: string, has: (single: string) => boolean): boolean =>
	value.split(/\|\|?/).some((single) => has(single));

/** Whether a text begins with the value, a star at the end or not: the service may match more than one. */
export const begins = (text: string | null | undefined, value: string): boolean =>
	typeof text === 'string' && text.toLowerCase().startsWith(value.toLowerCase().replace(/\*$/, ''));

export interface ListRules<T> {
	fields: Record<string, Matches<T>>;
	/** Values by which items are sorted. */
	sort: Record<string, (item: T) => string | number>;
	perPage: number;
	maximum: number;
	/** `lower`: names of the paging headers as recorded for events. */
	headers: 'capital' | 'lower' | 'both';
}

/** One page of a list with its headers, or the refusal of a filter. */
export function pageOf<T>(
	{ query, state }: Asked,
	items: readonly T[],
	rules: ListRules<T>,
	written: (item: T) => object,
): Answer {
	let left = [...items];
	for (const [field, value] of filterOf(query)) {
		const matches = rules.fields[field];
		if (!matches) return unknownField(field);
		left = left.filter((item) => matches(item, value));
	}
	const order = ((!state.ignoresSort && query.get('sort')) || 'id').split(',');
	for (const part of [...order].reverse()) {
		const by = rules.sort[part.replace(/^[-+ ]/, '')];
		if (!by) return { status: 400, body: { error_code: 1000, error_token: 'BadRequest' } };
		const direction = part.startsWith('-') ? -1 : 1;
		left.sort((a, b) => (by(a) < by(b) ? -direction : by(a) > by(b) ? direction : 0));
	}
	const perPage = Math.min(
		Number(query.get('per_page') ?? rules.perPage),
		rules.maximum,
		state.largestPage ?? Infinity,
	);
	const pages = Math.max(Math.ceil(left.length / perPage), 1);
	const page = Math.min(Math.max(Number(query.get('page') ?? 1), 1), pages);
	const shown = left.slice((page - 1) * perPage, page * perPage);
	return {
		status: 200,
		headers: state.lacksPagingHeaders
			? {}
			: pagingHeaders(rules, {
					total: left.length,
					pages,
					page,
					count: perPage,
					sort: order.join(','),
				}),
		body: shown.map(written),
	};
}

function pagingHeaders<T>(
	{ headers }: ListRules<T>,
	of: { total: number; pages: number; page: number; count: number; sort: string },
): Record<string, string> {
	if (headers === 'lower') {
		return {
			'x-total-count': String(of.total),
			'x-total-pages': String(of.pages),
			'x-current-page': String(of.page),
			'x-count-per-page': String(of.count),
			'x-sort': of.sort,
			Link: '',
		};
	}
	return {
		'X-Total-Count': String(of.total),
		'X-Total-Pages': String(of.pages),
		'X-Current-Page': String(of.page),
		'X-Count-Per-Page': String(of.count),
		'X-Sort': of.sort,
		...(headers === 'both' && {
			'X-Count': String(of.total),
			'X-Pages': String(of.pages),
			'X-Page': String(of.page),
			'X-Per-Page': String(of.count),
		}),
	};
}
