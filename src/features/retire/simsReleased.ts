import { updateManyEndpoints } from '../../table/entries/endpoint/endpointBulk';
import { retiredEndpoint } from './endpoints';
import { notMeant, simIsElsewhere } from './looks';
import type { Target } from './named';
import { isReleased } from './plan';
import { otherSimsReleased } from './released';
import { type Retirement, unansweredAs } from './retirement';

/* Takes SIMs off their endpoints: the service does not delete an endpoint that has one. */

/** Takes the SIMs off endpoints, except off those that have got another SIM right before. */
export async function releaseSims(job: Retirement): Promise<void> {
	const { work, settings, withoutSim, look } = job;
	const released = await work.inBulk({
		of: (target) => isReleased(target, settings) && !withoutSim.has(target),
		look,
		entry: updateManyEndpoints,
		inputOf: ({ endpoint }) => ({
			endpointId: endpoint.id,
			isolateBadItems: true,
			unassignSim: null,
		}),
		unanswered: unansweredAs(() => 'Its SIM may have been taken off'),
	});
	for (const target of released.keys()) {
		if (!withoutSim.has(target)) job.noteReleased(target);
	}
	try {
		await leaveSwapped(job);
	} catch (error) {
		work.stop(error);
	}
}

/**
 * Leaves endpoints whose SIM is on another endpoint now: somebody moved it right before it was to be taken off,
 * and the endpoint itself no longer shows that.
 */
async function leaveSwapped(job: Retirement): Promise<void> {
	const { work, call, withoutSim } = job;
	const targets = work.left((target) => withoutSim.has(target));
	const iccids = targets.flatMap(({ endpoint }) => endpoint.sim?.iccid ?? []);
	if (iccids.length === 0) return;
	const holders = await call.find('endpoint', 'iccid', iccids);
	for (const target of targets) {
		const sim = target.endpoint.sim!;
		const holder = (holders.get(sim.iccid ?? '') ?? [])
			.map(retiredEndpoint)
			.find((each) => !each.isDeleted && each.sim?.id === sim.id);
		if (!holder) continue;
		const others = await othersReleased(job, target);
		work.fail(target, notMeant(target, `${simIsElsewhere(sim, holder)}; ${others}`));
	}
}

/** Which SIM came off an endpoint instead of the planned one, in words. */
async function othersReleased(
	{ call, beganAt }: Retirement,
	{ endpoint }: Target,
): Promise<string> {
	const which = { endpointId: endpoint.id, simId: endpoint.sim!.id, since: beganAt };
	const sims = await otherSimsReleased(call, which).catch(() => []);
	return sims.length > 0
		? `taken off it, and to be looked after: ${sims.join(', ')}`
		: 'look for a SIM that came off it just now';
}
