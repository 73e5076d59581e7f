import { typeOf } from '../../fleet/events';
import { clockAhead } from '../../readers/clock';
import { readSlice } from '../../readers/eventSlice';
import { eventTime } from '../../readers/events';
import type { Client } from '../../run/client';
import type { Json } from '../../table/define';
import { type PollPorts, readNewEvents, type ReadState } from '../feed/read';
import {
	isFirstMention,
	type Polled,
	type Resumed,
	sinceLast,
	type Stored,
} from '../runtime/stored';
import { type QuotaKind, changeItem } from './changes';
import { feedItems, queryFor, typesAgain, withEndpoints } from './feed';
import type { QuotaForm } from './form';
import { statusSource } from './source';
import type { StatusState } from './state';
import { pollStatus, type StatusOptions, type StatusResult } from './status';

/** The checked form, with the clock and the log of a poll. */
export type PollOptions = Omit<QuotaForm, 'flat'> & PollPorts & Pick<StatusOptions, 'concurrency'>;

/** The state between polls; replaced as a whole, and only by a poll that succeeded. */
export interface QuotaState extends Stored, ReadState {
	status?: StatusState;
	/** The kind of quotas that `status` is about; those of SMS unless given. */
	quota?: QuotaKind;
}

/** Quotas read in five minutes: half of the requests that the service takes from one IP address. */
const QUOTAS_PER_WINDOW = 1_000;
const WINDOW_MINUTES = 5;

/**
 * Endpoints that were blocked again, or reached their threshold again, since a state was stored. n8n may
 * have stopped before storing that the earlier state had ended; then only the feed shows it.
 */
async function sinceStored(
	client: Client,
	options: PollOptions,
	{ before, isResumed }: Resumed<QuotaState>,
): Promise<StatusOptions['since']> {
	const { log } = options;
	const again = typesAgain(options);
	const types = Object.values(again).filter((type) => type !== undefined);
	const { at } = before;
	if (!isResumed || at === undefined || types.length === 0) return undefined;
	try {
		const { events: read } = await readSlice(client, { types }, at, Infinity, 'first');
		const found = await withEndpoints(client, read, log);
		const idsOf = (type: number | undefined) =>
			new Set(
				found
					.filter((event) => typeOf(event) === type && eventTime(event) > at)
					.map(({ endpoint }) => Number((endpoint as Json | undefined)?.id)),
			);
		return { blocked: idsOf(again.blocked), reached: idsOf(again.reached) };
	} catch (error) {
		log(`What happened while n8n was off could not be read from the event feed: ${String(error)}`);
		return undefined;
	}
}

/** Logs problems that a person can solve; most of them once. */
function logPoll(result: StatusResult, options: PollOptions, key: string): void {
	const { log, now } = options;
	if (result.left > 0) {
		log(
			`Out of time after ${result.read} endpoints with ${result.left} still to read; ` +
				`the next poll goes on behind endpoint ${result.state.after}.`,
		);
	}
	for (const [why, ids] of result.unreadable) {
		const which = ids.length === 1 ? `The quota of endpoint ${ids[0]}` : `${ids.length} quotas`;
		log(
			why === '403'
				? `${which} may not be read with this account (403).`
				: `${which} could not be read (${why}) and is skipped in this poll; endpoint ${ids[0]} is one.`,
		);
	}
	const { seen, none } = result.thresholds;
	if (seen.length > 0 && isFirstMention(key, 'threshold seen')) {
		log(
			`Quotas name a threshold percentage, but not what it is of (endpoint ${seen[0]} is one of ${seen.length}): the largest volume seen is taken.`,
		);
	}
	if (none.length > 0 && isFirstMention(key, 'threshold none')) {
		log(
			`"Quota Threshold Reached" cannot be told of quotas that name no threshold (endpoint ${none[0]} is one of ${none.length}).`,
		);
	}
	const interval = sinceLast(key, now());
	const minutes = Math.ceil((result.watched / QUOTAS_PER_WINDOW) * WINDOW_MINUTES);
	const isLarge = result.watched > QUOTAS_PER_WINDOW && interval !== undefined;
	if (result.read > 0 && isLarge && interval < minutes * 60_000 && isFirstMention(key, 'large')) {
		log(
			`${result.watched} quotas take ${minutes} minutes a pass, since half of the service's limit of requests is left to others; ` +
				`polls come every ${Math.max(1, Math.round(interval / 60_000))} minutes. Poll every ${minutes} minutes, watch fewer endpoints, or use the source Event Feed.`,
		);
	}
}

/** One poll of either source: the new state, and one item for each change since the old one. */
export async function pollQuotas(
	client: Client,
	options: PollOptions,
	resumed: Resumed<QuotaState>,
): Promise<Polled<QuotaState>> {
	const { key, before } = resumed;
	const startedAt = options.now();
	const at = async () => options.now() + (await stateAhead(client, options));
	if (options.source === 'eventFeed') {
		const query = queryFor(options);
		const { feed, state } = await readNewEvents(client, query, before, options, key);
		const events = await withEndpoints(client, feed.events, options.log);
		const items = events.flatMap((event) => feedItems(event, options, startedAt));
		return { state, items, startedAt, at };
	}
	const since = await sinceStored(client, options, resumed);
	const { quota } = options;
	// A trigger that was switched to the other kind of quotas starts over.
	const known = (before.quota ?? 'sms') === quota ? before.status : undefined;
	const source = statusSource(client, options.scope, quota);
	const result = await pollStatus(source, known, {
		...options,
		deadline: startedAt + options.budgetMs,
		...(since && { since }),
	});
	logPoll(result, options, key);
	const items = result.changes.map((change) => changeItem(change, 'status', quota, startedAt));
	const state = { status: result.state, ...(quota !== 'sms' && { quota }) };
	return { state, items, startedAt, at };
}

/** The service's time is needed only if a restart has to read the feed. */
async function stateAhead(client: Client, { events, now, source }: PollOptions): Promise<number> {
	const isAsked = source === 'status' && (events.has('blocked') || events.has('thresholdReached'));
	if (!isAsked) return 0;
	return (await clockAhead(client, now).catch(() => 0)) ?? 0;
}
