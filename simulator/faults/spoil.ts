import type { Simulation } from '../context';
import { isObject, type ApiAnswer, type ApiCall } from '../http/route';
import { withChanges } from './changes';
import type { FaultRule } from './faults';

/** Changes a call before the service reads it, according to the fault. */
export function spoilCall(sim: Simulation, path: string, call: ApiCall, rule?: FaultRule): ApiCall {
	switch (rule?.kind) {
		case 'partial':
			return { ...call, body: firstItems(call.body, rule.items) };
		case 'clamped':
			return { ...call, query: { ...call.query, ...clampedSizes(call, rule.items ?? 1) } };
		case 'vanish':
			vanish(sim, path, call, rule.items ?? 1);
			return call;
		default:
			return call;
	}
}

/** The list in a bulk body: the body itself, or its only list field. */
const bulkList = (body: unknown) => {
	if (Array.isArray(body)) return { list: body as unknown[], within: (list: unknown[]) => list };
	for (const [name, value] of Object.entries(isObject(body) ? body : {}))
		if (Array.isArray(value))
			return {
				list: value as unknown[],
				within: (list: unknown[]) => ({ ...(body as object), [name]: list }),
			};
	return undefined;
};

function firstItems(body: unknown, items?: number): unknown {
	const found = bulkList(body);
	return found ? found.within(found.list.slice(0, items ?? found.list.length / 2)) : body;
}

function clampedSizes({ query }: ApiCall, most: number) {
	const clamp = (name: string) => {
		const asked = Number(query[name] ?? most);
		return { [name]: String(Number.isFinite(asked) ? Math.min(asked, most) : most) };
	};
	return { ...clamp('per_page'), ...clamp('page_size') };
}

/** Removes the first entries of a list from the store, as if by another client. */
function vanish(sim: Simulation, path: string, call: ApiCall, items: number): void {
	const { store } = sim;
	const all: Map<number, { id: number; organisationId: number }> | undefined = {
		'/api/v1/endpoint': store.endpoints,
		'/api/v1/sim': store.sims,
	}[path];
	const mine = store.seenBy(call.caller.organisationId, all?.values() ?? []);
	for (const { id } of mine.slice(0, items)) all?.delete(id);
	store.touch();
}

/** Changes the service's answer according to the fault; `body` is the request's. */
export function spoilAnswer(answer: ApiAnswer, body: unknown, rule?: FaultRule): ApiAnswer {
	const headers = answer.headers ?? {};
	if (rule?.kind === 'oddIds' && Array.isArray(answer.body))
		return {
			...answer,
			headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
			body: oddIds(answer.body as unknown[], rule.ids ?? 'huge'),
		};
	if (rule?.kind === 'otherForm')
		return { ...answer, body: withChanges(answer.body, rule.changes) };
	if (rule?.kind === 'partial' && rule.status !== undefined) {
		const list = bulkList(body)?.list ?? [];
		const errors = list
			.map((_, index) => index)
			.slice(rule.items ?? list.length / 2)
			.map((index) => ({
				error_code: 1400,
				error_token: 'InputValidationFailed',
				message: `[${index}]: not done`,
			}));
		const message = `${errors.length} of ${list.length} items failed`;
		return { status: rule.status, headers: {}, body: { message, errors } };
	}
	return answer;
}

const ABOVE_SAFE = 9_007_199_254_740_993n;

/** JSON text of a list whose items have malformed ids. */
function oddIds(list: unknown[], ids: 'huge' | 'text' | 'null'): string {
	const texts = list.map((item) => {
		if (!isObject(item) || typeof item.id !== 'number') return JSON.stringify(item);
		const { id, ...rest } = item;
		const odd = {
			huge: () => String(ABOVE_SAFE + BigInt(id)),
			text: () => JSON.stringify(String(id)),
			null: () => 'null',
		}[ids]();
		const others = JSON.stringify(rest).slice(1);
		return `{"id":${odd}${others === '}' ? '' : ','}${others}`;
	});
	return `[${texts.join(',')}]`;
}
