import {
	type CellularIotError,
	findCause,
	knownOf,
	outcomeAfter,
	PartlyDoneError,
} from '../../errors';
import { performMany } from '../../run/bulk';
import type { Client } from '../../run/client';
import { NotAttemptedError } from '../../run/items';
import { contentRefusal } from '../../run/refusals';
import { answerList, entityOf } from '../../table/answers';
import type { Call, Input, Json, Operation } from '../../table/define';
import {
	deleteManyEndpoints,
	updateManyEndpoints,
} from '../../table/entries/endpoint/endpointBulk';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { getEndpointTags, removeTags } from '../../table/entries/endpoint/endpointTags';
import { deleteDataQuota } from '../../table/entries/quota/dataQuota';
import { deleteSmsQuota } from '../../table/entries/quota/smsQuota';
import { getSim, updateSim } from '../../table/entries/sim/sim';
import { transferSims } from '../../table/entries/sim/simTransfer';
import { inParallel } from '../../table/inParallel';
import { at, unlessRefused } from '../../table/reading';
import { piecesOf, toId } from '../../table/values';
import {
	retiredEndpoint,
	type RetiredSim,
	SIM_ACTIVATED,
	SIM_SUSPENDED,
	simInWords,
} from './endpoints';
import {
	type ExpectedSim,
	LOOK_HOLDS_MS,
	notMeant,
	simIsElsewhere,
	SomeNotMeantError,
	UnansweredError,
	whyNotMeant,
} from './looks';
import type { Target } from './named';
import { otherSimsReleased } from './released';
import { isReleased, isToSuspend, otherTags, type Settings, type Step } from './plan';

/*
 * What is done to some endpoints, in the order that the service wants: it deletes no endpoint that has a SIM.
 * The endpoint comes last, so that a run after a kill finds by it what is left; each step leaves out what is
 * done already. Right before each step its endpoints are read again, and those that are not meant any more are left.
 * Source: public reference (deletion of endpoints, statuses and transfer of SIMs).
 */

/** Endpoints that are retired together: as many as a node can write down, and half the SIMs that a transfer takes. */
export const TOGETHER = 250;
/** Endpoints that are looked at together, and then changed at the same time; the lane spaces them. */
const AT_A_TIME = 10;

/** Work on some endpoints; one that has failed takes no further part in it. */
class Retirement {
	readonly failed = new Map<Target, unknown>();
	readonly retired = new Set<Target>();
	/** What was done to each endpoint, in its order. */
	readonly taken = new Map<Target, Step[]>();
	/** A failure that the next call would meet, too. */
	stopped: unknown;
	/** The same in words. */
	private readonly did = new Map<Target, string[]>();
	/** When each endpoint was last read; milliseconds since 1970. */
	private readonly lookedAt = new Map<Target, number>();
	/** Endpoints whose SIM this run has taken off, and those whose SIM it has suspended. */
	private readonly withoutSim = new Set<Target>();
	private readonly suspended = new Set<Target>();
	/** Endpoints that a call of this run was sent to delete. */
	private readonly deleting = new Set<Target>();
	/** Milliseconds since 1970. */
	private readonly beganAt: number;

	constructor(
		private readonly client: Client,
		private readonly call: Call,
		private readonly targets: Target[],
		private readonly settings: Settings,
	) {
		this.beganAt = client.ports.clock.now();
	}

	/** Endpoints that are still at work, of those that a step is about. */
	private open(is: (target: Target) => boolean = () => true): Target[] {
		if (this.stopped !== undefined) return [];
		return this.targets.filter((target) => this.isOpen(target) && is(target));
	}

	private isOpen(target: Target): boolean {
		return !this.failed.has(target) && !this.retired.has(target);
	}

	/** A failure of the endpoint alone. */
	private fail(target: Target, error: unknown): void {
		if (!this.isOpen(target)) return;
		const [first, ...others] = this.did.get(target) ?? [];
		if (first === undefined) this.failed.set(target, error);
		else {
			const did = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
			this.failed.set(target, new PartlyDoneError(did, error));
		}
	}

	/**
	 * A failure of a call; anything but a refusal would hit the next call, too. `maybe` says what a call without an
	 * answer may have done, and begins a sentence.
	 */
	private failCall(target: Target, error: unknown, maybe: string): void {
		if (isAboutOthers(error)) return;
		const isUnknown = knownOf(error).outcome === 'unknown';
		// An attempt got no answer, and the look before the next one has shown that the endpoint is to be left.
		const left = this.failed.get(target);
		if (left !== undefined && isUnknown) this.failed.set(target, new UnansweredError(maybe, left));
		if (!this.isOpen(target)) return;
		this.fail(target, error);
		if (outcomeAfter(0, error) !== 'refused') this.stopped ??= error;
	}

	/** A step was taken; `inWords` follows a comma. */
	private note(target: Target, step: Step, inWords: string): void {
		this.taken.set(target, [...(this.taken.get(target) ?? []), step]);
		this.did.set(target, [...(this.did.get(target) ?? []), inWords]);
	}

	private expectedSim(target: Target): ExpectedSim {
		const sim = this.withoutSim.has(target) ? undefined : target.endpoint.sim;
		return { sim, isSuspended: this.suspended.has(target) };
	}

	/** Endpoints as they are now, by id; those that the service does not list are not in it. */
	private async now(targets: Target[]): Promise<Map<number, Json>> {
		const there = new Map<number, Json>();
		const ids = targets.map(({ endpoint }) => String(endpoint.id));
		if (ids.length === 0) return there;
		for (const [id, [entity]] of await this.call.find('endpoint', 'id', ids)) {
			if (entity) there.set(Number(id), entity);
		}
		return there;
	}

	/**
	 * Reads endpoints again, and gives those that are still meant. The others fail with the reason; one that is
	 * deleted, with nothing left to be done about its SIM, is done.
	 */
	private async stillMeant(targets: Target[]): Promise<Target[]> {
		const now = await this.now(targets);
		await this.takeOver(targets, now);
		return targets.filter((target) => {
			const entity = now.get(target.endpoint.id);
			const expected = this.expectedSim(target);
			const why = whyNotMeant(target, entity, expected);
			this.lookedAt.set(target, this.client.ports.clock.now());
			if (why === undefined) this.refresh(target, entity!);
			else if (entity && isEndpointDeleted(entity) && this.deleting.has(target))
				this.noteDeleted(target);
			else if (entity && isEndpointDeleted(entity) && !expected.sim) this.retired.add(target);
			else this.fail(target, notMeant(target, why));
			return why === undefined;
		});
	}

	/**
	 * Takes note of SIMs that have come off as planned: by a call that got no answer, or by one of a run before that
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
			if (settings.sims === 'suspend' && status === SIM_ACTIVATED) return;
			sim.status = status;
			this.noteReleased(target);
		});
	}

	/** Takes over what a look shows and the next step goes by: the status of the SIM, and the tags. */
	private refresh({ endpoint }: Target, entity: Json): void {
		const { sim, tagIds, tagNames } = retiredEndpoint(entity);
		Object.assign(endpoint, { tagIds, tagNames });
		if (sim && endpoint.sim) endpoint.sim.status = sim.status;
	}

	/**
	 * To be awaited right before each attempt of a request about endpoints, which may have waited for its turn: looks
	 * at them where the last look does not hold any more, and before each attempt but the first.
	 * @throws SomeNotMeantError, by which it is not sent, where one of them is not meant any more
	 */
	private confirming(): (targets: Target[]) => Promise<void> {
		const tried = new Set<Target>();
		return async (targets) => {
			const now = this.client.ports.clock.now();
			const old = targets.filter((target) => {
				const age = now - (this.lookedAt.get(target) ?? -Infinity);
				return tried.has(target) || age > LOOK_HOLDS_MS;
			});
			for (const target of targets) tried.add(target);
			await this.stillMeant(old);
			if (!targets.every((target) => this.isOpen(target))) throw new SomeNotMeantError();
		};
	}

	/** Does a step for each of some endpoints, a few at a time; these are looked at right before. */
	private async each(
		targets: Target[],
		maybe: (target: Target) => string,
		job: (target: Target) => Promise<void>,
	): Promise<void> {
		for (const few of piecesOf(targets, AT_A_TIME)) {
			if (this.stopped !== undefined) return;
			await inParallel(await this.stillMeant(few), AT_A_TIME, async (target) => {
				if (this.stopped !== undefined) return;
				try {
					await job(target);
				} catch (error) {
					this.failCall(target, error, maybe(target));
				}
			});
		}
	}

	/**
	 * Performs a bulk entry for some endpoints; gives those that failed, with their errors. A call of which an
	 * endpoint is not meant any more is sent without it.
	 * @param maybe what a call without an answer may have done, as the beginning of a sentence
	 */
	private async many(
		entry: Operation,
		targets: Target[],
		maybe: string,
		inputOf: (target: Target) => Input = () => ({}),
	): Promise<Map<Target, unknown>> {
		const failed = new Map<Target, unknown>();
		let left = targets;
		while (left.length > 0) {
			const own = left;
			const confirmSome = this.confirming();
			/** Those of a call that was not sent any more, since one of them is not meant. */
			const unsent = new Set<Target>();
			const items = own.map((target, index) => ({
				index,
				input: { endpointId: target.endpoint.id, isolateBadItems: true, ...inputOf(target) },
			}));
			const confirm = async (some: Array<{ index: number }>) => {
				const called = some.map(({ index }) => own[index]!);
				await confirmSome(called).catch((error: unknown) => {
					if (isAboutOthers(error)) for (const target of called) unsent.add(target);
					throw error;
				});
				if (entry === deleteManyEndpoints) for (const target of called) this.deleting.add(target);
			};
			const results = await performMany(this.client, entry, items, { confirm });
			left = [];
			for (const [i, result] of results.entries()) {
				const target = own[i]!;
				if (!('error' in result)) continue;
				// Of a call that the others had stopped, attempts may have been sent before.
				if (!unsent.has(target)) failed.set(target, result.error);
				else if (this.isOpen(target)) left.push(target);
				else this.failCall(target, result.error, maybe);
			}
		}
		return failed;
	}

	private async removeQuotas(): Promise<void> {
		if (this.settings.removeQuotas === false) return;
		const maybe = () => 'Its quotas may have been removed';
		await this.each(this.open(), maybe, async (target) => {
			const input = { endpointId: target.endpoint.id };
			for (const entry of [deleteDataQuota, deleteSmsQuota]) {
				const confirmSome = this.confirming();
				const confirm = async () => await confirmSome([target]);
				// It is refused where there is no quota.
				await unlessRefused(this.call.other(entry, input, { confirm }), 404);
			}
			this.note(target, { step: 'removeQuotas' }, 'its quotas were removed');
		});
	}

	private async suspendSims(): Promise<void> {
		const { settings } = this;
		if (settings.sims !== 'suspend') return;
		await this.each(
			this.open((target) => this.expectedSim(target).sim !== undefined),
			({ endpoint }) => `${simInWords(endpoint.sim!)} may have been suspended`,
			async (target) => {
				const sim = target.endpoint.sim!;
				if (this.withoutSim.has(target) || !isToSuspend(target, settings)) return;
				const confirmSome = this.confirming();
				const confirm = async () => await confirmSome([target]);
				const input = { simId: sim.id, status: SIM_SUSPENDED };
				await this.call.other(updateSim, input, { confirm });
				sim.status = SIM_SUSPENDED;
				this.suspended.add(target);
				const step: Step = { step: 'suspendSim', sim_id: sim.id };
				this.note(target, step, `${simInWords(sim)} was suspended`);
			},
		);
	}

	/** Moves the SIMs to the target workspace, which takes them off; a refused call is made in halves. */
	private async moveSims(): Promise<void> {
		if (this.settings.sims !== 'move') return;
		const targets = this.open(({ endpoint }) => endpoint.sim !== undefined);
		// Refusals without one success, after which single SIMs are not the cause.
		const most = 3 * Math.ceil(Math.log2(targets.length + 1)) + 10;
		let refusals = 0;
		let successes = 0;
		const move = async (given: Target[]): Promise<void> => {
			if (this.stopped !== undefined) return;
			const some = await this.stillMeant(given.filter((target) => this.isOpen(target)));
			if (some.length === 0) return;
			const confirm = this.confirming();
			const input = {
				targetWorkspaceId: this.settings.targetWorkspaceId,
				simsBy: 'ids',
				simIds: some.map(({ endpoint }) => endpoint.sim!.id),
				dryRun: false,
				autoDetachDevices: true,
			};
			try {
				await this.client.perform(transferSims, input, async () => await confirm(some));
				successes += 1;
				for (const target of some) this.noteMoved(target);
			} catch (error) {
				if (isAboutOthers(error)) return await move(some);
				if (some.some((target) => !this.isOpen(target))) {
					// The last attempt was not sent, since one of them is not meant any more; one before may have been.
					await this.keepUnmoved(some, error);
					return;
				}
				refusals += 1;
				const isHopeless = successes === 0 && refusals > most;
				if (contentRefusal(error) && some.length > 1 && !isHopeless) {
					const half = Math.ceil(some.length / 2);
					await move(some.slice(0, half));
					await move(some.slice(half));
				} else if (knownOf(error).outcome === 'unknown') {
					await this.keepUnmoved(some, error);
				} else {
					for (const target of some) this.failCall(target, error, 'Its SIM may have been moved');
				}
			}
		};
		await move(targets);
	}

	private noteMoved(target: Target): void {
		const sim = target.endpoint.sim!;
		this.withoutSim.add(target);
		this.note(target, { step: 'moveSim', sim_id: sim.id }, `${simInWords(sim)} was moved`);
	}

	/** After a transfer without an answer: those whose SIM is not in the target workspace have failed. */
	private async keepUnmoved(targets: Target[], error: unknown): Promise<void> {
		await inParallel(targets, AT_A_TIME, async (target) => {
			const isMoved = await this.isElsewhere(target.endpoint.sim!).catch(() => false);
			if (isMoved && this.isOpen(target)) this.noteMoved(target);
			else if (this.isOpen(target)) this.fail(target, error);
			else this.failCall(target, error, `${simInWords(target.endpoint.sim!)} may have been moved`);
		});
	}

	/** Whether a SIM has left this workspace, or belongs to the target workspace where both are in view. */
	private async isElsewhere({ id }: RetiredSim): Promise<boolean> {
		const answer = await unlessRefused(this.call.other(getSim, { simId: id }), 404);
		if (!answer) return true;
		const owner = toId(at(entityOf(answer), 'customer_org.id'));
		return owner !== undefined && owner === this.settings.targetWorkspaceId;
	}

	private noteReleased(target: Target): void {
		const sim = target.endpoint.sim!;
		this.withoutSim.add(target);
		this.note(target, { step: 'releaseSim', sim_id: sim.id }, `${simInWords(sim)} was taken off`);
	}

	private async releaseSims(): Promise<void> {
		const isOn = (target: Target) =>
			isReleased(target, this.settings) && !this.withoutSim.has(target);
		const meant = await this.stillMeant(this.open(isOn));
		const targets = meant.filter(isOn);
		const maybe = 'Its SIM may have been taken off';
		const failed = await this.many(updateManyEndpoints, targets, maybe, () => ({
			unassignSim: null,
		}));
		for (const target of targets) {
			if (failed.has(target)) this.failCall(target, failed.get(target), maybe);
			else if (this.isOpen(target) && !this.withoutSim.has(target)) this.noteReleased(target);
		}
		await this.leaveSwapped(this.open((target) => this.withoutSim.has(target)));
	}

	/**
	 * Leaves endpoints whose SIM is on another endpoint now: somebody has changed them right before their SIM was to
	 * come off, which the endpoint itself does not show any more.
	 */
	private async leaveSwapped(targets: Target[]): Promise<void> {
		const iccids = targets.flatMap(({ endpoint }) => endpoint.sim?.iccid ?? []);
		if (iccids.length === 0) return;
		const holders = await this.call.find('endpoint', 'iccid', iccids);
		for (const target of targets) {
			const sim = target.endpoint.sim!;
			const holder = (holders.get(sim.iccid ?? '') ?? [])
				.map(retiredEndpoint)
				.find((each) => !each.isDeleted && each.sim?.id === sim.id);
			if (!holder) continue;
			const others = await this.othersReleased(target);
			this.fail(target, notMeant(target, `${simIsElsewhere(sim, holder)}; ${others}`));
		}
	}

	/** Which SIM came off an endpoint in place of the one that was planned, as a person is told. */
	private async othersReleased({ endpoint }: Target): Promise<string> {
		const since = this.beganAt;
		const which = { endpointId: endpoint.id, simId: endpoint.sim!.id, since };
		const sims = await otherSimsReleased(this.call, which).catch(() => []);
		return sims.length > 0
			? `taken off it, and to be looked after: ${sims.join(', ')}`
			: 'look for a SIM that came off it just now';
	}

	/** Ids of the tags that come off an endpoint: all that it has but the one that it is found by. */
	private async otherTagIds({ endpoint, tag }: Target): Promise<number[]> {
		const { id: endpointId, tagIds } = endpoint;
		const read = async () => answerList(await this.call.other(getEndpointTags, { endpointId }));
		const ids = tagIds ?? (await read()).flatMap(({ id }) => toId(id) ?? []);
		return ids.filter((id) => id !== tag?.id);
	}

	/** Takes off the tags that each endpoint has now: a list of the others would put back what somebody took off. */
	private async removeTags(): Promise<void> {
		const tagIds = new Map<Target, number[]>();
		const tagged = this.open((target) => otherTags(target).length > 0);
		const isRead = () => 'Its tags were read';
		await this.each(tagged, isRead, async (target) => {
			tagIds.set(target, await this.otherTagIds(target));
		});
		const targets = this.open((target) => (tagIds.get(target) ?? []).length > 0);
		const maybe = 'Its tags may have been taken off';
		const failed = await this.many(removeTags, await this.stillMeant(targets), maybe, (target) => ({
			tagsBy: 'ids',
			tagIds: tagIds.get(target),
			readFirst: false,
			perCall: TOGETHER,
		}));
		for (const target of targets) {
			const tags = otherTags(target).join(', ');
			if (failed.has(target)) this.failCall(target, failed.get(target), maybe);
			else if (this.isOpen(target))
				this.note(target, { step: 'removeTags', tags }, `the tags ${tags} were taken off`);
		}
	}

	private noteDeleted(target: Target): void {
		this.note(target, { step: 'delete' }, 'it was deleted');
		this.retired.add(target);
	}

	private async deleteEndpoints(): Promise<void> {
		const targets = await this.stillMeant(this.open());
		const maybe = 'It may have been deleted';
		const failed = await this.many(deleteManyEndpoints, targets, maybe);
		// Some may be deleted by a call that was not answered, or by somebody else: the list shows deleted ones, and
		// that an endpoint is not in it proves nothing. Source: specification, statuses of endpoints.
		const now = await this.now([...failed.keys()]).catch(() => undefined);
		const isDeleted = (target: Target) => {
			const entity = now?.get(target.endpoint.id);
			return entity !== undefined && isEndpointDeleted(entity);
		};
		for (const target of targets) {
			if (failed.has(target) && !isDeleted(target)) {
				this.failCall(target, failed.get(target), maybe);
			} else if (this.isOpen(target)) {
				this.noteDeleted(target);
			}
		}
	}

	/** Takes all steps, in their order; each endpoint is in {@link retired} or in {@link failed} then. */
	async carryOut(): Promise<void> {
		try {
			await this.removeQuotas();
			await this.suspendSims();
			await this.moveSims();
			await this.releaseSims();
			await this.removeTags();
			await this.deleteEndpoints();
		} catch (error) {
			this.stopped ??= error;
		}
		for (const target of this.targets) {
			if (this.isOpen(target)) this.fail(target, new NotAttemptedError(this.stopped));
		}
	}
}

/** Whether a request was not sent because of another endpoint, or of one that has failed by itself. */
const isAboutOthers = (error: unknown): boolean =>
	findCause(error, (cause): cause is CellularIotError => cause instanceof SomeNotMeantError) !==
	undefined;

/** How the retirement of some endpoints has ended. */
export interface Retired {
	/** Endpoints that are not retired, with the reasons. */
	failed: ReadonlyMap<Target, unknown>;
	/** The steps that were taken; an endpoint that needed none is not in it. */
	taken: ReadonlyMap<Target, Step[]>;
	/** Why nothing more is to be sent; undefined where others may be. */
	stopped: unknown;
}

/** Retires some endpoints of one workspace, at most {@link TOGETHER}. Never throws. */
export async function retireTogether(
	client: Client,
	call: Call,
	targets: Target[],
	settings: Settings,
): Promise<Retired> {
	const work = new Retirement(client, call, targets, settings);
	await work.carryOut();
	const { failed, taken, stopped } = work;
	return { failed, taken, stopped };
}
