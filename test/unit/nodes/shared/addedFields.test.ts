import { findOperation, operations } from '../../../../src/operations';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* Fields of a collection that have a meaning of their own where nobody has added them. */

const sim = simulated({ seed: { endpoints: 4 } });

describe('Endpoint: Ask Visited Network', () => {
	const subscriberAsked = async (more: object) => {
		await runAt(sim, 'endpoint getConnectivityInfo', { endpointId: rl('10002'), ...more });
		const asked = sim.ledger().requests.find(({ path }) => path.endsWith('/connectivity_info'));
		return asked?.query.subscriber;
	};

	test.each([
		[{}, 'true'],
		[{ options: { subscriber: false } }, 'false'],
	])('with %j asks for the subscriber: %s', async (more, asked) => {
		expect(await subscriberAsked(more)).toBe(asked);
	});
});

/** Options that open switched off, since they give up a protection, or take something away. */
const OPEN_OFF = [
	'allowEmptyCells',
	'allowLargeVolume',
	'allowRepeatedNames',
	'allowUnnamed',
	'allowWithoutFallback',
	'deleteSims',
	'deleteUsed',
	'revokeOwn',
	'waveReset',
];
/** Is on where nobody has added it, in some operations: both of its values say something. */
const SAYS_BOTH = ['includeOtherFields'];

test('an option that is added does something at once', () => {
	const off = operations.flatMap(({ fields }) =>
		Object.entries(fields).flatMap(([name, { control, default: value, group, in: where }]) => {
			const isOption = group === 'options' || group === 'filters' || group === 'waves';
			// A value of what is made or changed is neither on nor off.
			return isOption && where !== 'body' && control.kind === 'flag' && value === false
				? [name]
				: [];
		}),
	);
	expect([...new Set(off)].sort()).toEqual([...OPEN_OFF, ...SAYS_BOTH].sort());
	const { fields } = findOperation('endpoint', 'createMany');
	expect([fields.createMissing!.default, fields.ifNameExists!.default]).toEqual([true, 'skip']);
});

describe('Await: Reply', () => {
	/** The IDs that a look remembers, where the item names the SMS 70001. */
	async function remembered(more: object) {
		const { items, outputs, error } = await runAt(
			sim,
			'await reply',
			{ endpointId: rl('10002'), waitHere: 0, ...more },
			{ items: [{ sms_ids: [70001] }] },
		);
		expect(error).toBeUndefined();
		return JSON.stringify([items, outputs]);
	}

	test.each([
		[{}, 70001],
		[{ options: { smsIds: '70005' } }, 70005],
	])('with %j awaits the reply to SMS %i', async (more, id) => {
		expect(await remembered(more)).toContain(`"sms_ids":[${id}]`);
	});
});
