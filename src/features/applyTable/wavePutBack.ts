import { CellularIotError } from '../../errors';
import { performMany } from '../../run/bulk';
import type { Client } from '../../run/client';
import type { Call, Input } from '../../table/define';
import { updateManyEndpoints } from '../../table/entries/endpoint/endpointBulk';
import { idsOfTags } from '../../table/entries/endpoint/tagIds';
import { ENDPOINT_DELETED, endpointState } from './tableState';
import { FIELD_COLUMNS, isSame, type Moved, type ValueField, valuesOf } from './waveValues';
import type { LeftValue } from './waveVerdict';

/*
 * Gives endpoints their former values again: of what the wave has changed, and only where the endpoint still has
 * what the wave gave it. What somebody else has set since is theirs.
 */

/** What became of an endpoint; `gone`: there is nothing to put back any more. */
export type PutBack = { left: LeftValue[] } | { gone: unknown } | { error: unknown };

const isGone = (id: number) =>
	new CellularIotError(
		`Endpoint ${id} is not there any more, and was not put back`,
		'It was deleted after its wave.',
		'refused',
	);

const tagIsGone = (id: number, name: string) =>
	new CellularIotError(
		`Endpoint ${id} was not put back: its former tag "${name}" is not there any more`,
		'Create the tag, then run the table again.',
		'notSent',
	);

/** The fields of the bulk update, with the tags by name. */
const inputFields = { tags: 'tagAssignments' } as Partial<Record<ValueField, string>>;

/** What one endpoint needs to have its former values again, and what is left. */
function plannedBack({ was, is }: Moved, now: Record<ValueField, unknown>) {
	const back: Input = {};
	const left: LeftValue[] = [];
	for (const field of Object.keys(is) as ValueField[]) {
		if (isSame(now[field], was[field])) continue;
		if (isSame(now[field], is[field])) back[inputFields[field] ?? field] = was[field];
		else left.push({ field: FIELD_COLUMNS[field], value: now[field] });
	}
	return { back, left };
}

/** Puts endpoints back; gives what became of each. */
export async function putBack(
	client: Client,
	call: Call,
	rows: readonly Moved[],
): Promise<Map<number, PutBack>> {
	const results = new Map<number, PutBack>();
	const now = await call.endpoints(rows.map(({ id }) => id));
	const items: Array<{ id: number; input: Input; left: LeftValue[] }> = [];
	for (const row of rows) {
		const entity = now.get(row.id);
		const state = entity && endpointState(entity);
		if (!state || state.status === ENDPOINT_DELETED) {
			results.set(row.id, { gone: isGone(row.id) });
			continue;
		}
		const { back, left } = plannedBack(row, valuesOf(state));
		if (Object.keys(back).length === 0) results.set(row.id, { left });
		else items.push({ id: row.id, input: back, left });
	}
	const names = items.flatMap(({ input }) => (input.tagAssignments as string[] | undefined) ?? []);
	const tags = await idsOfTags(call, names);
	const ready: typeof items = [];
	for (const item of items) {
		const own = item.input.tagAssignments as string[] | undefined;
		const missing = own?.find((name) => !tags.has(name));
		if (missing !== undefined) {
			results.set(item.id, { error: tagIsGone(item.id, missing) });
			continue;
		}
		const ids = own?.map((name) => tags.get(name)!);
		ready.push({ ...item, input: { ...item.input, ...(ids && { tagAssignments: ids }) } });
	}
	if (ready.length === 0) return results;
	const inputs = ready.map(({ id, input }, index) => ({
		index,
		input: { endpointId: id, ...input, isolateBadItems: true },
	}));
	const done = await performMany(client, updateManyEndpoints, inputs);
	for (const [i, result] of done.entries()) {
		const { id, left } = ready[i]!;
		results.set(id, 'error' in result ? { error: result.error } : { left });
	}
	return results;
}
