import { type PageOptions, readPages } from '../http/paging';
import type { Asked, Call, Input, Json, Operation } from '../operations/define';
import { buildRequest } from '../operations/request';

/** The ways to ask by entries of the table, over the one way to send a request. */
export function askBy(
	operation: Asked,
	send: Call['send'],
	told: Pick<PageOptions, 'warn' | 'counted'> = {},
): Pick<Call, 'own' | 'other' | 'list'> {
	const other: Call['other'] = async (entry, input, changes) => {
		const { effect, lane } = entry;
		return await send({ ...buildRequest(entry, input), effect, lane, ...changes });
	};
	return {
		own: async (input, changes) => await send({ ...buildRequest(operation, input), ...changes }),
		other,
		list: async (entry, input, keep) => {
			const { size, each, query = byNumber } = entry.pages!;
			const limit = input.returnAll === true ? undefined : (input.limit as number | undefined);
			const { query: rest = {} } = buildRequest(entry, input);
			const page = async (number: number, perPage: number) =>
				await other(entry, input, { query: query(rest, number, perPage) });
			return await readPages(page, {
				perPage: Math.min(size, limit ?? size),
				keep: keep ?? ((entity) => each(entity, input)),
				limit,
				...told,
			});
		},
	};
}

const byNumber = (rest: Json, page: number, perPage: number): Json => ({
	...rest,
	page,
	per_page: perPage,
});

/** The result of an entry that is not bulk for one input, by the entry's own description. */
export async function performBy(
	call: Call,
	operation: Operation,
	input: Input,
): Promise<Json | Json[]> {
	const { run, pages, result } = operation;
	if (run) return await run(call, input);
	if (pages) return await call.list(operation, input);
	const answer = await call.own(input);
	return result ? result(answer, input) : { success: true };
}
