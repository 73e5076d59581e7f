import type { IExecuteFunctions } from 'n8n-workflow';
import { inWords, type OnWait } from '../../src/http/waits';
import type { Operation } from '../../src/operations/define';

/** Milliseconds between two messages about one run. */
const EVERY_MS = 5_000;
/** Runs of fewer items end before anybody would ask. */
const WORTH_TELLING = 100;
/** Milliseconds of a run whose length is worth telling before it begins. */
const LONG_MS = 60_000;

/** Says what is waited for, at most every five seconds. */
export function telling(say: (what: string) => void, now = () => performance.now()): OnWait {
	let last = -Infinity;
	return (what, atMostMs) => {
		if (now() - last < EVERY_MS) return;
		last = now();
		say(`waiting for ${what}, ${inWords(atMostMs)} at most`);
	};
}

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
	const tellWait = telling(say, now);
	const waits = new Set<string>();
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
		/** When it has to wait: for what, and how many milliseconds at most. */
		onWait: (what: string, atMostMs: number) => {
			waits.add(what);
			tellWait(what, atMostMs);
		},
		/** The reasons for its waits. */
		waits,
	};
}
