import type { Answer, Json } from '../../table/define';
import { isObject } from '../../wire';
import { breaksOf, breaksWhole } from './breaks';
import { likelyName, type Misfit, misfitsOf } from './compare';
import type { Type } from './forms';
import type { CheckRequest } from './questions';
import type { Difference } from './report';

/* The differences between one answer and what the package expects of it. */

/** Most entries of a list that are examined: a single one may lack a field for a reason. */
const MOST_ENTRIES = 20;

const TYPE_WORDS: Record<Type, string> = {
	number: 'a number',
	text: 'text',
	flag: 'true or false',
	moment: 'a date in text',
	day: 'a date in text',
	code: 'a number or text',
	list: 'a list',
	object: 'an object',
	any: 'anything',
};

/** Headers that count the pages of a list; one of each is enough. Source: public reference, Paging. */
const COUNT_HEADERS = [['x-total-count'], ['x-total-pages', 'x-pages']];
const COUNT = /^\d+$/;

function misfitInWords({ kind, place, expected, found = '' }: Misfit): string {
	if (kind === 'missing') return `\`${place}\` is missing`;
	if (kind === 'renamed') return `\`${place}\` is missing, probably now \`${found}\``;
	return `\`${place}\` is ${found}, expected ${TYPE_WORDS[expected!]}`;
}

/** The paging headers that are missing, or that have no number. */
function pagingIn({ headers }: Answer): string[] {
	return COUNT_HEADERS.flatMap((names) => {
		const there = names.filter((name) => name in headers);
		if (there.some((name) => COUNT.test(String(headers[name]).trim()))) return [];
		if (there.length > 0) return [`the header ${there[0]} is no number`];
		const others = Object.entries(headers)
			.filter(([name, value]) => name.startsWith('x-') && COUNT.test(String(value)))
			.map(([name]) => name);
		const now = likelyName(
			names[0]!,
			others.filter((name) => !COUNT_HEADERS.flat().includes(name)),
		);
		return [`the header ${names[0]} is missing${now ? `, probably now ${now}` : ''}`];
	});
}

/**
 * The differences of an answer; `entries` is its list or its object, or a description of what it is
 * instead.
 */
export function differencesIn(
	question: CheckRequest,
	answer: Answer,
	entries: Json[] | string,
	askedForOne: boolean,
): Difference[] {
	const { title: operation, entry, form, isMany } = question;
	const about = { operation, request: entry.request };
	if (typeof entries === 'string') {
		const what = `it answers ${entries} in place of ${isMany ? 'a list' : 'an object'}`;
		return [{ ...about, kind: 'other form', what, breaks: breaksWhole(question) }];
	}
	const found: Difference[] = [];
	if (askedForOne && entries.length > 1) {
		found.push({
			...about,
			kind: 'paging',
			what: `one entry was asked for, and ${entries.length} came`,
			breaks: 'pickers and samples read more than they show',
		});
	}
	if (!form) return found;
	const misfits = misfitsOf(entries.slice(0, MOST_ENTRIES), form);
	if (isObject(answer.body)) misfits.push(...misfitsOf([answer.body], form, form.outside));
	for (const misfit of misfits) {
		const breaks = breaksOf(question, misfit);
		found.push({ ...about, kind: misfit.kind, what: misfitInWords(misfit), breaks });
	}
	for (const what of form.paged ? pagingIn(answer) : []) {
		const breaks =
			'lists are read until a page brings nothing new, and missing entries are not noticed';
		found.push({ ...about, kind: 'paging', what, breaks });
	}
	return found;
}
