import type { Operation } from './define';
import * as f from './fields';

/* Options about what comes out, and about calls that failed. Fields without a place: they are not part of the request. */

/** n8n's own retry knows no item and no effect: it runs the whole node again. */
const RETRY_ON_FAIL =
	'Leave "Retry On Fail" in the settings of this node off: it runs all items again, so that what was done already happens twice.';

/** The warning an entry shows; entries that do harm when repeated have a common one too. */
export function noticeOf({ effect, notice }: Pick<Operation, 'effect' | 'notice'>) {
	return effect === 'act' ? [notice, RETRY_ON_FAIL].filter(Boolean).join(' ') : notice;
}

/** For operations whose effect happens twice when they are repeated. */
export const verifyUnknown = f.inGroup('options', {
	verifyUnknown: f.flag({
		label: 'Verify Unknown Outcomes',
		hint: 'Whether to read back what became of a call without an answer; equal calls then take turns',
	}),
});

/** For operations that make or send something for a row of a table. Read by the host. */
export const includeInput = f.inGroup('options', {
	includeOtherFields: f.flag({
		label: 'Include Other Input Fields',
		hint: 'Whether to pass the input on, too',
	}),
});

/** For bulk calls. */
export const isolateBadItems = f.inGroup('options', {
	isolateBadItems: f.flag({
		label: 'Isolate Bad Items',
		hint: 'Whether to split a refused call until only the bad items fail',
	}),
});
