import type { IExecuteFunctions } from 'n8n-workflow';
import type { Operation } from '../../../src/table/define';
import { durationInWords, type OnWait } from '../../../src/waits';

/** Milliseconds between two messages about one run. */
const REPORT_EVERY_MS = 5_000;
/** Runs of fewer items end too soon to need a message. */
const LEAST_ITEMS = 100;
/** The shortest run, in milliseconds, whose length is announced before it begins. */
const LONG_MS = 60_000;

/** Reports the reason for a wait, at most every five seconds. */
export function waitReporter(say: (what: string) => void, now = () => performance.now()): OnWait {
	let last = -Infinity;
	return (what, atMostMs) => {
		if (now() - last < REPORT_EVERY_MS) return;
		last = now();
		say(`waiting for ${what}, ${durationInWords(atMostMs)} at most`);
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
	let hasReported = false;
	const tellWait = waitReporter(say, now);
	const waits = new Set<string>();
	const notes = new Set<string>();
	/** Reports progress when it is due, and at the end if there was a report before. */
	const report = (done: number, all: number | undefined, things: string) => {
		const isDue = now() - last >= REPORT_EVERY_MS;
		if (!isDue && !(done === all && hasReported)) return;
		last = now();
		hasReported = true;
		say(`${done} ${all === undefined ? '' : `of ${all} `}${things}`);
	};
	return {
		progress: (done: number, all: number) => {
			if (all >= LEAST_ITEMS) report(done, all, 'items');
		},
		/** Called while a list is read, with its entries so far and those that are wanted. */
		listed: (read: number, wanted: number | undefined) => report(read, wanted, 'entries read'),
		/** Called before a run, with its shortest length by the service's limits in milliseconds. */
		expected: (ms: number) => {
			if (ms > LONG_MS)
				say(`takes ${durationInWords(ms)} or more within the limits of the service`);
		},
		/** Called with how far a run is, in words; shown at most every five seconds. */
		tell: (what: string) => {
			if (now() - last < REPORT_EVERY_MS) return;
			last = now();
			say(what);
		},
		/** Called for each step of a long operation. */
		onStep: (done: number, all: number) => report(done, all, 'requests'),
		/** Called when a run has to wait, with the reason and the milliseconds at most. */
		onWait: (what: string, atMostMs: number) => {
			waits.add(what);
			tellWait(what, atMostMs);
		},
		/** The reasons for its waits. */
		waits,
		/** Called with a sentence about the results that they do not show. */
		noted: (note: string) => void notes.add(note),
		/** Those sentences. */
		notes,
	};
}
