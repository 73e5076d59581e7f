import { createHash, randomUUID } from 'node:crypto';
import { mustKeepAll } from '../redis/eviction';
import { onRedis, type OutagePorts } from '../redis/outage';
import { DAY_MS } from '../times';
import { BEAT_MS, heldByAnother, type KeptText, placeLost } from './keptText';

const KEPT_MS = 90 * DAY_MS;
/** A run that has not been heard of for so long was killed, or is out of reach of Redis. Milliseconds. */
const HELD_MS = 150_000;

/** What becomes of the text in a step. */
type TextStep = ['keep'] | ['drop'] | ['set', string];

/**
 * A text on the Redis of the account: shared by all its workers, kept for 90 days. A timer renews the place of the run
 * that has it, however long its requests take. A place that has run out, or that Redis has forgotten, is lost for good.
 */
export class RedisText implements KeptText {
	readonly mostBytes = Infinity;
	private readonly name: string;
	private readonly holder: string;
	private readonly by = randomUUID();
	private beats = 0;
	/** Ends the timer; there while the run has the place, as far as it knows. */
	private held: AbortController | undefined;
	private isLost = false;

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
		let before: string | undefined;
		for (;;) {
			const other = await this.take();
			if (other === undefined) break;
			// A run that lives has said so meanwhile.
			if (before !== undefined && before !== other) throw heldByAnother();
			before = other;
			tell('an earlier run may be under way: waiting until it is known to have ended');
			await this.ports.sleep(BEAT_MS + 1_000, signal);
		}
		this.isLost = false;
		this.held = new AbortController();
		void this.beatOn(this.held.signal);
	}

	/** Takes the place; gives what another holder has said last, where there is one. */
	private async take(): Promise<string | undefined> {
		return await onRedis(
			this.url,
			async (connection) => {
				await mustKeepAll(connection);
				const { redis } = connection;
				const mine = await redis.set(this.holder, this.said, 'PX', HELD_MS, 'NX');
				if (mine !== null) return undefined;
				const said = (await redis.get(this.holder)) ?? '';
				// The place was taken by a command whose answer never came.
				return said.startsWith(this.by) ? undefined : said;
			},
			this.ports,
		);
	}

	private get said(): string {
		return `${this.by} ${this.beats}`;
	}

	/** Renews the place until it is given up or lost. */
	private async beatOn(ended: AbortSignal): Promise<void> {
		while (!ended.aborted && !this.isLost) {
			await this.ports.sleep(BEAT_MS, ended).catch(() => {});
			if (ended.aborted) return;
			// What Redis does not answer proves nothing: it is asked again before anything is sent.
			await this.step(['keep']).catch(() => {});
		}
	}

	async confirm(): Promise<void> {
		if (this.held) await this.step(['keep']);
	}

	/** Renews the place, and keeps another text. @throws CellularIotError where the place is lost */
	private async step([how, text = '']: TextStep): Promise<void> {
		if (this.isLost) throw placeLost();
		this.beats += 1;
		const { said } = this;
		const isMine = await onRedis(
			this.url,
			async ({ redis }) =>
				await redis.keepPlace(this.holder, this.name, this.by, said, HELD_MS, how, text, KEPT_MS),
			this.ports,
		);
		// The place was given up while the question was under way.
		if (!this.held) return;
		if (isMine !== 1) this.isLost = true;
		if (this.isLost) throw placeLost();
	}

	async release(): Promise<void> {
		this.held?.abort();
		this.held = undefined;
		// Where it cannot be given back, it runs out.
		await onRedis(
			this.url,
			async ({ redis }) =>
				await redis.keepPlace(this.holder, this.name, this.by, '', HELD_MS, 'keep', '', KEPT_MS),
		).catch(() => {});
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
		if (!this.held) throw placeLost();
		await this.step(text === undefined ? ['drop'] : ['set', text]);
	}
}
