import type { Json } from '../../table/define';

/*
 * A stream that this package has paused says so at the end of its name. The name is all that a stream has
 * for it: it lasts while no n8n runs, every process of n8n sees it, and so does a person. A stream that is
 * paused without it was paused by a person, who may have a reason.
 */

const MARK = ' (paused by n8n)';

const nameOf = (stream: Json): string => (typeof stream.name === 'string' ? stream.name : '');

export const isPausedByN8n = (stream: Json): boolean => nameOf(stream).endsWith(MARK);

/** The name of a stream without the mark. */
export const ownName = (stream: Json): string =>
	isPausedByN8n(stream) ? nameOf(stream).slice(0, -MARK.length) : nameOf(stream);

/** The name of a stream with the mark. */
export const markedName = (stream: Json): string => ownName(stream) + MARK;
