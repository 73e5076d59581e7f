/* Lengths of time in milliseconds, and the end that open-ended filters of the service require. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** Two clocks of machines that are kept right differ by less. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/**
 * Whether a stored moment lies so far ahead of now that a wrong clock must have written it. A span from
 * such a moment would last until that clock's time has come, so it counts as over. Both in milliseconds
 * since 1970.
 */
export const isAhead = (moment: number, now: number): boolean => moment > now + CLOCKS_DIFFER_MS;

/** Filters by time require an end, and no clock says when events stop. */
export const END_OF_TIME = '2099-12-31T23:59:59Z';
