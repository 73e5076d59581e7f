import '../../faults/resolve';
import { stopAll, stopOnSignals } from '../../../demo/lib/processes';
import { exactly, type Figure, report } from '../../faults/figures';
import { recordConsole, say, searchSecrets } from '../../faults/secrets';
import { compose } from './compose';
import { lane } from './lane';
import { logins } from './logins';
import { queue } from './queue';
import { storm, storms } from './storm';

async function secrets(): Promise<Figure[]> {
	const { characters, secrets: known, found } = searchSecrets();
	const where = `${known} secrets in ${(characters / 1e6).toFixed(1)} million characters of logs, errors and items`;
	return [exactly('secrets', `0 of ${where}`, `${found} of ${where}`)];
}

/**
 * `npm run test:cluster [-- name …]`: one lane and one session over several processes. Exits with 1
 * when a figure fails.
 */
async function main(): Promise<void> {
	recordConsole();
	stopOnSignals(async () => {});
	// The full storm runs only by name.
	const whole: Record<string, typeof storms> = process.argv.includes('storms') ? { storms } : {};
	const held = await report({ lane, logins, queue, compose, storm, ...whole, secrets });
	await stopAll();
	process.exit(held ? 0 : 1);
}

main().catch((error: unknown) => {
	say(String(error));
	process.exit(1);
});
