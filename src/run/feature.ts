import {
	type Call,
	type Definition,
	defineOperation,
	type Fields,
	type Input,
	type InputOf,
	type Json,
	type Operation,
} from '../table/define';
import type { Client, SingleFeature } from './client';
import type { RefusedRow } from './items';

/*
 * Features: operations that are more than a request. A feature is an entry with a form like any other, and
 * its logic, which is loaded by `await import()` when it runs. It lives in a folder of its own in
 * `src/features/`, and `src/operations.ts` names it: no file of `table/` or `run/` does.
 *
 * - `perform` is called for one input after the other, as many at a time as the lane of the entry allows.
 * - `performAll` is called once for all items of a run.
 */

/** An item of a run that a feature performs together with others. */
export interface FeatureItem<I = Input> {
	/** The number of the item in the run, as n8n counts them: from 0. */
	readonly index: number;
	/** Its checked input; names are replaced by ids, unless the feature {@link JointFeature.findsNames}. */
	readonly input: I;
	/**
	 * The client that acts in the workspace of the item. Items of one workspace have the same client, and
	 * share what it looks up (`entries`, `once`).
	 */
	readonly client: Client;
	/**
	 * Sends for the item, under the effect and in the lane of the feature's entry. Lists, the event feed and
	 * single reads are read by entries of the table: `call.list(entry, input)`, `call.other(entry, input)`,
	 * `call.endpoints(ids)`. `call.wait(ms)` lets time pass. It throws the reason of the abort as soon as
	 * the run is stopped; the feature must not catch that error.
	 */
	readonly call: Call;
}

/**
 * The result of an item: what leaves the node for it, by which of the entry's `outputs` (counted from 0;
 * the first unless given), or why it failed. n8n handles a failed item in its own way, whatever the
 * outputs; items that are not about it can leave `beside` it.
 */
export type FeatureResult =
	| { items: Json[]; output?: number }
	| { error: unknown; beside?: Json[] };

/** A run of a feature, and what it may use beside its items. */
export interface FeatureRun<I = Input> {
	/** The items that may be performed, in the order of the run. Never empty. */
	readonly items: ReadonlyArray<FeatureItem<I>>;
	/** Items that were refused before the feature runs; their errors are already their results. */
	readonly refused: readonly RefusedRow[];
	/**
	 * Whether the run goes on after an item has failed. If not, a feature sends nothing more after a
	 * failure.
	 */
	readonly continueOnFail: boolean;
	/**
	 * Does an item's action at the service, such as sending its SMS, once. Where the item has an idempotency
	 * key, the key is claimed before `job` and its verdict is written right after it. When n8n's Retry On
	 * Fail runs the node again, `job` is not repeated. `job` sends by `item.call`. Everything that a feature
	 * changes at the service goes through here; reads do not.
	 * @returns the result of `job`, or that of an earlier run or try; or why it failed
	 */
	once(
		item: FeatureItem<I>,
		job: () => Promise<Json>,
	): Promise<{ done: Json } | { error: unknown }>;
	/**
	 * What this node of the workflow remembers through one execution, its loops and n8n's sleeps included: plain
	 * JSON, which the feature may change. Empty where the host keeps nothing.
	 */
	readonly remembered: Json;
	/**
	 * Tells a person how far the run is, in the log and, when run by hand, in the editor: "37 of 50 met, next look
	 * in 20 s". It may be called often; only some of the calls are shown.
	 */
	tell(what: string): void;
	/** Tells how many of the run's items have ended; shown where there are many, and at most every five seconds. */
	progress(ended: number, all: number): void;
}

/** A feature that performs the items of a run together. */
export interface JointFeature<I = Input> {
	/**
	 * Performs the items of a run; gives one result for each of `run.items`, in their order. A thrown error
	 * fails all items; the error of a single item has to be given as its result.
	 */
	performAll(client: Client, run: FeatureRun<I>): Promise<FeatureResult[]>;
	/** The feature resolves names itself: its inputs contain references as they were given. */
	findsNames?: true;
}

export type Feature = Operation & (SingleFeature | JointFeature);

/** Whether a feature performs the items of a run together. */
export const isJoint = (operation: Operation): operation is Operation & JointFeature =>
	'performAll' in operation;

/** The entry of a feature that is performed for one input at a time; `input` has the types of its fields. */
export const defineFeature = <F extends Fields>(
	entry: Definition<F> & SingleFeature<InputOf<F>>,
): Feature => ({
	...defineOperation<F>(entry),
	perform: async (client, input, call) => await entry.perform(client, input as InputOf<F>, call),
});

/** The entry of a feature that performs the items of a run together. */
export const defineJointFeature = <F extends Fields>(
	entry: Definition<F> & JointFeature<InputOf<F>>,
): Feature => ({
	...defineOperation<F>(entry),
	together: true,
	performAll: async (client, run) => await entry.performAll(client, run as FeatureRun<InputOf<F>>),
});
