import type { FeatureRun } from '../../run/feature';
import { Failures } from '../../run/stopEarly';
import type { RowPlan } from './rowPlans';
import type { WaveBook } from './waveBook';
import { type Course, resultFor } from './waveCourse';
import { nobodyMet, notMetError } from './waveErrors';

/* When no more waves go out: too many endpoints have failed, or none has shown that its change does no harm. */

/** The limit of failures over the waves of a run, those of an earlier run that was stopped among them. */
export class WaveLimit {
	private failures: Failures;

	constructor(
		private readonly run: FeatureRun,
		private readonly book: WaveBook,
	) {
		this.failures = new Failures([...run.items]);
	}

	get tally() {
		return this.failures.tally;
	}

	/** Stops the run where the earlier one would have stopped; `failure` is that of one of its endpoints. */
	judgeEarlier(failure: unknown): void {
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
		if (!continueOnFail) this.book.stop(failure);
	}

	/** Stops the run after a wave of which no endpoint showed whether it meets the condition. */
	demandProof(): void {
		const { wave, unknown } = this.book.record.share;
		if (unknown > 0 && wave.finished === wave.failed) this.book.stop(nobodyMet(unknown));
	}

	/** Stops the run where too many of a wave, or of all waves so far, have failed or not met the condition. */
	judge(rows: readonly RowPlan[], course: Course): void {
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
}

const COUNTS_ON =
	'The waves of an earlier run that was stopped count for the limit of failures, so that this run sends no more of them. The next run begins anew.';
