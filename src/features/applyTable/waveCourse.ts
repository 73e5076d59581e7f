import { ownError } from '../../errors';
import type { ItemResult } from '../../run/items';
import type { Json } from '../../table/define';
import type { RowPlan } from './rowPlans';
import type { Applied } from './tableWrites';
import type { RowVerdict, RowWave } from './waveVerdict';

/* What becomes of the rows of a table in its waves. */

/** What has become of the rows of a table so far, by the numbers of their items. */
export class Course {
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

	/** Gives a row the verdict on its endpoint; a row of an endpoint that was not judged, or not put back, has failed. */
	judged(row: RowPlan, verdict: RowVerdict): void {
		const { index } = row;
		this.waves.set(index, { ...this.waves.get(index), verdict });
		if (verdict.is === 'failed') this.fail(row, verdict.error);
	}

	/** Takes over what a wave has done. */
	take({ rows, errors, made }: Applied): void {
		for (const [index, row] of rows) this.rows.set(index, row);
		for (const [index, error] of errors) this.errors.set(index, error);
		for (const [index, result] of made) this.made.set(index, result);
	}

	/** As the result of the table. */
	applied(last: Pick<Applied, 'extras' | 'failedExtras' | 'extrasLeft'>): Applied {
		const { rows, errors, made, waves } = this;
		const { extras, failedExtras, extrasLeft } = last;
		return { rows, errors, made, waves, extras, failedExtras, extrasLeft };
	}
}

/** A verdict as the share of failures counts it. */
function resultOfVerdict(verdict: RowVerdict): ItemResult {
	if (verdict.is === 'met') return { items: [] };
	// Such an endpoint says nothing about the others.
	if (verdict.is === 'unknown' || verdict.is === 'accepted') return { items: [], isEarlier: true };
	return { error: 'error' in verdict ? verdict.error : new Error(verdict.reason) };
}

/** A row as the share of failures counts it. */
export function resultFor(row: RowPlan, course: Course): ItemResult {
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
		case 'unknown':
			return { outcome: verdict.is, reason: verdict.reason };
		case 'accepted':
			return { outcome: 'notMet', reason: 'accepted as it is: an earlier run had left it open' };
		case 'putBack': {
			const { reason, left } = verdict;
			return { outcome: 'putBack', reason, ...(left.length > 0 && { left }) };
		}
	}
}
