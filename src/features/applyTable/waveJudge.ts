import { CellularIotError, findCause, knownOf } from '../../errors';
import { STEP_TYPES } from '../../fleet/events';
import { ServiceError } from '../../request/attempt/errors';
import type { Client } from '../../run/client';
import type { FeatureItem, FeatureResult } from '../../run/feature';
import { LIMIT_FIELDS } from '../../request/limits/limits';
import type { Call, Json } from '../../table/define';
import type { WaitInput } from '../waits/waiting/form';
import { mostInWindow, WINDOW_MS } from '../waits/waiting/pacing';
import { newestSessionAt, newestSign, refusalWords, lastingRefusal } from '../waits/reads/signs';
import { eventsAbout } from '../../readers/events';
import { awaitItems, type Condition } from '../waits/waiting/waiting';
import { MINUTE_MS } from '../../times';
import { CONDITION_WORDS, type WaveCondition, type WaveRule } from './waveForm';

/* Judges endpoints by the condition of their wave, with the same looks as the operations of Await. */

/**
 * `silent`: an endpoint has shown nothing since its change, neither a sign nor a refusal. `unread`: what it shows could
 * not be read, so that it is neither well nor sick. `gone`: there is nothing to judge any more, as it was deleted.
 */
type Judgement =
	| { is: 'met' }
	| { is: 'notMet' | 'silent'; reason: string }
	| { is: 'unread' | 'gone'; error: unknown };

/** Requests of a look at one endpoint; 0 where all are read at once. */
const REQUESTS: Record<WaveCondition, number> = {
	online: 1,
	seenAgain: 0,
	seenOrTraffic: 1,
	unblocked: 0,
};
/** Looks that a judgement needs at least. */
const FEWEST_LOOKS = 2;

/** The fewest minutes in which so many endpoints can be judged within the share that waits may use. */
export function fewestMinutes(client: Client, { condition }: WaveRule, endpoints: number): number {
	const limit = client.ports.login.ownRates().fiveMinutes ?? LIMIT_FIELDS.fiveMinutes.documented;
	const requests = FEWEST_LOOKS * REQUESTS[condition] * endpoints;
	return Math.ceil((requests * WINDOW_MS) / mostInWindow(limit) / MINUTE_MS);
}

/** The condition of the looks, and what its input has beside the endpoint: only what is newer than `since` counts. */
async function lookFor(
	condition: WaveCondition,
	since: string,
): Promise<{ look: Condition<WaitInput>; more: Json }> {
	const asLook = (look: unknown) => look as Condition<WaitInput>;
	switch (condition) {
		case 'online': {
			const { onlineCondition } = await import('../waits/conditions/online');
			return { look: asLook(onlineCondition), more: { newerThan: since } };
		}
		case 'unblocked': {
			const { blockedCondition } = await import('../waits/conditions/blocked');
			return { look: asLook(blockedCondition), more: { wanted: 'unblocked' } };
		}
		default: {
			const { seenAgainCondition } = await import('../waits/conditions/seenAgain');
			const alsoCount = condition === 'seenOrTraffic' ? ['traffic'] : [];
			return {
				look: asLook(seenAgainCondition),
				more: { newerThan: since, alsoCount, provesChange: true },
			};
		}
	}
}

/** Whether nothing is there any more that could be judged. */
const isGone = (error: unknown): boolean =>
	findCause(error, (cause) => cause instanceof ServiceError)?.status === 404;

function judgementOf(result: FeatureResult, { condition, minutes }: WaveRule): Judgement {
	if ('error' in result) {
		return { is: isGone(result.error) ? 'gone' : 'unread', error: result.error };
	}
	const [item = {}] = result.items;
	if (item.outcome === 'met') return { is: 'met' };
	const lastError = (item.await as Json | null | undefined)?.last_error;
	if (typeof lastError === 'string') {
		return {
			is: 'unread',
			error: new CellularIotError(lastError, 'Run the table again.', 'unknown'),
		};
	}
	const words = `"${CONDITION_WORDS[condition]}" was not met within ${minutes} minutes`;
	const shown = typeof item.status === 'string' ? `; its status is ${item.status}` : '';
	const broken = typeof item.broken_by === 'string' ? `, with ${item.broken_by}` : '';
	return { is: 'notMet', reason: `${words}${shown}${broken}` };
}

/** A judgement in the light of the events since the change. */
function inLightOf(
	events: Json[],
	before: Judgement,
	{ condition, since }: JudgedBy,
	resetError: unknown,
): Judgement {
	if (before.is !== 'met' && before.is !== 'notMet') return before;
	const changedAt = Date.parse(since);
	const refusal = lastingRefusal(events, changedAt);
	const words = `"${CONDITION_WORDS[condition]}"`;
	if (refusal) return { is: 'notMet', reason: `${words}: ${refusalWords(refusal)}` };
	if (before.is === 'met' || condition === 'unblocked') return before;
	const sign =
		condition === 'online'
			? newestSessionAt(events, changedAt)
			: (newestSign(events, changedAt)?.at ?? NaN);
	if (!Number.isNaN(sign)) return before;
	const nothing = condition === 'online' ? 'no session was opened' : 'it showed no sign of life';
	const reset =
		resetError === undefined ? '' : `; its reset failed: ${knownOf(resetError).message}`;
	return { is: 'silent', reason: `${before.reason}; ${nothing} since the change${reset}` };
}

const UNREFUSED =
	'This login may not read events: a session that was refused after a change is not seen, and counts as not met only where it keeps the condition from being met';

/** How endpoints are judged, and when they had been changed; ISO 8601, by the clock of the service. */
type JudgedBy = WaveRule & { since: string };

/** What a judgement uses. */
interface JudgePorts {
	client: Client;
	call: Call;
	tell: (what: string) => void;
	/** Why endpoints could not be reset after their change, by id. */
	resetErrors?: ReadonlyMap<number, unknown>;
}

/**
 * Judges endpoints by the condition of a wave: within its minutes from now on. An endpoint of which a refusal is newer
 * than its change, and stands, has not met it, whatever the looks have seen.
 */
export async function judge(
	ids: readonly number[],
	rule: JudgedBy,
	{ client, call, tell, resetErrors }: JudgePorts,
): Promise<Map<number, Judgement>> {
	const { look, more } = await lookFor(rule.condition, rule.since);
	const items = ids.map((id): { item: FeatureItem<WaitInput> } => {
		const input: WaitInput & Json = {
			endpointId: id,
			waitHere: rule.minutes * 60,
			atMost: rule.minutes,
			atMostUnit: 'minutes',
			await: undefined,
			includeOtherFields: undefined,
			outputs: undefined,
			...more,
		};
		return { item: { index: id, client, call, input } };
	});
	const results = await awaitItems(look, { tell }, items);
	const events = await eventsAbout(call, [...ids], STEP_TYPES, Date.parse(rule.since));
	if (events === 'refused') call.note(UNREFUSED);
	return new Map(
		ids.map((id): [number, Judgement] => {
			const judgement = judgementOf(results.get(id)!, rule);
			const own = events === 'refused' ? [] : (events.get(id) ?? []);
			if (!('error' in own)) {
				return [id, inLightOf(own, judgement, rule, resetErrors?.get(id))];
			}
			if (isGone(own.error)) return [id, { is: 'gone', error: own.error }];
			return [id, { is: 'unread', error: own.error }];
		}),
	);
}
