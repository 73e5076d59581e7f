import { CellularIotError } from '../../errors';
import { monotonic } from '../../ports';
import type { Client } from '../../run/client';
import { performLooking, type Sight } from '../../run/lookingAgain';
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

/** An input without the values that are not to be put back any more; the same one where all are. */
function onlyOf(input: Input, back: Input): Input {
	const { endpointId, isolateBadItems, ...values } = input;
	const kept = Object.entries(values).filter(([field]) => field in back);
	if (kept.length === Object.keys(values).length) return input;
	return { endpointId, isolateBadItems, ...Object.fromEntries(kept) };
}

/** Endpoints with what is to be put back of them, and what is left. */
class PuttingBack {
	readonly results = new Map<number, PutBack>();
	private readonly inputs = new Map<number, Input>();
	private readonly left = new Map<number, LeftValue[]>();
	/** When they were read first; milliseconds, by {@link monotonic}. */
	private readAt = 0;

	constructor(
		private readonly call: Call,
		private readonly rows: ReadonlyMap<number, Moved>,
	) {}

	/** Looks at endpoints; gives what each needs to have its former values again, with the tags by name. */
	private async planned(ids: number[]): Promise<Map<number, Input>> {
		const now = await this.call.endpoints(ids);
		const needs = new Map<number, Input>();
		for (const id of ids) {
			const entity = now.get(id);
			const state = entity && endpointState(entity);
			if (!state || state.status === ENDPOINT_DELETED) {
				this.results.set(id, { gone: isGone(id) });
				continue;
			}
			const { back, left } = plannedBack(this.rows.get(id)!, valuesOf(state));
			this.left.set(id, left);
			if (Object.keys(back).length === 0) this.results.set(id, { left });
			else needs.set(id, back);
		}
		return needs;
	}

	/** Makes the inputs of those that need something. */
	async prepare({ ports: { clock } }: Client): Promise<void> {
		this.readAt = monotonic(clock);
		const needs = await this.planned([...this.rows.keys()]);
		const tagsOf = ({ tagAssignments }: Input) => tagAssignments as string[] | undefined;
		const tags = await idsOfTags(
			this.call,
			[...needs.values()].flatMap((back) => tagsOf(back) ?? []),
		);
		for (const [id, back] of needs) {
			const own = tagsOf(back);
			const missing = own?.find((name) => !tags.has(name));
			if (missing !== undefined) {
				this.results.set(id, { error: tagIsGone(id, missing) });
				continue;
			}
			const tagAssignments = own?.map((name) => tags.get(name)!);
			const values = { ...back, ...(tagAssignments && { tagAssignments }) };
			this.inputs.set(id, { endpointId: id, ...values, isolateBadItems: true });
		}
	}

	async send(client: Client): Promise<void> {
		const items = [...this.inputs].map(([index, input]) => ({ index, input }));
		if (items.length === 0) return;
		const look = async (ids: number[]) => await this.lookAgain(ids);
		const looking = { look, readAt: this.readAt };
		const done = await performLooking(client, updateManyEndpoints, items, looking);
		for (const [i, { index: id }] of items.entries()) {
			const result = done[i]!;
			if (this.results.has(id)) continue;
			const error = 'error' in result ? result.error : undefined;
			this.results.set(id, error === undefined ? { left: this.left.get(id)! } : { error });
		}
	}

	private async lookAgain(ids: number[]): Promise<Map<number, Sight>> {
		const needs = await this.planned(ids);
		return new Map(
			ids.map((id): [number, Sight] => {
				const back = needs.get(id);
				if (!back) return [id, { done: {} }];
				const input = onlyOf(this.inputs.get(id)!, back);
				this.inputs.set(id, input);
				return [id, { send: input }];
			}),
		);
	}
}

/** Puts endpoints back; gives what became of each. Before a call that comes late they are looked at again. */
export async function putBack(
	client: Client,
	call: Call,
	rows: readonly Moved[],
): Promise<Map<number, PutBack>> {
	const work = new PuttingBack(call, new Map(rows.map((row) => [row.id, row])));
	await work.prepare(client);
	await work.send(client);
	return work.results;
}
