import '../faults/resolve';
import { report } from '../faults/figures';
import { recordConsole, say } from '../faults/secrets';
import { installN8n } from '../../demo/lib/install';
import { findNode } from '../../demo/lib/node';
import { stopAll, stopOnSignals } from '../../demo/lib/processes';
import { guard, silence, swap } from './alerts';
import { approval } from './approval';
import { doctor, operators, report as monthly, silent } from './care';
import { eventTable } from './events';
import { batch, cost, quota, streams, tags } from './fleet';
import { agent, code, form } from './people';
import { pictures } from './pictures';
import { setStage, type Stage } from './stage';
import { provision, triggers } from './starts';

/**
 * `npm run test:workflows [-- name …]`: the workflows of examples/ on real n8n, as people import
 * them. With `--pictures` those of docs/examples.md are taken anew instead. Ends with 1 when a
 * figure is short.
 */
async function main(): Promise<void> {
	recordConsole();
	stopOnSignals(async () => {});
	await installN8n(findNode());
	const stage = await setStage();
	const on = (measure: (stage: Stage) => ReturnType<typeof tags>) => async () =>
		await measure(stage);
	const held = await report({
		tags: on(tags),
		cost: on(cost),
		quota: on(quota),
		streams: on(streams),
		report: on(monthly),
		doctor: on(doctor),
		operators: on(operators),
		code: on(code),
		agent: on(agent),
		approval: on(approval),
		// From here on SIMs are suspended and endpoints added, which those above would count.
		silent: on(silent),
		batch: on(batch),
		form: on(form),
		eventTable: on(eventTable),
		swap: on(swap),
		guard: on(guard),
		provision: on(provision),
		triggers: on(triggers),
		// The last one: it moves the service's clock by a day.
		silence: on(silence),
		...(process.argv.includes('--pictures') && { '--pictures': on(pictures) }),
	});
	await stage.sim.close();
	await stopAll();
	process.exit(held ? 0 : 1);
}

main().catch(async (error: unknown) => {
	say(String(error));
	await stopAll();
	process.exit(1);
});
