import * as f from './fields';

/* Options about calls that failed. Fields without a place: they are not part of the request. */

/** For what happens twice when it is repeated. */
export const verifyUnknown = f.inGroup('options', {
	verifyUnknown: f.flag({
		label: 'Verify Unknown Outcomes',
		hint: 'Whether to read back what became of a call that got no answer. Equal calls to one endpoint then go one after the other.',
	}),
});

/** For bulk calls. */
export const isolateBadItems = f.inGroup('options', {
	isolateBadItems: f.flag({
		label: 'Isolate Bad Items',
		hint: 'Whether to split a call that the service refuses for its content, until the bad items are found and all others are done',
	}),
});
