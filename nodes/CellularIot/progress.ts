import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../../src/operations/define';

/** Milliseconds between two messages about one run. */
const EVERY_MS = 5_000;
/** Runs of fewer items end before anybody would ask. */
const WORTH_TELLING = 100;

/**
 * Says in n8n's log, and in the editor's console when run by hand, how far a long run has come:
 * at most every five seconds, and at its end.
 */
export function progressOf(
	context: Pick<IExecuteFunctions, 'logger' | 'sendMessageToUI' | 'getNode'>,
	{ action }: Operation,
): (done: number, all: number) => void {
	let last = performance.now();
	let told = false;
	return (done, all) => {
		const now = performance.now();
		const isDue = now - last >= EVERY_MS;
		if (all < WORTH_TELLING || (!isDue && !(done === all && told))) return;
		last = now;
		told = true;
		const message = `${context.getNode().name}: ${action}: ${done} of ${all} items`;
		context.logger.info(message);
		context.sendMessageToUI(message);
	};
}
