import { runClaims } from '../../../src/triggers/runtime/claims';
import type { Cell, DeliveryStore } from '../../../src/triggers/runtime/store';
import { isEngine2Workflow } from '../n8n/engine2';
import { isFirstStepHere, type StartingContext } from '../n8n/firstStep';
import { nodeKey } from './triggerInput';

/* Whether a call can learn that the first step of its run, the `execute` of the trigger, has begun. */

/** Whether runs have a first step of ours at all. */
export const hasFirstStep = (context: StartingContext): boolean => !isEngine2Workflow(context);

/**
 * To be called before n8n gets items with these deliveries. The function it gives waits, once n8n has
 * stored a run, until the run has begun; undefined where that can't be seen from here.
 */
export function seenBeginning<C extends Cell>(
	context: StartingContext,
	store: DeliveryStore<C>,
	keys: string[],
): ((isStored: boolean) => Promise<boolean>) | undefined {
	const findUnclaimed = store.unclaimed?.bind(store);
	const isSeen =
		context.getMode() !== 'manual' &&
		hasFirstStep(context) &&
		(findUnclaimed !== undefined || isFirstStepHere(context));
	return isSeen && keys.length > 0
		? runClaims(nodeKey(context)).expect(keys, findUnclaimed)
		: undefined;
}
