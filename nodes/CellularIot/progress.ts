import type { IExecuteFunctions } from 'n8n-workflow';
import { inWords } from '../../src/http/gate';
import type { Operation } from '../../src/operations/define';

/** Milliseconds between two messages about one run. */
const EVERY_MS = 5_000;
/** Runs of fewer items end before anybody would ask. */
const WORTH_TELLING = 100;
/** Milliseconds of a run whose length is worth telling before it begins. */
const LONG_MS = 60_000;

/**
 * Says in n8n's log, and in the editor's console when run by hand, how long a long run will take,
 * how far it has come, and what it waits for: each at most every five seconds, and at its end.
 */
export function progressOf(
	context: Pick<IExecuteFunctions, 'logger' | 'sendMessageToUI' | 'getNode'>,
	{ action }: Operation,
	now: () => number = () => performance.now(),
) {
	const say = (what: string) => {
		const message = `${context.getNode().name}: ${action}: ${what}`;
		context.logger.info(message);
		context.sendMessageToUI(message);
	};
	let last = now();
	let told = false;
	let waitedAt = -Infinity;
	return {
		progress: (done: number, all: number) => {
			const isDue = now() - last >= EVERY_MS;
			if (all < WORTH_TELLING || (!isDue && !(done === all && told))) return;
			last = now();
			told = true;
			say(`${done} of ${all} items`);
		},
		/** Before it begins: how long the service's limits make it at least. Milliseconds. */
		expected: (ms: number) => {
			if (ms > LONG_MS) say(`takes ${inWords(ms)} or more within the limits of the service`);
		},
		/** When it has to wait for a limit. Milliseconds. */
		onWait: (ms: number) => {
			if (now() - waitedAt < EVERY_MS) return;
			waitedAt = now();
			say(`waiting ${inWords(ms)} for the limit of the service`);
		},
	};
}
