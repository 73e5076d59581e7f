import { knownOf } from '../../errors';
import { BEAT_MS, type KeptText } from '../../keys/keptText';
import type { FeatureRun } from '../../run/feature';
import type { ItemResult } from '../../run/items';
import { Failures } from '../../run/stopEarly';
import type { Call } from '../../table/define';
import { emptyRecord, noShare, recordIn, recordText, type WaveRecord } from './waveRecord';

/* What the waves of a run write down, and whether more of them go out. */

/** The record of a run in waves, and the store that keeps it; without a store nothing is written down. */
export class WaveBook {
	record: WaveRecord = emptyRecord();
	/** When the open wave was written down; milliseconds, by {@link monotonic}. */
	writtenAt = 0;
	/** Why no more waves go out. */
	stopped: unknown;
	/** Whether the store has, or had, a text of this run or an earlier one. */
	private isWritten = false;

	constructor(
		private readonly items: FeatureRun['items'],
		private readonly kept: KeptText | undefined,
	) {}

	/** No more waves go out. The first reason counts. */
	stop(reason: unknown): void {
		this.stopped ??= reason;
	}

	/** Reads what an earlier run has left. */
	async read(): Promise<void> {
		const text = await this.kept?.read();
		this.isWritten = text !== undefined;
		this.record = recordIn(text);
	}

	/** Writes down the record as it is. @throws CellularIotError where that fails */
	async write(): Promise<void> {
		const text = recordText(this.record);
		if (text !== undefined) this.isWritten = true;
		await this.kept?.write(text);
	}

	/** Counts how endpoints of the last wave have ended, as it is written down. */
	count(results: ItemResult[], unknown = 0): void {
		const { share } = this.record;
		const wave = new Failures(this.items, share.wave);
		wave.add(results);
		share.wave = wave.tally;
		share.unknown += unknown;
	}

	/** Takes endpoints of the last wave that a person has accepted out of those that have failed. */
	countNoMore(endpoints: number): void {
		const { share } = this.record;
		const { finished, failed } = share.wave;
		const count = Math.min(endpoints, failed);
		share.wave = { finished: finished - count, failed: failed - count };
	}

	/** The same call, whose waits end once another run has taken the place of this one. */
	living(call: Call): Call {
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
			this.items[0]?.call.note(
				`What the waves had written down could not be removed, so that the next run judges the last of them again: ${knownOf(error).message}`,
			);
		} finally {
			await kept.release();
		}
	}
}
