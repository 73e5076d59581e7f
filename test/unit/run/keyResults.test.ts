import { storableResult } from '../../../src/run/keyResults';

/* What is stored with an idempotency key, and given again where its item is repeated. */

const LONG = 'x'.repeat(3_000);

test('a short result is stored whole, but for secrets', () => {
	const items = [{ endpoint_id: 17, sent: true, sms_ids: [70001], secret_key: 'live' }];
	const [stored] = storableResult(items)!;
	expect(stored).toEqual({ endpoint_id: 17, sent: true, sms_ids: [70001] });
});

test('of a long result its IDs are stored, also those of several things', () => {
	const items = [
		{
			id: 18,
			endpoint_id: 18,
			sim_id: 7,
			sms_ids: [70001, 70002],
			tag_ids: null,
			target_ids: [{ id: 1 }],
			text: LONG,
		},
	];
	expect(storableResult(items)).toEqual([
		{ id: 18, endpoint_id: 18, sim_id: 7, sms_ids: [70001, 70002] },
	]);
});

test('IDs that are too many are not stored', () => {
	const ids = Array.from({ length: 1_000 }, (_, i) => 70_000 + i);
	expect(storableResult([{ sms_ids: ids, text: LONG }])).toBeUndefined();
});
