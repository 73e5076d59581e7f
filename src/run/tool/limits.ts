import { InputError, inOwnWords } from '../../errors';
import type { Call, Env, Input, Json, Operation, Touched } from '../../table/define';
import { SEARCHED } from '../../table/entries/searched';
import { at, listAt } from '../../table/reading';
import { inLabels } from '../../table/rules';
import {
	TOOL_FIELDS,
	TOOL_SUBJECTS,
	type ToolFieldName,
	type ToolLimits,
} from '../../table/toolFields';
import { listIn } from '../../wire';

/* The limits that a person has set on a tool, checked before anything is sent. */

/** SMS that the execution has sent so far, kept by the host for as long as the execution lasts. */
export interface SmsCount {
	sms?: number;
}

/** A refusal by a limit, which names numbers and what a person has set. */
const limitError = (name: ToolFieldName, rule: string): InputError =>
	inOwnWords(new InputError(name, rule, TOOL_FIELDS[name].label));

/** Checks an input by the rules that its operation has for tools. @throws InputError */
export function checkToolRules(
	{ toolRules = [], fields }: Operation,
	input: Input,
	env: Env,
): void {
	for (const rule of toolRules) {
		const broken = rule(input, env);
		if (!broken) continue;
		const label = fields[broken.field]?.label ?? broken.field;
		throw inOwnWords(new InputError(broken.field, inLabels(broken.rule, fields), label));
	}
}

/** What an input changes by its fields; uncountable for a range. */
function touchedByFields(input: Input): Touched {
	if (input.rangeStart !== undefined) return { count: Infinity };
	const named = TOOL_SUBJECTS.map((name) => input[name]).filter((value) => value !== undefined);
	return { count: named.flat().length };
}

/**
 * Checks a call by the limits of its tool, with all that it changes: what its fields name, or what the
 * service says they stand for. Sends only reads.
 * @throws InputError when it is about more endpoints or SIMs than the tool may change at once, or about one
 * that it may not touch
 */
export async function checkLimits(
	call: Call,
	operation: Operation,
	input: Input,
	limits: ToolLimits,
): Promise<void> {
	const { mostEndpoints, allowedEndpoints } = limits;
	if (mostEndpoints === undefined && allowedEndpoints === undefined) return;
	const touched = await operation.touched?.(call, input);
	checkCount(touched ?? touchedByFields(input), mostEndpoints);
	await checkAllowedEndpoints(call, { ...limits, endpoints: touched?.endpoints, input });
}

function checkCount({ count }: Touched, most: number | undefined): void {
	if (most === undefined || count <= most) return;
	const about = Number.isFinite(count) ? String(count) : 'a number that cannot be known before';
	throw limitError('mostEndpoints', `is ${most} for this tool, and this call is about ${about}`);
}

/** Tags of an endpoint, in either form that the service gives them in. */
const endpointTagNames = (endpoint: Json): string[] =>
	[
		...String(endpoint.tags ?? '').split(','),
		...listAt(endpoint, 'tag_assignments').map((tag) =>
			String(at(tag, 'tag.name') ?? tag.name ?? ''),
		),
	].map((tag) => tag.trim());

/** The endpoints that an input names, and those that its SIMs are in. */
async function namedEndpoints(
	call: Call,
	{ endpointId, otherEndpointId, simId, otherSimId }: Input,
): Promise<unknown[]> {
	const simIds = [simId, otherSimId].filter((id) => id !== undefined).map(Number);
	const sims = simIds.length === 0 ? [] : [...(await call.sims(simIds)).values()];
	const all = [endpointId, otherEndpointId, ...sims.map((card) => at(card, 'endpoint.id'))];
	return [...new Set(all)].filter((id) => id !== undefined && id !== null);
}

/** Refuses an input about an endpoint, or its SIM, that the tool may not touch. */
async function checkAllowedEndpoints(
	call: Call,
	{
		allowedEndpoints: allowed,
		endpoints,
		input,
	}: ToolLimits & { endpoints: number[] | undefined; input: Input },
): Promise<void> {
	if (allowed === undefined || allowed.trim() === '') return;
	const isFilter = allowed.includes(':');
	const filter = isFilter ? allowed : `tags:${allowed.trim()}`;
	const demand = (isMet: boolean, what: string) => {
		if (isMet) return;
		const rule = `of this tool are those with ${filter}; ${what}`;
		throw limitError('allowedEndpoints', rule);
	};
	const ids = endpoints ?? (await namedEndpoints(call, input));
	demand(ids.length > 0 || endpoints !== undefined, 'the SIM is in no endpoint');
	for (const id of ids) {
		const query = { q: `${filter},id:${String(id)}`, page: 1, per_page: 10 };
		const { body } = await call.other(SEARCHED.endpoint.list, {}, { query });
		const own = (listIn(body) ?? []).find((entry) => String(entry.id) === String(id));
		// A filter may find parts of names: the tags are looked at again.
		const isIn = own !== undefined && (isFilter || endpointTagNames(own).includes(allowed.trim()));
		demand(isIn, `endpoint ${String(id)} is not one of them`);
	}
}

/**
 * Counts the parts of a message before they are sent, so that two calls at once cannot both take the
 * last one. Returns a function that takes them back where nothing was sent.
 * @throws InputError when the execution has sent as many as it may.
 */
export function takeSms(
	operation: Operation,
	input: Input,
	{ mostSms }: ToolLimits,
	count: SmsCount,
): () => void {
	const parts = operation.smsSent?.(input) ?? 0;
	const sent = count.sms ?? 0;
	if (mostSms !== undefined && sent + parts > mostSms) {
		throw limitError(
			'mostSms',
			`is ${mostSms} for this tool; ${sent} ${sent === 1 ? 'was' : 'were'} sent and this would be ${parts} more`,
		);
	}
	count.sms = sent + parts;
	return () => void (count.sms = (count.sms ?? parts) - parts);
}
