import * as f from './fields';

/* Options about what comes out, and about calls that failed. Fields without a place: they are not part of the request. */

/** For operations whose effect happens twice when they are repeated. */
export const verifyUnknown = f.inGroup('options', {
	verifyUnknown: f.aboutRun(
		f.flag({
			label: 'Verify Unknown Outcomes',
			hint: 'Whether to look up an unanswered call; equal calls take turns then',
			default: true,
		}),
	),
});

/** For operations that make or send something for a row of a table. Read by the host. */
export const includeInput = f.inGroup('options', {
	includeOtherFields: f.aboutRun(
		f.flag({
			label: 'Include Other Input Fields',
			hint: 'Whether to include the fields of the input in the output',
			saidOnce: true,
		}),
	),
});

/** For bulk calls. */
export const isolateBadItems = f.inGroup('options', {
	isolateBadItems: f.aboutRun(
		f.flag({
			label: 'Isolate Bad Items',
			hint: 'Whether to split a refused call until only the bad items fail',
			default: true,
		}),
	),
});
