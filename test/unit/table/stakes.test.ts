import { operations } from '../../../src/operations';
import { ALLOWED_TO_AGENTS } from '../../../src/table/stakes';
import { toolText } from '../../../src/table/toolText';
import { toolFieldsOf } from '../../../src/table/toolFields';

/* Stakes of operations that change something: an agent is held back from them. */

const keyOf = ({ resource, name }: (typeof operations)[number]) => `${resource} ${name}`;
const changing = operations.filter(({ effect }) => effect !== 'read');

test('every operation that sets or acts has stakes or is named harmless, never both', () => {
	const unclear = changing.filter(
		(operation) => (operation.stakes !== undefined) === keyOf(operation) in ALLOWED_TO_AGENTS,
	);
	expect(unclear.map(keyOf)).toEqual([]);
});

test('whatever is named harmless is in the table, changes something, and has its reason', () => {
	const known = changing.map(keyOf);
	expect(Object.keys(ALLOWED_TO_AGENTS).filter((key) => !known.includes(key))).toEqual([]);
	for (const reason of Object.values(ALLOWED_TO_AGENTS)) expect(reason).toMatch(/^[A-Z].{15,}\.$/);
});

test.each([
	'user addRole',
	'user removeRole',
	'user update',
	'user invite',
	'workspaceMember addRole',
	'workspaceMember removeRole',
	'workspaceMember setStatus',
	'workspaceMember setDefault',
	'dataStream create',
	'dataStream update',
	'applicationToken create',
	'mfaKey create',
	'mfaKey activate',
	'tag update',
])('%s is a matter of access: the model reads so, and a person can allow it', (key) => {
	const operation = operations.find((entry) => keyOf(entry) === key)!;
	expect(operation.stakes).toBe('access');
	expect(toolText(operation)).toContain('It changes who or what may do what, or where data goes.');
	expect(toolFieldsOf(operation)).toHaveProperty('allowStakes');
});
