import type { InputError } from '../../errors';
import { CellularIotError, knownOf, ownError, PartlyDoneError } from '../../errors';
import { BEAT_MS, type KeptText } from '../../keys/keptText';
import type { Client } from '../../run/client';
import type { FeatureItem, FeatureRun } from '../../run/feature';
import { type ItemResult, notAttempted } from '../../run/items';
import { Failures } from '../../run/stopEarly';
import { pause } from '../../run/waves';
import type { Call, Json } from '../../table/define';
import { piecesOf } from '../../table/values';
import { renewal, serviceNow } from '../waits/looks/seenAgain';
import { isChanged, ofWholeItems, type RowPlan, type TablePlan } from './tablePlan';
import { tableError } from './tableFields';
import { endpointState } from './tableState';
import { type Applied, applyPlan } from './tableWrites';
import { tableWavesOf, type TableWaves } from './waveForm';
import { fewestMinutes, judge } from './waveJudge';
import { putBack } from './wavePutBack';
import { type Judging, recordIn, recordText, type WaveRecord } from './waveRecord';
import { digestOf, isMoved, type Moved, movedBy } from './waveValues';
import type { RowVerdict, RowWave } from './waveVerdict';

/*
 * A table in waves: the rows that change go some at a time, and each wave is judged before the next one goes out.
 * What a wave changes is written down before it does, with the values before, so that a run that is started after a
 * kill judges it first: also where the rows of that run do not name these endpoints any more.
 */

const noStore = () =>
	new CellularIotError(
		'A wave with a condition is written down before it goes out, and there is no store that outlives the run. Nothing was sent',
		'Save the workflow: then the database of n8n (1.64 or later) keeps it; or switch on "Share Limits Across Workers" in the credential and give a Redis.',
		'notSent',
	);

/** The first endpoint of a wave with too many that have not met the condition, where failures stop the run. */
const notMetError = (reason: string) =>
	new CellularIotError(
		`The endpoint was put back or left, and the run stopped: ${reason}`,
		'Look at the endpoints of the wave; the outcome of each is in its item.',
		'partial',
	);

/** Why a row cannot go in waves; undefined where it can. */
function unfit(
	row: RowPlan,
	{ rule }: TableWaves,
	released: ReadonlySet<number | undefined>,
): InputError | undefined {
	const { changes, creates, quotas, release } = row;
	if (release || changes.some(({ sim }) => sim && released.has(sim.id))) {
		return tableError(
			'waveSize',
			'cannot be used where rows take SIMs from each other, which would be in different waves: one row of them has the SIM that another wants',
		);
	}
	if (!rule) return undefined;
	if (creates) {
		return tableError(
			'waveCondition',
			'cannot be used for rows that create endpoints: create them in a run without it',
		);
	}
	if (!rule.putBack) return undefined;
	const lasting = quotas[0]?.shows[0] ?? changes.find(isLasting);
	if (!lasting) return undefined;
	return tableError(
		'wavePutBack',
		`cannot undo a change of ${lasting.field} from ${JSON.stringify(lasting.before)}: switch it off, or leave out that column`,
	);
}

/** Whether a change cannot be taken back by setting the value before. */
const isLasting = ({ field, before, sim }: RowPlan['changes'][number]): boolean =>
	sim !== undefined || field === 'iccid' || (field === 'imei' && before === '');

/**
 * A table in which rows that cannot go in waves have their errors.
 * @throws InputError for a table of which no wave can be judged in time
 */
export function withWaves(table: TablePlan, client: Client): TablePlan {
	const waves = tableWavesOf(table.options);
	if (!waves) return table;
	const releasing = table.rows.filter(({ release }) => release);
	const released = new Set(releasing.map(({ state }) => state?.sim?.id));
	const unfitRows = new Map<RowPlan, unknown>();
	for (const row of table.rows) {
		const error = row.error ?? unfit(row, waves, released);
		if (error !== undefined) unfitRows.set(row, error);
	}
	const errors = ofWholeItems(table.all, unfitRows);
	const held = new Map<RowPlan, RowPlan>();
	for (const row of new Set([...table.rows, ...table.all])) {
		const error = errors.get(row);
		const nothing = { changes: [], quotas: [], creates: undefined };
		held.set(row, error === undefined ? row : { ...row, ...nothing, error });
	}
	const rows = table.rows.map((row) => held.get(row)!);
	const all = table.all.map((row) => {
		const own = held.get(row)!;
		return own.repeats ? { ...own, repeats: held.get(own.repeats) } : own;
	});
	holdTime(rows, waves, client);
	return { ...table, rows, all };
}

/** @throws InputError where waves are too large to be judged within their minutes */
function holdTime(rows: RowPlan[], { size, rule }: TableWaves, client: Client): void {
	if (!rule) return;
	const most = Math.min(size, rows.filter(isChanged).length);
	const fewest = fewestMinutes(client, rule, most);
	if (fewest <= rule.minutes) return;
	const why = `must be ${fewest} or more for waves of ${most}: two looks at them take so long within the limits`;
	throw tableError('waveMinutes', why);
}

/** What has become of the rows of a table so far, by the numbers of their items. */
class Course {
	/** The rows as they were applied. */
	readonly rows = new Map<number, RowPlan>();
	readonly errors = new Map<number, unknown>();
	readonly made = new Map<number, Json>();
	readonly waves = new Map<number, RowWave>();

	errorOf({ index, error }: RowPlan): unknown {
		return this.errors.get(index) ?? error;
	}

	verdictOf({ index }: RowPlan): RowVerdict | undefined {
		return this.waves.get(index)?.verdict;
	}

	fail({ index }: RowPlan, error: unknown): void {
		if (!this.errors.has(index)) this.errors.set(index, error);
	}

	judged({ index }: RowPlan, verdict: RowVerdict): void {
		this.waves.set(index, { ...this.waves.get(index), verdict });
	}

	/** Takes over what a wave has done. */
	take({ rows, errors, made }: Applied): void {
		for (const [index, row] of rows) this.rows.set(index, row);
		for (const [index, error] of errors) this.errors.set(index, error);
		for (const [index, one] of made) this.made.set(index, one);
	}

	/** As the result of the table. */
	applied(last: Pick<Applied, 'extras' | 'failedExtras' | 'extrasLeft'>): Applied {
		const { rows, errors, made, waves } = this;
		const { extras, failedExtras, extrasLeft } = last;
		return { rows, errors, made, waves, extras, failedExtras, extrasLeft };
	}
}

/** The waves of a run over its tables. */
export class Waves {
	private record: WaveRecord = { back: new Map() };
	/** The verdicts on endpoints that an earlier run had left under judgement. */
	private readonly inherited = new Map<number, RowVerdict>();
	/** Endpoints that rows of the run are about. */
	private readonly named = new Set<number>();
	/** Why no more waves go out. */
	stopped: unknown;
	private readonly failures: Failures;

	private constructor(
		private readonly run: FeatureRun,
		private readonly kept: KeptText | undefined,
	) {
		this.failures = new Failures([...run.items]);
	}

	/**
	 * The waves of a run; undefined where its rows ask for none. Judges first what an earlier run had left.
	 * @throws CellularIotError where there is no store for a condition, or another run is under way
	 */
	static async begin(client: Client, run: FeatureRun): Promise<Waves | undefined> {
		const asked = run.items.flatMap(({ input }) =>
			input.dryRun === true ? [] : (tableWavesOf(input) ?? []),
		);
		if (asked.length === 0) return undefined;
		const isJudged = asked.some(({ rule }) => rule !== undefined);
		const { kept, signal } = client.ports;
		if (!isJudged) return new Waves(run, undefined);
		if (!kept) throw noStore();
		const waves = new Waves(run, kept);
		await kept.hold(run.tell, signal);
		try {
			waves.record = recordIn(await kept.read());
			await waves.judgeInherited(client);
		} catch (error) {
			await kept.release();
			throw error;
		}
		return waves;
	}

	/** Takes note of a table of the run. */
	about({ all }: TablePlan): void {
		for (const { state } of all) if (state) this.named.add(state.id);
	}

	/** The results of endpoints that an earlier run had left, and that no row of this run is about. */
	inheritedResults(): Json[] {
		return [...this.inherited]
			.filter(([id]) => !this.named.has(id))
			.map(([id, verdict]) => ({ endpoint_id: id, ...shownVerdict(verdict), in_table: false }));
	}

	/** To be called when the run ends: an ended run leaves nothing behind, one that stopped what is not judged. */
	async end(): Promise<void> {
		const { kept, record } = this;
		if (!kept) return;
		try {
			if (!record.open) await kept.write(undefined);
		} catch (error) {
			this.run.items[0]?.call.note(
				`What the waves had written down could not be removed, so that the next run judges the last of them again: ${knownOf(error).message}`,
			);
		} finally {
			await kept.release();
		}
	}

	/** Applies the rows of a table that change, wave by wave. */
	async apply(table: TablePlan, { client, call: own, input }: FeatureItem): Promise<Applied> {
		const waves = tableWavesOf(table.options)!;
		const call = this.living(own);
		const course = new Course();
		const sound = table.rows.filter(({ error }) => error === undefined);
		const changing = sound.filter(isChanged);
		for (const row of sound) if (!isChanged(row)) this.showInherited(row, course);
		const todo = changing.filter((row) => !this.wasPutBack(row, course));
		const pieces = piecesOf(todo, waves.size);
		for (const [i, rows] of pieces.entries()) {
			for (const { index } of rows) course.waves.set(index, { number: i + 1 });
			if (this.stopped !== undefined) {
				const { error } = notAttempted(this.stopped);
				for (const row of rows) course.fail(row, error);
				continue;
			}
			const place = `wave ${i + 1} of ${pieces.length}`;
			try {
				await this.wave(table, rows, {
					waves,
					client,
					call,
					course,
					workspace: input.workspaceId ?? null,
					tell: (what) => this.run.tell(`${place}: ${what}`),
				});
			} catch (error) {
				this.fail(rows, course, error);
			}
			const next = pieces[i + 1];
			if (next && this.stopped === undefined) await this.rest(place, waves, call, next.length);
		}
		const isWell = changing.every(
			(row) => course.errorOf(row) === undefined && (course.verdictOf(row)?.is ?? 'met') === 'met',
		);
		if (!isWell || this.stopped !== undefined || table.extras.length === 0) {
			const { extras } = table;
			return course.applied({ extras, failedExtras: new Map(), extrasLeft: true });
		}
		return course.applied(await applyPlan(client, call, { ...table, rows: [] }));
	}

	/** A wave that could not be sent, or not be judged. */
	private fail(rows: RowPlan[], course: Course, error: unknown): void {
		this.stopped ??= error;
		const isOut = new Set(this.record.open?.rows.map(({ id }) => id));
		for (const row of rows) {
			if (course.errorOf(row) !== undefined || course.verdictOf(row)) continue;
			const isChanging = row.state !== undefined && isOut.has(row.state.id);
			const told = isChanging
				? new PartlyDoneError('The endpoint may have been changed, and was not judged', error)
				: error;
			course.fail(row, told);
		}
	}

	/** The pause between two waves. */
	private async rest(
		place: string,
		{ pauseMs }: TableWaves,
		call: Call,
		next: number,
	): Promise<void> {
		const sleep = async (ms: number) => await call.wait(ms);
		try {
			await pause(pauseMs, { sleep }, (left) =>
				this.run.tell(`${place} has ended; the next ${next} rows go in ${left}`),
			);
		} catch (error) {
			// The run was cancelled.
			this.stopped = error;
		}
	}

	/** A row that needs nothing says what was found of its endpoint, which an earlier run had left. */
	private showInherited(row: RowPlan, course: Course): void {
		const verdict = row.state && this.inherited.get(row.state.id);
		if (!verdict) return;
		course.judged(row, verdict);
		if (verdict.is === 'failed') course.fail(row, verdict.error);
	}

	/** Whether an earlier run, which was stopped, has put the endpoint back from what the row wants. */
	private wasPutBack(row: RowPlan, course: Course): boolean {
		if (!row.state) return false;
		const { id } = row.state;
		if (this.record.back.get(id) !== digestOf(movedBy(row))) return false;
		const reason = 'an earlier run, which was stopped, has put it back; the next run tries again';
		const verdict = this.inherited.get(id) ?? { is: 'putBack', reason, left: [] };
		course.judged(row, verdict);
		if (verdict.is === 'failed') course.fail(row, verdict.error);
		course.rows.set(row.index, { ...row, changes: [] });
		return true;
	}

	/** Sends a wave, and judges it. */
	private async wave(table: TablePlan, rows: RowPlan[], how: WaveOptions): Promise<void> {
		const { waves, client, call, course, workspace, tell } = how;
		const { rule } = waves;
		let moved = new Map<RowPlan, Moved>();
		const ready = async (changing: readonly RowPlan[]) => {
			if (!rule || changing.length === 0) return;
			const now = () => client.ports.clock.now();
			const moment =
				(await serviceNow({ call, now })) ??
				(await renewal(call, changing[0]!.state!.id, now)).readAt;
			const since = new Date(moment).toISOString();
			moved = new Map(changing.map((row) => [row, movedBy(row)]));
			this.record.open = { ...rule, workspace, since, rows: [...moved.values()], sick: [] };
			try {
				await this.write();
			} catch (error) {
				// Nothing of the wave goes out.
				this.record.open = undefined;
				throw error;
			}
		};
		const applied = await applyPlan(client, call, { ...table, rows, extras: [] }, ready);
		course.take(applied);
		this.stopped ??= applied.stopped;
		// What was updated since the table was planned are its own waves now.
		table.fleet.since = NaN;
		if (rule && this.record.open) {
			this.record.open.rows = await this.toJudge(moved, course, call);
			const verdicts = await this.settle({ client, call, tell });
			for (const [row, { id }] of moved) {
				const verdict = verdicts.get(id);
				if (!verdict) continue;
				course.judged(row, verdict);
				if (verdict.is === 'failed') course.fail(row, verdict.error);
			}
		}
		this.judgeShare(rows, course);
	}

	/** The endpoints of a wave that it has changed, or may have changed. */
	private async toJudge(moved: Map<RowPlan, Moved>, course: Course, call: Call): Promise<Moved[]> {
		const changed: Moved[] = [];
		const unclear: Moved[] = [];
		for (const [row, one] of moved) {
			const error = course.errorOf(row);
			if (error === undefined) changed.push(one);
			else if (['unknown', 'partial'].includes(ownError(error)?.outcome ?? 'unknown')) {
				unclear.push(one);
			}
		}
		return [...changed, ...(await movedNow(call, unclear))];
	}

	/** Stops the run where too many of a wave, or of all waves so far, have failed or not met the condition. */
	private judgeShare(rows: RowPlan[], course: Course): void {
		const { items, continueOnFail } = this.run;
		const results = rows.map((row) => resultFor(row, course));
		const ofWave = new Failures([...items]);
		ofWave.add(results);
		const failed = rows.find((row) => course.errorOf(row) !== undefined);
		if (!continueOnFail && failed) {
			this.stopped ??= course.errorOf(failed);
			return;
		}
		const over = this.failures.add(results) ?? ofWave.atEndOfWave();
		if (over === undefined) return;
		this.stopped ??= over;
		if (continueOnFail) return;
		for (const row of rows) {
			const verdict = course.verdictOf(row);
			if (!verdict || !('reason' in verdict)) continue;
			course.fail(row, notMetError(verdict.reason));
			return;
		}
	}

	/** Judges what an earlier run had left. */
	private async judgeInherited(client: Client): Promise<void> {
		const { open } = this.record;
		if (!open) return;
		const { workspace } = open;
		const here = await client.in(workspace === null ? {} : { workspaceId: workspace });
		const call = this.living(here.listing('endpoint'));
		open.rows = await movedNow(call, open.rows);
		const tell = (what: string) => this.run.tell(`what an earlier run had left: ${what}`);
		const verdicts = await this.settle({ client: here, call, tell });
		for (const [id, verdict] of verdicts) this.inherited.set(id, verdict);
		const results = [...verdicts.values()].map(resultOfVerdict);
		this.stopped ??= this.failures.add(results);
		const count = (is: RowVerdict['is']) =>
			[...verdicts.values()].filter((one) => one.is === is).length;
		call.note(
			`An earlier run was stopped while ${verdicts.size} endpoints were under judgement: ${count('met')} met the condition, ${count('putBack')} were put back, ${count('notMet')} did not meet it, ${count('failed')} failed`,
		);
	}

	/**
	 * Judges the endpoints that are under judgement, and puts back those that do not meet the condition. Each step
	 * is written down before the next one begins. What cannot be read, or not be put back, stays written down.
	 */
	private async settle(ports: {
		client: Client;
		call: Call;
		tell: (what: string) => void;
	}): Promise<Map<number, RowVerdict>> {
		const open = this.record.open!;
		const verdicts = new Map<number, RowVerdict>();
		const reasons = new Map<number, string>();
		if (open.rows.length > 0) {
			await this.write();
			await this.judgeOpen(open, { verdicts, reasons }, ports);
			await this.write();
		}
		if (open.sick.length > 0) {
			const results = await putBack(ports.client, ports.call, open.sick);
			open.sick = open.sick.filter(({ id }) => {
				const one = results.get(id)!;
				const reason =
					reasons.get(id) ?? 'an earlier run has found that it does not meet the condition';
				if ('left' in one) verdicts.set(id, { is: 'putBack', reason, left: one.left });
				else verdicts.set(id, { is: 'failed', error: notPutBack(reason, one.error) });
				return 'error' in one && ownError(one.error)?.outcome !== 'refused';
			});
		}
		const left = [...open.rows, ...open.sick][0];
		if (left) {
			const verdict = verdicts.get(left.id);
			this.stopped ??= verdict && 'error' in verdict ? verdict.error : new Error('not judged');
		} else this.record.open = undefined;
		await this.write();
		return verdicts;
	}

	private async judgeOpen(
		open: Judging,
		{ verdicts, reasons }: { verdicts: Map<number, RowVerdict>; reasons: Map<number, string> },
		ports: { client: Client; call: Call; tell: (what: string) => void },
	): Promise<void> {
		const ids = open.rows.map(({ id }) => id);
		const judged = await judge(ids, open, ports);
		const unread: Moved[] = [];
		for (const row of open.rows) {
			const one = judged.get(row.id)!;
			if (one.is === 'met') verdicts.set(row.id, { is: 'met' });
			else if (one.is === 'notMet') {
				reasons.set(row.id, one.reason);
				if (open.putBack) {
					open.sick.push(row);
					this.record.back.set(row.id, digestOf(row));
				} else verdicts.set(row.id, one);
			} else {
				if (one.is === 'unread') unread.push(row);
				verdicts.set(row.id, { is: 'failed', error: notJudged(one.error) });
			}
		}
		open.rows = unread;
	}

	private async write(): Promise<void> {
		await this.kept?.beat();
		await this.kept?.write(recordText(this.record));
	}

	/** The same call, whose waits say to other runs that this one lives. */
	private living(call: Call): Call {
		const { kept } = this;
		if (!kept) return call;
		return {
			...call,
			wait: async (ms) => {
				let left = ms;
				while (left > 0) {
					await kept.beat();
					const step = Math.min(left, BEAT_MS);
					await call.wait(step);
					left -= step;
				}
			},
		};
	}
}

interface WaveOptions {
	waves: TableWaves;
	client: Client;
	call: Call;
	course: Course;
	workspace: unknown;
	tell: (what: string) => void;
}

/** Those of some endpoints that have what their wave gives them. */
async function movedNow(call: Call, rows: Moved[]): Promise<Moved[]> {
	if (rows.length === 0) return [];
	const now = await call.endpoints(rows.map(({ id }) => id));
	return rows.filter((row) => {
		const entity = now.get(row.id);
		return entity !== undefined && isMoved(row, endpointState(entity));
	});
}

const notJudged = (cause: unknown) =>
	new PartlyDoneError('The endpoint was changed, and could not be judged', cause);
const notPutBack = (reason: string, cause: unknown) =>
	new PartlyDoneError(`The endpoint was changed, and could not be put back: ${reason}`, cause);

/** A verdict as the share of failures counts it. */
function resultOfVerdict(verdict: RowVerdict): ItemResult {
	if (verdict.is === 'met') return { items: [] };
	return { error: 'error' in verdict ? verdict.error : new Error(verdict.reason) };
}

function resultFor(row: RowPlan, course: Course): ItemResult {
	const error = course.errorOf(row);
	if (error !== undefined) return { error };
	const verdict = course.verdictOf(row);
	return verdict ? resultOfVerdict(verdict) : { items: [] };
}

/** A verdict as items show it. */
export function shownVerdict(verdict: RowVerdict): Json {
	switch (verdict.is) {
		case 'met':
			return { outcome: 'changed' };
		case 'failed': {
			const error = ownError(verdict.error);
			return { outcome: 'failed', error: error?.message ?? String(verdict.error) };
		}
		case 'notMet':
			return { outcome: 'notMet', reason: verdict.reason };
		case 'putBack': {
			const { reason, left } = verdict;
			return { outcome: 'putBack', reason, ...(left.length > 0 && { left }) };
		}
	}
}
