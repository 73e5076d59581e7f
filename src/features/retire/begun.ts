import { knownOf, withoutNotSent } from '../../errors';
import type { KeptText } from '../../keys/keptText';
import type { Clock } from '../../ports';
import type { FeatureRun } from '../../run/feature';
import type { RetireInput } from './form';
import type { Target } from './named';

/*
 * Which SIMs endpoints had when a run of the node began with them, kept where idempotency keys are. A run after a kill
 * or an error finds endpoints half retired: one that has got another SIM since is used again by somebody, though it
 * is still called as before.
 */

/** How long an endpoint that was left stays left: longer than all tries of n8n's Retry On Fail. Milliseconds. */
const LEFT_MS = 600_000;
/** Most endpoints that are kept; the oldest are forgotten first. The database of n8n keeps 3,000 bytes of a node. */
const MOST_KEPT = 300;
/** What the text begins with: texts of other operations of the node are left alone. */
const RETIRE_TEXT = 'retire';

/** What is kept of an endpoint. */
interface Begun {
	/** The SIM that it had; 0 for none. */
	sim: number;
	/** When it was left, since it had got another SIM; milliseconds since 1970. */
	leftAt?: number;
}

/** As it is written: ids as distances from the one before, which are short. */
type Written = [distance: number, sim: number, leftAt?: number];

function textOf(all: ReadonlyMap<number, Begun>): string | undefined {
	if (all.size === 0) return undefined;
	let before = 0;
	let simBefore = 0;
	const written = [...all].map(([id, { sim, leftAt }]): Written => {
		const distances: [number, number] = [id - before, sim - simBefore];
		before = id;
		simBefore = sim;
		return leftAt === undefined ? distances : [...distances, leftAt];
	});
	return JSON.stringify([RETIRE_TEXT, written]);
}

/** Undefined for a text of another operation. */
function readText(text: string): Map<number, Begun> | undefined {
	const parsed: unknown = JSON.parse(text);
	if (!Array.isArray(parsed) || parsed[0] !== RETIRE_TEXT) return undefined;
	let id = 0;
	let sim = 0;
	return new Map(
		(parsed[1] as Written[]).map(([distance, simDistance, leftAt]): [number, Begun] => {
			id += distance;
			sim += simDistance;
			return [id, { sim, ...(leftAt !== undefined && { leftAt }) }];
		}),
	);
}

/** What runs of a node have begun with. */
export class BegunEndpoints {
	private all = new Map<number, Begun>();
	/** The text that is kept now. */
	private text: string | undefined;

	private constructor(
		private readonly kept: KeptText | undefined,
		private readonly clock: Clock,
	) {}

	/**
	 * What earlier runs of the node have begun with and not ended. Nothing is known, and nothing kept, where the store
	 * cannot be used, as while another run of the node is under way: a note says so.
	 */
	static async of({ items, tell }: FeatureRun<RetireInput>): Promise<BegunEndpoints> {
		const [{ client, call }] = items as [FeatureRun<RetireInput>['items'][number]];
		const { kept, clock, signal } = client.ports;
		if (!kept) return new BegunEndpoints(undefined, clock);
		let isHeld = false;
		try {
			await kept.hold(tell, signal);
			isHeld = true;
			const text = await kept.read();
			const all = text === undefined ? new Map<number, Begun>() : readText(text);
			if (all) return Object.assign(new BegunEndpoints(kept, clock), { all, text });
			throw new Error('another operation of this node has left something there');
		} catch (error) {
			if (isHeld) await kept.release();
			signal?.throwIfAborted();
			call.note(
				`The SIMs of the endpoints are not written down, so that a run after this one would not see that somebody has given one of them another SIM: ${withoutNotSent(knownOf(error).message)}`,
			);
			return new BegunEndpoints(undefined, clock);
		}
	}

	/** The SIM that an endpoint had when a run began with it, 0 for none; undefined where none has. */
	simOf(endpointId: number): number | undefined {
		const begun = this.all.get(endpointId);
		if (!begun) return undefined;
		const { sim, leftAt } = begun;
		return leftAt !== undefined && this.clock.now() - leftAt > LEFT_MS ? undefined : sim;
	}

	/** Writes down endpoints before anything is done to them. @throws CellularIotError where that fails */
	async begin(targets: Target[]): Promise<void> {
		for (const { endpoint } of targets) {
			if (this.simOf(endpoint.id) !== undefined) continue;
			this.all.delete(endpoint.id);
			this.all.set(endpoint.id, { sim: endpoint.sim?.id ?? 0 });
		}
		await this.write();
	}

	/** Endpoints are retired. */
	forget(targets: Target[]): void {
		for (const { endpoint } of targets) this.all.delete(endpoint.id);
	}

	/** Endpoints are left, since they have got another SIM. */
	leave(targets: Target[]): void {
		for (const { endpoint } of targets) {
			const begun = this.all.get(endpoint.id);
			if (begun) begun.leftAt ??= this.clock.now();
		}
	}

	/** To be called when the run ends. Never fails: what is kept too long is asked again by the next run. */
	async end(): Promise<void> {
		await this.write().catch(() => {});
		await this.kept?.release();
	}

	private async write(): Promise<void> {
		const old = [...this.all.keys()].slice(0, Math.max(this.all.size - MOST_KEPT, 0));
		for (const id of old) this.all.delete(id);
		const text = textOf(this.all);
		if (!this.kept || text === this.text) return;
		await this.kept.write(text);
		this.text = text;
	}
}
