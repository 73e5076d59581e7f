import { knownOf, ownError, PartlyDoneError } from '../../errors';
import type { KeptText } from '../../keys/keptText';
import { monotonic } from '../../ports';
import type { Client } from '../../run/client';
import type { FeatureItem, FeatureRun } from '../../run/feature';
import { notAttempted } from '../../run/items';
import { Failures } from '../../run/stopEarly';
import { pause } from '../../run/waves';
import type { Call, Json } from '../../table/define';
import { piecesOf } from '../../table/values';
import { isChanged, type RowPlan, type TablePlan } from './rowPlans';
import { type Applied, applyPlan } from './tableWrites';
import { WaveBook } from './waveBook';
import { Course, resultFor, shownVerdict } from './waveCourse';
import { leftOpen, nobodyMet, noStore, notMetError, stillOpen } from './waveErrors';
import { acceptedIn, tableWavesOf, type TableWaves } from './waveForm';
import { AFTER_ANSWER_MS, AFTER_KILL_MS, movedInTheEnd, movedNow } from './waveMoved';
import { type Judging, noShare, recordIn } from './waveRecord';
import { momentOf, settle, type SettlePorts } from './waveSettle';
import { digestOf, isMoved, type Moved, movedBy } from './waveValues';
import type { RowVerdict } from './waveVerdict';

/*
 * A table in waves: rows that change something are sent in groups, and each wave is judged before the next is sent.
 * Before a wave is sent, its changes are stored together with the values they replace. A run that starts after a kill
 * judges that wave first, even if its own rows do not name these endpoints any more.
 */

/** The waves of a run over its tables. */
export class Waves {
	private readonly book: WaveBook;
	/** The verdicts on endpoints that an earlier run had left under judgement. */
	private readonly inherited = new Map<number, RowVerdict>();
	/** IDs of the endpoints that rows of the run name. */
	private readonly named = new Set<number>();
	/** Changes that an earlier run was making when it was stopped, and that the last look did not show. */
	private readonly unmoved = new Map<number, Moved>();
	/** How the wave of these changes was to be judged. */
	private unmovedRule: Judging | undefined;
	/** The failures of all waves so far, including those of an earlier run that was stopped. */
	private failures: Failures;

	private constructor(
		private readonly run: FeatureRun,
		kept: KeptText | undefined,
	) {
		this.book = new WaveBook(run.items, kept);
		this.failures = new Failures([...run.items]);
	}

	/**
	 * The waves of a run; undefined where its rows ask for none. Judges first what an earlier run had left.
	 * @throws CellularIotError where there is no store for a condition, or another run is under way; and where a run
	 * without waves would change endpoints past the judgement of one in waves
	 */
	static async begin(client: Client, run: FeatureRun): Promise<Waves | undefined> {
		const asked = run.items.flatMap(({ input }) =>
			input.dryRun === true ? [] : (tableWavesOf(input) ?? []),
		);
		if (asked.length === 0) {
			await heedOpen(client, run);
			return undefined;
		}
		const isJudged = asked.some(({ rule }) => rule !== undefined);
		const { kept, signal } = client.ports;
		if (!kept) {
			if (isJudged) throw noStore();
			return new Waves(run, undefined);
		}
		// Waves without a condition write nothing down, and yet begin with what an earlier run has left open.
		if (!isJudged && (await kept.read()) === undefined) return new Waves(run, undefined);
		const waves = new Waves(run, kept);
		await kept.hold(run.tell, signal);
		try {
			await waves.book.read();
			await waves.judgeInherited(client);
		} catch (error) {
			await kept.release();
			throw error;
		}
		return waves;
	}

	/** Why no more waves go out. */
	get stopped(): unknown {
		return this.book.stopped;
	}

	/** To be called when the run ends. */
	async end(): Promise<void> {
		await this.book.end();
	}

	/** Remembers the endpoints of a table of the run. */
	about({ all }: TablePlan): void {
		for (const { state } of all) if (state) this.named.add(state.id);
	}

	/** The results of endpoints that an earlier run had left open, and that no row of this run names. */
	inheritedResults(): Json[] {
		return [...this.inherited]
			.filter(([id]) => !this.named.has(id))
			.map(([id, verdict]) => ({ endpoint_id: id, ...shownVerdict(verdict), in_table: false }));
	}

	/** Applies the rows of a table that change, wave by wave. */
	async apply(table: TablePlan, { client, call: own, input }: FeatureItem): Promise<Applied> {
		const waves = tableWavesOf(table.options)!;
		const call = this.book.living(own);
		const course = new Course();
		const sound = table.rows.filter(({ error }) => error === undefined);
		const changing = sound.filter(isChanged);
		const unchanged = sound.filter((row) => !isChanged(row));
		if (await this.judgeLate(unchanged, { client, call })) this.judgeEarlier();
		for (const row of unchanged) this.showInherited(row, course);
		const todo = changing.filter((row) => !this.wasPutBack(row, course));
		const pieces = piecesOf(todo, waves.size);
		for (const [i, rows] of pieces.entries()) {
			for (const { index } of rows) course.waves.set(index, { number: i + 1 });
			if (this.book.stopped !== undefined) {
				const { error } = notAttempted(this.book.stopped);
				for (const row of rows) course.fail(row, error);
				continue;
			}
			const name = `wave ${i + 1} of ${pieces.length}`;
			try {
				await this.wave(table, rows, {
					waves,
					client,
					call,
					course,
					workspace: input.workspaceId ?? null,
					tell: (what) => this.run.tell(`${name}: ${what}`),
				});
			} catch (error) {
				this.fail(rows, course, error);
			}
			const next = pieces[i + 1];
			if (next && this.book.stopped === undefined) await this.rest(name, waves, call, next.length);
		}
		const isWell = changing.every(
			(row) => course.errorOf(row) === undefined && (course.verdictOf(row)?.is ?? 'met') === 'met',
		);
		if (!isWell || this.book.stopped !== undefined || table.extras.length === 0) {
			const { extras } = table;
			return course.applied({ extras, failedExtras: new Map(), extrasLeft: true });
		}
		return course.applied(await applyPlan(client, call, { ...table, rows: [] }));
	}

	/** A wave that could not be sent, or not be judged. */
	private fail(rows: RowPlan[], course: Course, error: unknown): void {
		this.book.stop(error);
		const isOut = new Set(this.book.record.open?.rows.map(({ id }) => id));
		for (const row of rows) {
			if (course.errorOf(row) !== undefined || course.verdictOf(row)) continue;
			const isChanging = row.state !== undefined && isOut.has(row.state.id);
			const reason = isChanging
				? new PartlyDoneError('The endpoint may have been changed, and was not judged', error)
				: error;
			course.fail(row, reason);
		}
	}

	/** The pause between two waves. */
	private async rest(
		name: string,
		{ pauseMs }: TableWaves,
		call: Call,
		next: number,
	): Promise<void> {
		const sleep = async (ms: number) => await call.wait(ms);
		try {
			await pause(pauseMs, { sleep }, (left) =>
				this.run.tell(`${name} has ended; the next ${next} rows go in ${left}`),
			);
		} catch (error) {
			// The run was cancelled.
			this.book.stopped = error;
		}
	}

	/** Gives a row that needs nothing the verdict on its endpoint, if an earlier run had left that open. */
	private showInherited(row: RowPlan, course: Course): void {
		const verdict = row.state && this.inherited.get(row.state.id);
		if (!verdict) return;
		course.judged(row, verdict);
		if (verdict.is === 'failed') course.fail(row, verdict.error);
	}

	/** Whether an earlier run, which was stopped, has undone at the endpoint what the row wants. */
	private wasPutBack(row: RowPlan, course: Course): boolean {
		if (!row.state) return false;
		const { id } = row.state;
		if (this.book.record.back.get(id) !== digestOf(movedBy(row))) return false;
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
			moved = new Map(changing.map((row) => [row, movedBy(row)]));
			const since = await momentOf({ client, call }, changing[0]!.state!.id);
			this.book.writtenAt = monotonic(client.ports.clock);
			const under = { workspace, phase: 'sending', since } as const;
			this.book.record.share = noShare(this.failures.tally);
			this.book.record.open = { ...rule, ...under, rows: [...moved.values()], sick: [] };
			try {
				await this.book.write();
			} catch (error) {
				// Nothing of the wave is sent.
				this.book.record.open = undefined;
				throw error;
			}
		};
		const applied = await applyPlan(client, call, { ...table, rows, extras: [] }, ready);
		course.take(applied);
		this.book.stop(applied.stopped);
		// Endpoints updated since the table was planned now include those of its own waves.
		table.fleet.since = NaN;
		if (rule && this.book.record.open) {
			const judged = await this.toJudge(moved, course, { client, call, tell });
			this.book.record.open.rows = judged;
			this.book.count(
				[...moved]
					.filter(([, change]) => !judged.includes(change))
					.map(([row]) => resultFor(row, course)),
			);
			const verdicts = await settle(this.book, { client, call, tell });
			for (const [row, { id }] of moved) {
				const verdict = verdicts.get(id);
				if (!verdict) continue;
				course.judged(row, verdict);
				if (verdict.is === 'failed') course.fail(row, verdict.error);
			}
			this.demandProof();
		}
		// Rows that are unchanged now: a late call of an earlier run has done what they want.
		const done = rows.map((row) => course.rows.get(row.index) ?? row);
		const unchanged = done.filter((row) => !isChanged(row));
		await this.judgeLate(unchanged, { client, call });
		for (const row of unchanged) this.showInherited(row, course);
		this.judgeShare(rows, course);
	}

	/** Stops the run after a wave of which no endpoint showed whether it meets the condition. */
	private demandProof(): void {
		const { wave, unknown } = this.book.record.share;
		if (unknown > 0 && wave.finished === wave.failed) this.book.stop(nobodyMet(unknown));
	}

	/** Stops the run where the earlier one would have stopped, had it not been killed. */
	private judgeEarlier(): void {
		const { before, wave } = this.book.record.share;
		const { items, continueOnFail } = this.run;
		this.failures = new Failures(items, {
			finished: before.finished + wave.finished,
			failed: before.failed + wave.failed,
		});
		const over = this.failures.add([]) ?? new Failures(items, wave).atEndOfWave();
		if (over) items[0]?.call.note(COUNTS_ON);
		this.book.stop(over);
		this.demandProof();
		if (continueOnFail) return;
		const failed = [...this.inherited.values()].find((verdict) => verdict.is === 'failed');
		this.book.stop(failed?.error);
	}

	/** The endpoints of a wave that it has changed, or may have changed. */
	private async toJudge(
		moved: Map<RowPlan, Moved>,
		course: Course,
		ports: SettlePorts,
	): Promise<Moved[]> {
		const changed: Moved[] = [];
		const partly: Moved[] = [];
		const unknown: Moved[] = [];
		for (const [row, change] of moved) {
			const error = course.errorOf(row);
			const outcome = error && (ownError(error)?.outcome ?? 'unknown');
			if (error === undefined) changed.push(change);
			else if (outcome === 'partial') partly.push(change);
			else if (outcome === 'unknown') unknown.push(change);
		}
		const late = await movedInTheEnd(ports, unknown, AFTER_ANSWER_MS);
		return [...changed, ...(await movedNow(ports.call, partly)), ...late.moved];
	}

	/** Stops the run where too many of a wave, or of all waves so far, have failed or not met the condition. */
	private judgeShare(rows: RowPlan[], course: Course): void {
		const { items, continueOnFail } = this.run;
		const results = rows.map((row) => resultFor(row, course));
		const ofWave = new Failures([...items]);
		ofWave.add(results);
		const failed = rows.find((row) => course.errorOf(row) !== undefined);
		if (!continueOnFail && failed) {
			this.book.stop(course.errorOf(failed));
			return;
		}
		const over = this.failures.add(results) ?? ofWave.atEndOfWave();
		if (over === undefined) return;
		this.book.stop(over);
		if (continueOnFail) return;
		for (const row of rows) {
			const verdict = course.verdictOf(row);
			if (!verdict || !('reason' in verdict)) continue;
			course.fail(row, notMetError(verdict.reason));
			return;
		}
	}

	/** Judges the wave that an earlier run had left open, and whether this run may go on. */
	private async judgeInherited(client: Client): Promise<void> {
		const { open } = this.book.record;
		if (open) await this.settleInherited(client, open);
		this.judgeEarlier();
	}

	private async settleInherited(client: Client, open: Judging): Promise<void> {
		const { workspace } = open;
		const here = await client.in(workspace === null ? {} : { workspaceId: workspace });
		const call = this.book.living(here.listing('endpoint'));
		const tell = (what: string) => this.run.tell(`what an earlier run had left: ${what}`);
		const ports = { client: here, call, tell };
		this.acceptLeft(open);
		if (open.phase === 'sending') {
			const { moved, unmoved } = await movedInTheEnd(ports, open.rows, AFTER_KILL_MS);
			open.rows = moved;
			for (const row of unmoved) this.unmoved.set(row.id, row);
			this.unmovedRule = open;
		} else open.rows = await movedNow(call, open.rows);
		const verdicts = await settle(this.book, ports, true);
		for (const [id, verdict] of verdicts) this.inherited.set(id, verdict);
		this.noteInherited(call);
	}

	/** Leaves endpoints as they are that a person has accepted. */
	private acceptLeft(open: Judging): void {
		const accepted = new Set(this.run.items.flatMap(({ input }) => acceptedIn(input)));
		const isLeft = ({ id }: Moved) => !accepted.has(id);
		for (const { id } of [...open.rows, ...open.sick]) {
			if (accepted.has(id)) this.inherited.set(id, { is: 'accepted' });
		}
		open.rows = open.rows.filter(isLeft);
		const sick = open.sick.filter(isLeft);
		this.book.countNoMore(open.sick.length - sick.length);
		open.sick = sick;
	}

	private noteInherited(call: Call): void {
		const { open } = this.book.record;
		const verdicts = [...this.inherited.values()];
		const count = (is: RowVerdict['is']) => verdicts.filter((verdict) => verdict.is === is).length;
		if (open) {
			const ids = [...open.rows, ...open.sick].map(({ id }) => id);
			const error = stillOpen(ids, this.book.stopped);
			this.book.stopped = error;
			call.note(error.message);
		}
		if (verdicts.length === 0) return;
		call.note(
			`An earlier run was stopped while ${verdicts.length} endpoints were under judgement: ${count('met')} met the condition, ${count('putBack')} were put back, ${count('notMet')} did not meet it, ${count('unknown')} showed nothing, ${count('failed')} failed, ${count('accepted')} were accepted as they are`,
		);
	}

	/**
	 * Judges endpoints that a late call of an earlier run has changed, as the plan of this run shows.
	 * @returns whether there are any
	 */
	private async judgeLate(
		rows: readonly RowPlan[],
		{ client, call }: { client: Client; call: Call },
	): Promise<boolean> {
		const rule = this.unmovedRule;
		if (!rule || this.book.record.open) return false;
		const late = rows.flatMap(({ state }) => {
			const row = state && this.unmoved.get(state.id);
			return row && isMoved(row, state) ? [row] : [];
		});
		if (late.length === 0) return false;
		for (const { id } of late) this.unmoved.delete(id);
		this.book.record.open = { ...rule, phase: 'sending', rows: late, sick: [] };
		const tell = (what: string) => this.run.tell(`what an earlier run had left: ${what}`);
		const verdicts = await settle(this.book, { client, call, tell }, true);
		for (const [id, verdict] of verdicts) this.inherited.set(id, verdict);
		return true;
	}
}

/**
 * Tells a dry run without an effect which endpoints a run in waves has under judgement, and refuses one that would
 * change some of them without waves.
 */
async function heedOpen({ ports: { kept } }: Client, { items }: FeatureRun): Promise<void> {
	if (!kept) return;
	const isDryRun = items.every(({ input }) => input.dryRun === true);
	const { call } = items[0]!;
	try {
		const { open } = recordIn(await kept.read());
		if (!open) return;
		throw leftOpen([...open.rows, ...open.sick].map(({ id }) => id));
	} catch (error) {
		if (!isDryRun) throw error;
		call.note(`${knownOf(error).message}. ${knownOf(error).hint}`);
	}
}

const COUNTS_ON =
	'The waves of an earlier run that was stopped count for the limit of failures, so that this run sends no more of them. The next run begins anew.';

interface WaveOptions {
	waves: TableWaves;
	client: Client;
	call: Call;
	course: Course;
	workspace: unknown;
	tell: (what: string) => void;
}
