import '../../faults/resolve';
import type { Figure, Measures } from '../../faults/figures';
import { runSuite } from '../../faults/suite';
import { installN8n } from '../../../demo/lib/install';
import { findNode } from '../../../demo/lib/node';
import { guard, silence, swap } from './alerts';
import { approval } from './approval';
import { builder } from './builder';
import { operators, reasons, report as monthly, silent } from './care';
import { copy } from './copy';
import { database } from './database';
import { evaluation } from './evaluation';
import { eventTable } from './events';
import { fleetFile } from './files';
import { batch, cost, offline, quota, streams, tags } from './fleet';
import { replaced, waves } from './jobs';
import { agent, code, form } from './people';
import { iccids, table } from './tables';
import { migration } from './migration';
import { outage } from './outage';
import { exampleNames, pictures } from './pictures';
import { boost, budget } from './profiles';
import { setStage, type Stage } from './stage';
import { roaming } from './roaming';
import { offboarding, rotation } from './rotation';
import { provision, triggers } from './starts';
import { ticked } from './ticked';
import { asked, doctor, resets, switches } from './waits';

/*
 * `npm run test:workflows [-- name …]`: the workflows of examples/ on real n8n, imported as users do.
 * With `--pictures` it retakes the pictures of docs/examples.md instead, or those of the examples that are named. With `--quick` it leaves out
 * those that take minutes, because n8n polls and looks for runs that wait once a minute.
 */
let stage: Stage;
void runSuite(
	async (options): Promise<Measures> => {
		await installN8n(findNode());
		stage = await setStage();
		const on = (measure: (stage: Stage) => Promise<Figure[]>) => async () => await measure(stage);
		const longer = (measures: Measures): Measures => options.of(measures, {});
		if (options.pictures) {
			const names = options.names.length > 0 ? options.names : exampleNames();
			// One browser takes them all; each has its own figure.
			let taken: Promise<Figure[]> | undefined;
			const figureOf = (name: string) => async () => {
				const figures = await (taken ??= pictures(stage, names));
				return figures.slice(names.indexOf(name), names.indexOf(name) + 1);
			};
			return Object.fromEntries(names.map((name) => [name, figureOf(name)]));
		}
		return {
			tags: on(tags),
			cost: on(cost),
			offline: on(offline),
			quota: on(quota),
			streams: on(streams),
			report: on(monthly),
			file: on(fleetFile),
			boost: on(boost),
			budget: on(budget),
			reasons: on(reasons),
			operators: on(operators),
			code: on(code),
			agent: on(agent),
			evaluation: on(evaluation),
			approval: on(approval),
			builder: on(builder),
			rotation: on(rotation),
			offboarding: on(offboarding),
			// The following suspend SIMs and add endpoints, which would affect those above.
			silent: on(silent),
			ticked: on(ticked),
			batch: on(batch),
			form: on(form),
			...longer({ eventTable: on(eventTable) }),
			swap: on(swap),
			roaming: on(roaming),
			guard: on(guard),
			provision: on(provision),
			triggers: on(triggers),
			...longer({ copy: on(copy), database: on(database) }),
			replaced: on(replaced),
			waves: on(waves),
			table: on(table),
			iccids: on(iccids),
			// These advance the service's clock, and take minutes of n8n's.
			...longer({
				migration: on(migration),
				doctor: on(doctor),
				asked: on(asked),
				resets: on(resets),
				switches: on(switches),
			}),
			// Run last, since they advance the service's clock by days.
			silence: on(silence),
			...longer({ outage: on(outage) }),
		};
	},
	async () => await stage.sim.close(),
);
