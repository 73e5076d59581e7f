import type { ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';
import { runClaims } from '../../../src/triggers/runtime/claims';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import type { Cell, DeliveryStore } from '../../../src/triggers/runtime/store';
import { isEngine2Workflow } from '../n8n/engine2';
import { nodeKey } from './triggerInput';

/*
 * Whether a call can learn that the first step of its run, the `execute` of the trigger, has begun.
 * Two settings of n8n decide it, and a webhook's context offers only the first (n8n 2.40.7):
 *
 * - the engine: Engine 2.0 never runs the `execute` of a trigger (../n8n/engine2.ts);
 * - the mode of executions: in queue mode a worker takes the first step, in another process. The mode
 *   stands in the configuration that n8n's logger holds (@n8n/backend-common, logging/logger.js), which
 *   n8n does not promise. In an n8n where it is not found, a first step that this process has taken
 *   shows that it takes them all.
 */

/** The contexts of n8n in which a trigger starts runs. */
type StartingContext = IWebhookFunctions | ITriggerFunctions;

const ofProcess = inMemory(() => ({ takesFirstSteps: false }));

/** Notes that this process has taken the first step of a run. */
export const noteFirstStep = (): void => {
	ofProcess('process').takesFirstSteps = true;
};

/** Whether runs have a first step of ours at all. */
export const hasFirstStep = (context: StartingContext): boolean => !isEngine2Workflow(context);

/** Whether the first step of a run is taken in this process. */
function isFirstStepHere({ logger }: StartingContext): boolean {
	const { globalConfig } = logger as { globalConfig?: { executions?: { mode?: unknown } } };
	const mode = globalConfig?.executions?.mode;
	return mode === undefined ? ofProcess('process').takesFirstSteps : mode === 'regular';
}

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
