import { SimStatus } from '../../fleet/statuses';
import { entityOf } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { getSim } from '../../table/entries/sim/sim';
import { inParallel } from '../../table/inParallel';
import { at, unlessRefused } from '../../table/reading';
import { toId } from '../../table/values';
import type { Client } from '../../run/client';
import { AT_A_TIME, type Look, type Sight, Work } from '../../run/work';
import { retiredEndpoint, simInWords } from './endpoints';
import { type ExpectedSim, LOOK_VALID_MS, notMeant, UnansweredError, whyNotMeant } from './looks';
import type { Target } from './named';
import { isReleased, type Settings, type Step } from './plan';

/* The retirement of some endpoints of a workspace: what was done to each, and whether it is still meant. */

/** The state that the steps of a retirement share. */
export class Retirement {
	readonly work: Work<Target>;
	/** What was done to each endpoint, in its order. */
	readonly taken = new Map<Target, Step[]>();
	/** Endpoints whose SIM this run has taken off. */
	readonly withoutSim = new Set<Target>();
	/** Endpoints whose SIM this run has suspended. */
	readonly suspended = new Set<Target>();
	/** Endpoints that a call of this run was sent to delete. */
	readonly deleting = new Set<Target>();
	/** Milliseconds since 1970. */
	readonly beganAt: number;

	constructor(
		readonly client: Client,
		readonly call: Call,
		targets: Target[],
		readonly settings: Settings,
	) {
		this.work = new Work(client, targets, { lookValidMs: LOOK_VALID_MS, looksAlways: true });
		this.beganAt = client.ports.clock.now();
	}

	/** Notes that a step was taken; `inWords` follows a comma. */
	note(target: Target, step: Step, inWords: string): void {
		this.taken.set(target, [...(this.taken.get(target) ?? []), step]);
		this.work.note(target, inWords);
	}

	noteReleased(target: Target): void {
		const sim = target.endpoint.sim!;
		this.withoutSim.add(target);
		this.note(target, { step: 'releaseSim', sim_id: sim.id }, `${simInWords(sim)} was taken off`);
	}

	noteDeleted(target: Target): void {
		this.note(target, { step: 'delete' }, 'it was deleted');
		this.work.end(target);
	}

	expectedSim(target: Target): ExpectedSim {
		const sim = this.withoutSim.has(target) ? undefined : target.endpoint.sim;
		return { sim, isSuspended: this.suspended.has(target) };
	}

	/** Endpoints as they are now, by id; those that the service does not list are not in it. */
	async now(targets: Target[]): Promise<Map<number, Json>> {
		const there = new Map<number, Json>();
		const ids = targets.map(({ endpoint }) => String(endpoint.id));
		for (const [id, [entity]] of await this.call.find('endpoint', 'id', ids)) {
			if (entity) there.set(Number(id), entity);
		}
		return there;
	}

	/** Reads endpoints again: whether each is still meant. One that is deleted, with nothing left to be done, has ended. */
	readonly look: Look<Target> = async (targets) => {
		const now = await this.now(targets);
		await this.takeOver(targets, now);
		return new Map(
			targets.map((target): [Target, Sight] => [
				target,
				this.sightOf(target, now.get(target.endpoint.id)),
			]),
		);
	};

	private sightOf(target: Target, entity: Json | undefined): Sight {
		const expected = this.expectedSim(target);
		const why = whyNotMeant(target, entity, expected);
		if (why === undefined) {
			refresh(target, entity!);
			return 'asBefore';
		}
		const isDeleted = entity !== undefined && isEndpointDeleted(entity);
		if (isDeleted && this.deleting.has(target)) {
			this.noteDeleted(target);
			return 'done';
		}
		if (isDeleted && !expected.sim) {
			this.work.end(target);
			return 'done';
		}
		return { changed: notMeant(target, why) };
	}

	/**
	 * Notes SIMs that have come off as planned: by a call that got no answer, or by one of an earlier run that
	 * was carried out late. Such a SIM is free, and needs no suspension any more.
	 */
	private async takeOver(targets: Target[], now: Map<number, Json>): Promise<void> {
		const { settings } = this;
		const without = targets.filter((target) => {
			const entity = now.get(target.endpoint.id);
			if (!entity || isEndpointDeleted(entity) || this.withoutSim.has(target)) return false;
			return isReleased(target, settings) && retiredEndpoint(entity).sim === undefined;
		});
		await inParallel(without, AT_A_TIME, async (target) => {
			const sim = target.endpoint.sim!;
			const answer = await unlessRefused(this.call.other(getSim, { simId: sim.id }), 404);
			const is = answer && entityOf(answer);
			if (!is || toId(at(is, 'endpoint.id')) !== undefined) return;
			const status = Number(at(is, 'status.id'));
			if (settings.sims === 'suspend' && status === SimStatus.Activated) return;
			sim.status = status;
			this.noteReleased(target);
		});
	}
}

/** Updates an endpoint from a look, as far as the next step depends on it: the status of the SIM, and the tags. */
function refresh({ endpoint }: Target, entity: Json): void {
	const { sim, tagIds, tagNames } = retiredEndpoint(entity);
	Object.assign(endpoint, { tagIds, tagNames });
	if (sim && endpoint.sim) endpoint.sim.status = sim.status;
}

/** @param maybe what a call without an answer may have done, as the beginning of a sentence */
export const unansweredAs =
	(maybe: (target: Target) => string) =>
	(target: Target, changed: unknown): UnansweredError =>
		new UnansweredError(maybe(target), changed);
