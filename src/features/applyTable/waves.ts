import { ownError, PartlyDoneError } from '../../errors';
import type { KeptText } from '../../keys/keptText';
import { monotonic } from '../../ports';
import type { Client } from '../../run/client';
import type { FeatureItem, FeatureRun } from '../../run/feature';
import { notAttempted } from '../../run/items';
import { NOT_CHECKED, pause } from '../../run/waves';
import type { Call, Json } from '../../table/define';
import { piecesOf } from '../../table/values';
import { isChanged, isPlan, type RowPlan, type TablePlan } from './rowPlans';
import { type Applied, applyPlan } from './tableWrites';
import { WaveBook } from './waveBook';
import { Course, resultFor } from './waveCourse';
import { noStore } from './waveErrors';
import { tableWavesOf, type TableWaves } from './waveForm';
import { InheritedWave, refuseOpen } from './waveInherited';
import { WaveLimit } from './waveLimit';
import { AFTER_ANSWER_MS, movedInTheEnd, movedNow } from './waveMoved';
import { noShare } from './waveRecord';
import { momentOf, settle, type SettlePorts } from './waveSettle';
import { type Moved, movedBy } from './waveValues';

/*
 * A table in waves: rows that change something are sent in groups, and each wave is judged before the next is sent.
 * Before a wave is sent, its changes are stored together with the values they replace. A run that starts after a kill
 * judges that wave first, even if its own rows do not name these endpoints any more.
 */

/** The waves of a run over its tables. */
export class Waves {
	private readonly book: WaveBook;
	private readonly inherited: InheritedWave;
	private readonly limit: WaveLimit;
	/** IDs of the endpoints that rows of the run name. */
	private readonly named = new Set<number>();

	private constructor(
		private readonly run: FeatureRun,
		kept: KeptText | undefined,
	) {
		this.book = new WaveBook(run.items, kept);
		this.inherited = new InheritedWave(run, this.book);
		this.limit = new WaveLimit(run, this.book);
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
			await refuseOpen(client, run);
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
			await waves.inherited.judge(client);
			waves.limit.judgeEarlier(waves.inherited.failure);
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
		for (const row of all) {
			const id = isPlan(row) ? row.state?.id : row;
			if (id !== undefined) this.named.add(id);
		}
	}

	/** The results of endpoints that an earlier run had left open, and that no row of this run names. */
	inheritedResults(): Json[] {
		return this.inherited.resultsBeside(this.named);
	}

	/** Applies the rows of a table that change, wave by wave. */
	async apply(table: TablePlan, { client, call: own, input }: FeatureItem): Promise<Applied> {
		const waves = tableWavesOf(table.options)!;
		const call = this.book.living(own);
		const course = new Course();
		const sound = table.rows.filter(({ error }) => error === undefined);
		const changing = sound.filter(isChanged);
		const unchanged = sound.filter((row) => !isChanged(row));
		if (await this.inherited.judgeLate(unchanged, { client, call })) {
			this.limit.judgeEarlier(this.inherited.failure);
		}
		for (const row of unchanged) this.inherited.show(row, course);
		const todo = changing.filter((row) => !this.inherited.wasPutBack(row, course));
		const pieces = piecesOf(todo, waves.size);
		if (pieces.length > 1 && !waves.rule) {
			call.note(`${NOT_CHECKED}: choose a Condition in Waves for that`);
		}
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
			this.book.record.share = noShare(this.limit.tally);
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
				if (verdict) course.judged(row, verdict);
			}
			this.limit.demandProof();
		}
		// Rows that are unchanged now: a late call of an earlier run has done what they want.
		const done = rows.map((row) => course.rows.get(row.index) ?? row);
		const unchanged = done.filter((row) => !isChanged(row));
		await this.inherited.judgeLate(unchanged, { client, call });
		for (const row of unchanged) this.inherited.show(row, course);
		this.limit.judge(rows, course);
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
}

interface WaveOptions {
	waves: TableWaves;
	client: Client;
	call: Call;
	course: Course;
	workspace: unknown;
	tell: (what: string) => void;
}
