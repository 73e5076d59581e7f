import type { Play } from './judge';

/**
 * Plays the trigger over the months of a fleet. To be filled in: run its polls from `options.from` to
 * `options.until` in the order of time, none in `options.away`, answer it from `fleet` (`appeared` or `query`
 * for the feed, `endpoints` for the list), and give its warnings, its counts at each of `options.moments` and
 * the size of what n8n has stored. While it is undefined the figures are left out, and only the cases and the
 * judge themselves are tested.
 */
export const play: Play | undefined = undefined;
