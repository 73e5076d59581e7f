import { SimStatus } from '../../fleet/statuses';
import type { RetireInput } from './form';
import type { Target } from './named';

/* What will be done to an endpoint: its steps in their order, and what becomes of its SIM. */

/** What an item decides about its endpoints. */
export type Settings = Pick<RetireInput, 'sims' | 'targetWorkspaceId' | 'removeQuotas'>;

/** What will be done to an endpoint, or was. */
export interface Step {
	step: 'removeQuotas' | 'suspendSim' | 'moveSim' | 'releaseSim' | 'removeTags' | 'delete';
	sim_id?: number;
	tags?: string;
}

/** Tags that come off before the endpoint is deleted: all but the one that it is found by. */
export const otherTags = ({ endpoint, tag }: Target): string[] =>
	endpoint.tagNames.filter((name) => name.trim() !== tag?.name.trim());

/** Whether the SIM comes off by itself, before the endpoint is deleted. */
export const isReleased = ({ endpoint, isFoundBySim }: Target, { sims }: Settings): boolean =>
	endpoint.sim !== undefined && !isFoundBySim && sims !== 'move';

/** Whether the SIM is to be suspended: only an activated one can be. */
export const isToSuspend = ({ endpoint: { sim } }: Target, { sims }: Settings): boolean =>
	sims === 'suspend' && sim?.status === SimStatus.Activated;

/** The steps that an endpoint still needs, in their order. */
export function stepsFor(target: Target, settings: Settings): Step[] {
	const { sim } = target.endpoint;
	const ofSim = sim ? { sim_id: sim.id } : {};
	const tags = otherTags(target);
	const steps: Step[] = [];
	if (settings.removeQuotas !== false) steps.push({ step: 'removeQuotas' });
	if (isToSuspend(target, settings)) steps.push({ step: 'suspendSim', ...ofSim });
	if (sim && settings.sims === 'move') steps.push({ step: 'moveSim', ...ofSim });
	if (isReleased(target, settings)) steps.push({ step: 'releaseSim', ...ofSim });
	if (tags.length > 0) steps.push({ step: 'removeTags', tags: tags.join(', ') });
	steps.push({ step: 'delete' });
	return steps;
}

/**
 * What becomes of the SIM of an endpoint, in a word; null where it has none. A SIM that is neither activated nor
 * suspended keeps its status, and what the deletion of its endpoint makes of that is not documented.
 */
export function simAfter(
	{ endpoint: { sim }, isFoundBySim }: Target,
	{ sims }: Settings,
): string | null {
	if (!sim) return null;
	if (sims === 'move') return 'moved';
	if (sims === 'keep') return 'kept';
	const isLive = sim.status === SimStatus.Activated || sim.status === SimStatus.Suspended;
	if (isLive) return 'suspended';
	return isFoundBySim ? 'released' : 'kept';
}
