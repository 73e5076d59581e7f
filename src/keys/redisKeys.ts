import { randomUUID } from 'node:crypto';
import { onRedis, type OutagePorts } from '../redis/outage';
import { DAY_MS } from '../times';
import type { Json } from '../wire';
import type { KeyedRequest, KeyLedger, KeyState, KeyVerdict } from './ledger';

const KEYS_KEPT_MS = 90 * DAY_MS;
/** Keys claimed in one command, which costs as much as many keys. */
const CLAIMS_IN_COMMAND = 10;
/** Most claims without a verdict at a time: those of the most requests under way, and those claimed next. */
const MOST_OPEN_CLAIMS = 60;
/** A younger claim may be that of a living run. Milliseconds. */
const MAY_LIVE_MS = 60_000;

/** The answer for a key that is taken. */
type StoredKey = [request: string, agoMs: number, done: number, result: string];

type VerdictCommand = [name: string, values: Array<string | number>];

const redisKeyOf = ({ key }: KeyedRequest) => `n8n-nodes-cellular-iot:key:${key}`;

/** Keys on the Redis of the account: shared by all its workers, kept for 90 days. */
export class RedisKeys implements KeyLedger {
	readonly most = Infinity;
	readonly atOnce = CLAIMS_IN_COMMAND;
	readonly mostOpen = MOST_OPEN_CLAIMS;
	/** The claims of this run that have no verdict. */
	private readonly claims = new Map<string, string>();
	/** Verdicts that are still to be written: keys, and the values of each. */
	private pending: VerdictCommand[] = [];
	private failed: unknown;

	constructor(
		private readonly url: string,
		private readonly ports: OutagePorts,
	) {}

	async claim(keys: KeyedRequest[], signal?: AbortSignal): Promise<KeyState[]> {
		const by = randomUUID();
		const found = await this.step(keys, by, signal);
		return keys.map(({ key, request }, i): KeyState => {
			const held = found[i];
			if (held !== 1) return keyState(held!, request);
			this.claims.set(key, by);
			return { is: 'mine' };
		});
	}

	async settle(verdicts: KeyVerdict[]): Promise<void> {
		for (const verdict of verdicts) {
			const { key, request, is, result, isForeign } = verdict;
			const by = isForeign ? '' : (this.claims.get(key) ?? '');
			this.claims.delete(key);
			if (is === 'open') continue;
			const kept = result ? JSON.stringify(result) : '';
			this.pending.push([redisKeyOf(verdict), [by, request, is === 'done' ? 1 : 0, kept]]);
		}
		if (this.pending.length >= MOST_OPEN_CLAIMS) await this.close();
	}

	async close(): Promise<void> {
		if (this.pending.length > 0) await this.step([]);
	}

	/**
	 * Writes the verdicts that were put off, and claims keys, through an outage of Redis: each question may
	 * be asked again. After one failure the rest of the run fails at once.
	 */
	private async step(
		keys: KeyedRequest[],
		by = '',
		signal?: AbortSignal,
	): Promise<Array<1 | StoredKey>> {
		if (this.failed !== undefined) throw this.failed as Error;
		const verdicts = this.pending.splice(0);
		const names = [...verdicts.map(([name]) => name), ...keys.map(redisKeyOf)];
		const values = verdicts.flatMap(([, each]) => each);
		const requests = keys.map(({ request }) => request);
		const args = [KEYS_KEPT_MS, verdicts.length, ...values, by, ...requests];
		try {
			const found = await onRedis(
				this.url,
				async ({ redis }) => await redis.settleAndClaimKeys(names.length, ...names, ...args),
				{ ...this.ports, signal },
			);
			return found as Array<1 | StoredKey>;
		} catch (error) {
			this.pending.unshift(...verdicts);
			if (!signal?.aborted) this.failed = error;
			throw error;
		}
	}
}

function keyState([held, agoMs, done, result]: StoredKey, request: string): KeyState {
	if (held !== request) return { is: 'other' };
	if (done !== 1 && agoMs < 0) return { is: 'open', mayLive: false };
	if (done !== 1) return { is: 'open', agoMs, mayLive: agoMs < MAY_LIVE_MS };
	return { is: 'done', ...(result !== '' && { result: JSON.parse(result) as Json[] }) };
}
