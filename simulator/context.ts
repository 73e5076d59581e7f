import type { Mfa } from './account/mfa';
import type { Tokens } from './account/tokens';
import type { SimClock } from './clock';
import type { Ledger } from './control/ledger';
import type { Faults } from './faults/faults';
import type { Forms } from './forms';
import type { InFlight, Limits } from './http/limits';
import type { Options } from './seed/options';
import type { Store } from './store';
import type { Pusher } from './stream/pusher';

/**
 * What routes and rules work with. A reset replaces the parts, so they are read from here at
 * each call and never kept.
 */
export interface Simulation {
	options: Options;
	/** How the answers of the chosen generation look. */
	forms: Forms;
	clock: SimClock;
	store: Store;
	ledger: Ledger;
	limits: Limits;
	inFlight: InFlight;
	tokens: Tokens;
	mfa: Mfa;
	faults: Faults;
	/** Pushes what data streams send. */
	pusher: Pusher;
	/** True once the server is closed: nothing is sent to callbacks any more. */
	closed: boolean;
}

/** Whether the forms of the reference hold; where nothing is recorded the two take turns. */
export const isReference = (sim: Simulation): boolean => sim.forms.generation === 'reference';
