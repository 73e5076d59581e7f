import '../faults/resolve';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stopAll, stopOnSignals } from '../../demo/lib/processes';
import { checkServices } from '../cluster/services';
import { type Figure, report } from '../faults/figures';
import { recordConsole, say } from '../faults/secrets';
import { logs } from '../triggers/real/instance';
import { Stage } from './stage';
import { answers, minutes } from './steady';
import { kills, moved, outage } from './troubles';

/**
 * `npm run test:streams [-- --quick] [-- --count n] [-- name …]`: what the stream trigger promises,
 * counted record by record by the simulator that pushes to a real n8n. Ends with 1 when a figure is
 * short, and says where the logs of n8n are then.
 */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { quick: { type: 'boolean', default: false }, count: { type: 'string' } },
		allowPositionals: true,
	});
	process.argv = [...process.argv.slice(0, 2), ...positionals];
	const times = (whole: number, quick: number) =>
		Number(values.count ?? (values.quick ? quick : whole));
	recordConsole();
	stopOnSignals(async () => {});
	await checkServices();
	const on = (size: number, measure: (stage: Stage) => Promise<Figure[]>) => async () => {
		const stage = await Stage.set({ size });
		try {
			return await measure(stage);
		} finally {
			await stage.close();
		}
	};
	const held = await report({
		answers: on(3_000, async (stage) => await answers(stage, times(21, 7))),
		minutes: on(500, async (stage) => await minutes(stage, times(10, 2))),
		outage: on(3_000, outage),
		moved: on(100, async (stage) => await moved(stage, times(4, 1))),
		kills: async () => await kills(times(100, 4), false),
		killsWithRedis: async () => await kills(times(100, 4), true),
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
