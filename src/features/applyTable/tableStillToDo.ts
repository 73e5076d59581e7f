import { CellularIotError, InputError } from '../../errors';
import type { Look, Sight } from '../../run/work';
import type { Call } from '../../table/define';
import { checkedAgain, compareRow, type PlannedChange } from './tableCompare';
import { type Extra, isFoundByTag, type RowPlan, type TablePlan } from './rowPlans';
import { readAgain } from './tableReadAgain';
import type { Endpoint } from '../../fleet/endpoint';
import { EndpointStatus } from '../../fleet/statuses';
import { endpointIn } from '../../readers/endpoints';

/* What of a plan is still to be done: endpoints are read again right before, as others change them, too. */

/** Whether a row changes an endpoint that exists. */
export const isUpdate = ({ state, changes }: RowPlan) => state !== undefined && changes.length > 0;
export const isCreate = ({ creates }: RowPlan) => creates !== undefined;

const endpointGone = (id: number) =>
	new CellularIotError(
		`Endpoint ${id} is not there any more`,
		'It was deleted while the table was applied; run the table again.',
		'notSent',
	);

/** Looks at the endpoints of things; `sightOf` is asked about those that are still there. */
export const lookingAt =
	<T>(
		call: Call,
		stateBefore: (thing: T) => Endpoint,
		sightOf: (thing: T, now: Endpoint) => Sight,
	): Look<T> =>
	async (things) => {
		const now = await call.endpoints(things.map((thing) => stateBefore(thing).id));
		return new Map(
			things.map((thing): [T, Sight] => {
				const { id } = stateBefore(thing);
				const entity = now.get(id);
				const state = entity && endpointIn(entity);
				if (!state || state.status === EndpointStatus.Deleted)
					return [thing, { changed: endpointGone(id) }];
				return [thing, sightOf(thing, state)];
			}),
		);
	};

const createdMeanwhile = () =>
	new CellularIotError(
		'An endpoint like this was created while the table was applied',
		'Run the table again: the row is then about that endpoint.',
		'notSent',
	);

/** Whether an endpoint does not have the tag any more by which its row has found it. */
const hasLostTag = ({ tags }: Endpoint, tag: string | undefined): boolean =>
	tag !== undefined && tags !== undefined && !tags.some((name) => name.trim() === tag);

/** The changes of a row that are still to be made; an error where somebody else has changed the same. */
export function stillToDo(
	state: Endpoint,
	{ changes, wants }: RowPlan,
	{ options, directory }: TablePlan,
): PlannedChange[] | InputError {
	const sim = changes.find((change) => change.sim)?.sim ?? undefined;
	return checkedAgain(changes, compareRow(state, wants, { options, directory, sim }));
}

/** A plan as it is after the second look. */
interface Compared {
	/** All rows that were given, with what is still to be done. */
	rows: RowPlan[];
	/** Why some of them cannot be applied any more. */
	errors: Map<RowPlan, unknown>;
	/** The endpoints that no row is about and that are still to be changed. */
	extras: Extra[];
	/** Whether tags are changed by calls of their own. */
	tagsAlone: boolean;
}

/** Compares rows again, and leaves out what somebody else has done meanwhile. `isOpen`: the row is still at work. */
export async function comparedAgain(
	call: Call,
	plan: TablePlan,
	given: readonly RowPlan[],
	isOpen: (row: RowPlan) => boolean,
): Promise<Compared> {
	const open = given.filter(isOpen);
	const { now, isThere, tagsAlone } = await readAgain(
		call,
		plan,
		open.filter(isUpdate),
		open.filter(isCreate),
	);
	const errors = new Map<RowPlan, unknown>();
	const untagged: number[] = [];
	const compared = (row: RowPlan): RowPlan => {
		if (!isOpen(row)) return row;
		if (isCreate(row) && isThere(row)) errors.set(row, createdMeanwhile());
		if (!isUpdate(row)) return row;
		const { id } = row.state!;
		const state = now(id);
		if (!state) {
			errors.set(row, endpointGone(id));
			return row;
		}
		if (hasLostTag(state, plan.others.rowsOfItems.tagOf(row.index))) {
			untagged.push(id);
			return { ...row, changes: [], quotas: [], state };
		}
		const left = stillToDo(state, row, plan);
		if (!(left instanceof InputError)) return { ...row, changes: left, state };
		errors.set(row, left);
		return row;
	};
	const rows = given.map(compared);
	if (untagged.length > 0) {
		call.note(
			`Endpoints that have lost the tag of their row since the run began were left as they are: ${untagged.join(', ')}`,
		);
	}
	const extras = plan.extras.filter(({ state, change }) => {
		const is = now(state.id);
		if (!is || isFoundByTag(is, plan.others)) return false;
		return change.field === 'status' ? is.status === state.status : is.sim?.id === state.sim?.id;
	});
	return { rows, errors, extras, tagsAlone };
}
