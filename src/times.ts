/* Lengths of time in milliseconds, and the end that open-ended filters of the service require. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** Filters by time require an end, and no clock says when events stop. */
export const END_OF_TIME = '2099-12-31T23:59:59Z';
