import { knownOf } from '../../errors';
import type { Client } from '../../run/client';
import type { FeatureRun } from '../../run/feature';
import type { Call, Json } from '../../table/define';
import type { RowPlan } from './rowPlans';
import type { WaveBook } from './waveBook';
import { type Course, shownVerdict } from './waveCourse';
import { leftOpen, stillOpen } from './waveErrors';
import { acceptedIn } from './waveForm';
import { AFTER_KILL_MS, movedInTheEnd, movedNow } from './waveMoved';
import { type Judging, recordIn } from './waveRecord';
import { settle } from './waveSettle';
import { digestOf, isMoved, type Moved, movedBy } from './waveValues';
import type { RowVerdict } from './waveVerdict';

/* What an earlier run in waves that was stopped has left, and how this run judges it. */

/** Changes that an earlier run was making when it was stopped, and how their wave was to be judged. */
interface Unmoved {
	rule: Judging;
	/** By the IDs of their endpoints; the last look did not show them. */
	changes: Map<number, Moved>;
}

/** The endpoints that an earlier run has left under judgement, and the verdicts of this run on them. */
export class InheritedWave {
	private readonly verdicts = new Map<number, RowVerdict>();
	private unmoved: Unmoved | undefined;

	constructor(
		private readonly run: FeatureRun,
		private readonly book: WaveBook,
	) {}

	/** Why the first endpoint that could not be judged or put back was not; undefined where all were. */
	get failure(): unknown {
		return [...this.verdicts.values()].find((verdict) => verdict.is === 'failed')?.error;
	}

	/** The results of the endpoints, without some by their IDs. */
	resultsBeside(ids: ReadonlySet<number>): Json[] {
		return [...this.verdicts]
			.filter(([id]) => !ids.has(id))
			.map(([id, verdict]) => ({ endpoint_id: id, ...shownVerdict(verdict), in_table: false }));
	}

	/** Gives a row that needs nothing the verdict on its endpoint, if there is one. */
	show(row: RowPlan, course: Course): void {
		const verdict = row.state && this.verdicts.get(row.state.id);
		if (verdict) course.judged(row, verdict);
	}

	/** Whether the earlier run has put back what the row wants; the row is then left as it is. */
	wasPutBack(row: RowPlan, course: Course): boolean {
		if (!row.state) return false;
		const { id } = row.state;
		if (this.book.record.back.get(id) !== digestOf(movedBy(row))) return false;
		const reason = 'an earlier run, which was stopped, has put it back; the next run tries again';
		course.judged(row, this.verdicts.get(id) ?? { is: 'putBack', reason, left: [] });
		course.rows.set(row.index, { ...row, changes: [] });
		return true;
	}

	/** Judges the endpoints that the earlier run has left, but for those that a person has accepted. */
	async judge(client: Client): Promise<void> {
		const { open } = this.book.record;
		if (!open) return;
		const { workspace } = open;
		const here = await client.in(workspace === null ? {} : { workspaceId: workspace });
		const call = this.book.living(here.listing('endpoint'));
		const ports = { client: here, call, tell: this.tell };
		this.acceptLeft(open);
		if (open.phase === 'sending') {
			const { moved, unmoved } = await movedInTheEnd(ports, open.rows, AFTER_KILL_MS);
			open.rows = moved;
			this.unmoved = { rule: open, changes: new Map(unmoved.map((row) => [row.id, row])) };
		} else open.rows = await movedNow(call, open.rows);
		for (const [id, verdict] of await settle(this.book, ports, true)) {
			this.verdicts.set(id, verdict);
		}
		this.noteVerdicts(call);
	}

	/**
	 * Judges endpoints that a late call of the earlier run has changed, as the plan of this run shows.
	 * @returns whether there are any
	 */
	async judgeLate(
		rows: readonly RowPlan[],
		{ client, call }: { client: Client; call: Call },
	): Promise<boolean> {
		const { unmoved } = this;
		if (!unmoved || this.book.record.open) return false;
		const late = rows.flatMap(({ state }) => {
			const row = state && unmoved.changes.get(state.id);
			return row && isMoved(row, state) ? [row] : [];
		});
		if (late.length === 0) return false;
		for (const { id } of late) unmoved.changes.delete(id);
		this.book.record.open = { ...unmoved.rule, phase: 'sending', rows: late, sick: [] };
		const verdicts = await settle(this.book, { client, call, tell: this.tell }, true);
		for (const [id, verdict] of verdicts) this.verdicts.set(id, verdict);
		return true;
	}

	private readonly tell = (what: string) => this.run.tell(`what an earlier run had left: ${what}`);

	/** Leaves endpoints as they are that a person has accepted. */
	private acceptLeft(open: Judging): void {
		const accepted = new Set(this.run.items.flatMap(({ input }) => acceptedIn(input)));
		const isLeft = ({ id }: Moved) => !accepted.has(id);
		for (const { id } of [...open.rows, ...open.sick]) {
			if (accepted.has(id)) this.verdicts.set(id, { is: 'accepted' });
		}
		open.rows = open.rows.filter(isLeft);
		const sick = open.sick.filter(isLeft);
		this.book.countNoMore(open.sick.length - sick.length);
		open.sick = sick;
	}

	private noteVerdicts(call: Call): void {
		const { open } = this.book.record;
		const verdicts = [...this.verdicts.values()];
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
}

/**
 * For a run without waves: refuses it where an earlier run has left endpoints under judgement, as it may change some of
 * them; a dry run is told instead.
 */
export async function refuseOpen(
	{ ports: { kept } }: Client,
	{ items }: FeatureRun,
): Promise<void> {
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
