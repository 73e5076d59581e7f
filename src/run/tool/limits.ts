import { InputError } from '../../errors';
import type { Call, Input, Json, Operation } from '../../table/define';
import { getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import { splitText } from '../../table/entries/sms/smsText';
import { at, listAt } from '../../table/reading';
import { TOOL_SUBJECTS, type ToolLimits } from '../../table/toolFields';
import { listIn } from '../../wire';

/* The limits a person has set on a tool, held before anything is sent. */

/** SMS that the execution has sent so far, kept by the host for as long as the execution lasts. */
export interface SmsCount {
	sms?: number;
}

/** Number of endpoints and SIMs that an input names; Infinity for a range. */
function targetCount(input: Input): number {
	if (input.rangeStart !== undefined) return Infinity;
	const named = TOOL_SUBJECTS.map((name) => input[name]).filter((value) => value !== undefined);
	return named.reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
}

/** @throws InputError when a call is about more endpoints or SIMs than the tool may touch at once. */
export function holdCount(input: Input, { mostEndpoints: most }: ToolLimits): void {
	const count = targetCount(input);
	if (most === undefined || count <= most) return;
	const about = Number.isFinite(count) ? String(count) : 'a range';
	throw new InputError(
		'mostEndpoints',
		`is ${most} for this tool, and this call is about ${about}`,
		'Maximum Endpoints per Call',
	);
}

/** Tags of an endpoint, in either form that the service gives them in. */
const endpointTagNames = (endpoint: Json): string[] =>
	[
		...String(endpoint.tags ?? '').split(','),
		...listAt(endpoint, 'tag_assignments').map((tag) =>
			String(at(tag, 'tag.name') ?? tag.name ?? ''),
		),
	].map((tag) => tag.trim());

/** The endpoints that an input is about: those it names, and the one its SIM is in. */
async function affectedEndpoints(
	call: Call,
	{ endpointId, otherEndpointId, simId }: Input,
): Promise<unknown[]> {
	const sim = simId === undefined ? [] : [...(await call.sims([Number(simId)])).values()];
	const all = [endpointId, otherEndpointId, ...sim.map((card) => at(card, 'endpoint.id'))];
	return [...new Set(all)].filter((id) => id !== undefined && id !== null);
}

/** @throws InputError for an input about an endpoint, or its SIM, that the tool may not touch. */
export async function holdAllowed(
	call: Call,
	input: Input,
	{ allowedEndpoints: allowed }: ToolLimits,
): Promise<void> {
	if (allowed === undefined || allowed.trim() === '') return;
	const isFilter = allowed.includes(':');
	const filter = isFilter ? allowed : `tags:${allowed.trim()}`;
	const hold = (is: boolean, what: string) => {
		if (is) return;
		const rule = `of this tool are those with ${filter}; ${what}`;
		throw new InputError('allowedEndpoints', rule, 'Allowed Endpoints');
	};
	const ids = await affectedEndpoints(call, input);
	hold(ids.length > 0, 'the SIM is in no endpoint');
	for (const id of ids) {
		const query = { q: `${filter},id:${String(id)}`, page: 1, per_page: 10 };
		const { body } = await call.other(getAllEndpoints, {}, { query });
		const own = (listIn(body) ?? []).find((entry) => String(entry.id) === String(id));
		// A filter may find parts of names: the tags are looked at again.
		const isIn = own !== undefined && (isFilter || endpointTagNames(own).includes(allowed.trim()));
		hold(isIn, `endpoint ${String(id)} is not one of them`);
	}
}

/** Billed parts of the message of a call. */
const billedParts = ({ resource, name }: Operation, { payload, dcs }: Input): number =>
	resource === 'sms' && name === 'send'
		? splitText(String(payload), 0, dcs as number).parts.length
		: 0;

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
	const parts = billedParts(operation, input);
	const sent = count.sms ?? 0;
	if (mostSms !== undefined && sent + parts > mostSms) {
		throw new InputError(
			'mostSms',
			`is ${mostSms} for this tool; ${sent} ${sent === 1 ? 'was' : 'were'} sent and this would be ${parts} more`,
			'Maximum SMS per Execution',
		);
	}
	count.sms = sent + parts;
	return () => void (count.sms = (count.sms ?? parts) - parts);
}
