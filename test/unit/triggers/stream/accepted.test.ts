import { isAccepted, printOf } from '../../../../src/triggers/stream/acceptedSecrets';

/* Secrets of calls: a replaced one is accepted for ten minutes. */

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const ending = (at: number) => [`${printOf('old')}@${at}`];

test('accepts a replaced secret until its end', () => {
	expect(isAccepted('old', ending(NOW + 10 * MINUTE), NOW)).toBe(true);
	expect(isAccepted('old', ending(NOW), NOW)).toBe(false);
	expect(isAccepted('other', ending(NOW + 10 * MINUTE), NOW)).toBe(false);
	expect(isAccepted('old', [printOf('old')], NOW)).toBe(true);
});

test('does not accept a replaced secret for as long as a clock was ahead', () => {
	expect(isAccepted('old', ending(NOW + 48 * 60 * MINUTE), NOW)).toBe(false);
});
