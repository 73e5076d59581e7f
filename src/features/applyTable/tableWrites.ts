import { CellularIotError, InputError, outcomeAfter, PartlyDoneError } from '../../errors';
import { monotonic } from '../../ports';
import { performMany } from '../../run/bulk';
import type { Client } from '../../run/client';
import { performLooking, type Sight } from '../../run/lookingAgain';
import type { Call, Input, Json } from '../../table/define';
import {
	createManyEndpoints,
	updateManyEndpoints,
} from '../../table/entries/endpoint/endpointBulk';
import { updateSim } from '../../table/entries/sim/sim';
import { failuresOf, PER_CALL, type TagChange } from '../../table/entries/endpoint/tagChanges';
import { idsOfTags } from '../../table/entries/endpoint/tagIds';
import { inParallel } from '../../table/inParallel';
import { piecesOf } from '../../table/values';
import { checkedAgain, compareRow, type PlannedChange } from './tableCompare';
import { changedTags, type Extra, isClaimedByTag, type RowPlan, type TablePlan } from './tablePlan';
import { writeQuotas } from './tableQuotas';
import { readAgain } from './tableReadAgain';
import {
	ENDPOINT_DELETED,
	ENDPOINT_DISABLED,
	type EndpointState,
	endpointState,
} from './tableState';
import type { RowWave } from './waveVerdict';

/*
 * Applies a plan: compares again, then writes. The order is such that a run which was killed after any
 * call, and is run again, ends in the same state. SIMs become free before they are assigned. Endpoints
 * that no row is about come last, and only if all rows have succeeded.
 */

/** Quotas and SIMs that are written at a time; the lane spaces them. */
const WRITTEN_AT_A_TIME = 10;

/** A part of the table was not tried, because an earlier failure would have hit it, too. */
class NotTriedError extends CellularIotError {
	constructor(cause: unknown) {
		super(
			'Not applied: an earlier call of this run failed',
			'Run the table again once the cause is corrected.',
			'notSent',
			cause,
		);
	}
}

/** Work on rows; a row that has failed takes no further part in it. */
class TableWork {
	/** Parts of rows that are done, by the numbers of their items; and why rows have failed. */
	private readonly did = new Map<number, string>();
	readonly errors = new Map<number, unknown>();
	/** A failure that the next call would have, too. */
	stopped: unknown;
	/** When the endpoints were read last; milliseconds, by {@link monotonic}. */
	readAt = 0;

	constructor(
		private readonly client: Client,
		/** The rows as they are planned at present. */
		private planned: readonly RowPlan[],
	) {}

	get rows(): readonly RowPlan[] {
		return this.planned;
	}

	/** Goes on with other changes of rows, for endpoints as they are now, by the numbers of their items. */
	replan(changes: ReadonlyMap<number, Partial<RowPlan>>): void {
		this.planned = this.planned.map((row) => ({ ...row, ...changes.get(row.index) }));
	}

	hasFailed({ index, error }: RowPlan): boolean {
		return error !== undefined || this.errors.has(index);
	}

	/** Rows that are still at work, of those that a part is about. */
	remaining(is: (row: RowPlan) => boolean): RowPlan[] {
		const rows = this.rows.filter((row) => !this.hasFailed(row) && is(row));
		if (this.stopped === undefined) return rows;
		for (const row of rows) this.fail(row, new NotTriedError(this.stopped));
		return [];
	}

	/** A failure of the row alone. */
	fail(row: RowPlan, error: unknown): void {
		const did = this.did.get(row.index);
		this.errors.set(row.index, did === undefined ? error : new PartlyDoneError(did, error));
	}

	/** A failure of a call. Unless it is a refusal, the next call would fail, too. */
	failCall(row: RowPlan, error: unknown): void {
		this.fail(row, error);
		if (outcomeAfter(0, error) !== 'refused') this.stopped ??= error;
	}

	done(row: RowPlan, what: string): void {
		this.did.set(row.index, this.did.get(row.index) ?? what);
	}

	/** Performs a bulk entry for rows, and gives the results of those that succeed. */
	async many(
		entry: typeof updateManyEndpoints,
		rows: RowPlan[],
		inputOf: (row: RowPlan) => Input,
	): Promise<Map<RowPlan, Json>> {
		const items = rows.map((row) => ({ index: row.index, input: inputOf(row) }));
		const done = new Map<RowPlan, Json>();
		if (items.length === 0) return done;
		for (const [i, result] of (await performMany(this.client, entry, items)).entries()) {
			if ('error' in result) this.failCall(rows[i]!, result.error);
			else done.set(rows[i]!, result.done);
		}
		return done;
	}

	/**
	 * Updates the endpoints of rows. Before a call that comes late they are looked at again: see lookingAgain.ts;
	 * `sightOf` says what is still to be sent of one that is there.
	 */
	async update(
		call: Call,
		inputs: ReadonlyMap<RowPlan, Input>,
		{ sightOf, did }: { sightOf: (row: RowPlan, now: EndpointState) => Sight; did: string },
	): Promise<void> {
		const rows = new Map([...inputs.keys()].map((row) => [row.index, row]));
		if (rows.size === 0) return;
		const items = [...inputs].map(([{ index }, input]) => ({ index, input }));
		const look = async (indexes: number[]) => {
			const ids = new Map(indexes.map((index) => [index, rows.get(index)!.state!.id]));
			return await sightsOf(call, ids, (index, now) => sightOf(rows.get(index)!, now));
		};
		const looking = { look, readAt: this.readAt };
		const results = await performLooking(this.client, updateManyEndpoints, items, looking);
		for (const [i, row] of [...rows.values()].entries()) {
			const result = results[i]!;
			if ('changed' in result) this.fail(row, result.changed);
			else if ('error' in result) this.failCall(row, result.error);
			else this.done(row, did);
		}
	}
}

/** Looks at endpoints again, by the numbers of their items; `sightOf` is asked about those that are still there. */
async function sightsOf(
	call: Call,
	ids: ReadonlyMap<number, number>,
	sightOf: (index: number, now: EndpointState) => Sight,
): Promise<Map<number, Sight>> {
	const now = await call.endpoints([...ids.values()]);
	return new Map(
		[...ids].map(([index, id]): [number, Sight] => {
			const entity = now.get(id);
			const state = entity && endpointState(entity);
			if (!state || state.status === ENDPOINT_DELETED)
				return [index, { changed: endpointGone(id) }];
			return [index, sightOf(index, state)];
		}),
	);
}

/** The SIM is taken off by an earlier call, for another row. */
const isRelease = ({ sim }: PlannedChange) => sim === null;

/** The changes of a row that its part of the bulk update makes. */
function updateOf(row: RowPlan, { directory }: TablePlan, withTags: boolean): Input {
	const own = row.changes.filter((change) => !(row.release && isRelease(change)));
	const tags = withTags ? own.find((change) => change.tags)?.tags : undefined;
	return Object.assign(
		{},
		...own.map(({ set }) => set),
		tags && { tagAssignments: directory.tagIds(tags) },
	) as Input;
}

const endpointGone = (id: number) =>
	new CellularIotError(
		`Endpoint ${id} is not there any more`,
		'It was deleted while the table was applied; run the table again.',
		'notSent',
	);

/** Whether a row changes an endpoint that exists. */
const isUpdate = ({ state, changes }: RowPlan) => state !== undefined && changes.length > 0;
const isCreate = ({ creates }: RowPlan) => creates !== undefined;

/** Creates the tags that the rows name and nothing has. */
async function createTags(call: Call, { directory }: TablePlan, work: TableWork): Promise<void> {
	const namesIn = ({ changes, creates }: RowPlan) => [
		...changes.flatMap(({ tags = [] }) => tags),
		...(creates?.tags ?? []),
	];
	const missing = directory.missing(work.rows.flatMap(namesIn));
	if (missing.length === 0) return;
	try {
		directory.created(await idsOfTags(call, missing, true));
	} catch (error) {
		const lacks = (row: RowPlan) => directory.missing(namesIn(row)).length > 0;
		for (const row of work.remaining(lacks)) work.failCall(row, error);
	}
}

/**
 * Compares the rows again, and leaves out what somebody else has done meanwhile. Gives whether tags are changed
 * by calls of their own, and the endpoints that no row is about and that are still to be changed.
 */
async function compareAgain(
	call: Call,
	plan: TablePlan,
	work: TableWork,
): Promise<{ tagsAlone: boolean; extras: Extra[] }> {
	const rows = work.remaining(isUpdate);
	const creates = work.remaining(isCreate);
	const { now, isThere, tagsAlone } = await readAgain(call, plan, rows, creates);
	const changes = new Map<number, Partial<RowPlan>>();
	const untagged: number[] = [];
	for (const row of rows) {
		const id = row.state!.id;
		const state = now(id);
		if (!state) {
			work.fail(row, endpointGone(id));
			continue;
		}
		if (hasLostTag(state, plan.others.standing.tagOf(row.index))) {
			untagged.push(id);
			changes.set(row.index, { changes: [], quotas: [], state });
			continue;
		}
		const left = stillToDo(state, row, plan);
		if (left instanceof InputError) work.fail(row, left);
		else changes.set(row.index, { changes: left, state });
	}
	work.replan(changes);
	if (untagged.length > 0) {
		call.note(
			`Endpoints that have lost the tag of their row since the run began were left as they are: ${untagged.join(', ')}`,
		);
	}
	for (const row of creates) if (isThere(row)) work.fail(row, createdMeanwhile());
	const extras = plan.extras.filter(({ state, change }) => {
		const is = now(state.id);
		if (!is || isClaimedByTag(is, plan.others)) return false;
		return change.field === 'status' ? is.status === state.status : is.sim?.id === state.sim?.id;
	});
	return { tagsAlone, extras };
}

/** Whether an endpoint does not have the tag any more by which its row has found it. */
const hasLostTag = ({ tags }: EndpointState, tag: string | undefined): boolean =>
	tag !== undefined && tags !== undefined && !tags.some((name) => name.trim() === tag);

const createdMeanwhile = () =>
	new CellularIotError(
		'An endpoint like this was created while the table was applied',
		'Run the table again: the row is then about that endpoint.',
		'notSent',
	);

/** Takes SIMs off the endpoints whose rows give them up, where another row wants them. */
async function releaseSims(call: Call, work: TableWork): Promise<void> {
	const rows = work.remaining(
		({ release, changes }) => release && changes.some(({ sim }) => sim !== undefined),
	);
	const inputs = new Map(
		rows.map((row): [RowPlan, Input] => [
			row,
			{ endpointId: row.state!.id, unassignSim: null, isolateBadItems: true },
		]),
	);
	const sightOf = (row: RowPlan, { sim }: EndpointState): Sight => {
		if (!sim) return { done: {} };
		const isPlanned = sim.id === row.state!.sim?.id;
		return isPlanned ? { send: inputs.get(row)! } : { changed: otherSim(sim.iccid) };
	};
	await work.update(call, inputs, { sightOf, did: 'The SIM was taken off' });
}

const otherSim = (iccid: string) =>
	new InputError('simId', `was changed meanwhile, to ${iccid}: run the table again`, 'SIM');

/** Puts tags on and takes them off, in calls that name nothing else. */
async function changeTagsAlone(
	call: Call,
	{ directory }: TablePlan,
	work: TableWork,
): Promise<void> {
	for (const adding of [true, false]) {
		const rows = work.remaining((row) => changedTags(row, adding).length > 0);
		for (const some of piecesOf(rows, PER_CALL)) {
			if (work.stopped !== undefined) break;
			const changes = some.map(
				(row): TagChange => [row.state!.id, directory.tagIds(changedTags(row, adding))],
			);
			const failed = await failuresOf(call, changes, { adding, isolate: true, readFirst: false });
			for (const row of some) {
				const error = failed.get(row.state!.id);
				if (error !== undefined) work.failCall(row, error);
				else work.done(row, 'Tags were changed');
			}
		}
	}
}

/** Makes all other changes of the rows' endpoints. */
async function update(
	call: Call,
	plan: TablePlan,
	work: TableWork,
	withTags: boolean,
): Promise<void> {
	const inputs = new Map<RowPlan, Input>();
	for (const row of work.remaining(isUpdate)) {
		const own = updateOf(row, plan, withTags);
		if (Object.keys(own).length === 0) continue;
		inputs.set(row, { endpointId: row.state!.id, isolateBadItems: true, ...own });
	}
	const isOwn = (change: PlannedChange, { release }: RowPlan) =>
		(withTags || !change.tags) && !(release && change.sim !== undefined);
	const sightOf = (row: RowPlan, now: EndpointState): Sight => {
		const changes = row.changes.filter((change) => isOwn(change, row));
		const left = stillToDo(now, { ...row, changes }, plan);
		if (left instanceof InputError) return { changed: left };
		return left.length === 0 ? { done: {} } : { send: inputs.get(row)! };
	};
	await work.update(call, inputs, { sightOf, did: 'The endpoint was changed' });
}

/** The changes of a row that are still to be made; an error where somebody else has changed the same. */
function stillToDo(
	state: EndpointState,
	{ changes, wants }: RowPlan,
	{ options, directory }: TablePlan,
): PlannedChange[] | InputError {
	const sim = changes.find((change) => change.sim)?.sim ?? undefined;
	return checkedAgain(changes, compareRow(state, wants, { options, directory, sim }));
}

/** Creates endpoints; gives their ids. A call without an answer is read back. */
async function createEndpoints(
	{ directory }: TablePlan,
	work: TableWork,
): Promise<Map<RowPlan, Json>> {
	const made = await work.many(createManyEndpoints, work.remaining(isCreate), ({ creates }) => ({
		...creates!.input,
		...(creates!.tags.length > 0 && { tagAssignments: directory.tagIds(creates!.tags) }),
		isolateBadItems: true,
		verifyUnknown: true,
	}));
	for (const row of made.keys()) work.done(row, 'The endpoint was created');
	return made;
}

async function setQuotas(
	call: Call,
	work: TableWork,
	idOf: (row: RowPlan) => unknown,
): Promise<void> {
	const rows = work.remaining(({ quotas }) => quotas.length > 0);
	await inParallel(rows, WRITTEN_AT_A_TIME, async (row) => {
		const endpointId = idOf(row);
		if (work.stopped !== undefined) return work.fail(row, new NotTriedError(work.stopped));
		if (typeof endpointId !== 'number') return work.fail(row, idNotNamed());
		try {
			const isNew = row.state === undefined;
			await writeQuotas(call, row.wants, row.quotas, { endpointId, isNew });
		} catch (error) {
			if (error instanceof InputError) work.fail(row, error);
			else work.failCall(row, error);
		}
	});
}
const idNotNamed = () =>
	new CellularIotError(
		'The service does not say which ID the new endpoint has, so that its quota could not be set',
		'Run the table again.',
		'notSent',
	);

const claimedMeanwhile = (id: number) =>
	new CellularIotError(
		`Endpoint ${id} has got the tag of a row while the table was applied, and was left as it is`,
		'Run the table again.',
		'notSent',
	);

/** Disables endpoints that no row is about, or suspends their SIMs; gives those that failed. */
async function changeExtras(
	client: Client,
	call: Call,
	{ extras, others, readAt }: Pick<TablePlan, 'extras' | 'others'> & { readAt: number },
): Promise<Map<number, unknown>> {
	const failed = new Map<number, unknown>();
	const toDisable = extras.filter(({ change }) => change.field === 'status');
	const items = toDisable.map(({ state }, index) => ({
		index,
		input: { endpointId: state.id, status: 1, isolateBadItems: true },
	}));
	const inputs = new Map<number, Input>(items.map(({ index, input }) => [index, input]));
	const look = async (indexes: number[]) => {
		const ids = new Map(indexes.map((index) => [index, toDisable[index]!.state.id]));
		return await sightsOf(call, ids, (index, now) => {
			if (now.status === ENDPOINT_DISABLED) return { done: {} };
			if (isClaimedByTag(now, others)) return { changed: claimedMeanwhile(now.id) };
			return { send: inputs.get(index)! };
		});
	};
	const results = await performLooking(client, updateManyEndpoints, items, { look, readAt });
	for (const [i, result] of results.entries()) {
		const error = 'changed' in result ? result.changed : 'error' in result && result.error;
		if (error !== false) failed.set(toDisable[i]!.state.id, error);
	}
	let stopped: unknown;
	const toSuspend = extras.filter(({ change }) => change.field === 'sim_status');
	await inParallel(toSuspend, WRITTEN_AT_A_TIME, async ({ state }) => {
		try {
			if (stopped !== undefined) throw new NotTriedError(stopped);
			await call.other(updateSim, { simId: state.sim!.id, status: 2 });
		} catch (error) {
			failed.set(state.id, error);
			if (outcomeAfter(0, error) !== 'refused') stopped ??= error;
		}
	});
	return failed;
}

/** What became of a table. Rows go by the numbers of their items. */
export interface Applied {
	/** The rows as they were applied: without what somebody else had done meanwhile. */
	rows: ReadonlyMap<number, RowPlan>;
	errors: ReadonlyMap<number, unknown>;
	/** The endpoints that were created. */
	made: ReadonlyMap<number, Json>;
	/** The endpoints that no row is about, and why some of them could not be changed. */
	extras: readonly Extra[];
	failedExtras: ReadonlyMap<number, unknown>;
	/** Whether extras were left alone because rows have failed. */
	extrasLeft: boolean;
	/** A failure that further calls would meet, too. */
	stopped?: unknown;
	/** The waves of rows, and what has become of them there. */
	waves?: ReadonlyMap<number, RowWave>;
}

/**
 * Applies a plan. `ready` is awaited before endpoints are changed, with the rows that change some; what it throws
 * keeps everything from being sent.
 */
export async function applyPlan(
	client: Client,
	call: Call,
	plan: TablePlan,
	ready?: (rows: readonly RowPlan[]) => Promise<void>,
): Promise<Applied> {
	const work = new TableWork(client, plan.rows);
	await createTags(call, plan, work);
	const { tagsAlone, extras } = await compareAgain(call, plan, work);
	work.readAt = monotonic(client.ports.clock);
	await ready?.(work.remaining(isUpdate));
	await releaseSims(call, work);
	if (tagsAlone) await changeTagsAlone(call, plan, work);
	await update(call, plan, work, !tagsAlone);
	const made = await createEndpoints(plan, work);
	await setQuotas(call, work, (row) => row.state?.id ?? made.get(row)?.id);
	const extrasLeft = work.rows.some((row) => work.hasFailed(row));
	const failedExtras = extrasLeft
		? new Map()
		: await changeExtras(client, call, { extras, others: plan.others, readAt: work.readAt });
	return {
		rows: new Map(work.rows.map((row) => [row.index, row])),
		errors: work.errors,
		made: new Map([...made].map(([{ index }, endpoint]) => [index, endpoint])),
		extras,
		failedExtras,
		extrasLeft,
		stopped: work.stopped,
	};
}
