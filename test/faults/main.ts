import './resolve';
import 'reflect-metadata';
import { alerts } from './alerts';
import { changed, changedWhole } from './changed';
import { drift } from './drift';
import { forecast } from './forecast';
import { type Measures, secrets } from './figures';
import { load } from './load';
import { memory } from './memory';
import { pages } from './pages';
import { redirects } from './redirects';
import { resets } from './resets';
import { sends } from './sends';
import { sessions } from './sessions';
import { sockets, storm } from './sockets';
import { runSuite } from './suite';
import { texts } from './texts';
import { traceCost } from './traceCost';
import { triggers } from './triggers';
import { events } from './events';
import { bulk } from './bulk';
import { window } from './window';

/*
 * `npm run test:faults [-- --quick] [-- name …]`: the guarantees under faults, measured with the
 * simulator's ledger. With `--quick` it leaves out what the unit tests try too, histories of the triggers
 * and each failure of a socket by itself, and has fewer sends and shorter lists. `--seed n` plays the random histories of
 * `triggers`, `alerts` and `events` again that a figure has named; they are more and longer than those of the unit tests.
 */
process.env.N8N_LOG_LEVEL = 'debug';
void runSuite(({ names, of, seed }) => ({
	// The full number of nights runs only by name.
	...(names.includes('changedWhole') && { changedWhole }),
	sends: async () =>
		await sends(of({ sends: 10_000, verified: 1_000 }, { sends: 1_000, verified: 200 })),
	resets,
	sessions,
	pages: async () => await pages(of(100_000, 5_000)),
	load,
	...of<Measures>(
		{
			memory,
			triggers: async () => await triggers(seed),
			alerts: async () => await alerts(seed),
			events: async () => await events(seed),
			changed,
		},
		{},
	),
	drift: async () => await drift(of(10_000, 1_000), of(300, 60)),
	forecast: async () => await forecast(of(3, 1), of(500, 100)),
	traceCost,
	bulk,
	window,
	...of<Measures>({ sockets }, {}),
	storm: async () => await storm(of(2_000, 500)),
	redirects: async () => await redirects(of(2_000, 400)),
	texts,
	secrets,
}));
