import { createHash, randomUUID } from 'node:crypto';
import type { RedisConnection } from '../redis/client';
import { foreignKey } from '../redis/errors';
import { LANES_KEY } from '../redis/scripts/lane';

/** One worker at a lane on Redis, waiting or holding it. A query may fail, and then nothing is known. */
export class LaneMember {
	private readonly id = randomUUID();
	private readonly lane: string;
	private beats = 0;

	constructor(
		private readonly connection: RedisConnection,
		lane: string,
	) {
		this.lane = createHash('sha256').update(lane).digest('hex').slice(0, 32);
	}

	/**
	 * Takes the lane when it is free, or when the given state or doubt has been waited out.
	 * @returns undefined when it was taken, else the state or doubt to wait for.
	 */
	async take(waitedOut: { state: string; doubt: string }): Promise<string | undefined> {
		const { redis } = this.connection;
		const said = await this.known(redis.takeLane(...this.me, waitedOut.state, waitedOut.doubt));
		return said === 'mine' ? undefined : said;
	}

	/**
	 * Sends a heartbeat, with whether the service may still be processing the holder's call.
	 * @param alone nobody else can have had the lane since the last beat
	 */
	async beat(isAtWork: boolean, alone: boolean): Promise<'held' | 'heldAgain' | 'gone'> {
		const { redis } = this.connection;
		const flags = [isAtWork, alone].map(Number);
		const said = await this.known(redis.beatLane(...this.me, ++this.beats, ...flags));
		return said === 0 ? 'gone' : said === 2 ? 'heldAgain' : 'held';
	}

	async free(): Promise<void> {
		await this.connection.redis.freeLane(...this.me);
	}

	private get me() {
		return [LANES_KEY, this.lane, randomUUID(), this.id] as const;
	}

	/** @throws SharedLaneError when the key of the lanes contains foreign data. */
	private async known<T>(answer: Promise<T>): Promise<T> {
		try {
			return await answer;
		} catch (error) {
			const isForeign = error instanceof Error && error.message.startsWith('WRONGTYPE');
			throw isForeign ? foreignKey(this.connection, LANES_KEY) : error;
		}
	}
}

/**
 * The reason for a wait, in words that follow "waiting for"; undefined when, as far as known,
 * the holder is a living worker.
 */
export function waitingFor(said: string, where: string): string | undefined {
	if (said.startsWith('doubt ')) {
		return `bulk calls that other workers may have under way: the Redis at ${where}, which is new, was restarted or was emptied, knows of none before now`;
	}
	return said.endsWith(' 1')
		? 'the service, which may still be at work on the bulk call of a worker that has stopped'
		: undefined;
}
