import { CellularIotError } from '../../errors';
import { monotonic } from '../../ports';
import type { Client } from '../../run/client';
import { type Look, type Sight, Work } from '../../run/work';
import type { Call, Input } from '../../table/define';
import { updateManyEndpoints } from '../../table/entries/endpoint/endpointBulk';
import { idsOfTags } from '../../table/entries/endpoint/tagIds';
import { EndpointStatus } from '../../fleet/statuses';
import { endpointIn } from '../../readers/endpoints';
import { TABLE_LOOK_VALID_MS } from './tableTried';
import { FIELD_COLUMNS, isSame, type Moved, type ValueField, valuesOf } from './waveValues';
import type { LeftValue } from './waveVerdict';

/*
 * Gives endpoints their former values again: of what the wave has changed, and only where the endpoint still has
 * what the wave gave it. What somebody else has set since is theirs.
 */

/** What became of an endpoint; `gone`: there is nothing to put back any more. */
type PutBack = { left: LeftValue[] } | { gone: unknown } | { error: unknown };

class EndpointGoneError extends CellularIotError {
	constructor(id: number) {
		super(
			`Endpoint ${id} is not there any more, and was not put back`,
			'It was deleted after its wave.',
			'refused',
		);
	}
}

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

/** An input without the values that are not to be put back any more; the same one where all are. */
function onlyOf(input: Input, back: Input): Input {
	const { endpointId, isolateBadItems, ...values } = input;
	const kept = Object.entries(values).filter(([field]) => field in back);
	if (kept.length === Object.keys(values).length) return input;
	return { endpointId, isolateBadItems, ...Object.fromEntries(kept) };
}

/** What a look shows of some endpoints. */
interface Shown {
	/** What each still needs to have its former values again, with the tags by name. */
	needs: ReadonlyMap<number, Input>;
	/** What is left of each that is there. */
	left: ReadonlyMap<number, LeftValue[]>;
}

/** Looks at endpoints; one that is in none of the lists is not there any more. */
async function shownOf(call: Call, rows: readonly Moved[]): Promise<Shown> {
	const now = await call.endpoints(rows.map(({ id }) => id));
	const needs = new Map<number, Input>();
	const left = new Map<number, LeftValue[]>();
	for (const row of rows) {
		const entity = now.get(row.id);
		const state = entity && endpointIn(entity);
		if (!state || state.status === EndpointStatus.Deleted) continue;
		const planned = plannedBack(row, valuesOf(state));
		left.set(row.id, planned.left);
		if (Object.keys(planned.back).length > 0) needs.set(row.id, planned.back);
	}
	return { needs, left };
}

const tagsOf = ({ tagAssignments }: Input) => tagAssignments as string[] | undefined;

/** Puts endpoints back; gives what became of each. Before a call that comes late they are looked at again. */
export async function putBack(
	client: Client,
	call: Call,
	rows: readonly Moved[],
): Promise<Map<number, PutBack>> {
	const results = new Map<number, PutBack>();
	const readAt = monotonic(client.ports.clock);
	const first = await shownOf(call, rows);
	const left = new Map(first.left);
	const tags = await idsOfTags(
		call,
		[...first.needs.values()].flatMap((back) => tagsOf(back) ?? []),
	);
	const inputs = new Map<number, Input>();
	for (const { id } of rows) {
		const back = first.needs.get(id);
		const own = back && tagsOf(back);
		const missing = own?.find((name) => !tags.has(name));
		if (!left.has(id)) results.set(id, { gone: new EndpointGoneError(id) });
		else if (!back) results.set(id, { left: left.get(id)! });
		else if (missing !== undefined) results.set(id, { error: tagIsGone(id, missing) });
		else {
			const tagAssignments = own?.map((name) => tags.get(name)!);
			const values = { ...back, ...(tagAssignments && { tagAssignments }) };
			inputs.set(id, { endpointId: id, ...values, isolateBadItems: true });
		}
	}
	const work = new Work(
		client,
		rows.filter(({ id }) => inputs.has(id)),
		{ lookValidMs: TABLE_LOOK_VALID_MS, numberOf: ({ id }) => id },
		readAt,
	);
	const look: Look<Moved> = async (some) => {
		const now = await shownOf(call, some);
		return new Map(
			some.map((row): [Moved, Sight] => {
				const { id } = row;
				const own = now.left.get(id);
				if (!own) return [row, { changed: new EndpointGoneError(id) }];
				left.set(id, own);
				const back = now.needs.get(id);
				if (!back) return [row, 'done'];
				const before = inputs.get(id)!;
				const input = onlyOf(before, back);
				inputs.set(id, input);
				return [row, input === before ? 'asBefore' : { send: input }];
			}),
		);
	};
	await work.inBulk({
		of: () => true,
		look,
		entry: updateManyEndpoints,
		inputOf: ({ id }) => inputs.get(id)!,
		unanswered: ({ id }) => new EndpointGoneError(id),
	});
	work.close();
	for (const row of work.things) {
		const error = work.failed.get(row);
		const isGoneNow = error instanceof EndpointGoneError;
		if (isGoneNow) results.set(row.id, { gone: error });
		else results.set(row.id, error === undefined ? { left: left.get(row.id)! } : { error });
	}
	return results;
}
