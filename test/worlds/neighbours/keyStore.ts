import type { Json } from '../../../src/wire';
import type { KeyedRequest, KeyLedger, KeyState, KeyVerdict } from '../../../src/keys/ledger';

/* A store of idempotency keys that outlives the processes of an n8n, and that knows when a key was claimed. */

interface Claim {
	request: string;
	at: number;
	/** The verdict, once there is one. */
	done?: { result?: Json[] | undefined };
}

export class KeyStore implements KeyLedger {
	readonly most = 100_000;
	readonly mostOpen = 1_000;
	private readonly claims = new Map<string, Claim>();

	/** @param atOnce keys that are claimed ahead in one step */
	constructor(
		private readonly now: () => number,
		readonly atOnce: number,
	) {}

	async claim(keys: KeyedRequest[]): Promise<KeyState[]> {
		return keys.map((key) => this.stateOf(key));
	}

	/** Asks again for claims right before their items are sent: their time is that of the sending. */
	async confirm(keys: KeyedRequest[]): Promise<KeyState[]> {
		for (const { key } of keys) {
			const claim = this.claims.get(key);
			if (claim) claim.at = this.now();
		}
		return keys.map(() => ({ is: 'mine' }));
	}

	async settle(verdicts: KeyVerdict[]): Promise<void> {
		for (const { key, is, result } of verdicts) {
			const claim = this.claims.get(key);
			if (is === 'free') this.claims.delete(key);
			if (is === 'done' && claim) claim.done = { result };
		}
	}

	async close(): Promise<void> {}

	private stateOf({ key, request }: KeyedRequest): KeyState {
		const claim = this.claims.get(key);
		if (!claim) {
			this.claims.set(key, { request, at: this.now() });
			return { is: 'mine' };
		}
		if (claim.request !== request) return { is: 'other' };
		if (!claim.done) return { is: 'open', mayLive: false, agoMs: this.now() - claim.at };
		const { result } = claim.done;
		return result === undefined ? { is: 'done' } : { is: 'done', result };
	}
}
