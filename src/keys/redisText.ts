import { createHash, randomUUID } from 'node:crypto';
import { onRedis, type OutagePorts } from '../redis/outage';
import { DAY_MS } from '../times';
import { BEAT_MS, heldByAnother, type KeptText } from './keptText';

const KEPT_MS = 90 * DAY_MS;
/** A run that has not been heard of for so long was killed: a bulk call and its answer take less. Milliseconds. */
const HELD_MS = 150_000;

/** A text on the Redis of the account: shared by all its workers, kept for 90 days. */
export class RedisText implements KeptText {
	readonly mostBytes = Infinity;
	private readonly name: string;
	private readonly holder: string;
	private readonly by = randomUUID();
	private beats = 0;

	/** `place` names the account, the workflow and the node. */
	constructor(
		private readonly url: string,
		place: string,
		private readonly ports: OutagePorts,
	) {
		const tag = createHash('sha256').update(place).digest('hex').slice(0, 24);
		this.name = `n8n-nodes-cellular-iot:{kept-${tag}}:text`;
		this.holder = `n8n-nodes-cellular-iot:{kept-${tag}}:holder`;
	}

	async hold(tell: (what: string) => void, signal?: AbortSignal): Promise<void> {
		let before: string | null | undefined;
		for (;;) {
			const other = await this.take();
			if (other === null) return;
			// A run that lives has said so meanwhile.
			if (before !== undefined && before !== other) throw heldByAnother();
			before = other;
			tell('an earlier run may be under way: waiting until it is known to have ended');
			await this.ports.sleep(BEAT_MS + 1_000, signal);
		}
	}

	/** Takes the place; gives what another holder has said last, where there is one. */
	private async take(): Promise<string | null> {
		return await onRedis(
			this.url,
			async ({ redis }) => {
				const mine = await redis.set(this.holder, this.said, 'PX', HELD_MS, 'NX');
				return mine === null ? ((await redis.get(this.holder)) ?? '') : null;
			},
			this.ports,
		);
	}

	private get said(): string {
		return `${this.by} ${this.beats}`;
	}

	async beat(): Promise<void> {
		this.beats += 1;
		const isMine = await onRedis(
			this.url,
			async ({ redis }) => {
				const said = await redis.get(this.holder);
				// It ran out while this process stood still, and another run has it.
				if (said !== null && !said.startsWith(this.by)) return false;
				await redis.set(this.holder, this.said, 'PX', HELD_MS);
				return true;
			},
			this.ports,
		);
		if (!isMine) throw heldByAnother();
	}

	async release(): Promise<void> {
		// Where it cannot be given back, it runs out.
		await onRedis(this.url, async ({ redis }) => {
			const said = await redis.get(this.holder);
			if (said?.startsWith(this.by)) await redis.del(this.holder);
		}).catch(() => {});
	}

	async read(): Promise<string | undefined> {
		const text = await onRedis(
			this.url,
			async ({ redis }) => await redis.get(this.name),
			this.ports,
		);
		return text ?? undefined;
	}

	async write(text: string | undefined): Promise<void> {
		await onRedis(
			this.url,
			async ({ redis }) =>
				text === undefined
					? await redis.del(this.name)
					: await redis.set(this.name, text, 'PX', KEPT_MS),
			this.ports,
		);
	}
}
