import { listIn } from '../wire';
import { listOf } from './answers';
import type { Answer, Call, Found, Id, Input, Json, Lost, Since } from './define';
import { getAllEndpoints } from './endpointRead';
import { asNumber } from './values';
import { getAllSms } from './smsMessages';

/* Finds the result of a call whose answer never came. Source: public reference. */

const idOf = (entity: Json): Id => asNumber(entity.id) as Id;

/** The one entry made since then that no other call has claimed. */
export async function theOne(
	answer: Answer,
	since: Since,
	date: string,
	fits: (entry: Json) => boolean,
): Promise<Found<Json>> {
	const { timeOf } = await import('./moments');
	const start = since.start(answer);
	const fitting = listOf(answer).filter(
		(entry) => fits(entry) && !(timeOf(entry[date]) < start) && since.isFree(idOf(entry)),
	);
	if (fitting.length === 0) return 'notDone';
	// An entry without a date could be an equal one from long ago.
	if (fitting.some((entry) => Number.isNaN(timeOf(entry[date])))) return 'unclear';
	const [entry] = fitting;
	return fitting.length === 1 && entry && !since.blurred ? { done: entry } : 'unclear';
}

/** A message with this body among those of its endpoint. */
export async function findSent(call: Call, { input, body, since }: Lost): Promise<Found<Json>> {
	const { payload, udh = '', source_address: from } = body as Json;
	return await theOne(await call.other(getAllSms, input), since, 'submit_date', (sms) => {
		const sender = sms.source_address;
		return (
			sms.payload === payload &&
			String(sms.udh ?? '').toUpperCase() === String(udh).toUpperCase() &&
			(from === undefined || sender === undefined || sender === from)
		);
	});
}

const PAGE = 1000;
/** Most pages read: more than two full bulk calls of other clients in between. */
const MOST_PAGES = 6;

/** Endpoints made since, the newest first. */
async function newest(call: Call, since: Since): Promise<Json[]> {
	const { timeOf } = await import('./moments');
	const made: Json[] = [];
	for (let page = 1; page <= MOST_PAGES; page++) {
		const query = { sort: '-id', page, per_page: PAGE };
		const answer = await call.other(getAllEndpoints, {}, { query });
		const list = listIn(answer.body) ?? [];
		// The specification calls the date optional; without it an old one looks like a new one.
		if (list.some((e) => Number.isNaN(timeOf(e.created)))) {
			throw new Error('endpoints without a date of creation');
		}
		const start = since.start(answer);
		const fresh = list.filter((e) => timeOf(e.created) >= start && since.isFree(idOf(e)));
		made.push(...fresh);
		const oldest = list.at(-1);
		if (list.length < PAGE || (oldest && timeOf(oldest.created) < start)) return made;
	}
	throw new Error('too many endpoints were created meanwhile');
}

/**
 * The endpoints that a create has made, one answer for each input: found by SIM, which belongs to
 * one endpoint at most, else by name where as many were made as were asked for.
 */
export async function findCreated(
	call: Call,
	inputs: Input[],
	since: Since,
): Promise<Array<Found<Json>>> {
	const made = await newest(call, since);
	const unnamed = (input: Input) => input.simId === undefined && input.name !== undefined;
	const byName = (name: unknown) => made.filter((e) => e.name === name && !e.sim);
	const used = new Map<unknown, number>();
	return inputs.map((input): Found<Json> => {
		// Endpoints of a sub-organisation need not be in this list.
		const absent = input.organisationId === undefined ? 'notDone' : 'unclear';
		if (input.simId !== undefined) {
			const found = made.find((e) => Number((e.sim as Json | null)?.id) === input.simId);
			if (!found) return absent;
			return input.name === undefined || found.name === input.name ? { done: found } : 'unclear';
		}
		if (!unnamed(input)) return 'unclear';
		const found = byName(input.name);
		if (found.length === 0) return absent;
		const asked = inputs.filter((other) => unnamed(other) && other.name === input.name).length;
		const place = used.get(input.name) ?? 0;
		used.set(input.name, place + 1);
		// The newest come first, the inputs in order.
		const mine = found[found.length - 1 - place];
		return found.length === asked && mine && !since.blurred ? { done: mine } : 'unclear';
	});
}
