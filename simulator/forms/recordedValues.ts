import { toIso } from '../clock';
import type { Endpoint } from '../entities';
import { tagText } from '../names';
import type { Store } from '../store';

/** `YYYY-MM-DDTHH:mm:ss.SSS+0000`: no colon in the offset. */
export const time = (ms: number) => toIso(ms).replace('Z', '+0000');

/** Null for an endpoint that never had tags, empty text for one that lost them (inferred). */
export const tagsOf = (store: Store, endpoint: Endpoint) =>
	endpoint.tagged ? tagText(store, endpoint) : null;
