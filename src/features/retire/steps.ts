import { SimStatus } from '../../fleet/statuses';
import type { Client } from '../../run/client';
import { answerList } from '../../table/answers';
import type { Call } from '../../table/define';
import { deleteManyEndpoints } from '../../table/entries/endpoint/endpointBulk';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { getEndpointTags, removeTags } from '../../table/entries/endpoint/endpointTags';
import { deleteDataQuota } from '../../table/entries/quota/dataQuota';
import { deleteSmsQuota } from '../../table/entries/quota/smsQuota';
import { updateSim } from '../../table/entries/sim/sim';
import { unlessRefused } from '../../table/reading';
import { toId } from '../../table/values';
import { simInWords } from './endpoints';
import type { Target } from './named';
import { isToSuspend, otherTags, type Settings, type Step } from './plan';
import { Retirement, unansweredAs } from './retirement';
import { moveSims } from './simsMoved';
import { releaseSims } from './simsReleased';

/*
 * What is done to some endpoints, in the order that the service wants: it deletes no endpoint that has a SIM.
 * The endpoint comes last, so that a run after a kill finds by it what is left; each step leaves out what is
 * done already. Right before each step its endpoints are read again, and those that are not meant any more are left.
 * Source: public reference (deletion of endpoints, statuses and transfer of SIMs).
 */

/** Endpoints that are retired together: as many as a node can write down, and half the SIMs that a transfer takes. */
export const TOGETHER = 250;

/** How the retirement of some endpoints has ended. */
interface Retired {
	/** Endpoints that are not retired, with the reasons. */
	failed: ReadonlyMap<Target, unknown>;
	/** The steps that were taken; an endpoint that needed none is not in it. */
	taken: ReadonlyMap<Target, Step[]>;
	/** Why nothing more is sent; undefined where more may be. */
	stopped: unknown;
}

/** Retires some endpoints of one workspace, at most {@link TOGETHER}. Never throws. */
export async function retireTogether(
	client: Client,
	call: Call,
	targets: Target[],
	settings: Settings,
): Promise<Retired> {
	const job = new Retirement(client, call, targets, settings);
	if (settings.removeQuotas !== false) await removeQuotas(job);
	if (settings.sims === 'suspend') await suspendSims(job);
	if (settings.sims === 'move') await moveSims(job);
	await releaseSims(job);
	await takeTagsOff(job, await tagsToTakeOff(job));
	await deleteEndpoints(job);
	job.work.close();
	return { failed: job.work.failed, taken: job.taken, stopped: job.work.stopped };
}

async function removeQuotas(job: Retirement): Promise<void> {
	await job.work.each({
		of: () => true,
		look: job.look,
		take: async (target, confirming) => {
			const input = { endpointId: target.endpoint.id };
			for (const entry of [deleteDataQuota, deleteSmsQuota]) {
				// It is refused where there is no quota.
				await unlessRefused(job.call.other(entry, input, { confirm: confirming() }), 404);
			}
			job.note(target, { step: 'removeQuotas' }, 'its quotas were removed');
		},
		unanswered: unansweredAs(() => 'Its quotas may have been removed'),
	});
}

async function suspendSims(job: Retirement): Promise<void> {
	await job.work.each({
		of: (target) => job.expectedSim(target).sim !== undefined,
		look: job.look,
		take: async (target, confirming) => {
			const sim = target.endpoint.sim!;
			if (!isToSuspend(target, job.settings)) return;
			const input = { simId: sim.id, status: SimStatus.Suspended };
			await job.call.other(updateSim, input, { confirm: confirming() });
			sim.status = SimStatus.Suspended;
			job.suspended.add(target);
			const step: Step = { step: 'suspendSim', sim_id: sim.id };
			job.note(target, step, `${simInWords(sim)} was suspended`);
		},
		unanswered: unansweredAs(
			({ endpoint }) => `${simInWords(endpoint.sim!)} may have been suspended`,
		),
	});
}

/** IDs of the tags that are taken off an endpoint: all except the one by which it is found. */
async function otherTagIds(call: Call, { endpoint, tag }: Target): Promise<number[]> {
	const { id: endpointId, tagIds } = endpoint;
	const read = async () => answerList(await call.other(getEndpointTags, { endpointId }));
	const ids = tagIds ?? (await read()).flatMap(({ id }) => toId(id) ?? []);
	return ids.filter((id) => id !== tag?.id);
}

/** The tags that each endpoint has now: a list of the others would put back what somebody took off. */
async function tagsToTakeOff({ work, call, look }: Retirement): Promise<Map<Target, number[]>> {
	const tagIds = new Map<Target, number[]>();
	await work.each({
		of: (target) => otherTags(target).length > 0,
		look,
		take: async (target) => {
			tagIds.set(target, await otherTagIds(call, target));
		},
		unanswered: unansweredAs(() => 'Its tags were read'),
	});
	return tagIds;
}

async function takeTagsOff(job: Retirement, tagIds: ReadonlyMap<Target, number[]>): Promise<void> {
	const done = await job.work.inBulk({
		of: (target) => (tagIds.get(target) ?? []).length > 0,
		look: job.look,
		entry: removeTags,
		inputOf: (target) => ({
			endpointId: target.endpoint.id,
			isolateBadItems: true,
			tagsBy: 'ids',
			tagIds: tagIds.get(target),
			readFirst: false,
			perCall: TOGETHER,
		}),
		unanswered: unansweredAs(() => 'Its tags may have been taken off'),
	});
	for (const target of done.keys()) {
		const tags = otherTags(target).join(', ');
		job.note(target, { step: 'removeTags', tags }, `the tags ${tags} were taken off`);
	}
}

async function deleteEndpoints(job: Retirement): Promise<void> {
	const { work, look, deleting } = job;
	const done = await work.inBulk({
		of: () => true,
		look,
		entry: deleteManyEndpoints,
		inputOf: ({ endpoint }) => ({ endpointId: endpoint.id, isolateBadItems: true }),
		sending: (targets) => {
			for (const target of targets) deleting.add(target);
		},
		areDone: async (failed) => await deletedOf(job, failed),
		unanswered: unansweredAs(() => 'It may have been deleted'),
	});
	for (const target of done.keys()) job.noteDeleted(target);
}

/**
 * Those of some endpoints that are deleted, by a call that was not answered or by somebody else: the list shows
 * deleted ones, and that an endpoint is not in it proves nothing. Source: specification, statuses of endpoints.
 */
async function deletedOf(job: Retirement, targets: Target[]): Promise<Set<Target>> {
	const now = await job.now(targets).catch(() => undefined);
	return new Set(
		targets.filter(({ endpoint }) => {
			const entity = now?.get(endpoint.id);
			return entity !== undefined && isEndpointDeleted(entity);
		}),
	);
}
