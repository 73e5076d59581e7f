import {
	cardActionOf,
	hasOtherFallback,
	profileState,
} from '../../../src/table/entries/sim/cardProfiles';
import { VOCABULARIES } from '../../../simulator/cards/vocabulary';
import type { Json } from '../../../src/table/define';
import { answers, answersAlways, errorOf, outcomeOf } from './support';

/* Orders for eUICCs: what the words of the service mean, and what may put a device out of reach. */

const ACTIVE = '89883030000000000171';
const OTHER = '89883030000000000189';
const CARD = '/api/v1/euicc/12';

/** A card with an enabled profile and another one. */
const cardOf = (other: Json, active: Json = {}) => ({
	id: 12,
	profile: [
		{
			iccid_with_luhn: ACTIVE,
			status: { id: 2, description: 'Enabled' },
			fallback_attribute: false,
			...active,
		},
		{
			iccid_with_luhn: OTHER,
			status: { id: 0, description: 'Disabled' },
			fallback_attribute: true,
			...other,
		},
	],
});
const SAFE = cardOf({});
const ALONE = cardOf({ fallback_attribute: false });

describe.each(Object.entries(VOCABULARIES))('the words of the vocabulary %s', (_, words) => {
	it('name one action each', () => {
		const meant = Object.values(words.actions).map(({ description }) => cardActionOf(description));
		expect(meant.sort()).toEqual([
			'audit',
			'delete',
			'disable',
			'download',
			'enable',
			'set fallback',
			'unset fallback',
		]);
	});

	it('tell an enabled profile from a disabled and an available one', () => {
		const stateOf = (status: Json) => profileState({ status });
		expect(stateOf({ ...words.profiles.enabled })).toBe('enabled');
		expect(stateOf({ ...words.profiles.disabled })).toBe('disabled');
		expect(stateOf({ ...words.profiles.available })).toBeUndefined();
	});
});

test.each([
	['download and enable', undefined],
	['', undefined],
	['Deactivate', undefined],
	['setFallback', 'set fallback'],
])('the action "%s" means %s', (description, action) => {
	expect(cardActionOf(description)).toBe(action);
});

test.each([
	['a disabled fallback beside the enabled profile', SAFE, true],
	['no fallback', ALONE, false],
	[
		'the enabled profile as the fallback',
		cardOf({ fallback_attribute: false }, { fallback_attribute: true }),
		false,
	],
	[
		'a fallback that nobody has taken',
		cardOf({ status: { id: 1, description: 'Available' } }),
		null,
	],
	['a profile whose status is not shown', cardOf({ status: null }), null],
])('another fallback: %s', (_, card, expected) => {
	expect(hasOtherFallback(card as Json)).toBe(expected);
});

describe('an order', () => {
	beforeEach(() => {
		answersAlways('GET /api/v1/euicc/operation/action', 200, [
			{ id: 21, description: 'enable_profile' },
			{ id: 22, description: 'disable_profile' },
			{ id: 23, description: 'delete_profile' },
			{ id: 40, description: 'Park the profile' },
		]);
	});
	const order = async (values: Json, card?: object) => {
		if (card) answers(`GET ${CARD}`, 200, card);
		const sent = answers(`POST ${CARD}/operation`, 201, [{ id: '1' }]);
		const outcome = await outcomeOf('euicc scheduleOperations', {
			euiccId: 12,
			simplify: true,
			...values,
		});
		return { outcome, sent };
	};

	it.each([
		['to disable the active profile', { actionId: 22, iccidWithLuhn: ACTIVE }, ALONE],
		['to disable without saying which', { actionId: 22 }, ALONE],
		[
			'to delete a profile of unknown state',
			{ actionId: 23, iccidWithLuhn: OTHER },
			cardOf({ status: null }),
		],
		['of unknown words', { actionId: 40, iccidWithLuhn: OTHER }, ALONE],
	])(
		'%s is refused where no fallback is seen, and sent where that is allowed',
		async (_, values, card) => {
			const { outcome, sent } = await order(values, card);
			expect(errorOf(outcome).message).toMatch(/^Action .* no other fallback is seen on eUICC 12/);
			expect(sent).toEqual([]);
			const allowed = await order({ ...values, allowWithoutFallback: true });
			expect(allowed.outcome).toMatchObject({ items: [{ euicc_id: 12, id: '1' }] });
		},
	);

	it.each([
		[
			'to disable the active profile beside a fallback',
			{ actionId: 22, iccidWithLuhn: ACTIVE },
			SAFE,
		],
		['to delete a disabled profile', { actionId: 23, iccidWithLuhn: OTHER }, ALONE],
		['to enable a profile', { actionId: 21, iccidWithLuhn: OTHER }, undefined],
	])('%s is sent', async (_, values, card) => {
		const { outcome, sent } = await order(values, card);
		expect(outcome).toMatchObject({ items: [{ euicc_id: 12, id: '1' }] });
		const { actionId: id, iccidWithLuhn } = values;
		expect(sent).toEqual([[{ action: { id }, iccid_with_luhn: iccidWithLuhn }]]);
	});

	it('names its action by what the words of the service say', async () => {
		const named = { by: 'name', value: 'enable' };
		const { outcome, sent } = await order({ actionId: named, iccidWithLuhn: OTHER });
		expect(outcome).toMatchObject({ items: [{ id: '1' }] });
		expect(sent).toMatchObject([[{ action: { id: 21 } }]]);
	});

	it('is refused where not exactly one action has such words', async () => {
		const named = { by: 'name', value: 'audit' };
		const { outcome, sent } = await order({ actionId: named });
		expect(errorOf(outcome).message).toMatch(/Action/);
		expect(sent).toEqual([]);
	});
});
