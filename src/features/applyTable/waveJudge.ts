import { CellularIotError } from '../../errors';
import type { Client } from '../../run/client';
import type { FeatureItem, FeatureResult } from '../../run/feature';
import { LIMIT_FIELDS } from '../../request/limits/limits';
import type { Call, Json } from '../../table/define';
import type { WaitInput } from '../waits/form';
import { mostInWindow, WINDOW_MS } from '../waits/pacing';
import { awaitItems, type Condition, UnreadAtEndError } from '../waits/waiting';
import { MINUTE_MS } from '../../times';
import { CONDITION_WORDS, type WaveCondition, type WaveRule } from './waveForm';

/* Holds endpoints against the condition of their wave, by the same looks as the operations of Await. */

/**
 * `unread`: what an endpoint shows could not be read, so that it is neither well nor sick. `gone`: there is nothing
 * to judge any more, such as after a deletion.
 */
export type Judgement =
	| { is: 'met' }
	| { is: 'notMet'; reason: string }
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

/** The condition of the looks, and what its input has beside the endpoint. */
async function lookFor(
	condition: WaveCondition,
	since: string,
): Promise<{ look: Condition<WaitInput>; more: Json }> {
	const asLook = (look: unknown) => look as Condition<WaitInput>;
	switch (condition) {
		case 'online':
			return { look: asLook((await import('../waits/looks/online')).onlineCondition), more: {} };
		case 'unblocked': {
			const { blockedCondition } = await import('../waits/looks/blocked');
			return { look: asLook(blockedCondition), more: { wanted: 'unblocked' } };
		}
		default: {
			const { seenAgainCondition } = await import('../waits/looks/seenAgain');
			const alsoCount = condition === 'seenOrTraffic' ? ['traffic'] : [];
			return { look: asLook(seenAgainCondition), more: { newerThan: since, alsoCount } };
		}
	}
}

function judgementOf(result: FeatureResult, { condition, minutes }: WaveRule): Judgement {
	if ('error' in result) {
		const is = result.error instanceof UnreadAtEndError ? 'unread' : 'gone';
		return { is, error: result.error };
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
	const shown = typeof item.status === 'string' ? `; its status is ${item.status}` : '';
	return {
		is: 'notMet',
		reason: `"${CONDITION_WORDS[condition]}" was not met within ${minutes} minutes${shown}`,
	};
}

/** Judges endpoints by the condition of a wave: within its minutes from now on. */
export async function judge(
	ids: readonly number[],
	rule: WaveRule & { since: string },
	{ client, call, tell }: { client: Client; call: Call; tell: (what: string) => void },
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
	return new Map(ids.map((id) => [id, judgementOf(results.get(id)!, rule)]));
}
