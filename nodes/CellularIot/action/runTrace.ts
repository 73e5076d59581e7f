import type { IExecuteFunctions } from 'n8n-workflow';
import { Meter } from '../../../src/request/meter';
import type { ItemResult } from '../../../src/run/items';
import { outcomesIn } from '../../../src/run/outcomes';
import { RunStopped } from '../../../src/run/run';
import type { Operation } from '../../../src/table/define';
import { traceRun } from '../n8n/tracing';

/* The numbers of a run on its trace: counts and the words of the form, no ids and no texts of the fleet. */

export class RunTrace {
	/** Counts what the run asks of the service. */
	readonly meter = new Meter();
	/** What became of the items so far: of many, results take much memory. */
	private readonly counts = outcomesIn([]);

	constructor(
		private readonly operation: Pick<Operation, 'resource' | 'name' | 'lane'>,
		/** Items of the input. */
		private readonly items: number,
	) {}

	/** Adds results of items. */
	add(results: readonly ItemResult[]): void {
		const { done, refused, unknown, notSent } = outcomesIn(results);
		this.counts.done += done;
		this.counts.refused += refused;
		this.counts.unknown += unknown;
		this.counts.notSent += notSent;
	}

	/** Adds the results of a run that stopped at a failure, and throws its error again. */
	async stoppedBy(error: unknown): Promise<never> {
		if (error instanceof RunStopped && error.results) this.add(error.results);
		return await Promise.reject(error as Error);
	}

	/** Puts the numbers on the trace, at the end of the run. Items without a result were not sent. */
	end(context: IExecuteFunctions): void {
		const { operation, items, counts, meter } = this;
		const { done, refused, unknown, notSent } = counts;
		traceRun(context, {
			'cellular_iot.resource': operation.resource,
			'cellular_iot.operation': operation.name,
			'cellular_iot.lane': operation.lane,
			'cellular_iot.items': items,
			'cellular_iot.done': done,
			'cellular_iot.refused': refused,
			'cellular_iot.unknown': unknown,
			'cellular_iot.not_sent': notSent + Math.max(items - (done + refused + unknown + notSent), 0),
			'cellular_iot.requests': meter.requests,
			'cellular_iot.retries': meter.retries,
			'cellular_iot.bulk_calls': meter.bulkCalls,
			'cellular_iot.pages': meter.pages,
			'cellular_iot.waited_ms': meter.waitedMs,
		});
	}
}
