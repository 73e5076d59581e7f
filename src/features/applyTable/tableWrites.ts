import { CellularIotError, InputError, outcomeAfter } from '../../errors';
import { monotonic } from '../../ports';
import type { Client } from '../../run/client';
import { Work } from '../../run/work';
import type { Call, Input, Json } from '../../table/define';
import {
	createManyEndpoints,
	updateManyEndpoints,
} from '../../table/entries/endpoint/endpointBulk';
import { failuresOf, PER_CALL, type TagChange } from '../../table/entries/endpoint/tagChanges';
import { idsOfTags } from '../../table/entries/endpoint/tagIds';
import { piecesOf } from '../../table/values';
import type { PlannedChange } from './tableCompare';
import { changeExtras } from './tableExtraWrites';
import { changedTags, type Extra, type RowPlan, type TablePlan } from './rowPlans';
import { writeQuotas } from './tableQuotas';
import type { Endpoint } from '../../fleet/endpoint';
import { comparedAgain, isCreate, isUpdate, lookingAt, stillToDo } from './tableStillToDo';
import { NotTriedError, TABLE_LOOK_VALID_MS } from './tableTried';
import type { RowWave } from './waveVerdict';

/*
 * Applies a plan: compares again, then writes. The order is such that a run which was killed after any
 * call, and is run again, ends in the same state. SIMs become free before they are assigned. Endpoints
 * that no row is about come last, and only if all rows have succeeded.
 */

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

/** What the steps of a table share. */
interface TableJob {
	call: Call;
	plan: TablePlan;
	work: Work<RowPlan>;
}

const byIndex = <T>(rows: ReadonlyMap<RowPlan, T>): Map<number, T> =>
	new Map([...rows].map(([{ index }, value]) => [index, value]));

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
	const sound = plan.rows.filter(({ error }) => error === undefined);
	const untagged = await createTags(call, plan, sound);
	const compared = await comparedAgain(call, plan, sound, (row) => mayGoOn(row, untagged));
	const readAt = monotonic(client.ports.clock);
	const work = new Work(client, compared.rows, optionsOfRows, readAt);
	for (const row of untagged?.rows ?? []) work.failCall(row, untagged?.error);
	for (const [row, error] of compared.errors) work.fail(row, error);
	const job: TableJob = { call, plan, work };

	await ready?.(work.left(isUpdate));
	await releaseSims(job);
	if (compared.tagsAlone) await changeTagsAlone(job);
	await update(job, { withTags: !compared.tagsAlone });
	const made = await createEndpoints(job);
	await setQuotas(job, (row) => row.state?.id ?? made.get(row)?.id);
	work.close();

	const { extras } = compared;
	const extrasLeft = sound.length < plan.rows.length || work.failed.size > 0;
	const failedExtras = extrasLeft
		? new Map<number, unknown>()
		: await changeExtras(client, call, { extras, others: plan.others }, readAt);
	return {
		rows: new Map(work.things.map((row) => [row.index, row])),
		errors: byIndex(work.failed),
		made: byIndex(made),
		extras,
		failedExtras,
		extrasLeft,
		stopped: work.stopped,
	};
}

const optionsOfRows = {
	lookValidMs: TABLE_LOOK_VALID_MS,
	numberOf: ({ index }: RowPlan) => index,
	notTried: (cause: unknown) => new NotTriedError(cause),
};

/** Rows whose tags could not be created, and why. */
interface Untagged {
	rows: ReadonlySet<RowPlan>;
	error: unknown;
}

/** Creates the tags that rows name and nothing has; gives the rows that it has failed for. */
async function createTags(
	call: Call,
	{ directory }: TablePlan,
	rows: readonly RowPlan[],
): Promise<Untagged | undefined> {
	const namesIn = ({ changes, creates }: RowPlan) => [
		...changes.flatMap(({ tags = [] }) => tags),
		...(creates?.tags ?? []),
	];
	const missing = directory.missing(rows.flatMap(namesIn));
	if (missing.length === 0) return undefined;
	try {
		directory.created(await idsOfTags(call, missing, true));
		return undefined;
	} catch (error) {
		const lacking = rows.filter((row) => directory.missing(namesIn(row)).length > 0);
		return { rows: new Set(lacking), error };
	}
}

/** Whether a row is applied although tags could not be created. */
const mayGoOn = (row: RowPlan, untagged: Untagged | undefined): boolean =>
	!untagged || (outcomeAfter(0, untagged.error) === 'refused' && !untagged.rows.has(row));

/** The SIM is taken off by an earlier call, for another row. */
const isRelease = ({ sim }: PlannedChange) => sim === null;

/** Takes SIMs off the endpoints whose rows give them up, where another row wants them. */
async function releaseSims({ call, work }: TableJob): Promise<void> {
	const done = await work.inBulk({
		of: ({ release, changes }) => release && changes.some(({ sim }) => sim !== undefined),
		look: lookingAt<RowPlan>(call, stateIn, (row, { sim }) => {
			if (!sim) return 'done';
			return sim.id === row.state!.sim?.id ? 'asBefore' : { changed: otherSim(sim.iccid) };
		}),
		entry: updateManyEndpoints,
		inputOf: (row) => ({
			endpointId: row.state!.id,
			unassignSim: null,
			isolateBadItems: true,
		}),
	});
	for (const row of done.keys()) work.note(row, 'the SIM was taken off');
}

const stateIn = (row: RowPlan): Endpoint => row.state!;

const otherSim = (iccid: string) =>
	new InputError('simId', `was changed meanwhile, to ${iccid}: run the table again`, 'SIM');

/** Puts tags on and takes them off, in calls that name nothing else. */
async function changeTagsAlone({ call, plan: { directory }, work }: TableJob): Promise<void> {
	for (const adding of [true, false]) {
		const rows = work.left((row) => changedTags(row, adding).length > 0);
		for (const piece of piecesOf(rows, PER_CALL)) {
			const own = new Set(piece);
			// None once a call before has stopped the work: these rows are then not tried.
			const some = work.left((row) => own.has(row));
			if (some.length === 0) continue;
			const changes = some.map(
				(row): TagChange => [row.state!.id, directory.tagIds(changedTags(row, adding))],
			);
			const failed = await failuresOf(call, changes, { adding, isolate: true, readFirst: false });
			for (const row of some) {
				const error = failed.get(row.state!.id);
				if (error !== undefined) work.failCall(row, error);
				else work.note(row, 'tags were changed');
			}
		}
	}
}

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

/** Makes all other changes of the rows' endpoints. */
async function update(
	{ call, plan, work }: TableJob,
	{ withTags }: { withTags: boolean },
): Promise<void> {
	const isOwn = (change: PlannedChange, { release }: RowPlan) =>
		(withTags || !change.tags) && !(release && change.sim !== undefined);
	const done = await work.inBulk({
		of: (row) => isUpdate(row) && Object.keys(updateOf(row, plan, withTags)).length > 0,
		look: lookingAt<RowPlan>(call, stateIn, (row, now) => {
			const changes = row.changes.filter((change) => isOwn(change, row));
			const left = stillToDo(now, { ...row, changes }, plan);
			if (left instanceof InputError) return { changed: left };
			return left.length === 0 ? 'done' : 'asBefore';
		}),
		entry: updateManyEndpoints,
		inputOf: (row) => ({
			endpointId: row.state!.id,
			isolateBadItems: true,
			...updateOf(row, plan, withTags),
		}),
	});
	for (const row of done.keys()) work.note(row, 'the endpoint was changed');
}

/** Creates endpoints; gives them. A call without an answer is read back. */
async function createEndpoints({
	plan: { directory },
	work,
}: TableJob): Promise<ReadonlyMap<RowPlan, Json>> {
	const made = await work.inBulk({
		of: isCreate,
		entry: createManyEndpoints,
		inputOf: ({ creates }) => ({
			...creates!.input,
			...(creates!.tags.length > 0 && { tagAssignments: directory.tagIds(creates!.tags) }),
			isolateBadItems: true,
			verifyUnknown: true,
		}),
	});
	for (const row of made.keys()) work.note(row, 'the endpoint was created');
	return made;
}

async function setQuotas({ call, work }: TableJob, idOf: (row: RowPlan) => unknown): Promise<void> {
	await work.each({
		of: ({ quotas }) => quotas.length > 0,
		take: async (row) => {
			const endpointId = idOf(row);
			if (typeof endpointId !== 'number') return work.fail(row, idNotNamed());
			try {
				const isNew = row.state === undefined;
				await writeQuotas(call, row.wants, row.quotas, { endpointId, isNew });
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				work.fail(row, error);
			}
		},
	});
}

const idNotNamed = () =>
	new CellularIotError(
		'The service does not say which ID the new endpoint has, so that its quota could not be set',
		'Run the table again.',
		'notSent',
	);
