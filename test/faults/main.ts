import './resolve';
import 'reflect-metadata';
import { alerts } from './alerts';
import { changed, changedWhole } from './changed';
import { exactly, type Figure, report } from './figures';
import { load } from './load';
import { memory } from './memory';
import { pages } from './pages';
import { redirects } from './redirects';
import { resets } from './resets';
import { recordConsole, say, searchSecrets } from './secrets';
import { sends } from './sends';
import { sessions } from './sessions';
import { sockets } from './sockets';
import { texts } from './texts';
import { triggers } from './triggers';
import { events } from './events';
import { bulk } from './bulk';
import { window } from './window';

/** Runs last, because it searches the output of the others. */
async function secrets(): Promise<Figure[]> {
	const { characters, secrets: known, found } = searchSecrets();
	const where = `${known} secrets in ${(characters / 1e6).toFixed(1)} million characters of logs, errors and items`;
	return [exactly('secrets', `0 of ${where}`, `${found} of ${where}`)];
}

/**
 * `npm run test:faults [-- name …]`: the guarantees under faults, measured with the simulator's
 * ledger. Exits with 1 when a figure fails.
 */
async function main(): Promise<void> {
	process.env.N8N_LOG_LEVEL = 'debug';
	recordConsole();
	// The full number of nights runs only by name.
	const whole: Record<string, typeof changed> = process.argv.includes('changedWhole')
		? { changedWhole }
		: {};
	const held = await report({
		...whole,
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
	});
	process.exit(held ? 0 : 1);
}

main().catch((error: unknown) => {
	say(String(error));
	process.exit(1);
});
