import { isFree, LONGEST_LEASE_MS } from '../../../../src/triggers/runtime/store';

/* Entries of calls that were killed. */

const NOW = Date.parse('2026-03-01T12:00:00Z');
const heldUntil = (until: number) => isFree({ keys: [], by: 'a call', until }, NOW);

test('holds an entry until the lease of its call ends', () => {
	expect(heldUntil(NOW + LONGEST_LEASE_MS)).toBe(false);
	expect(heldUntil(NOW + 1)).toBe(false);
	expect(heldUntil(NOW)).toBe(true);
});

test('holds no entry for a killed call whose clock was two days ahead', () => {
	expect(heldUntil(NOW + 48 * 3_600_000)).toBe(true);
});
