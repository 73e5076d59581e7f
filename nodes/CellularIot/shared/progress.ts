import type { IExecuteFunctions } from 'n8n-workflow';
import { inWords, type OnWait } from '../../src/http/waits';
import type { Operation } from '../../src/operations/define';

/** Milliseconds between two messages about one run. */
const EVERY_MS = 5_000;
/** Runs of fewer items end too soon to need a message. */
const WORTH_TELLING = 100;
/** The shortest run, in milliseconds, whose length is announced before it begins. */
const LONG_MS = 60_000;

/** Reports the reason for a wait, at most every five seconds. */
export function telling(say: (what: string) => void, now = () => performance.now()): OnWait {
	let last = -Infinity;
	return (what, atMostMs) => {
		if (now() - last < EVERY_MS) return;
		last = now();
		say(`waiting for ${what}, ${inWords(atMostMs)} at most`);
	};
}

/**
 * Reports a long run's expected length, progress and waits in n8n's log, and in the editor's
 * console when run by hand: each at most every five seconds, and at its end.
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
		/** Called before a run, with its shortest length by the service's limits in milliseconds. */
		expected: (ms: number) => {
			if (ms > LONG_MS) say(`takes ${inWords(ms)} or more within the limits of the service`);
		},
		/** Called when a run has to wait, with the reason and the milliseconds at most. */
		onWait: (what: string, atMostMs: number) => {
			waits.add(what);
			tellWait(what, atMostMs);
		},
		/** The reasons for its waits. */
		waits,
	};
}
