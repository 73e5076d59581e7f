import { dateFor } from '../test/worlds/globals';

/*
 * Imported first by a script whose output must not depend on the day: the clock of the process begins at noon in
 * the middle of a month, so that a forecast has days behind it and days left. It runs on from there, since logins
 * and waits compare times.
 */

const BEGIN = Date.parse('2026-06-15T12:00:00Z');
const loadedAt = performance.now();
const now = (): number => BEGIN + Math.floor(performance.now() - loadedAt);

Object.assign(globalThis, { Date: dateFor(now) });
