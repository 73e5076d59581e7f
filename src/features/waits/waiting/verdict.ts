import type { Json } from '../../../wire';
import type { Baseline } from './state';

/* What a look finds out about one item. */

/**
 * `met`; `over`: it cannot be met any more, for a reason; `open`: not yet. `shows` are fields of the item that
 * leaves the node.
 */
export type Verdict =
	| { is: 'met'; shows?: Json }
	| { is: 'over'; reason: string; shows?: Json }
	| { is: 'open'; lastSeen: Json | null; baseline?: Baseline; shows?: Json; reason?: string };

export const open = (lastSeen: Json | null, more: { baseline?: Baseline; shows?: Json } = {}) =>
	({ is: 'open', lastSeen, ...more }) as const satisfies Verdict;
