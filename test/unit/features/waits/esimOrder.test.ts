import type { Json } from '../../../../src/wire';
import {
	judgeOrder,
	needsCard,
	type OrderRule,
} from '../../../../src/features/waits/conditions/esimOrder';

/* How an operation on an eSIM card has ended. */

const ICCID = '89883030000000002318';
const ENABLED = 1;
const DISABLED = 2;
const EXPIRY = '2026-06-16T00:00:00.000Z';
const NEXT_DAY = Date.parse('2026-06-17T00:00:00.000Z');

const order = (more: object = {}) => ({
	id: 'order-1',
	status: { id: 9, description: 'Whatever' },
	iccid_with_luhn: ICCID,
	expiry_date: EXPIRY,
	finalization_date: '2026-06-15T12:00:00.000Z',
	...more,
});
const card = (statusId: number, lastSynced = '2026-06-16T12:00:00.000Z') => ({
	last_synced: lastSynced,
	profile: [{ iccid_with_luhn: ICCID, status: { id: statusId } }],
});
const enabled: OrderRule = { wanted: 'enabled', statusId: ENABLED, holdMs: 600_000 };
const anyEnd: OrderRule = { wanted: 'any', statusId: undefined, holdMs: 600_000 };
const today = { now: NEXT_DAY, wasOverdue: false };

test('an operation with an error has failed, whatever its dates', () => {
	const failed = order({ error: { reason: 3, message: 'No network' } });
	expect(judgeOrder(failed, card(ENABLED), enabled, today)).toMatchObject({
		is: 'over',
		reason: 'failed',
		shows: { failure: 'No network' },
	});
});

test('a profile that is in the wanted state after the hold is met', () => {
	expect(judgeOrder(order(), card(ENABLED), enabled, today).is).toBe('met');
});

test('a card that was not synchronised since the end says nothing yet', () => {
	const before = card(ENABLED, '2026-06-15T11:59:00.000Z');
	expect(judgeOrder(order(), before, enabled, today).is).toBe('open');
});

test('a profile that is not in the wanted state after the hold was rolled back', () => {
	const verdict = judgeOrder(order(), card(DISABLED), enabled, today);
	expect(verdict).toMatchObject({ is: 'over', reason: 'rolledBack' });
});

test('a profile that is not in the wanted state yet is not rolled back before the hold is over', () => {
	const early = '2026-06-15T12:09:59.000Z';
	expect(judgeOrder(order(), card(DISABLED, early), enabled, today).is).toBe('open');
	expect(judgeOrder(order(), card(ENABLED, early), enabled, today).is).toBe('open');
});

test('a card that does not name the profile does not have it enabled, and has it deleted', () => {
	const bare = { last_synced: '2026-06-16T12:00:00.000Z', profile: [] };
	const gone: OrderRule = { wanted: 'gone', statusId: undefined, holdMs: 0 };
	expect(judgeOrder(order(), bare, gone, today).is).toBe('met');
	expect(judgeOrder(order(), bare, enabled, today)).toMatchObject({
		is: 'over',
		reason: 'profileNotSeen',
	});
});

test('a profile that an earlier look has found enabled, and that is off the card, was rolled back', () => {
	const bare = { last_synced: '2026-06-16T12:00:00.000Z', profile: [] };
	const early = judgeOrder(order(), card(ENABLED, '2026-06-15T12:05:00.000Z'), enabled, today);
	expect(early).toMatchObject({ is: 'open', lastSeen: { was_as_wanted: true } });
	const verdict = judgeOrder(order(), bare, enabled, { ...today, wasAsWanted: true });
	expect(verdict).toMatchObject({ is: 'over', reason: 'rolledBack' });
});

describe('an operation that has ended without an error, in a status that names a failure', () => {
	test.each([
		['Failed', 'failed'],
		['DOWNLOAD_FAILED', 'failed'],
		['Rejected', 'failed'],
		['Aborted', 'failed'],
		['Expired', 'expired'],
		['Cancelled', 'cancelled'],
		['Canceled', 'cancelled'],
		['Rolled Back', 'rolledBack'],
		['Rollback', 'rolledBack'],
	])('"%s" is over: %s', (description, reason) => {
		const ended = order({ status: { id: 6, description } });
		expect(judgeOrder(ended, undefined, anyEnd, today)).toMatchObject({ is: 'over', reason });
		expect(judgeOrder(ended, card(ENABLED), enabled, today)).toMatchObject({ is: 'over', reason });
		expect(needsCard(ended, enabled)).toBe(false);
	});

	test.each(['Success', 'Done', 'Completed'])('"%s" names none', (description) => {
		const ended = order({ status: { id: 6, description } });
		expect(judgeOrder(ended, undefined, anyEnd, today).is).toBe('met');
	});

	test('says nothing while the operation has no end', () => {
		const silent = order({ status: { id: 6, description: 'Failed' }, finalization_date: null });
		expect(judgeOrder(silent, undefined, anyEnd, { ...today, now: 0 }).is).toBe('open');
	});
});

describe('a profile that is deleted, and still listed', () => {
	const listed = (status: object) => ({
		last_synced: '2026-06-16T12:00:00.000Z',
		profile: [{ iccid_with_luhn: ICCID, status }],
	});
	const gone: OrderRule = { wanted: 'gone', statusId: undefined, holdMs: 0 };
	const goneById: OrderRule = { ...gone, statusId: 5 };
	test.each([
		['by its word', listed({ id: 9, description: ' Deleted ' }), gone],
		['by the given id', listed({ id: 5, description: 'Removed' }), goneById],
	])('is gone: %s', (_name, seen, rule) => {
		expect(judgeOrder(order(), seen, rule, today).is).toBe('met');
	});
	test.each([
		['in another word', listed({ id: 5, description: 'Deleting' }), gone],
		['of another id', listed({ id: 9, description: 'Deleted' }), goneById],
	])('is not gone: %s', (_name, seen, rule) => {
		const verdict = judgeOrder(order(), seen, rule, today);
		expect(verdict).toMatchObject({ is: 'over', reason: 'profileNotAsWanted' });
	});
});

describe('what the card does not tell of the profile', () => {
	const gone: OrderRule = { wanted: 'gone', statusId: undefined, holdMs: 0 };
	const unnamed = order({ iccid_with_luhn: undefined });
	const { last_synced } = card(ENABLED);
	const profile = (more: object) => ({
		last_synced,
		profile: [{ iccid_with_luhn: ICCID, ...more }],
	});
	test.each([
		['deleted, of an order without a number', unnamed, card(ENABLED), gone],
		['enabled, of an order without a number', unnamed, card(ENABLED), enabled],
		['deleted, on a card without its list', order(), { last_synced }, gone],
		['enabled, on a card without its list', order(), { last_synced }, enabled],
		['deleted, where a profile has no number', order(), { last_synced, profile: [{}] }, gone],
		['enabled, where its status is missing', order(), profile({ status: null }), enabled],
	])('stays open: %s', (_name, own, seen, rule) => {
		expect(judgeOrder(own, seen, rule, today)).toMatchObject({
			is: 'open',
			reason: 'profileNotSeen',
		});
	});
});

describe('an operation that ended with its validity, without an error', () => {
	const expired = order({ finalization_date: EXPIRY });

	test('has expired where any end is awaited', () => {
		expect(judgeOrder(expired, undefined, anyEnd, today)).toMatchObject({
			is: 'over',
			reason: 'expired',
		});
	});

	test('has expired where the profile is not as wanted: it was not rolled back', () => {
		const verdict = judgeOrder(expired, card(DISABLED), enabled, today);
		expect(verdict).toMatchObject({ is: 'over', reason: 'expired' });
	});

	test('is met where the profile is as wanted all the same', () => {
		expect(judgeOrder(expired, card(ENABLED), enabled, today).is).toBe('met');
	});
});

test('an operation without an end has expired when two looks find it past its expiry date', () => {
	const silent = order({ finalization_date: null });
	expect(judgeOrder(silent, undefined, anyEnd, today).is).toBe('open');
	expect(judgeOrder(silent, undefined, anyEnd, { ...today, wasOverdue: true })).toMatchObject({
		is: 'over',
		reason: 'expired',
	});
});

test('an operation is past its expiry date five minutes after it; without such a date it never is', () => {
	const silent = order({ finalization_date: null });
	const fiveMinutes = Date.parse(EXPIRY) + 300_000;
	const at = (made: Json, now: number) =>
		judgeOrder(made, undefined, anyEnd, { now, wasOverdue: true });
	expect(at(silent, fiveMinutes).is).toBe('open');
	expect(at(silent, fiveMinutes + 1)).toMatchObject({ is: 'over', reason: 'expired' });
	expect(at(order({ finalization_date: null, expiry_date: null }), NEXT_DAY).is).toBe('open');
});
