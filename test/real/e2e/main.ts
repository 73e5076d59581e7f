import { stopAll, stopOnSignals } from '../../../demo/lib/processes';
import { DemoError, green, red, say, sayLast } from '../../../demo/lib/console';
import { journeys } from './journeys';
import { walkAll } from './journey';
import { setStage, type Stage } from './stage';

/*
 * End-to-end tests in a real browser: Debian's Chromium, the demo's n8n, the package from `npm pack`,
 * and the simulator. They assert on the page and on the simulator's ledger.
 *
 *   npm run test:e2e [-- --no-build] [--pictures] [words of the journeys to run]
 *
 * With --pictures, the pictures of README and docs are retaken.
 */

async function main(): Promise<number> {
	const args = process.argv.slice(2);
	const words = args.filter((arg) => !arg.startsWith('--'));
	const chosen = journeys.filter(
		({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
	);
	stopOnSignals(() => sayLast('\nStopping …'));
	let stage: Stage | undefined;
	let failures = 0;
	try {
		stage = await setStage({
			build: !args.includes('--no-build'),
			pictures: args.includes('--pictures'),
		});
		await walkAll(stage, chosen, (name, ms, error) => {
			say(`${error ? red('✗') : green('✓')} ${name} (${Math.round(ms / 1000)} s)`);
			if (!error) return;
			failures += 1;
			say(`    ${(error.stack ?? error.message).split('\n').slice(0, 14).join('\n    ')}`);
		});
		say(failures === 0 ? green('\nAll as it should be.') : red(`\n${failures} failed.`));
		if (failures > 0) say(`Pictures of what was there: ${stage.folder}/failed-*.png`);
	} finally {
		await stage?.browser.close();
		await stopAll();
		await stage?.sim.close();
	}
	return failures === 0 ? 0 : 1;
}

void main()
	.catch((error: unknown) => {
		if (!(error instanceof DemoError)) throw error;
		say(red(`\n${error.message}`));
		if (error.advice) say(error.advice);
		return 1;
	})
	.then((code) => process.exit(code));
