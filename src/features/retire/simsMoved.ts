import { knownOf } from '../../errors';
import { contentRefusal } from '../../run/refusals';
import { AT_A_TIME, isAboutOthers } from '../../run/work';
import { entityOf } from '../../table/answers';
import { getSim } from '../../table/entries/sim/sim';
import { transferSims } from '../../table/entries/sim/simTransfer';
import { inParallel } from '../../table/inParallel';
import { at, unlessRefused } from '../../table/reading';
import { toId } from '../../table/values';
import { type RetiredSim, simInWords } from './endpoints';
import type { Target } from './named';
import { type Retirement, unansweredAs } from './retirement';

/* Moves SIMs to another workspace, which takes them off their endpoints. */

const unanswered = unansweredAs(() => 'Its SIM may have been moved');

/** Moves the SIMs of endpoints; a refused call is made in halves. */
export async function moveSims(job: Retirement): Promise<void> {
	const { work, client, settings, look } = job;
	const isOn = ({ endpoint }: Target) => endpoint.sim !== undefined;
	const targets = work.left(isOn);
	// After this many refusals without a success, single SIMs are not the cause.
	const most = 3 * Math.ceil(Math.log2(targets.length + 1)) + 10;
	let refusals = 0;
	let successes = 0;
	const move = async (given: Target[]): Promise<void> => {
		if (work.stopped !== undefined) return;
		const open = given.filter((target) => work.isOpen(target));
		const some = await work.seen(open, { look, of: isOn });
		if (some.length === 0) return;
		const confirm = work.confirming(look);
		const input = {
			targetWorkspaceId: settings.targetWorkspaceId,
			simsBy: 'ids',
			simIds: some.map(({ endpoint }) => endpoint.sim!.id),
			dryRun: false,
			autoDetachDevices: true,
		};
		try {
			await client.perform(transferSims, input, async () => await confirm(some));
			successes += 1;
			for (const target of some) noteMoved(job, target);
		} catch (error) {
			if (isAboutOthers(error)) return await move(some);
			if (some.some((target) => !work.isOpen(target))) {
				// The last attempt was not sent, since one of the SIMs is no longer meant; an earlier one may have been.
				await keepUnmoved(job, some, error);
				return;
			}
			refusals += 1;
			const isHopeless = successes === 0 && refusals > most;
			if (contentRefusal(error) && some.length > 1 && !isHopeless) {
				const half = Math.ceil(some.length / 2);
				await move(some.slice(0, half));
				await move(some.slice(half));
			} else if (knownOf(error).outcome === 'unknown') {
				await keepUnmoved(job, some, error);
			} else {
				for (const target of some) work.failCall(target, error, { unanswered });
			}
		}
	};
	try {
		await move(targets);
	} catch (error) {
		work.stop(error);
	}
}

function noteMoved(job: Retirement, target: Target): void {
	const sim = target.endpoint.sim!;
	job.withoutSim.add(target);
	job.note(target, { step: 'moveSim', sim_id: sim.id }, `${simInWords(sim)} was moved`);
}

/** After a transfer without an answer: those whose SIM is not in the target workspace have failed. */
async function keepUnmoved(job: Retirement, targets: Target[], error: unknown): Promise<void> {
	const { work } = job;
	const maybe = unansweredAs(({ endpoint }) => `${simInWords(endpoint.sim!)} may have been moved`);
	await inParallel(targets, AT_A_TIME, async (target) => {
		const isMoved = await isElsewhere(job, target.endpoint.sim!).catch(() => false);
		if (isMoved && work.isOpen(target)) noteMoved(job, target);
		else if (work.isOpen(target)) work.fail(target, error);
		else work.failCall(target, error, { unanswered: maybe });
	});
}

/** Whether a SIM has left this workspace, or belongs to the target workspace where both are in view. */
async function isElsewhere({ call, settings }: Retirement, { id }: RetiredSim): Promise<boolean> {
	const answer = await unlessRefused(call.other(getSim, { simId: id }), 404);
	if (!answer) return true;
	const owner = toId(at(entityOf(answer), 'customer_org.id'));
	return owner !== undefined && owner === settings.targetWorkspaceId;
}
