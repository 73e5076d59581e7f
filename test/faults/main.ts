import './resolve';
import 'reflect-metadata';
import { alerts } from './alerts';
import { changed, changedWhole } from './changed';
import { secrets } from './figures';
import { load } from './load';
import { memory } from './memory';
import { pages } from './pages';
import { redirects } from './redirects';
import { resets } from './resets';
import { sends } from './sends';
import { sessions } from './sessions';
import { sockets } from './sockets';
import { runSuite } from './suite';
import { texts } from './texts';
import { triggers } from './triggers';
import { events } from './events';
import { bulk } from './bulk';
import { window } from './window';

/*
 * `npm run test:faults [-- name …]`: the guarantees under faults, measured with the simulator's
 * ledger.
 */
process.env.N8N_LOG_LEVEL = 'debug';
void runSuite(({ names }) => ({
	// The full number of nights runs only by name.
	...(names.includes('changedWhole') && { changedWhole }),
	sends,
	resets,
	sessions,
	pages,
	load,
	memory,
	triggers,
	alerts,
	events,
	changed,
	bulk,
	window,
	sockets,
	redirects,
	texts,
	secrets,
}));
