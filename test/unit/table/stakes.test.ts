import { operations } from '../../../src/operations';
import { toolText } from '../../../src/table/toolText';
import { toolFieldsOf } from '../../../src/table/toolFields';
import { OPERATION_FACTS } from '../../operations';

/* Stakes of operations that change something: an agent is held back from them. */

const keyOf = ({ resource, name }: (typeof operations)[number]) => `${resource} ${name}`;
const changing = operations.filter(({ effect }) => effect !== 'read');
const harmless = Object.entries(OPERATION_FACTS).flatMap(([key, { harmless: reason }]) =>
	reason === undefined ? [] : [{ key, reason }],
);

test('every operation that sets or acts has stakes or is named harmless, never both', () => {
	const named = harmless.map(({ key }) => key);
	const unclear = changing.filter(
		(operation) => (operation.stakes !== undefined) === named.includes(keyOf(operation)),
	);
	expect(
		unclear.map(
			(operation) =>
				`${keyOf(operation)}: give it \`stakes\` in its entry, or \`harmless\` with a reason in test/operations/${operation.resource}.ts, and not both`,
		),
	).toEqual([]);
});

test('whatever is named harmless is in the table, changes something, and has its reason', () => {
	const known = changing.map(keyOf);
	expect(harmless.filter(({ key }) => !known.includes(key))).toEqual([]);
	for (const { reason } of harmless) expect(reason).toMatch(/^[A-Z].{15,}\.$/);
});

const access = Object.keys(OPERATION_FACTS).filter(
	(key) => OPERATION_FACTS[key]!.stakes === 'access',
);
test.each(access)(
	'%s is a matter of access: the model reads so, and a person can allow it',
	(key) => {
		const operation = operations.find((entry) => keyOf(entry) === key)!;
		expect(operation.stakes).toBe('access');
		expect(toolText(operation)).toContain(
			'It changes who or what may do what, or where data goes.',
		);
		expect(toolFieldsOf(operation)).toHaveProperty('allowStakes');
	},
);
