import type { SimClock } from './clock';
import type { Faults } from './faults';
import type { Forms } from './forms';
import type { Ledger } from './ledger';
import type { InFlight, Limits } from './limits';
import type { Mfa } from './mfa';
import type { Options } from './options';
import type { Store } from './store';
import type { Pusher } from './stream/pusher';
import type { Tokens } from './tokens';

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
