import { CellularIotError, knownOf } from '../../../errors';
import {
	NoAnswerError,
	NotSentError,
	RateLimitError,
	ServiceError,
} from '../../../request/attempt/errors';
import { LIMIT_FIELDS } from '../../../request/limits/limits';
import { Client } from '../../../run/client';
import type { FeatureItem, FeatureResult, FeatureRun } from '../../../run/feature';
import { groupedBy } from '../../../table/values';
import type { Call, Input } from '../../../table/define';
import { durationInWords } from '../../../waits';
import type { Json } from '../../../wire';
import { runClock } from '../../../runClock';
import { atMostMs, type WaitInput } from './form';
import { OUTPUT_OF } from './outputs';
import { lookMs, mostInWindow, nextLookMs, SHARE, usualDistanceMs, WINDOW_MS } from './pacing';
import {
	type AwaitState,
	beginState,
	begunByNow,
	checkSubject,
	type ConditionName,
	readState,
	STATE_FIELD,
	writtenState,
} from './state';
import type { Verdict } from './verdict';

/*
 * The loop of a wait: it looks at all items, lets settled ones leave, and looks again until the run's time
 * is over. A look changes nothing at the service, so a run may be killed and repeated at any moment.
 */

/** An item that waits. */
export interface Waiter<I = Input> {
	readonly index: number;
	readonly input: I;
	/** The client that reads for it, within the share of waits. */
	readonly client: Client;
	readonly state: AwaitState;
	/** Fields of the item that are known before any look, such as those of its SMS. */
	readonly shows: Json;
}

/** What a look found about an item: a verdict, or why it could not be read. */
export type Found = Verdict | { error: unknown };

/** What a look may use. */
export interface LookPorts {
	client: Client;
	call: Call;
	/** Milliseconds since 1970, by the clock of this n8n. */
	now: () => number;
	/** Says something about the results that they do not show. */
	note: (sentence: string) => void;
}

/** A condition for whole runs. */
export interface Condition<I extends WaitInput> {
	name: ConditionName;
	/** The ids of the awaited things, by their names in items. */
	subject(input: I): Json;
	/** Requests that one look at some items takes. */
	cost(waiters: ReadonlyArray<Waiter<I>>): number;
	/** The interval between looks, where the condition has its own. Milliseconds. */
	distanceMs?(waiters: ReadonlyArray<Waiter<I>>): number;
	/** Looks once at items of one workspace. A thrown error is the failure of all of them. */
	look(ports: LookPorts, waiters: ReadonlyArray<Waiter<I>>): Promise<Map<Waiter<I>, Found>>;
}

/** The time of a wait is over, and the last look could not tell what has become of it. */
class UnreadAtEndError extends CellularIotError {
	constructor(until: string, cause: unknown) {
		const { message, hint } = knownOf(cause);
		super(
			`The wait was over at ${until}, and what became of it could not be read: ${message}`,
			hint,
			'refused',
			cause,
		);
	}
}

/** Whether another look may succeed although this one failed: the failure is not about the item. */
function isPassing(error: unknown): boolean {
	if (error instanceof NoAnswerError || error instanceof NotSentError) return true;
	if (error instanceof RateLimitError) return true;
	return error instanceof ServiceError && error.status >= 500;
}

/** A client that reads within the share of waits. */
const sharing = (client: Client): Client =>
	new Client({ ...client.ports, pacing: { ...client.ports.pacing, share: SHARE } });

/** The clients that read for those of a run. */
function readers(): (client: Client) => Client {
	const made = new Map<Client, Client>();
	return (client) => {
		const own = made.get(client) ?? sharing(client);
		made.set(client, own);
		return own;
	};
}

/** The item of a wait that has ended, or goes on in its state. */
function itemOf(
	waiter: Pick<Waiter, 'state' | 'shows'>,
	outcome: keyof typeof OUTPUT_OF,
	more: Json,
): Json {
	const { of, looks, since } = waiter.state;
	const state = outcome === 'notYet' ? writtenState(waiter.state) : null;
	return {
		...of,
		...waiter.shows,
		outcome,
		...more,
		awaited_since: since,
		looks,
		[STATE_FIELD]: state,
	};
}

/** An item that leaves a run; `more` are fields beside those of its wait. */
export const leaving = (
	waiter: Pick<Waiter, 'state' | 'shows'>,
	outcome: keyof typeof OUTPUT_OF,
	more: Json = {},
): FeatureResult => ({ items: [itemOf(waiter, outcome, more)], output: OUTPUT_OF[outcome] });

/** What became of an item in a look: it leaves the run, or waits on with a newer state. */
type AfterLook<I> = { left: FeatureResult } | { waiter: Waiter<I>; shows: Json };

function stateAfter<I>(before: Waiter<I>, found: Found, now: number): AfterLook<I> {
	const looks = before.state.looks + 1;
	const isOver = now >= Date.parse(before.state.until);
	if ('error' in found) {
		const { error } = found;
		if (!isPassing(error)) return { left: { error } };
		if (isOver) return { left: { error: new UnreadAtEndError(before.state.until, error) } };
		const state = { ...before.state, looks, last_error: knownOf(error).message };
		return { waiter: { ...before, state }, shows: {} };
	}
	const state = { ...before.state, looks };
	delete state.last_error;
	const waiter = { ...before, state } as Waiter<I>;
	if (found.is === 'met') return { left: leaving(waiter, 'met', found.shows ?? {}) };
	if (found.is === 'over') {
		return {
			left: leaving(waiter, 'timedOut', { ...found.shows, reason: found.reason }),
		};
	}
	const { lastSeen, baseline = state.baseline, shows = {}, reason = 'timeIsOver' } = found;
	const next = { ...state, baseline, last_seen: lastSeen };
	const open = { ...before, state: next };
	if (isOver) return { left: leaving(open, 'timedOut', { ...shows, reason }) };
	return { waiter: open, shows };
}

/** Looks at items of all workspaces. If a whole look fails, all of its items fail. */
async function lookAt<I extends WaitInput>(
	condition: Condition<I>,
	waiters: ReadonlyArray<Waiter<I>>,
	ports: Pick<LookPorts, 'now' | 'note'>,
): Promise<Map<Waiter<I>, Found>> {
	const all = new Map<Waiter<I>, Found>();
	for (const [client, own] of groupedBy([...waiters], (waiter) => waiter.client)) {
		const call = client.listing('endpoint');
		try {
			const found = await condition.look({ client, call, ...ports }, own);
			for (const [waiter, result] of found) all.set(waiter, result);
		} catch (error) {
			if (client.ports.signal?.aborted) throw error;
			for (const waiter of own) all.set(waiter, { error });
		}
	}
	return all;
}

/** How an item begins to wait. */
export interface Beginning<I> {
	item: FeatureItem<I>;
	state?: AwaitState;
	shows?: Json;
}

/** A wait of the items of a run that have begun to wait. */
export async function awaitItems<I extends WaitInput>(
	condition: Condition<I>,
	run: Pick<FeatureRun<I>, 'tell'>,
	beginnings: ReadonlyArray<Beginning<I>>,
): Promise<Map<number, FeatureResult>> {
	const results = new Map<number, FeatureResult>();
	const [first] = beginnings;
	if (!first) return results;
	const now = runClock(first.item.client.ports.clock);
	const readerOf = readers();
	const waiters: Array<Waiter<I>> = [];
	for (const { item, state, shows = {} } of beginnings) {
		const { input, index } = item;
		try {
			const of = condition.subject(input);
			const given = state ?? (input[STATE_FIELD] && readState(input[STATE_FIELD]));
			if (given) checkSubject(given, of);
			const begun = given
				? begunByNow(given, now())
				: beginState(condition.name, of, { now: now(), atMostMs: atMostMs(input) });
			waiters.push({ index, input, client: readerOf(item.client), state: begun, shows });
		} catch (error) {
			results.set(index, { error });
		}
	}
	return await looksAt(condition, run, { waiters, results, now, first: first.item });
}

interface Looking<I> {
	waiters: Array<Waiter<I>>;
	/** The results of items that do not wait. */
	results: Map<number, FeatureResult>;
	now: () => number;
	/** The item by whose call time passes. */
	first: FeatureItem<I>;
}

async function looksAt<I extends WaitInput>(
	condition: Condition<I>,
	{ tell }: Pick<FeatureRun<I>, 'tell'>,
	{ waiters, results: before, now, first }: Looking<I>,
): Promise<Map<number, FeatureResult>> {
	const results = new Map(before);
	const { client, call } = first;
	const limit = client.ports.login.ownRates().fiveMinutes ?? LIMIT_FIELDS.fiveMinutes.documented;
	const most = mostInWindow(limit);
	const hereMs = Math.max(0, ...waiters.map(({ input }) => input.waitHere * 1_000));
	const endsAt = now() + hereMs;
	const note = (sentence: string) => call.note(sentence);
	const spent: Array<{ at: number; requests: number }> = [];
	const all = waiters.length;
	let open: Array<{ waiter: Waiter<I>; shows: Json }> = waiters.map((waiter) => ({
		waiter,
		shows: {},
	}));
	let met = 0;
	for (let looks = 1; open.length > 0; looks += 1) {
		const own = open.map(({ waiter }) => waiter);
		const cost = condition.cost(own);
		const takesMs = lookMs(cost, most);
		if (takesMs > 0) tell(`${own.length} items: a look takes ${durationInWords(takesMs)} or more`);
		spent.push({ at: now(), requests: cost });
		const found = await lookAt(condition, own, { now, note });
		const judgedAt = now();
		const still: typeof open = [];
		for (const waiter of own) {
			const result = found.get(waiter) ?? { error: new Error('a look has left the item out') };
			const after = stateAfter(waiter, result, judgedAt);
			if ('waiter' in after) still.push(after);
			else {
				results.set(waiter.index, after.left);
				if ('output' in after.left && after.left.output === OUTPUT_OF.met) met += 1;
			}
		}
		open = still;
		if (open.length === 0) break;
		const left = open.map(({ waiter }) => waiter);
		const waitMs = nextLookMs({
			now: judgedAt,
			endsAt,
			untils: left.map(({ state }) => Date.parse(state.until)),
			distanceMs: condition.distanceMs?.(left) ?? usualDistanceMs(looks),
			cost: condition.cost(left),
			spent: spent.filter(({ at }) => at > judgedAt - WINDOW_MS),
			most,
		});
		if (waitMs === undefined) break;
		tell(`${met} of ${all} met, next look in ${durationInWords(waitMs)}`);
		await call.wait(waitMs);
	}
	for (const { waiter, shows } of open) {
		results.set(waiter.index, leaving(waiter, 'notYet', shows));
	}
	return results;
}

/** Performs a wait for all items of a run. */
export async function performWait<I extends WaitInput>(
	condition: Condition<I>,
	run: FeatureRun<I>,
): Promise<FeatureResult[]> {
	const results = await awaitItems(
		condition,
		run,
		run.items.map((item) => ({ item })),
	);
	return run.items.map(({ index }) => results.get(index)!);
}
