import { CellularIotError, knownOf, outcomeAfter, PartlyDoneError } from '../../errors';
import { performMany } from '../../run/bulk';
import type { Client } from '../../run/client';
import { NotAttemptedError } from '../../run/items';
import { contentRefusal } from '../../run/refusals';
import type { Call, Input, Operation } from '../../table/define';
import {
	deleteManyEndpoints,
	updateManyEndpoints,
} from '../../table/entries/endpoint/endpointBulk';
import { deleteDataQuota } from '../../table/entries/quota/dataQuota';
import { deleteSmsQuota } from '../../table/entries/quota/smsQuota';
import { updateSim } from '../../table/entries/sim/sim';
import { transferSims } from '../../table/entries/sim/simTransfer';
import { inParallel } from '../../table/inParallel';
import { unlessRefused } from '../../table/reading';
import {
	endpointInWords,
	type RetiredEndpoint,
	retiredEndpoint,
	SIM_ACTIVATED,
	SIM_IN_TEST,
} from './endpoints';
import type { RetireInput } from './form';
import type { Target } from './named';

/*
 * What is done to some endpoints, in the order that the service wants: it deletes no endpoint that has a SIM.
 * The endpoint comes last, so that a run after a kill finds by it what is left; each step leaves out what is
 * done already. Source: public reference (deletion of endpoints, statuses and transfer of SIMs).
 */

/** Endpoints that are retired together: the most SIMs that one transfer takes. */
export const TOGETHER = 500;
/** Quotas and SIMs that are changed at a time; the lane spaces them. */
const AT_A_TIME = 10;
const SUSPENDED = 2;

/** What an item decides about its endpoints. */
export type Settings = Pick<RetireInput, 'sims' | 'targetWorkspaceId' | 'removeQuotas'>;

/** What will be done to an endpoint, or was. */
export interface Step {
	step: 'removeQuotas' | 'suspendSim' | 'moveSim' | 'releaseSim' | 'removeTags' | 'delete';
	sim_id?: number;
	tags?: string;
}

/** Tags that come off before the endpoint is deleted: all but the one that it is found by. */
const otherTags = ({ endpoint, tag }: Target): string[] =>
	endpoint.tagNames.filter((name) => name.trim() !== tag?.name.trim());

/** Whether the SIM comes off by itself, before the endpoint is deleted. */
const isReleased = ({ endpoint, isFoundBySim }: Target, { sims }: Settings): boolean =>
	endpoint.sim !== undefined && !isFoundBySim && sims !== 'move';

const isSuspended = ({ endpoint: { sim } }: Target, { sims }: Settings): boolean =>
	sims === 'suspend' && sim?.status === SIM_ACTIVATED;

/** The steps that an endpoint still needs, in their order. */
export function stepsFor(target: Target, settings: Settings): Step[] {
	const { sim } = target.endpoint;
	const ofSim = sim ? { sim_id: sim.id } : {};
	const tags = otherTags(target);
	const steps: Step[] = [];
	if (settings.removeQuotas !== false) steps.push({ step: 'removeQuotas' });
	if (isSuspended(target, settings)) steps.push({ step: 'suspendSim', ...ofSim });
	if (sim && settings.sims === 'move') steps.push({ step: 'moveSim', ...ofSim });
	if (isReleased(target, settings)) steps.push({ step: 'releaseSim', ...ofSim });
	if (tags.length > 0) steps.push({ step: 'removeTags', tags: tags.join(', ') });
	steps.push({ step: 'delete' });
	return steps;
}

/** What becomes of the SIM of an endpoint, in a word; null where it has none. */
export function simAfter({ endpoint: { sim } }: Target, { sims }: Settings): string | null {
	if (!sim) return null;
	if (sims === 'move') return 'moved';
	// The service lets a SIM go from factory test to activated alone.
	return sims === 'keep' || sim.status === SIM_IN_TEST ? 'kept' : 'suspended';
}

const changedMeanwhile = (endpoint: RetiredEndpoint, what: string) =>
	new CellularIotError(
		`Not deleted: ${endpointInWords(endpoint)} ${what} meanwhile`,
		'Somebody else changes it. Run this again if it is to be retired all the same.',
		'notSent',
	);

/** Work on some endpoints; one that has failed takes no further part in it. */
class Retirement {
	readonly failed = new Map<Target, unknown>();
	readonly retired = new Set<Target>();
	/** A failure that the next call would meet, too. */
	stopped: unknown;
	private readonly did = new Map<Target, string>();

	constructor(
		private readonly client: Client,
		private readonly call: Call,
		private readonly targets: Target[],
		private readonly settings: Settings,
	) {}

	/** Endpoints that are still at work, of those that a step is about. */
	private open(is: (target: Target) => boolean = () => true): Target[] {
		if (this.stopped !== undefined) return [];
		return this.targets.filter((target) => !this.failed.has(target) && is(target));
	}

	/** A failure of the endpoint alone. */
	private fail(target: Target, error: unknown): void {
		const did = this.did.get(target);
		this.failed.set(target, did === undefined ? error : new PartlyDoneError(did, error));
	}

	/** A failure of a call; anything but a refusal would hit the next call, too. */
	private failCall(target: Target, error: unknown): void {
		this.fail(target, error);
		if (outcomeAfter(0, error) !== 'refused') this.stopped ??= error;
	}

	/** Does a step for each of some endpoints, a few at a time. */
	private async each(
		targets: Target[],
		what: string,
		job: (target: Target) => Promise<void>,
	): Promise<void> {
		await inParallel(targets, AT_A_TIME, async (target) => {
			if (this.stopped !== undefined) return;
			try {
				await job(target);
				this.did.set(target, what);
			} catch (error) {
				this.failCall(target, error);
			}
		});
	}

	/** Performs a bulk entry for some endpoints; gives those that failed, with their errors. */
	private async many(
		entry: Operation,
		targets: Target[],
		inputOf: (target: Target) => Input,
	): Promise<Map<Target, unknown>> {
		const failed = new Map<Target, unknown>();
		if (targets.length === 0) return failed;
		const items = targets.map((target, index) => ({
			index,
			input: { endpointId: target.endpoint.id, isolateBadItems: true, ...inputOf(target) },
		}));
		for (const [i, result] of (await performMany(this.client, entry, items)).entries()) {
			if ('error' in result) failed.set(targets[i]!, result.error);
		}
		return failed;
	}

	/** Endpoints as they are now, by id; without those that are deleted. */
	private async now(targets: Target[]): Promise<Map<number, RetiredEndpoint>> {
		const ids = targets.map(({ endpoint }) => String(endpoint.id));
		const there = new Map<number, RetiredEndpoint>();
		if (ids.length === 0) return there;
		for (const entries of (await this.call.find('endpoint', 'id', ids)).values()) {
			for (const endpoint of entries.map(retiredEndpoint)) {
				if (!endpoint.isDeleted) there.set(endpoint.id, endpoint);
			}
		}
		return there;
	}

	private async removeQuotas(): Promise<void> {
		if (this.settings.removeQuotas === false) return;
		await this.each(this.open(), 'Its quotas were removed', async ({ endpoint }) => {
			const input = { endpointId: endpoint.id };
			// It is refused where there is no quota.
			await unlessRefused(this.call.other(deleteDataQuota, input), 404);
			await unlessRefused(this.call.other(deleteSmsQuota, input), 404);
		});
	}

	private async suspendSims(): Promise<void> {
		const targets = this.open((target) => isSuspended(target, this.settings));
		await this.each(targets, 'Its SIM was suspended', async ({ endpoint }) => {
			await this.call.other(updateSim, { simId: endpoint.sim!.id, status: SUSPENDED });
		});
	}

	/** Moves the SIMs to the target workspace, which takes them off; a refused call is made in halves. */
	private async moveSims(): Promise<void> {
		if (this.settings.sims !== 'move') return;
		const targets = this.open(({ endpoint }) => endpoint.sim !== undefined);
		// Refusals without one success, after which single SIMs are not the cause.
		const most = 3 * Math.ceil(Math.log2(targets.length + 1)) + 10;
		let refusals = 0;
		let successes = 0;
		const move = async (some: Target[]): Promise<void> => {
			if (some.length === 0 || this.stopped !== undefined) return;
			try {
				await this.client.perform(transferSims, {
					targetWorkspaceId: this.settings.targetWorkspaceId,
					simsBy: 'ids',
					simIds: some.map(({ endpoint }) => endpoint.sim!.id),
					dryRun: false,
					autoDetachDevices: true,
				});
				successes += 1;
				for (const target of some) this.did.set(target, 'Its SIM was moved');
			} catch (error) {
				refusals += 1;
				const isHopeless = successes === 0 && refusals > most;
				if (contentRefusal(error) && some.length > 1 && !isHopeless) {
					const half = Math.ceil(some.length / 2);
					await move(some.slice(0, half));
					await move(some.slice(half));
				} else if (knownOf(error).outcome === 'unknown') {
					await this.keepUnmoved(some, error);
				} else {
					for (const target of some) this.failCall(target, error);
				}
			}
		};
		await move(targets);
	}

	/** After a transfer without an answer: those that still have their SIM have failed. */
	private async keepUnmoved(targets: Target[], error: unknown): Promise<void> {
		const now = await this.now(targets).catch(() => undefined);
		for (const target of targets) {
			const has = now?.get(target.endpoint.id)?.sim;
			if (!now || has !== undefined) this.fail(target, error);
			else this.did.set(target, 'Its SIM was moved');
		}
	}

	/** Takes SIMs and tags off, in one call. */
	private async releaseSims(): Promise<void> {
		const updates = new Map<Target, Input>();
		for (const target of this.open()) {
			const releases = isReleased(target, this.settings);
			const untags = otherTags(target).length > 0;
			if (!releases && !untags) continue;
			updates.set(target, {
				...(releases && { unassignSim: null }),
				...(untags && { tagAssignments: target.tag ? [target.tag.id] : [] }),
			});
		}
		const targets = [...updates.keys()];
		const failed = await this.many(
			updateManyEndpoints,
			targets,
			(target) => updates.get(target) ?? {},
		);
		for (const target of targets) {
			if (failed.has(target)) this.failCall(target, failed.get(target));
			else this.did.set(target, 'Its SIM and its tags were taken off');
		}
	}

	/** The endpoints that nobody else has changed since they were chosen; deleted ones are done. */
	private async stillMeant(): Promise<Target[]> {
		const targets = this.open();
		const now = await this.now(targets);
		return targets.filter((target) => {
			const is = now.get(target.endpoint.id);
			if (!is) {
				this.retired.add(target);
				return false;
			}
			const own = target.isFoundBySim ? target.endpoint.sim?.id : undefined;
			if (is.sim?.id !== own) this.fail(target, changedMeanwhile(is, 'got another SIM'));
			else if (target.tag && !is.tagNames.some((name) => name.trim() === target.tag!.name.trim()))
				this.fail(target, changedMeanwhile(is, `lost the tag "${target.tag.name}"`));
			else return true;
			return false;
		});
	}

	private async deleteEndpoints(): Promise<void> {
		const targets = await this.stillMeant();
		const failed = await this.many(deleteManyEndpoints, targets, () => ({}));
		// Some may be deleted by a call that was not answered, or by somebody else.
		const now = await this.now([...failed.keys()]).catch(() => undefined);
		for (const target of targets) {
			const isGone = !failed.has(target) || now?.has(target.endpoint.id) === false;
			if (isGone) this.retired.add(target);
			else this.failCall(target, failed.get(target));
		}
	}

	/** Takes all steps, in their order; each endpoint is in {@link retired} or in {@link failed} then. */
	async carryOut(): Promise<void> {
		try {
			await this.removeQuotas();
			await this.suspendSims();
			await this.moveSims();
			await this.releaseSims();
			await this.deleteEndpoints();
		} catch (error) {
			this.stopped ??= error;
		}
		for (const target of this.targets) {
			if (this.retired.has(target) || this.failed.has(target)) continue;
			this.fail(target, new NotAttemptedError(this.stopped));
		}
	}
}

/** How the retirement of some endpoints has ended. */
export interface Retired {
	/** Endpoints that are not retired, with the reasons. */
	failed: ReadonlyMap<Target, unknown>;
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
	return { failed: work.failed, stopped: work.stopped };
}
