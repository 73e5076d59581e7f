import type { TokenIssuer } from './account/tokens';
import type { FormedWorld } from './forms';
import type { Pusher } from './stream/pusher';

/**
 * The objects that routes work with. A reset replaces them, so each call reads them from here and
 * none keeps a reference.
 */
export interface Simulation extends FormedWorld {
	tokens: TokenIssuer;
	/** Pushes the records of data streams. */
	pusher: Pusher;
}

/** Whether the reference generation is active. Undocumented cases differ by generation. */
export const isReferenceGeneration = (sim: Simulation): boolean =>
	sim.forms.generation === 'reference';
