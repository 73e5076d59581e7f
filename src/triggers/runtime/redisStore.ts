import { createHash } from 'node:crypto';
import { CellularIotError, withoutNotSent } from '../../errors';
import { systemSleep } from '../../ports';
import { type RedisConnection, withRedis } from '../../redis/client';
import { redisError } from '../../redis/errors';
import { CHANGE_CELL, CLAIM_DELIVERED } from '../../redis/scripts/deliveries';
import { exclusively } from '../../run/exclusive';
import {
	BusyError,
	BY_NUMBER,
	type Cell,
	type CellChange,
	type DeliveryStore,
	type LedgerKind,
	type KeyRetention,
} from './store';

/** Milliseconds a call has until n8n takes it; entries of a killed process are free after that. */
const LEASE_MS = 15_000;
/** Tries of a change while other processes change the cell, and the longest pause between them. */
const TRIES = 40;
const RETRY_JITTER_MS = 50;
/** How long a resumed run is recognised as the same one. Milliseconds. */
const RUN_MS = 24 * 3_600_000;
/** A claim of this age counts, even if every repetition is new. Milliseconds. */
const NEW_CLAIM_MS = 60_000;
/** Cells that are checked in one call by default. */
const MOST_DUE_CELLS = 20;

/** The Redis that remembers what has arrived failed; the service is asked to deliver again. */
export class LookUpError extends CellularIotError {
	constructor(what: string, cause: CellularIotError) {
		super(
			`${what} could not be looked up: ${withoutNotSent(cause.message)}`,
			`${cause.hint} Until then calls are answered with 503, for the service to deliver them again.`,
			'notSent',
			cause,
		);
	}
}

/** Milliseconds since 1970 of an answer to TIME. */
const msOf = ([seconds, micros]: number[]): number =>
	Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);

/** The memory of a trigger on the Redis of its account: one for all processes, across restarts. */
export class RedisStore<C extends Cell> implements DeliveryStore<C> {
	readonly leaseMs = LEASE_MS;
	private readonly prefix: string;
	private readonly deliveredKey: string;
	/** Most keys, how long they are kept, and how long they are known: as the scripts take it. */
	private readonly limits: [most: number, keepMs: number, knownMs: number];

	/** `key` names account, workflow and node. */
	constructor(
		private readonly url: string,
		key: string,
		private readonly kind: LedgerKind<C>,
		readonly window: KeyRetention = BY_NUMBER,
	) {
		const tag = createHash('sha256').update(key).digest('hex').slice(0, 24);
		this.prefix = `n8n-nodes-cellular-iot:{${kind.name}-${tag}}:`;
		this.deliveredKey = this.name('records');
		this.limits = [kind.most.redis, window.keepMs, window.knownMs];
	}

	private name(what: string): string {
		return this.prefix + what;
	}

	/** @throws LookUpError */
	private async use<T>(job: (redis: RedisConnection['redis']) => Promise<T>): Promise<T> {
		return await withRedis(this.url, async (connection) => {
			try {
				return await job(connection.redis);
			} catch (error) {
				throw new LookUpError(this.kind.what, redisError(connection, error));
			}
		});
	}

	private async script(
		script: string,
		keys: string[],
		...values: Array<string | number>
	): Promise<unknown> {
		return await this.use(
			async (redis) => await redis.eval(script, keys.length, ...keys, ...values),
		);
	}

	/** The keys not delivered before, those claimed lately, the content of a cell, and the Redis's time. */
	private async look(keys: string[], cell: string) {
		const [time, [version, ...texts], scores] = await this.use(async (redis) => {
			const all = redis
				.multi()
				.time()
				.hmget(cell, 'version', ...this.kind.fields);
			const found = await (keys.length > 0 ? all.zmscore(this.deliveredKey, ...keys) : all).exec();
			for (const [error] of found ?? []) if (error) throw error;
			type Texts = Array<string | null>;
			return (found ?? []).map(([, result]) => result) as [number[], Texts, Texts?];
		});
		const now = msOf(time);
		const isDelivered = (score: string | null | undefined) =>
			typeof score === 'string' && now - Math.floor(Number(score)) < this.limits[2];
		const fresh = new Set(keys.filter((_, index) => !isDelivered(scores?.[index])));
		const isYoung = (score: string | null | undefined) =>
			typeof score === 'string' && Number(score) > now - this.leaseMs;
		const young = new Set(keys.filter((_, index) => isYoung(scores?.[index])));
		return { fresh, young, now, version: version ?? '0', texts };
	}

	async claim(keys: string[], run: string): Promise<boolean[]> {
		if (keys.length === 0) return [];
		const own = [this.deliveredKey, this.name('last'), this.name(`run:${run}`)];
		const fresh = (await this.script(
			CLAIM_DELIVERED,
			own,
			...this.limits,
			RUN_MS,
			...keys,
		)) as number[];
		return fresh.map((flag) => flag === 1);
	}

	async unclaimed(keys: string[]): Promise<string[]> {
		const [time, scores] = await this.use(async (redis) => {
			const found = await redis
				.multi()
				.time()
				.zmscore(this.deliveredKey, ...keys)
				.exec();
			for (const [error] of found ?? []) if (error) throw error;
			return (found ?? []).map(([, result]) => result) as [number[], Array<string | null>];
		});
		const oldest = msOf(time) - Math.max(this.limits[2], NEW_CLAIM_MS);
		const isClaimed = (score: string | null) =>
			score !== null && Number.isInteger(Number(score)) && Number(score) > oldest;
		return keys.filter((_, index) => !isClaimed(scores[index] ?? null));
	}

	/** Reads a cell, has it changed, and stores it; starts over while others change it. */
	async change<T>(name: string, keys: string[], job: CellChange<C, T>): Promise<T> {
		const { kind } = this;
		const cellKey = this.name(name);
		const due = this.name('due');
		return await exclusively(cellKey, async () => {
			for (let tries = 0; tries < TRIES; tries += 1) {
				const { fresh, young, now, version, texts } = await this.look(keys, cellKey);
				const cell = kind.read(texts);
				const delivered: string[] = [];
				const deliver = (all: Iterable<string>) => void delivered.push(...all);
				const retracted: string[] = [];
				const retract = (all: string[]) => {
					if (all.some((key) => young.has(key))) return false;
					retracted.push(...all);
					for (const key of all) fresh.add(key);
					return true;
				};
				const result = job(cell, { fresh, now, deliver, retract });
				const next = kind.write(cell);
				const isChanged = next.some((text, index) => text !== (texts[index] ?? ''));
				if (delivered.length + retracted.length === 0 && !isChanged) return result;
				const fields = kind.fields.flatMap((field, index) => [field, next[index] ?? '']);
				const values = [version, ...this.limits, name, kind.due?.(cell) ?? ''];
				const isDone = await this.script(
					CHANGE_CELL,
					[cellKey, this.deliveredKey, due],
					...values,
					kind.lifeMs?.(name) ?? '',
					kind.isEmpty(cell) ? 1 : 0,
					this.leaseMs,
					fields.length,
					...fields,
					retracted.length,
					...retracted,
					...delivered,
				);
				if (isDone === 1) return result;
				await systemSleep(Math.random() * RETRY_JITTER_MS);
			}
			throw new BusyError();
		});
	}

	async rememberedMs(): Promise<number> {
		const begunKey = this.name('begun');
		const [most, , knownMs] = this.limits;
		return await this.use(async (redis) => {
			const found = await redis
				.multi()
				.time()
				.get(begunKey)
				.zcard(this.deliveredKey)
				.zrange(this.deliveredKey, 0, 0, 'WITHSCORES')
				.exec();
			for (const [error] of found ?? []) if (error) throw error;
			type Found = [time: number[], begun: string | null, count: number, oldest: string[]];
			const [time, begun, count, oldest] = (found ?? []).map(([, result]) => result) as Found;
			const now = msOf(time);
			// Absent on a Redis that has lost its memory; a time in the future counts for nothing.
			if (begun === null || Number(begun) > now) {
				await redis.set(begunKey, now);
				return 0;
			}
			const since = count >= most ? Math.max(Number(begun), Number(oldest[1])) : Number(begun);
			return Math.max(0, Math.min(now - since, knownMs));
		});
	}

	async rememberFromNow(): Promise<void> {
		await this.use(async (redis) => {
			await redis.set(this.name('begun'), msOf(await redis.time()));
		});
	}

	async due(by: number, most = MOST_DUE_CELLS): Promise<string[]> {
		return await this.use(
			async (redis) => await redis.zrangebyscore(this.name('due'), '-inf', by, 'LIMIT', 0, most),
		);
	}
}
