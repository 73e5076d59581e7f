import { rmSync } from 'node:fs';
import { say } from '../../faults/secrets';
import { runSuite, type SuiteOptions } from '../../faults/suite';
import type { Measures } from '../../faults/figures';
import { checkServices } from '../cluster/services';
import { logs } from './realN8n';

let isEnough = false;
/** Whether SIGUSR2 has requested the figure of the work so far. */
export const enough = (): boolean => isEnough;

/** A suite of figures of a real n8n, which prints the path of n8n's logs when a figure fails. */
export async function runRealSuite(
	measures: (times: SuiteOptions['times']) => Measures,
): Promise<void> {
	process.on('SIGUSR2', () => (isEnough = true));
	await runSuite(
		async ({ times }) => {
			await checkServices();
			return measures(times);
		},
		(held) => {
			if (held) rmSync(logs, { recursive: true, force: true });
			else say(`What n8n has written is in ${logs}`);
		},
	);
}
