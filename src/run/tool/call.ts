import { checkInput, isShown, schemaOf } from '../../operations/checks';
import type { Input, Json, LookupName, Operation } from '../../operations/define';
import { everywhere } from '../../operations/fields';
import type { ToolLimits } from '../../operations/toolFields';
import { isReference, show } from '../../operations/values';
import { Client } from '../client';
import type { ItemResult } from '../items';
import type { Lists } from '../lists';
import { nearest } from '../nearest';
import { runItems } from '../run';
import { doneAnswer, dryAnswer, failureAnswer, readAnswer, type ToolAnswer } from './answer';
import { identify } from './identify';
import { holdAllowed, holdCount, type SmsCount, takeSms } from './limits';

/* A call by an AI agent: its limits are checked before anything is sent; it is always answered. */

/** Most entries of a list that a model is given. */
const MOST = 50;

export interface ToolCall {
	operation: Operation;
	/** The form values of the one item. */
	values: Json;
	/** Whether a person has set a field, rather than a model or an expression. */
	isFixed: (field: string) => boolean;
	limits: ToolLimits;
	sms: SmsCount;
	/** Receives the results, for the host's notes on a run. */
	told?: (results: ItemResult[]) => void;
}

/** Performs a call; gives a failure as an answer, too. */
export async function answerCall(client: Client, call: ToolCall): Promise<ToolAnswer> {
	try {
		client.checkLogin(call.operation);
		const { workspaceId, ...values } = call.values;
		const workspace = schemaOf(everywhere.workspaceId).safeParse(workspaceId || undefined);
		const here = await client.in({ workspaceId: workspace.data });
		const lists: Lists = new Map();
		const own = await identified(here, { ...call, values }, lists);
		const perform = call.operation.effect === 'read' ? read : change;
		return await perform(here, { ...call, values: own }, lists);
	} catch (error) {
		return failureAnswer(error);
	}
}

/** The values, with the model's texts in pickers replaced by IDs or unique references. */
async function identified(
	client: Client,
	{ operation, values, isFixed }: ToolCall,
	lists: Lists,
): Promise<Json> {
	const ready = { ...values };
	for (const [name, field] of Object.entries(operation.fields)) {
		const { control, group, showWhen } = field;
		const given = values[name];
		const isEmpty = given === undefined || given === null || given === '';
		if (control.kind !== 'locator' && control.kind !== 'picks') continue;
		if (isFixed(name) || (group !== undefined && isEmpty)) continue;
		if (showWhen && !isShown(showWhen, values)) continue;
		const one = async (value: unknown) =>
			await identify(client.listing(control.lookup), [name, field], value, lists);
		if (control.kind === 'locator') {
			ready[name] = await one(isReference(given) ? given.value : given);
		} else {
			const all = Array.isArray(given) ? given : String(given ?? '').split(',');
			ready[name] = await Promise.all(all.map(one));
		}
	}
	return ready;
}

async function performed(client: Client, { operation, values, told }: ToolCall): Promise<Json[]> {
	const results = await runItems(client, operation, () => values, 1, { goOn: true });
	told?.(results);
	const [result] = results;
	if (result && 'items' in result) return result.items;
	throw result?.error;
}

async function change(client: Client, call: ToolCall): Promise<ToolAnswer> {
	const { operation, values, limits, sms } = call;
	const checked = checkInput(operation, values, { ...client.env, items: 1 });
	const asking = client.callFor(operation);
	const [input] = await client.resolve(operation, [checked], asking);
	if (!input || input instanceof Error) throw input;
	holdCount([input], limits);
	await holdAllowed(asking, [input], limits);
	const isDry = input.dryRun === true;
	if (operation.stakes && limits.allowStakes !== true && !isDry) {
		return dryAnswer(operation, inWords(operation, values, input));
	}
	const giveBack = takeSms(operation, [input], limits, sms);
	try {
		const items = await performed(client, {
			...call,
			values: { ...values, ...idsOf(values, input) },
		});
		return isDry ? { ...readAnswer(items), outcome: 'dryRun' } : doneAnswer(operation, items);
	} catch (error) {
		const answer = failureAnswer(error, true);
		if (answer.outcome === 'notSent' || answer.outcome === 'refused') giveBack();
		return answer;
	}
}

/** The IDs that references were resolved to. */
const idsOf = (values: Json, input: Input): Json =>
	Object.fromEntries(Object.entries(input).filter(([name]) => isReference(values[name])));

/** The fields of an input as a person reads them. */
function inWords({ fields }: Operation, values: Json, input: Input): string[] {
	return Object.entries(input).flatMap(([name, value]) => {
		const { label, control } = fields[name] ?? {};
		const isSecret = control?.kind === 'text' && control.secret;
		if (label === undefined || isSecret) return [];
		const given = values[name];
		const named = isReference(given) ? `${given.value}, ID ` : '';
		return [`${label}: ${named}${typeof value === 'number' ? value : show(value)}`];
	});
}

/** The kind and text of a filter by a name that could be misspelt; undefined without one. */
const filteredBy = ({ resource }: Operation, values: Json): [LookupName, unknown] | undefined => {
	const { nameFilter, tags, endpointName, iccid } = values;
	if (nameFilter) return [resource as LookupName, nameFilter];
	if (tags) return ['tag', tags];
	if (endpointName) return ['endpoint', endpointName];
	return iccid ? ['sim', iccid] : undefined;
};

async function read(client: Client, call: ToolCall, lists: Lists): Promise<ToolAnswer> {
	const { operation, values } = call;
	const { fields, pages } = operation;
	if (!('limit' in fields)) {
		const items = await performed(client, call);
		const isCut = items.length > MOST;
		return readAnswer(items.slice(0, MOST), isCut ? { total: items.length } : undefined);
	}
	let total: number | undefined;
	const most = Math.min(MOST, Number(values.returnAll ? MOST : values.limit) || MOST);
	const counting = new Client({ ...client.ports, counted: (count) => (total = count) });
	const items = await performed(counting, {
		...call,
		// A list in pages is read as far as it is shown; others come whole, and can be counted.
		values: {
			...values,
			...(fields.simplify && { simplify: true }),
			limit: most,
			returnAll: !pages,
		},
	});
	const shown = items.slice(0, most);
	const all = pages ? (total ?? (items.length < most ? items.length : undefined)) : items.length;
	const filter = shown.length === 0 ? filteredBy(operation, values) : undefined;
	const near =
		filter && (await nearest(client.listing(filter[0]), filter[0], String(filter[1]), lists));
	return readAnswer(shown, { ...(all !== undefined && { total: all }), ...(near && { near }) });
}
