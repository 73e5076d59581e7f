import { operations } from '../../../src/operations';
import type { Operation } from '../../../src/table/define';
import { TOOL_SUBJECTS, toolFieldsOf } from '../../../src/table/toolFields';
import { ROWS } from '../nodes/rows/rows';

/*
 * What operations do to the fleet, by the ledger of the simulator in `test/unit/nodes/rows`, is marked on their
 * entries: the limits of a tool go by the marks.
 */

const keyOf = ({ resource, name }: Operation) => `${resource} ${name}`;
const changing = operations.filter(({ effect }) => effect !== 'read');
const effectsOf = (operation: Operation) => ROWS[keyOf(operation)]?.effects ?? [];

/** A call creates one endpoint, and gives it one SIM at most. */
const OF_ONE = ['endpoint create', 'endpoint createMany'];

/** Whether the limits can count what a call changes. */
const isCounted = ({ fields, touched }: Operation) =>
	touched !== undefined ||
	[...TOOL_SUBJECTS, 'euiccId'].some((name) => name in fields && fields[name]!.group === undefined);

test('every operation that changes something has a row whose effects are known', () => {
	const unknown = changing.filter((operation) => !(keyOf(operation) in ROWS)).map(keyOf);
	expect(unknown).toEqual([]);
});

test('every operation that sends an SMS is marked, and only those', () => {
	const marked = changing.filter(({ smsSent }) => smsSent !== undefined).map(keyOf);
	const sends = (operation: Operation) =>
		effectsOf(operation).includes('sms.sent') || /^POST .*\/sms$/.test(operation.request);
	const sending = changing.filter(
		(operation) => sends(operation) && !operation.request.endsWith('/quota/sms'),
	);
	expect(marked).toEqual(sending.map(keyOf));
	expect(marked).toContain('sms awaitReply');
	for (const operation of sending) expect(toolFieldsOf(operation)).toHaveProperty('mostSms');
});

test('every operation that changes endpoints or SIMs can be counted', () => {
	const ofThings = changing.filter((operation) =>
		effectsOf(operation).some((kind) =>
			/^((endpoint|sim|sms)\.|quota|tag\.(un)?assigned)/.test(kind),
		),
	);
	expect(ofThings.length).toBeGreaterThan(15);
	const uncounted = ofThings.filter((operation) => !isCounted(operation)).map(keyOf);
	expect(uncounted.filter((key) => !OF_ONE.includes(key))).toEqual([]);
});

test('every operation on all endpoints of a tag counts them', () => {
	const byTag = changing.filter(
		({ resource, fields }) =>
			resource !== 'tag' &&
			Object.values(fields).some(
				({ control, group }) =>
					group === undefined && control.kind === 'locator' && control.lookup === 'tag',
			),
	);
	expect(byTag.map(keyOf)).toEqual(['endpoint retire']);
	for (const operation of byTag) {
		expect(operation.touched).toBeDefined();
		expect(toolFieldsOf(operation)).toHaveProperty('mostEndpoints');
	}
});
