import type { TokenIssuer } from './account/tokens';
import type { FormedWorld } from './forms';
import type { Pusher } from './stream/pusher';

/**
 * The parts routes work with. A reset replaces them, so they are read from here at each call and
 * never kept.
 */
export interface Simulation extends FormedWorld {
	tokens: TokenIssuer;
	/** Pushes what data streams send. */
	pusher: Pusher;
}

/** Whether the forms of the reference hold; where nothing is recorded the two take turns. */
export const isReferenceGeneration = (sim: Simulation): boolean =>
	sim.forms.generation === 'reference';
