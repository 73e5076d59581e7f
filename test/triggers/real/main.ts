import '../../faults/resolve';
import { report } from '../../faults/figures';
import { recordConsole, say } from '../../faults/secrets';
import { stopAll, stopOnSignals } from '../../../demo/lib/processes';
import { checkServices } from '../../cluster/services';
import { calm, failingStore, speed } from './calm';
import { histories } from './histories';
import { kills } from './kills';
import { registration } from './registration';

/**
 * `npm run test:triggers [-- --quick] [-- name …]`: what the triggers promise, counted by the sender
 * in a real n8n on PostgreSQL. Ends with 1 when a figure is short.
 */
async function main(): Promise<void> {
	const quick = process.argv.includes('--quick');
	process.argv = process.argv.filter((word) => word !== '--quick');
	recordConsole();
	stopOnSignals(async () => {});
	await checkServices();
	const held = await report({
		failingStore: async () => await failingStore(quick ? 200 : 1_000),
		calm: async () => await calm(100),
		kills: async () => await kills(quick ? 2 : 100),
		registration: async () => await registration(quick ? 6 : 50),
		histories: async () => await histories(1_000),
		speed: async () => await speed(500),
	});
	await stopAll();
	process.exit(held ? 0 : 1);
}

main().catch((error: unknown) => {
	say(String(error));
	process.exit(1);
});
