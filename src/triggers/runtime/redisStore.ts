import { createHash } from 'node:crypto';
import { CellularIotError } from '../../errors';
import { type Connection, redisError, withRedis } from '../../http/redis';
import { BusyError } from './underWay';

/* What webhook triggers keep on the Redis of the account: one for all processes of n8n. */

/** Milliseconds a call has until n8n took it; what a killed process holds is free after that. */
export const LEASE_MS = 15_000;

/** The Redis that remembers what has arrived failed; the service is asked to deliver again. */
export class LookUpError extends CellularIotError {
	constructor(what: string, cause: CellularIotError) {
		super(
			`${what} could not be looked up: ${cause.message.replace(/\. Nothing was sent$/, '')}`,
			`${cause.hint} Until then calls are answered with 503, for the service to deliver them again.`,
			'notSent',
			cause,
		);
	}
}

export abstract class RedisStore {
	private readonly prefix: string;

	/** `key` names account, workflow and node; `kind` is in the names of all keys, `what` in errors. */
	constructor(
		private readonly url: string,
		key: string,
		kind: string,
		private readonly what: string,
	) {
		const tag = createHash('sha256').update(key).digest('hex').slice(0, 24);
		this.prefix = `n8n-nodes-cellular-iot:{${kind}-${tag}}:`;
	}

	protected name(what: string): string {
		return this.prefix + what;
	}

	/** @throws LookUpError, or the job's own BusyError */
	protected async use<T>(job: (redis: Connection['redis']) => Promise<T>): Promise<T> {
		return await withRedis(this.url, async (connection) => {
			try {
				return await job(connection.redis);
			} catch (error) {
				if (error instanceof BusyError) throw error;
				throw new LookUpError(this.what, redisError(connection, error));
			}
		});
	}
}
