import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stopAll, stopOnSignals } from '../../../demo/lib/processes';
import { report } from '../../faults/figures';
import { recordConsole, say } from '../../faults/secrets';
import { checkServices } from '../cluster/services';
import { logs } from './instance';

/** Repetitions: in a full run, in a quick run, or as requested with `--count`. */
type Times = (whole: number, quick: number) => number;

let isEnough = false;
/** Whether SIGUSR2 has requested the figure of the work so far. */
export const enough = (): boolean => isEnough;

/**
 * Takes `[--quick] [--count n] [name …]` and reports figures of a real n8n. Exits with 1 when a figure
 * fails, and prints the path of n8n's logs.
 */
export async function runSuite(
	measures: (times: Times) => Parameters<typeof report>[0],
): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { quick: { type: 'boolean', default: false }, count: { type: 'string' } },
		allowPositionals: true,
	});
	process.argv = [...process.argv.slice(0, 2), ...positionals];
	recordConsole();
	stopOnSignals(async () => {});
	process.on('SIGUSR2', () => (isEnough = true));
	try {
		await checkServices();
		const held = await report(
			measures((whole, quick) => Number(values.count ?? (values.quick ? quick : whole))),
		);
		await stopAll();
		if (held) rmSync(logs, { recursive: true, force: true });
		else say(`What n8n has written is in ${logs}`);
		process.exit(held ? 0 : 1);
	} catch (error) {
		say(String(error));
		process.exit(1);
	}
}
