import { CellularIotError, findCause, knownOf, outcomeAfter, PartlyDoneError } from '../errors';
import { monotonic } from '../ports';
import type { Input, Json, Operation } from '../table/define';
import { inParallel } from '../table/inParallel';
import { piecesOf } from '../table/values';
import { performMany } from './bulk';
import type { Client } from './client';
import { type CheckedItem, NotAttemptedError } from './items';
import { isNotAttempted } from './outcomes';

/*
 * A job that takes several steps for each of some things, such as endpoints or the rows of a table. It is written as
 * one function that takes its steps in order; what is left, done, in doubt and stopped is kept here. Each step looks
 * first, where it says how: a call waits for its turn, and one without an answer is repeated minutes later, so that
 * its things are looked at again right before. What somebody has set meanwhile is theirs.
 */

/** Things that are looked at together, and then changed at the same time; the lane spaces their requests. */
export const AT_A_TIME = 10;

/**
 * What a look shows of a thing: it is as it was; the step is done for it already; another input is to be sent; or it
 * must be left, as somebody else has changed it.
 */
export type Sight = 'asBefore' | 'done' | { send: Input } | { changed: CellularIotError };

/** Looks at things as they are now; gives a sight of each. */
export type Look<T> = (things: T[]) => Promise<ReadonlyMap<T, Sight>>;

/** Awaited right before each attempt of a request about a thing; what it throws keeps it from being sent. */
type Confirm = () => Promise<void>;

/** A step of a job. */
interface Step<T> {
	/** Whether it is about a thing; asked of those that are left when its turn comes. */
	of: (thing: T) => boolean;
	/** Absent where the step needs no look. */
	look?: Look<T>;
	/**
	 * The error of a thing of which a call got no answer, and which somebody else has changed by the time it would have
	 * been repeated; `changed` says how.
	 */
	unanswered?: (thing: T, changed: unknown) => CellularIotError;
}

/** A step that is taken for each thing by itself. */
export interface SingleStep<T> extends Step<T> {
	/** @param confirming gives what each of its requests is confirmed by, where the step looks */
	take: (thing: T, confirming: () => Confirm) => Promise<void>;
}

/** A step that is taken for many things in calls of a bulk entry. */
interface BulkStep<T> extends Step<T> {
	entry: Operation;
	inputOf: (thing: T) => Input;
	/** Called right before each attempt of a call, which is sent then. */
	sending?: (things: T[]) => void;
	/** Those of some things that have failed for which the step is done all the same, by whatever call. */
	areDone?: (failed: T[]) => Promise<ReadonlySet<T>>;
}

interface WorkOptions<T> {
	/** For how long a look counts. Milliseconds. */
	lookValidMs: number;
	/** Looks before each step and each repeated attempt, too, however recent the last look was. */
	looksAlways?: boolean;
	/** The number by which errors call a thing; usually its index in the call. */
	numberOf?: (thing: T) => number;
	/** The error of a thing for which a step was not tried, since the work had stopped. */
	notTried?: (cause: unknown) => CellularIotError;
}

/** A request is not sent, since some of its things are not as they were; the others are sent without them. */
class SomeChangedError extends CellularIotError {
	constructor() {
		super('Not sent: somebody else has changed an endpoint of the call', '', 'notSent');
	}
}

/** Whether a request was not sent because of another thing, or of one that has failed by itself. */
export const isAboutOthers = (error: unknown): boolean =>
	findCause(error, (cause): cause is SomeChangedError => cause instanceof SomeChangedError) !==
	undefined;

const changedAfterAttempt = (_: unknown, changed: unknown) =>
	new CellularIotError(
		`A call got no answer and was not repeated for this endpoint: ${knownOf(changed).message}`,
		knownOf(changed).hint,
		'unknown',
		changed,
	);

/** Work on some things; one that has failed takes no further part in it. */
export class Work<T> {
	private readonly failures = new Map<T, unknown>();
	private readonly ended = new Set<T>();
	/** Things for which a step was not taken, since the work had stopped. */
	private readonly untried = new Set<T>();
	/** What was done to each thing, in words. */
	private readonly did = new Map<T, Set<string>>();
	/** When each thing was last looked at; milliseconds, by {@link monotonic}. */
	private readonly seenAt = new Map<T, number>();
	private reason: unknown;

	/** All things count as seen at `readAt`; milliseconds, by {@link monotonic}. */
	constructor(
		private readonly client: Client,
		readonly things: readonly T[],
		private readonly options: WorkOptions<T>,
		readAt = -Infinity,
	) {
		for (const thing of things) this.seenAt.set(thing, readAt);
	}

	/** Things that have failed, with the reasons. */
	get failed(): ReadonlyMap<T, unknown> {
		return this.failures;
	}

	/** A failure that the next call would meet, too; nothing more is sent then. */
	get stopped(): unknown {
		return this.reason;
	}

	/** Nothing more is sent. The first reason counts. */
	stop(reason: unknown): void {
		this.reason ??= reason;
	}

	/** Whether a thing is still at work. */
	isOpen(thing: T): boolean {
		return !this.failures.has(thing) && !this.ended.has(thing);
	}

	/**
	 * Things that are still at work, of those that a step is about. Once the work has stopped there are none: these
	 * things then end as not tried ({@link close}).
	 */
	left(of: (thing: T) => boolean): T[] {
		const things = this.things.filter((thing) => this.isOpen(thing) && of(thing));
		if (this.reason === undefined) return things;
		for (const thing of things) this.untried.add(thing);
		return [];
	}

	/** A step was taken for a thing; `what` says so, as the beginning of a sentence without its capital. */
	note(thing: T, what: string): void {
		this.did.set(thing, (this.did.get(thing) ?? new Set()).add(what));
	}

	/** A thing needs nothing more. */
	end(thing: T): void {
		this.ended.add(thing);
	}

	/** A failure of the thing alone. */
	fail(thing: T, error: unknown): void {
		if (!this.isOpen(thing)) return;
		const did = this.did.get(thing);
		this.failures.set(thing, did ? new PartlyDoneError(sentenceOf(did), error) : error);
	}

	/** A failure of a call. Unless it is a refusal, the next call would fail, too, and the work stops. */
	failCall(
		thing: T,
		error: unknown,
		{ unanswered = changedAfterAttempt }: Pick<Step<T>, 'unanswered'> = {},
	): void {
		if (isAboutOthers(error)) return;
		const changed = this.failures.get(thing);
		// An attempt got no answer, and the look before the next one has shown that the thing is to be left.
		if (changed !== undefined && knownOf(error).outcome === 'unknown') {
			this.failures.set(thing, unanswered(thing, changed));
		}
		if (!this.isOpen(thing)) return;
		this.fail(thing, error);
		if (outcomeAfter(0, error) !== 'refused') this.stop(error);
	}

	/** Looks at things; those that somebody else has changed fail. */
	async look(things: T[], look: Look<T>): Promise<ReadonlyMap<T, Sight>> {
		if (things.length === 0) return new Map();
		const sights = await look(things);
		for (const thing of things) {
			this.seenAt.set(thing, this.now());
			const sight = sights.get(thing)!;
			if (typeof sight === 'object' && 'changed' in sight) this.fail(thing, sight.changed);
		}
		return sights;
	}

	/** Those of some things that a step is still about, as a look right before it shows. */
	async seen(things: T[], { look, of }: Pick<Step<T>, 'look' | 'of'>): Promise<T[]> {
		if (!look || !this.options.looksAlways) return things;
		await this.look(things, look);
		return things.filter((thing) => this.isOpen(thing) && of(thing));
	}

	/**
	 * For one request, which may have to wait for its turn: to be awaited right before each attempt with the things that
	 * it is about. Looks again at those whose last look is too old to count.
	 * @throws an error by which it is not sent ({@link isAboutOthers}), where one of them is not as it was
	 */
	confirming(look: Look<T>, seen?: (sights: ReadonlyMap<T, Sight>) => void) {
		const { lookValidMs, looksAlways = false } = this.options;
		const tried = new Set<T>();
		return async (things: T[]): Promise<void> => {
			const now = this.now();
			const old = things.filter((thing) => {
				const isRepeated = looksAlways && tried.has(thing);
				return isRepeated || now - this.seenAt.get(thing)! > lookValidMs;
			});
			for (const thing of things) tried.add(thing);
			const sights = await this.look(old, look);
			seen?.(sights);
			const isAsBefore = old.every((thing) => sights.get(thing) === 'asBefore');
			if (!isAsBefore || !things.every((thing) => this.isOpen(thing))) throw new SomeChangedError();
		};
	}

	/** Takes a step for each thing that it is about, a few at a time. Never throws. */
	async each(step: SingleStep<T>): Promise<void> {
		const things = this.left(step.of);
		const untaken = new Set(things);
		const take = async (thing: T) => {
			if (this.reason !== undefined) return;
			untaken.delete(thing);
			const confirming = () => {
				const confirm = step.look && this.confirming(step.look);
				return async () => await confirm?.([thing]);
			};
			try {
				await step.take(thing, confirming);
			} catch (error) {
				this.failCall(thing, error, step);
			}
		};
		try {
			const isLooking = step.look !== undefined && this.options.looksAlways === true;
			for (const few of isLooking ? piecesOf(things, AT_A_TIME) : [things]) {
				if (this.reason !== undefined) break;
				await inParallel(await this.seen(few, step), AT_A_TIME, take);
			}
		} catch (error) {
			this.stop(error);
		}
		if (this.reason !== undefined) for (const thing of untaken) this.untried.add(thing);
	}

	/**
	 * Takes a step for the things that it is about, in calls of its bulk entry; gives what the service has answered about
	 * those for which it is done. A call of which some are not as they were is sent without these. Never throws.
	 */
	async inBulk(step: BulkStep<T>): Promise<Map<T, Json>> {
		const things = this.left(step.of);
		try {
			const called = await this.seen(things, step);
			const { done, failed } = await this.called(called, step);
			const areDone = failed.size > 0 ? await step.areDone?.([...failed.keys()]) : undefined;
			for (const thing of called) {
				if (!failed.has(thing)) continue;
				if (areDone?.has(thing)) done.set(thing, {});
				else this.failCall(thing, failed.get(thing), step);
			}
			return new Map([...done].filter(([thing]) => this.isOpen(thing)));
		} catch (error) {
			this.stop(error);
			for (const thing of things) this.untried.add(thing);
			return new Map();
		}
	}

	/** Calls the entry of a step until no thing is left that was set aside. */
	private async called(things: T[], step: BulkStep<T>) {
		const done = new Map<T, Json>();
		const failed = new Map<T, unknown>();
		const inputs = new Map(things.map((thing) => [thing, step.inputOf(thing)]));
		const take = (sights: ReadonlyMap<T, Sight>) => {
			for (const [thing, sight] of sights) {
				if (sight === 'done') done.set(thing, {});
				else if (typeof sight === 'object' && 'send' in sight) inputs.set(thing, sight.send);
			}
		};
		let left = things;
		while (left.length > 0) {
			const own = new Map(left.map((thing, i) => [this.options.numberOf?.(thing) ?? i, thing]));
			/** Those of a call that was not sent because of another of them; the next call has them. */
			const setAside = new Set<T>();
			const confirmSome = step.look && this.confirming(step.look, take);
			const confirm = async (items: CheckedItem[]) => {
				const some = items.map(({ index }) => own.get(index)!);
				await confirmSome?.(some).catch((error: unknown) => {
					if (isAboutOthers(error)) for (const thing of some) setAside.add(thing);
					throw error;
				});
				step.sending?.(some);
			};
			const items = [...own].map(([index, thing]) => ({ index, input: inputs.get(thing)! }));
			const results = await performMany(this.client, step.entry, items, { confirm });
			left = [];
			for (const [i, { index }] of items.entries()) {
				const result = results[i]!;
				const thing = own.get(index)!;
				if (done.has(thing)) continue;
				// What was to come after a call that was not sent is no failure.
				const isSetAside = setAside.has(thing) || (setAside.size > 0 && isNotTried(result));
				if (isSetAside && this.isOpen(thing)) left.push(thing);
				// Earlier attempts of such a call may have been sent.
				else if (isSetAside && 'error' in result) this.failCall(thing, result.error, step);
				else if ('error' in result) failed.set(thing, result.error);
				else done.set(thing, result.done);
			}
		}
		return { done, failed };
	}

	/** Ends the work: what was not tried since it had stopped has failed. */
	close(): void {
		const { notTried = (cause: unknown) => new NotAttemptedError(cause) } = this.options;
		for (const thing of this.things) {
			if (this.untried.has(thing)) this.fail(thing, notTried(this.reason));
		}
	}

	private now(): number {
		return monotonic(this.client.ports.clock);
	}
}

/** What was done, as a sentence without its full stop. */
function sentenceOf(did: Iterable<string>): string {
	const words = [...did].join(', ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

const isNotTried = (result: { done: Json } | { error: unknown }): boolean =>
	'error' in result && isNotAttempted(result);
