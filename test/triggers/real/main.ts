import '../../faults/resolve';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { report } from '../../faults/figures';
import { recordConsole, say } from '../../faults/secrets';
import { stopAll, stopOnSignals } from '../../../demo/lib/processes';
import { checkServices } from '../../cluster/services';
import { calm, failingStore, speed } from './calm';
import { histories } from './histories';
import { logs } from './instance';
import { kills } from './kills';
import { processes } from './processes';
import { registration } from './registration';

/**
 * `npm run test:triggers [-- --quick] [-- --count n] [-- name …]`: what the triggers promise, counted
 * by the sender in a real n8n on PostgreSQL. Ends with 1 when a figure is short, and says where the
 * logs of n8n are then.
 */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { quick: { type: 'boolean', default: false }, count: { type: 'string' } },
		allowPositionals: true,
	});
	process.argv = [...process.argv.slice(0, 2), ...positionals];
	/** How often: in the whole, the quick, or the way that somebody wants to see one figure. */
	const times = (whole: number, quick: number) =>
		Number(values.count ?? (values.quick ? quick : whole));
	recordConsole();
	stopOnSignals(async () => {});
	await checkServices();
	const held = await report({
		failingStore: async () => await failingStore(times(1_000, 100)),
		calm: async () => await calm(times(100, 100)),
		kills: async () => await kills(times(100, 1)),
		processes: async () => await processes(times(200, 20)),
		registration: async () => await registration(times(50, 5)),
		histories: async () => await histories(times(1_000, 200)),
		speed: async () => await speed(times(500, 100)),
	});
	await stopAll();
	if (held) rmSync(logs, { recursive: true, force: true });
	else say(`What n8n has written is in ${logs}`);
	process.exit(held ? 0 : 1);
}

main().catch((error: unknown) => {
	say(String(error));
	process.exit(1);
});
