import type { Json } from '../../table/define';

/*
 * A stream that this package has paused says so at the end of its name. The name is all that a stream has
 * for it: it lasts while no n8n runs, every process of n8n sees it, and so does a person. A stream that is
 * paused without it was paused by a person, who may have a reason.
 */

const SUFFIX = ' (paused by n8n)';

const nameOf = (stream: Json): string => (typeof stream.name === 'string' ? stream.name : '');

export const isPausedByN8n = (stream: Json): boolean => nameOf(stream).endsWith(SUFFIX);

/** The name of a stream without the suffix. */
export const ownName = (stream: Json): string =>
	isPausedByN8n(stream) ? nameOf(stream).slice(0, -SUFFIX.length) : nameOf(stream);

/** The name of a stream with the suffix. */
export const pausedName = (stream: Json): string => ownName(stream) + SUFFIX;
