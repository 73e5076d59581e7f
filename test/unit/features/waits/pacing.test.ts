import { mostInWindow, nextLookMs } from '../../../../src/features/waits/waiting/pacing';

/* When a wait looks again, within its share of the address's window. */

const MINUTE_MS = 60_000;
const MOST = mostInWindow(2_000);
const end = {
	now: 0,
	endsAt: 60 * MINUTE_MS,
	untils: [60 * MINUTE_MS],
	distanceMs: 30_000,
	cost: 1,
	spent: [],
	most: MOST,
};

test('the share is half of the window', () => {
	expect(MOST).toBe(1_000);
	expect(mostInWindow(1)).toBe(1);
});

test('looks at a thousand replies are five minutes apart, those at a few as far as usual', () => {
	expect(nextLookMs({ ...end, cost: 1_000 })).toBe(5 * MINUTE_MS);
	expect(nextLookMs({ ...end, cost: 10 })).toBe(30_000);
});

test('a look falls on the end of a wait and on the end of the run, where the share allows it', () => {
	expect(nextLookMs({ ...end, untils: [12_000, 40_000] })).toBe(12_000);
	expect(nextLookMs({ ...end, endsAt: 20_000 })).toBe(20_000);
	const spent = [{ at: 0, requests: MOST }];
	expect(nextLookMs({ ...end, endsAt: 20_000, spent })).toBeUndefined();
});

test('a run whose time is over looks no more', () => {
	expect(nextLookMs({ ...end, endsAt: 0 })).toBeUndefined();
});
