import { createHash } from 'node:crypto';
import { CellularIotError } from '../../errors';
import { type Connection, redisError, withRedis } from '../../http/redis';

/** The Redis that remembers records failed; the service is asked to deliver again. */
export class WindowError extends CellularIotError {
	constructor(cause: CellularIotError) {
		super(
			`Records could not be looked up: ${cause.message.replace(/\. Nothing was sent$/, '')}`,
			`${cause.hint} Until then calls are answered with 503, for the service to deliver them again.`,
			'notSent',
			cause,
		);
	}
}

/** What a stream trigger keeps on the Redis of the account. */
export abstract class RedisStore {
	private readonly prefix: string;

	/** `key` names account, workflow and node. */
	constructor(
		private readonly url: string,
		key: string,
	) {
		const tag = createHash('sha256').update(key).digest('hex').slice(0, 24);
		this.prefix = `n8n-nodes-cellular-iot:{stream-${tag}}:`;
	}

	protected name(what: string): string {
		return this.prefix + what;
	}

	/** @throws WindowError */
	protected async use<T>(job: (redis: Connection['redis']) => Promise<T>): Promise<T> {
		return await withRedis(this.url, async (connection) => {
			try {
				return await job(connection.redis);
			} catch (error) {
				throw new WindowError(redisError(connection, error));
			}
		});
	}

	/** Those of the keys that are remembered. */
	protected async held(keys: string[]): Promise<Set<string>> {
		if (keys.length === 0) return new Set();
		const scores = await this.use(
			async (redis) => await redis.zmscore(this.name('records'), ...keys),
		);
		return new Set(keys.filter((_, index) => scores[index] !== null));
	}
}
