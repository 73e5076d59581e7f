import type { IExecuteFunctions } from 'n8n-workflow';
import { oneLine } from '../../../src/foreignText';
import { type Counted, type Reporter, SILENT } from '../../../src/reporter';
import type { Operation } from '../../../src/table/define';
import { durationInWords } from '../../../src/waits';
import { logAbout, logLine } from './log';

/* What a run tells, in the words and places of n8n: its log, and the editor's console. */

/** Milliseconds between two messages about one run. */
const REPORT_EVERY_MS = 5_000;
/** Runs of fewer items end too soon to need a message. */
const LEAST_ITEMS = 100;
/** The shortest run, in milliseconds, whose length is announced before it begins. */
const LONG_MS = 60_000;

/** What progress counts, in words that follow a number. */
const COUNTED_WORDS: Record<Counted, string> = {
	items: 'items',
	requests: 'requests',
	entries: 'entries read',
};

type Now = () => number;
const monotonicNow: Now = () => performance.now();

/** Reports warnings in n8n's log, and nothing else: where no run is under way that a person waits for. */
export const warningReporter = (context: Pick<IExecuteFunctions, 'logger'>): Reporter => ({
	...SILENT,
	warn: (message) => logLine(context, message),
});

/** Reports the reason for a wait, at most every five seconds. */
function waitsBy(say: (what: string) => void, now: Now): Reporter['wait'] {
	let last = -Infinity;
	return (what, atMostMs) => {
		if (now() - last < REPORT_EVERY_MS) return;
		last = now();
		say(`waiting for ${what}, ${durationInWords(atMostMs)} at most`);
	};
}

/** Reports warnings and waits of a poll in n8n's log. */
export function pollReporter(
	context: Pick<IExecuteFunctions, 'logger' | 'getNode'>,
	now = monotonicNow,
): Reporter {
	return {
		...warningReporter(context),
		wait: waitsBy((what) => logAbout(context, what, 'info'), now),
	};
}

/** A reporter of a run, and what it keeps for the hints above the output. */
interface RunReporter {
	report: Reporter;
	/** The reasons for the waits of the run, in words that follow "waiting for". */
	waits: Set<string>;
	/** Sentences about the results that they do not show. */
	notes: Set<string>;
}

/**
 * Reports a long run's expected length, progress and waits in n8n's log, and in the editor's
 * console when run by hand: each at most every five seconds, and at its end.
 */
export function runReporter(
	context: Pick<IExecuteFunctions, 'logger' | 'sendMessageToUI' | 'getNode'>,
	{ action }: Operation,
	now = monotonicNow,
): RunReporter {
	const say = (what: string) => {
		const message = oneLine(`${context.getNode().name}: ${action}: ${what}`);
		logLine(context, message, 'info');
		context.sendMessageToUI(message);
	};
	const waits = new Set<string>();
	const notes = new Set<string>();
	const sayWait = waitsBy(say, now);
	let last = now();
	let hasCounted = false;
	const isDue = () => now() - last >= REPORT_EVERY_MS;
	const report: Reporter = {
		...warningReporter(context),
		expect: (ms) => {
			if (ms <= LONG_MS) return;
			say(`takes ${durationInWords(ms)} or more within the limits of the service`);
		},
		// Reported when it is due, and at the end if there was a report before.
		progress: (ended, all, what) => {
			if (what === 'items' && (all ?? 0) < LEAST_ITEMS) return;
			if (!isDue() && !(ended === all && hasCounted)) return;
			last = now();
			hasCounted = true;
			say(`${ended} ${all === undefined ? '' : `of ${all} `}${COUNTED_WORDS[what]}`);
		},
		say: (what) => {
			if (!isDue()) return;
			last = now();
			say(what);
		},
		wait: (what, atMostMs) => {
			waits.add(what);
			sayWait(what, atMostMs);
		},
		note: (sentence) => void notes.add(sentence),
	};
	return { report, waits, notes };
}
