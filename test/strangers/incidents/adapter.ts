import type { Play } from './judge';

/**
 * Plays the trigger over a fleet. To be filled in: run the trigger's polls from `options.from` to
 * `options.until`, answer it from `fleet` (`appeared` or `query` for the feed, `endpoints`, `usage`,
 * `cloudConnects`, `isTunnelUp`, `serviceProfiles`), and give each of its items in the neutral form. While it
 * is undefined the figures are left out, and only the cases and the judge themselves are tested.
 */
export const play: Play | undefined = undefined;
