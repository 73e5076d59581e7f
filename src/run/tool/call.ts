import { InputError, inOwnWords } from '../../errors';
import { SILENT } from '../../reporter';
import { checkInput, isShown, schemaOf } from '../../table/checks';
import type { Field, Input, Json, LookupName, Operation } from '../../table/define';
import { givesNothing, saysNothing } from '../../table/narrowing';
import { everywhere, everywhereOf } from '../../table/fields';
import { canBeFile } from '../../table/fileOutput';
import type { SaidChange } from '../../table/saidChanges';
import { UNKNOWN_NAMES } from '../../table/filters';
import { TOOL_FIELDS, type ToolLimits } from '../../table/toolFields';
import type { ToolOutput } from '../../table/toolOutput';
import { isEmpty, isReference, describeValue } from '../../table/values';
import { Client, type SingleFeature } from '../client';
import type { ItemResult } from '../items';
import { nearest } from '../names/nearest';
import { runItems } from '../run';
import {
	doneAnswer,
	dryAnswer,
	failureAnswer,
	readAnswer,
	type ToolAnswer,
	withNotes,
} from './answer';
import { identify } from './identify';
import { checkLimits, checkToolRules, type SmsCount, takeSms } from './limits';
import { selectedFields } from './selected';
import { together } from '../../together';
import { isObject } from '../../wire';

/* A call by an AI agent: its limits are checked before anything is sent; it is always answered. */

/** Most entries of a list that a model is given. */
const MOST_TOOL_ENTRIES = 50;

export interface ToolCall {
	operation: Operation & Partial<SingleFeature>;
	/** The form values of the one item. */
	values: Json;
	/** Whether a person has set a field, rather than a model or an expression. */
	isFixed: (field: string) => boolean;
	limits: ToolLimits;
	/** How much of each entry of a read the model gets, and which fields of a selection. */
	shown?: { output: ToolOutput; fields: readonly string[] };
	sms: SmsCount;
	/** What was changed in the values when they were read; the answer tells it, too. */
	notes?: string[];
	/** Receives the results, for the host's notes on a run. */
	onResults?: (results: ItemResult[]) => void;
}

/** Performs a call; gives a failure as an answer, too. */
export async function answerCall(client: Client, call: ToolCall): Promise<ToolAnswer> {
	try {
		client.checkLogin(call.operation);
		const { workspaceId: given, ...values } = call.values;
		const workspaceId = workspaceForTool(call.operation, given);
		const here = await client.in({ workspaceId });
		const limited = withToolLimits(call.operation, values, call.limits);
		const own = await identified(here, { ...call, values: limited });
		const perform = call.operation.effect === 'read' ? readForTool : performChange;
		const notes = [...(call.notes ?? [])];
		const answer = await perform(noting(here, notes), { ...call, values: own });
		return withNotes(answer, notes);
	} catch (error) {
		return failureAnswer(error, { labelOf: labelIn(call.operation) });
	}
}

/** The one workspace that a call names. @throws InputError for several, and for one that is given and says nothing */
export function workspaceForTool(operation: Operation, given: unknown): unknown {
	const { workspaceId: where } = everywhereOf(operation);
	if (given !== undefined && givesNothing(given)) throw saysNothing('workspaceId', where.label);
	const read = schemaOf(where).safeParse(given);
	if (read.success && !Array.isArray(read.data)) return read.data;
	throw inOwnWords(
		new InputError('workspaceId', 'must be one workspace for an agent', where.label),
	);
}

/** The client, with what it notes of the run also in `notes`. */
function noting({ ports }: Client, notes: string[]): Client {
	const report = ports.report ?? SILENT;
	const note = (sentence: string) => {
		notes.push(sentence);
		report.note(sentence);
	};
	return new Client({ ...ports, report: { ...report, note } });
}

/** The label of a field that a call can be refused for; undefined for what is no field of the form. */
export const labelIn =
	({ fields }: Operation) =>
	(name: string): string | undefined =>
		({ ...everywhere, ...TOOL_FIELDS, ...fields })[name]?.label;

/**
 * The values, with lower limits for an agent that waits for the answer. What an operation counts again
 * by itself, right before it changes anything, is limited by the tool, too.
 */
function withToolLimits({ fields }: Operation, values: Json, { mostEndpoints }: ToolLimits): Json {
	const limited = { ...values };
	if (mostEndpoints !== undefined && 'mostEndpoints' in fields) {
		const own = isEmpty(values.mostEndpoints) ? Infinity : Number(values.mostEndpoints);
		if (!(own <= mostEndpoints)) limited.mostEndpoints = mostEndpoints;
	}
	for (const [name, { mostInTool }] of Object.entries(fields)) {
		if (mostInTool !== undefined && Number(limited[name]) > mostInTool) limited[name] = mostInTool;
	}
	return limited;
}

/** A model names one thing; all that have a tag would be read as one that is called so. */
const notByTag = (name: string, { label }: Field) =>
	inOwnWords(
		new InputError(
			name,
			'must not be a tag in the tool of an agent: it has to be one thing',
			label,
		),
	);

/** The default of a picker takes the item whole: in a tool, that is whatever the agent was given. */
const notWhole = (name: string, { label }: Field) =>
	inOwnWords(
		new InputError(
			name,
			'must not be a whole item in the tool of an agent: let the model define it, pick one, or end the expression with a field',
			label,
		),
	);

/** The values, with the model's texts in pickers replaced by IDs or unique references. */
async function identified(client: Client, { operation, values, isFixed }: ToolCall): Promise<Json> {
	const ready = { ...values };
	for (const [name, field] of Object.entries(operation.fields)) {
		const { control, group, showWhen } = field;
		const given = values[name];
		if (control.kind !== 'locator' && control.kind !== 'picks') continue;
		if (showWhen && !isShown(showWhen, values)) continue;
		if (isReference(given) && given.by === 'tag') throw notByTag(name, field);
		if (control.kind === 'locator' && isObject(given) && !isReference(given)) {
			throw notWhole(name, field);
		}
		// What is given and says nothing is refused by the check of the fields.
		if (isFixed(name) || (group !== undefined && givesNothing(given))) continue;
		const referenceTo = async (value: unknown) =>
			await identify(client.listing(control.lookup), [name, field], value);
		if (control.kind === 'locator') {
			ready[name] = await referenceTo(isReference(given) ? given.value : given);
		} else {
			const all = Array.isArray(given) ? given : String(given ?? '').split(',');
			ready[name] = await together(all.map(referenceTo));
		}
	}
	return ready;
}

async function performForTool(
	client: Client,
	{ operation, values, onResults }: ToolCall,
): Promise<Json[]> {
	const results = await runItems(client, operation, () => values, 1, { continueOnFail: true });
	onResults?.(results);
	const [result] = results;
	if (result && 'items' in result) return result.items;
	throw result?.error;
}

async function performChange(client: Client, call: ToolCall): Promise<ToolAnswer> {
	const { operation, values, limits, sms } = call;
	const env = { ...client.env, items: 1 };
	const said: SaidChange[] = [];
	const checked = checkInput(operation, values, env, said);
	checkToolRules(operation, checked, env);
	const asking = client.callFor(operation);
	const [input] = await client.resolve(operation, [checked], asking);
	if (!input || input instanceof Error) throw input;
	await checkLimits(asking, operation, input, limits);
	const isDry = input.dryRun === true;
	if (operation.stakes && limits.allowStakes !== true && !isDry) {
		const given = inputInWords(operation, values, input);
		const dry = dryAnswer(operation, given, await operation.foresees?.(asking, input));
		return withNotes(dry, changesInWords(said));
	}
	const giveBack = takeSms(operation, input, limits, sms);
	try {
		const items = await performForTool(client, {
			...call,
			values: { ...values, ...resolvedIds(values, input) },
		});
		return isDry ? { ...readAnswer(items), outcome: 'dryRun' } : doneAnswer(operation, items);
	} catch (error) {
		const answer = failureAnswer(error, { underWay: true, labelOf: labelIn(operation) });
		if (answer.outcome === 'notSent' || answer.outcome === 'refused') giveBack();
		return answer;
	}
}

/** What the readings have changed in an input. */
const changesInWords = (changes: readonly SaidChange[]): string[] =>
	changes.map(({ label, said }) => `${label}: ${said}`);

/** The IDs that references were resolved to. */
const resolvedIds = (values: Json, input: Input): Json =>
	Object.fromEntries(Object.entries(input).filter(([name]) => isReference(values[name])));

/** The fields of an input as a person reads them. */
function inputInWords({ fields }: Operation, values: Json, input: Input): Record<string, string> {
	const shown = Object.entries(input).flatMap(([name, value]) => {
		const { label, control } = fields[name] ?? {};
		const isSecret = control?.kind === 'text' && control.secret;
		if (label === undefined || isSecret) return [];
		const given = values[name];
		const named = isReference(given) ? `${given.value}, ID ` : '';
		return [[label, `${named}${typeof value === 'number' ? value : describeValue(value)}`]];
	});
	return Object.fromEntries(shown) as Record<string, string>;
}

/** The kind and text of a filter by a name that could be misspelt; undefined without one. */
const filteredBy = ({ resource }: Operation, values: Json): [LookupName, unknown] | undefined => {
	const { nameFilter, tags, endpointName, iccid } = values;
	if (nameFilter) return [resource as LookupName, nameFilter];
	if (tags) return ['tag', tags];
	if (endpointName) return ['endpoint', endpointName];
	return iccid ? ['sim', iccid] : undefined;
};

/** Items without what becomes files of them. A model cannot look at a picture. */
export function withoutFiles({ files = [] }: Pick<Operation, 'files'>, items: Json[]): Json[] {
	const isNoFile = ([name]: [string, unknown]) => files.every(({ from }) => from !== name);
	return items.map((item) => Object.fromEntries(Object.entries(item).filter(isNoFile)));
}

/** The entries of a read with the fields that the model gets. */
const shownEntries = ({ shown }: ToolCall, entries: Json[]): Json[] =>
	shown?.output === 'selected' ? selectedFields(entries, shown.fields) : entries;

/**
 * The value of Simplify, where an operation has it. Without a setting of the tool, a list is simplified,
 * and one thing unless its form says no.
 */
function simplifying({ operation: { fields }, values, shown }: ToolCall): Json {
	if (!('simplify' in fields)) return {};
	if (shown) return { simplify: shown.output !== 'raw' };
	return { simplify: 'limit' in fields || isEmpty(values.simplify) || values.simplify };
}

async function readForTool(client: Client, call: ToolCall): Promise<ToolAnswer> {
	const { operation, values } = call;
	const { fields, pages } = operation;
	const simplified = simplifying(call);
	if (!('limit' in fields)) {
		const own = { ...call, values: { ...values, ...simplified } };
		const items = withoutFiles(operation, await performForTool(client, own));
		const isCut = items.length > MOST_TOOL_ENTRIES;
		return readAnswer(
			shownEntries(call, items.slice(0, MOST_TOOL_ENTRIES)),
			isCut ? { total: items.length } : undefined,
		);
	}
	const isLimited = values.limit !== undefined && !values.returnAll;
	if (isLimited && givesNothing(values.limit)) throw saysNothing('limit', fields.limit!.label);
	let total: number | undefined;
	const most = Math.min(
		MOST_TOOL_ENTRIES,
		Number(values.returnAll ? MOST_TOOL_ENTRIES : values.limit) || MOST_TOOL_ENTRIES,
	);
	const counting = new Client({
		...client.ports,
		report: {
			...(client.ports.report ?? SILENT),
			count: (entries) => void (total = entries),
		},
	});
	// The service's count does not fit a feature that chooses from its list.
	const isCounted = pages !== undefined && operation.chooses?.(values) !== true;
	const items = await performForTool(counting, {
		...call,
		// A paged list is read as far as it is shown; other lists come whole and can be counted.
		values: {
			...values,
			...simplified,
			// The answer suggests similar names.
			...(UNKNOWN_NAMES in fields && { [UNKNOWN_NAMES]: 'nothing' }),
			// A model cannot read a file.
			...(canBeFile(operation) && { output: 'items' }),
			limit: most,
			returnAll: !isCounted,
		},
	});
	const shown = items.slice(0, most);
	const all = isCounted
		? (total ?? (items.length < most ? items.length : undefined))
		: items.length;
	const filter = shown.length === 0 ? filteredBy(operation, values) : undefined;
	const near = filter && (await nearest(client.listing(filter[0]), filter[0], String(filter[1])));
	const facts = { ...(all !== undefined && { total: all }), ...(near && { near }) };
	return readAnswer(shownEntries(call, shown), facts);
}
