import type { Mfa } from './account/mfa';
import type { SimClock } from './clock';
import type { Ledger } from './control/ledger';
import type { Faults } from './faults/faults';
import type { InFlight, RateLimiter } from './http/limits';
import type { Options } from './seed/options';
import type { Store } from './store';

/** The state that forms, rules and pushes share, without dependencies of its own. */
export interface World {
	options: Options;
	clock: SimClock;
	store: Store;
	ledger: Ledger;
	limits: RateLimiter;
	inFlight: InFlight;
	mfa: Mfa;
	faults: Faults;
	/** True once the server is closed: no more callbacks are sent. */
	closed: boolean;
}
