import { PICKER_LISTS } from '../../table/entries/pickerLists';
import type { RequestEntry, Input, Json, LookupName, Operation } from '../../table/define';
import { requestEntriesOf } from '../../table/chosenList';
import { at } from '../../table/reading';
import { type AnswerForm, answerForm } from './forms';

/*
 * The requests of a check: each read of the table once, with the first ID of the list that contains its thing, and the
 * lists of one thing that an operation reads in place of its own.
 */

/** One request that the check sends, and the form of answer that it expects. */
export interface CheckRequest {
	/** `resource operation`; empty for a request that no operation sends. */
	key: string;
	/** "Get many endpoints". */
	title: string;
	entry: RequestEntry & Partial<Pick<Operation, 'pages'>>;
	form: AnswerForm | undefined;
	/** The answer is a list. */
	isMany: boolean;
	/** The pickers that show its list, each with the number of operations that have it. */
	pickers: Array<{ title: string; users: number }>;
}

/** How many operations change something. A check sends none of them. */
export const changeCount = (operations: readonly Operation[]): number =>
	operations.filter(({ request }) => !request.startsWith('GET ')).length;

/** Lists without Return All. */
const LISTS_IN_FULL = ['mfaKey getStatuses', 'mfaKey getTypes'];

/** A request without the names of its ids and the version of its path, in which lists and items differ. */
const comparableRequest = (request: string): string =>
	request.replace(/\{\w+\}/g, '{}').replace(/\/api\/v\d+/, '');

/** How many operations have a picker of a list. */
const usersOf = (lookup: LookupName, operations: readonly Operation[]): number =>
	operations.filter(({ fields }) =>
		Object.values(fields).some(({ control }) => 'lookup' in control && control.lookup === lookup),
	).length;

/** The pickers that show the list of a request. */
const pickersOf = (
	{ request }: RequestEntry,
	operations: readonly Operation[],
): CheckRequest['pickers'] =>
	(Object.keys(PICKER_LISTS) as LookupName[])
		.filter(
			(lookup) =>
				comparableRequest(PICKER_LISTS[lookup].entry?.request ?? '') === comparableRequest(request),
		)
		.map((lookup) => ({
			title: PICKER_LISTS[lookup].title,
			users: usersOf(lookup, operations),
		}));

/** The questions in an order in which each list comes before its entries. */
export function checkRequests(operations: readonly Operation[]): CheckRequest[] {
	// The one operation of the resource `account` is the check itself.
	const reads = operations
		.flatMap(requestEntriesOf)
		.filter(({ request, resource }) => request.startsWith('GET ') && resource !== 'account');
	const asked = new Map<string, CheckRequest>();
	const add = (question: Omit<CheckRequest, 'pickers'>) => {
		const request = question.entry.request.replace(/\{\w+\}/g, '{}');
		if (asked.has(request)) return;
		asked.set(request, { ...question, pickers: pickersOf(question.entry, operations) });
	};
	for (const operation of reads) {
		const key = `${operation.resource} ${operation.name}`;
		const isMany = 'returnAll' in operation.fields || LISTS_IN_FULL.includes(key);
		add({ key, title: operation.action, entry: operation, form: answerForm(operation), isMany });
	}
	for (const { resource, name, action, listsOfOne = [] } of reads) {
		const title = `${action}, of one thing`;
		for (const entry of listsOfOne) {
			const form = answerForm({ ...entry, resource, name });
			add({ key: '', title, entry, form, isMany: true });
		}
	}
	const depth = ({ entry }: CheckRequest) => entry.request.split('/').length;
	return [...asked.values()].sort((a, b) => depth(a) - depth(b));
}

/** The ids that lists have given, by the request of the list. */
export class FirstIds {
	private readonly ids = new Map<string, unknown>();

	/** Remembers the ID of a list's first entry; where the entry has none, the ID of the thing that it names. */
	learn(request: string, entries: Json[]): void {
		const thing = request.split('/').at(-1)!;
		// Only the SMS services of a profile have limits to choose from.
		const sms = entries.find(({ description }) => /^SMS/.test(String(description)));
		const first = (thing === 'service' && sms) || entries[0];
		const id = at(first, 'id') ?? at(first, `${thing}.id`);
		if (id !== undefined && id !== null) this.ids.set(comparableRequest(request), id);
	}

	/**
	 * The input of a question: ids for its path, and the default values of its form. A text says why it
	 * cannot be sent.
	 */
	inputFor({ request, fields = {} }: RequestEntry): Input | string {
		const input: Input = {};
		for (const [name, field] of Object.entries(fields)) {
			if (field.in === 'path') {
				const list = comparableRequest(request.slice(0, request.indexOf(`/{${name}}`)));
				const id = this.ids.get(list);
				if (id !== undefined) input[name] = id;
				else if (field.otherwise === undefined) return `needs an id of ${list.slice(4)}`;
			} else if (field.in === 'query' && field.group === undefined) {
				if (field.default !== undefined) input[name] = field.default;
				else if (!field.optional) return `needs a value for ${field.label}`;
			}
		}
		return input;
	}
}
