import { randomUUID } from 'node:crypto';
import { monotonic, systemClock } from '../ports';
import { sessionAt } from '../redis/client';
import { mustKeepAll } from '../redis/eviction';
import { onRedis, type OutagePorts } from '../redis/outage';
import { DAY_MS } from '../times';
import type { Json } from '../wire';
import {
	type KeyedRequest,
	type KeyLedger,
	type KeyState,
	type KeyVerdict,
	SENT_WITHIN_MS,
	type SharedKeys,
} from './ledger';

const KEYS_KEPT_MS = 90 * DAY_MS;
/** Keys claimed in one command, which costs about as much for one key. */
const CLAIMS_IN_COMMAND = 10;
/** Most claims without a verdict at a time: those of the most requests under way, and those claimed next. */
const MOST_OPEN_CLAIMS = 60;
/** A younger claim may be that of a living run. Milliseconds. */
const MAY_LIVE_MS = 60_000;
/** How far a replica that takes over may be behind. Milliseconds. */
const REPLICA_BEHIND_MS = 10_000;

/** The answer for a key that is taken. */
type StoredKey = [request: string, agoMs: number, done: number, result: string];

/** The answer for a key: claimed now (1), free when it was only looked at (0), or taken. */
type FoundKey = 1 | 0 | StoredKey;

type VerdictCommand = [name: string, values: Array<string | number>];

const redisKeyOf = ({ key }: KeyedRequest) => `n8n-nodes-cellular-iot:key:${key}`;

/** A key that this run has claimed, and that is not known to be done or free. */
interface ClaimedKey {
	named: KeyedRequest;
	/** The claim, which keys that were asked for together share. */
	by: string;
	/** When it was last asked for, by {@link monotonic}, on which Redis, and in which session. */
	at: number;
	redisId: string | undefined;
	session: object | undefined;
}

/** Keys by the claim that they share. */
function byClaim(claims: ClaimedKey[]): Map<string, KeyedRequest[]> {
	const groups = new Map<string, KeyedRequest[]>();
	for (const { by, named } of claims) {
		const group = groups.get(by);
		if (group) group.push(named);
		else groups.set(by, [named]);
	}
	return groups;
}

/** Keys on the Redis of the account: shared by all its workers, kept for 90 days. */
export class RedisKeys implements KeyLedger, SharedKeys {
	readonly shared = this;
	readonly most = Infinity;
	readonly atOnce = CLAIMS_IN_COMMAND;
	readonly mostOpen = MOST_OPEN_CLAIMS;
	private readonly claims = new Map<string, ClaimedKey>();
	/** Verdicts that are still to be written: keys, and the values of each. */
	private pending: VerdictCommand[] = [];
	/** Verdicts that were written of late, with the time. */
	private written: Array<{ at: number; verdict: VerdictCommand }> = [];
	/** The Redis that has answered last, and the session with it. */
	private redisId: string | undefined;
	private session: object | undefined;
	/** The session in which this Redis was seen to drop no keys. */
	private keepsIn: object | undefined;
	private failed: unknown;

	constructor(
		private readonly url: string,
		private readonly ports: OutagePorts,
	) {}

	async claim(keys: KeyedRequest[], signal?: AbortSignal): Promise<KeyState[]> {
		return await this.ask(keys, randomUUID(), signal);
	}

	async confirm(keys: KeyedRequest[], signal?: AbortSignal): Promise<KeyState[]> {
		const states = new Map<string, KeyState>();
		const claims = keys.flatMap(({ key }) => this.claims.get(key) ?? []);
		for (const [by, own] of byClaim(claims.filter((claim) => !this.isSure(claim)))) {
			const found = await this.ask(own, by, signal);
			for (const [i, { key }] of own.entries()) states.set(key, found[i]!);
		}
		return keys.map(({ key }) => states.get(key) ?? { is: 'mine' });
	}

	async settle(verdicts: KeyVerdict[]): Promise<void> {
		for (const verdict of verdicts) {
			const { key, request, is, result, isForeign } = verdict;
			if (is === 'open') continue;
			const by = isForeign ? '' : (this.claims.get(key)?.by ?? '');
			this.claims.delete(key);
			const text = result ? JSON.stringify(result) : '';
			this.pending.push([redisKeyOf(verdict), [by, request, is === 'done' ? 1 : 0, text]]);
		}
		if (this.pending.length >= MOST_OPEN_CLAIMS) await this.write();
	}

	async release(verdicts: KeyVerdict[], signal?: AbortSignal): Promise<boolean[]> {
		await this.settle(verdicts);
		const names = this.pending.map(([name]) => name);
		const { wanted } = await this.command([], '', signal);
		return verdicts.map((verdict) => wanted[names.lastIndexOf(redisKeyOf(verdict))] === 1);
	}

	async look(
		keys: KeyedRequest[],
		signal?: AbortSignal,
	): Promise<Array<KeyState | { is: 'free' }>> {
		const found = await this.step(keys, '', signal);
		return keys.map((named, i) => {
			const stored = found[i]!;
			return typeof stored === 'number' ? { is: 'free' } : keyState(stored, named);
		});
	}

	async close(): Promise<void> {
		await this.write();
	}

	private get now(): number {
		return monotonic(this.ports.clock ?? systemClock);
	}

	/** Whether a claim is young, and Redis cannot have lost it as far as this process can know. */
	private isSure(claim: ClaimedKey): boolean {
		return (
			this.now - claim.at < SENT_WITHIN_MS &&
			claim.redisId === this.redisId &&
			claim.session === sessionAt(this.url)
		);
	}

	/** Claims keys, or asks again for keys of a claim. */
	private async ask(keys: KeyedRequest[], by: string, signal?: AbortSignal): Promise<KeyState[]> {
		const at = this.now;
		const found = await this.step(keys, by, signal);
		const { redisId, session } = this;
		return keys.map((named, i): KeyState => {
			const stored = found[i]!;
			if (typeof stored === 'object') return keyState(stored, named);
			this.claims.set(named.key, { named, by, at, redisId, session });
			return { is: 'mine' };
		});
	}

	private async write(): Promise<void> {
		if (this.pending.length > 0) await this.step([]);
	}

	/**
	 * One command with keys and the verdicts that were deferred. Another Redis is sent what the former one
	 * knew.
	 */
	private async step(keys: KeyedRequest[], by = '', signal?: AbortSignal): Promise<FoundKey[]> {
		const before = this.redisId;
		const { found } = await this.command(keys, by, signal);
		const isAnother = before !== undefined && before !== this.redisId;
		// The claims just made are valid all the same. If Redis has failed for good, the next command fails,
		// too.
		if (isAnother) await this.sendAgain(signal).catch(() => {});
		return found;
	}

	/**
	 * Writes again what a replica that has taken over may lack: the verdicts of the last seconds, and the
	 * claims, also those of items under way.
	 */
	private async sendAgain(signal?: AbortSignal): Promise<void> {
		this.pending.unshift(...this.written.splice(0).map(({ verdict }) => verdict));
		for (const [by, keys] of byClaim([...this.claims.values()])) {
			await this.command(keys, by, signal);
		}
		await this.write();
	}

	/**
	 * Writes the verdicts that were put off, and claims keys, through an outage of Redis: each question may
	 * be asked again. After one failure the rest of the run fails at once.
	 */
	private async command(
		keys: KeyedRequest[],
		by: string,
		signal?: AbortSignal,
	): Promise<{ found: FoundKey[]; wanted: number[] }> {
		if (this.failed !== undefined) throw this.failed as Error;
		const verdicts = this.pending.splice(0);
		const names = [...verdicts.map(([name]) => name), ...keys.map(redisKeyOf)];
		const values = verdicts.flatMap(([, each]) => each);
		const requests = keys.map(({ request }) => request);
		const args = [KEYS_KEPT_MS, verdicts.length, ...values, by, ...requests];
		try {
			const { redisId, session, ...answered } = await onRedis(
				this.url,
				async (connection) => {
					const { redis, session: own } = connection;
					// Verdicts on what was sent are written all the same.
					if (keys.length > 0 && own !== this.keepsIn) {
						await mustKeepAll(connection);
						this.keepsIn = own;
					}
					const answer = await redis.settleAndClaimKeys(names.length, ...names, ...args);
					const [id, found, wanted] = answer as [string, FoundKey[], number[]];
					return { redisId: id, found, wanted, session: own };
				},
				{ ...this.ports, signal },
			);
			Object.assign(this, { redisId, session });
			this.remember(verdicts);
			return answered;
		} catch (error) {
			this.pending.unshift(...verdicts);
			if (!signal?.aborted) this.failed = error;
			throw error;
		}
	}

	/** Keeps verdicts for as long as a replica may be behind. */
	private remember(verdicts: VerdictCommand[]): void {
		const at = this.now;
		const oldest = this.written.findIndex((entry) => at - entry.at < REPLICA_BEHIND_MS);
		this.written.splice(0, oldest < 0 ? this.written.length : oldest);
		for (const verdict of verdicts) this.written.push({ at, verdict });
	}
}

function keyState(
	[storedRequest, agoMs, done, result]: StoredKey,
	{ request }: KeyedRequest,
): KeyState {
	if (storedRequest !== request) return { is: 'other' };
	if (done !== 1 && agoMs < 0) return { is: 'open', mayLive: false };
	if (done !== 1) return { is: 'open', agoMs, mayLive: agoMs < MAY_LIVE_MS };
	return { is: 'done', ...(result !== '' && { result: JSON.parse(result) as Json[] }) };
}
