import { knownOf, ownError, PartlyDoneError } from '../../errors';
import { BEAT_MS, type KeptText } from '../../keys/keptText';
import { monotonic } from '../../ports';
import type { Client } from '../../run/client';
import type { FeatureItem, FeatureRun } from '../../run/feature';
import { type ItemResult, notAttempted } from '../../run/items';
import { Failures } from '../../run/stopEarly';
import { pause } from '../../run/waves';
import type { Call, Json } from '../../table/define';
import { piecesOf } from '../../table/values';
import { renewal, serviceNow } from '../waits/seenAgain/watch';
import { isChanged, type RowPlan, type TablePlan } from './rowPlans';
import { type Applied, applyPlan } from './tableWrites';
import { Course, resultFor, shownVerdict } from './waveCourse';
import {
	leftOpen,
	nobodyMet,
	noStore,
	notJudged,
	notMetError,
	notPutBack,
	stillOpen,
} from './waveErrors';
import { acceptedIn, tableWavesOf, type TableWaves } from './waveForm';
import { judge } from './waveJudge';
import { AFTER_ANSWER_MS, AFTER_KILL_MS, changedAt, movedInTheEnd, movedNow } from './waveMoved';
import { putBack } from './wavePutBack';
import {
	emptyRecord,
	type Judging,
	noShare,
	recordIn,
	recordText,
	type WaveRecord,
} from './waveRecord';
import { resetDevices } from './waveReset';
import { digestOf, isMoved, type Moved, movedBy } from './waveValues';
import type { RowVerdict } from './waveVerdict';

/*
 * A table in waves: the rows that change go some at a time, and each wave is judged before the next one goes out.
 * What a wave changes is written down before it does, with the values before, so that a run that is started after a
 * kill judges it first: also where the rows of that run do not name these endpoints any more.
 */

/** The waves of a run over its tables. */
export class Waves {
	private record: WaveRecord = emptyRecord();
	/** The verdicts on endpoints that an earlier run had left under judgement. */
	private readonly inherited = new Map<number, RowVerdict>();
	/** Endpoints that rows of the run are about. */
	private readonly named = new Set<number>();
	/** What an earlier run was about to change when it was stopped, and had not changed when that was asked last. */
	private readonly unmoved = new Map<number, Moved>();
	/** How the wave of these was to be judged. */
	private unmovedRule: Judging | undefined;
	/** When the open wave was written down; milliseconds, by {@link monotonic}. */
	private writtenAt = 0;
	/** Whether the store has, or had, a text of this run or an earlier one. */
	private isWritten = false;
	/** Why no more waves go out. */
	stopped: unknown;
	/** Of all waves so far, those of an earlier run that was stopped included. */
	private failures: Failures;

	private constructor(
		private readonly run: FeatureRun,
		private readonly kept: KeptText | undefined,
	) {
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
			const text = await kept.read();
			waves.isWritten = text !== undefined;
			waves.record = recordIn(text);
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

	/** To be called when the run ends: an ended run leaves nothing behind, one that stopped what is not settled. */
	async end(): Promise<void> {
		const { kept, record } = this;
		if (!kept) return;
		try {
			if (!record.open && this.isWritten) await kept.write(undefined);
			// The run has said how its waves have ended, unless the last one is still to be judged.
			else if (record.open?.rows.length === 0) {
				record.share = noShare();
				await this.write();
			}
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
		const unchanged = sound.filter((row) => !isChanged(row));
		if (await this.judgeLate(unchanged, { client, call })) this.judgeEarlier();
		for (const row of unchanged) this.showInherited(row, course);
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
			moved = new Map(changing.map((row) => [row, movedBy(row)]));
			const since = await momentOf({ client, call }, changing[0]!.state!.id);
			this.writtenAt = monotonic(client.ports.clock);
			const under = { workspace, phase: 'sending', since } as const;
			this.record.share = noShare(this.failures.tally);
			this.record.open = { ...rule, ...under, rows: [...moved.values()], sick: [] };
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
			const judged = await this.toJudge(moved, course, { client, call, tell });
			this.record.open.rows = judged;
			this.count(
				[...moved]
					.filter(([, change]) => !judged.includes(change))
					.map(([row]) => resultFor(row, course)),
			);
			const verdicts = await this.settle({ client, call, tell });
			for (const [row, { id }] of moved) {
				const verdict = verdicts.get(id);
				if (!verdict) continue;
				course.judged(row, verdict);
				if (verdict.is === 'failed') course.fail(row, verdict.error);
			}
			this.demandProof();
		}
		// A call of an earlier run has done meanwhile what these rows want.
		const done = rows.map((row) => course.rows.get(row.index) ?? row);
		const unchanged = done.filter((row) => !isChanged(row));
		await this.judgeLate(unchanged, { client, call });
		for (const row of unchanged) this.showInherited(row, course);
		this.judgeShare(rows, course);
	}

	/** Stops the run after a wave that nobody has shown to do no harm, as all of it showed nothing. */
	private demandProof(): void {
		const { wave, unknown } = this.record.share;
		if (unknown > 0 && wave.finished === wave.failed) this.stopped ??= nobodyMet(unknown);
	}

	/** Counts how endpoints of the last wave have ended, as it is written down. */
	private count(results: ItemResult[], unknown = 0): void {
		const { share } = this.record;
		const wave = new Failures(this.run.items, share.wave);
		wave.add(results);
		share.wave = wave.tally;
		share.unknown += unknown;
	}

	/** Stops the run where the earlier one, which was stopped before, would have sent nothing more. */
	private judgeEarlier(): void {
		const { before, wave } = this.record.share;
		const { items, continueOnFail } = this.run;
		this.failures = new Failures(items, {
			finished: before.finished + wave.finished,
			failed: before.failed + wave.failed,
		});
		const over = this.failures.add([]) ?? new Failures(items, wave).atEndOfWave();
		if (over) items[0]?.call.note(COUNTS_ON);
		this.stopped ??= over;
		this.demandProof();
		if (continueOnFail) return;
		const failed = [...this.inherited.values()].find((verdict) => verdict.is === 'failed');
		this.stopped ??= failed?.error;
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

	/** Judges what an earlier run had left, and whether it may go on. */
	private async judgeInherited(client: Client): Promise<void> {
		const { open } = this.record;
		if (open) await this.settleInherited(client, open);
		this.judgeEarlier();
	}

	private async settleInherited(client: Client, open: Judging): Promise<void> {
		const { workspace } = open;
		const here = await client.in(workspace === null ? {} : { workspaceId: workspace });
		const call = this.living(here.listing('endpoint'));
		const tell = (what: string) => this.run.tell(`what an earlier run had left: ${what}`);
		const ports = { client: here, call, tell };
		this.acceptLeft(open);
		if (open.phase === 'sending') {
			const { moved, unmoved } = await movedInTheEnd(ports, open.rows, AFTER_KILL_MS);
			open.rows = moved;
			for (const row of unmoved) this.unmoved.set(row.id, row);
			this.unmovedRule = open;
		} else open.rows = await movedNow(call, open.rows);
		const verdicts = await this.settle(ports, true);
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
		this.countNoMore(open.sick.length - sick.length);
		open.sick = sick;
	}

	/** Takes endpoints of the last wave that a person has accepted out of those that have failed. */
	private countNoMore(endpoints: number): void {
		const { share } = this.record;
		const { finished, failed } = share.wave;
		const count = Math.min(endpoints, failed);
		share.wave = { finished: finished - count, failed: failed - count };
	}

	private noteInherited(call: Call): void {
		const { open } = this.record;
		const verdicts = [...this.inherited.values()];
		const count = (is: RowVerdict['is']) => verdicts.filter((verdict) => verdict.is === is).length;
		if (open) {
			const ids = [...open.rows, ...open.sick].map(({ id }) => id);
			const error = stillOpen(ids, this.stopped);
			this.stopped = error;
			call.note(error.message);
		}
		if (verdicts.length === 0) return;
		call.note(
			`An earlier run was stopped while ${verdicts.length} endpoints were under judgement: ${count('met')} met the condition, ${count('putBack')} were put back, ${count('notMet')} did not meet it, ${count('unknown')} showed nothing, ${count('failed')} failed, ${count('accepted')} were accepted as they are`,
		);
	}

	/**
	 * Judges endpoints that a call of an earlier run has changed after all, as the plan of this run shows; gives whether
	 * there are any.
	 */
	private async judgeLate(
		rows: readonly RowPlan[],
		{ client, call }: { client: Client; call: Call },
	): Promise<boolean> {
		const rule = this.unmovedRule;
		if (!rule || this.record.open) return false;
		const late = rows.flatMap(({ state }) => {
			const row = state && this.unmoved.get(state.id);
			return row && isMoved(row, state) ? [row] : [];
		});
		if (late.length === 0) return false;
		for (const { id } of late) this.unmoved.delete(id);
		this.record.open = { ...rule, phase: 'sending', rows: late, sick: [] };
		const tell = (what: string) => this.run.tell(`what an earlier run had left: ${what}`);
		const verdicts = await this.settle({ client, call, tell }, true);
		for (const [id, verdict] of verdicts) this.inherited.set(id, verdict);
		return true;
	}

	/**
	 * Judges the endpoints that are under judgement, and puts back those that do not meet the condition. Each step
	 * is written down before the next one begins. What cannot be read, or not be put back, stays written down.
	 */
	private async settle(ports: SettlePorts, isInherited = false): Promise<Map<number, RowVerdict>> {
		const open = this.record.open!;
		const verdicts = new Map<number, RowVerdict>();
		const reasons = new Map<number, string>();
		if (open.rows.length > 0) {
			const resetErrors = await this.begun(open, ports, isInherited);
			await this.judgeOpen(open, { verdicts, reasons }, { ...ports, resetErrors });
			await this.write();
		}
		if (open.sick.length > 0) {
			const results = await putBack(ports.client, ports.call, open.sick);
			open.sick = open.sick.filter(({ id }) => {
				const result = results.get(id)!;
				const reason =
					reasons.get(id) ?? 'an earlier run has found that it does not meet the condition';
				if ('left' in result) {
					verdicts.set(id, { is: 'putBack', reason, left: result.left });
					return false;
				}
				const cause = 'gone' in result ? result.gone : result.error;
				verdicts.set(id, { is: 'failed', error: notPutBack(reason, cause) });
				return !('gone' in result);
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

	/**
	 * Notes when endpoints were changed, and resets them where the wave wants that; gives why some could not be reset.
	 * What they show counts from the moment before a quick call on. Else, as it may have been shown while the call waited,
	 * or while nobody waited for it, from the date that the service gives to their change, or from now.
	 */
	private async begun(
		open: Judging,
		{ client, call }: SettlePorts,
		isInherited: boolean,
	): Promise<ReadonlyMap<number, unknown>> {
		const isAgain = isInherited && open.phase === 'resetting';
		if (open.phase === 'sending') {
			const tookMs = monotonic(client.ports.clock) - this.writtenAt;
			if (isInherited || tookMs > QUICK_MS) {
				const now = await momentOf({ client, call }, open.rows[0]!.id);
				const between = { after: Date.parse(open.since), until: Date.parse(now) };
				const at = await changedAt(call, open.rows, between);
				open.since = at === undefined ? now : new Date(at).toISOString();
			}
			open.phase = open.reset ? 'resetting' : 'judging';
		}
		await this.write();
		if (open.phase !== 'resetting') return new Map();
		const ids = open.rows.map(({ id }) => id);
		const errors = await resetDevices({ client, call }, ids, { since: open.since, isAgain });
		open.phase = 'judging';
		await this.write();
		return errors;
	}

	private async judgeOpen(
		open: Judging,
		{ verdicts, reasons }: { verdicts: Map<number, RowVerdict>; reasons: Map<number, string> },
		ports: SettlePorts & { resetErrors: ReadonlyMap<number, unknown> },
	): Promise<void> {
		const ids = open.rows.map(({ id }) => id);
		const judged = await judge(ids, open, ports);
		const unread: Moved[] = [];
		const ended: ItemResult[] = [];
		let unknown = 0;
		for (const row of open.rows) {
			const judgement = judged.get(row.id)!;
			if (judgement.is === 'met') {
				verdicts.set(row.id, { is: 'met' });
				ended.push({ items: [] });
			} else if (judgement.is === 'silent' && open.silent === 'unknown') {
				verdicts.set(row.id, { is: 'unknown', reason: judgement.reason });
				unknown += 1;
			} else if ('reason' in judgement) {
				const { reason } = judgement;
				reasons.set(row.id, reason);
				ended.push({ error: new Error(reason) });
				if (open.putBack) {
					open.sick.push(row);
					this.record.back.set(row.id, digestOf(row));
				} else verdicts.set(row.id, { is: 'notMet', reason });
			} else {
				if (judgement.is === 'unread') unread.push(row);
				else ended.push({ error: judgement.error });
				verdicts.set(row.id, { is: 'failed', error: notJudged(judgement.error) });
			}
		}
		open.rows = unread;
		this.count(ended, unknown);
	}

	private async write(): Promise<void> {
		const text = recordText(this.record);
		if (text !== undefined) this.isWritten = true;
		await this.kept?.write(text);
	}

	/** The same call, whose waits end once another run has taken the place of this one. */
	private living(call: Call): Call {
		const { kept } = this;
		if (!kept) return call;
		return {
			...call,
			wait: async (ms) => {
				let left = ms;
				while (left > 0) {
					await kept.confirm();
					const step = Math.min(left, BEAT_MS);
					await call.wait(step);
					left -= step;
				}
			},
		};
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

/** From a wave to the answers of its calls, where these are quick. Milliseconds. */
const QUICK_MS = 30_000;

/** Now, by the clock of the service; ISO 8601. */
async function momentOf(
	{ client, call }: { client: Client; call: Call },
	endpointId: number,
): Promise<string> {
	const now = () => client.ports.clock.now();
	const moment = (await serviceNow({ call, now })) ?? (await renewal(call, endpointId, now)).readAt;
	return new Date(moment).toISOString();
}

/** What judging uses. */
interface SettlePorts {
	client: Client;
	call: Call;
	tell: (what: string) => void;
}

interface WaveOptions {
	waves: TableWaves;
	client: Client;
	call: Call;
	course: Course;
	workspace: unknown;
	tell: (what: string) => void;
}
