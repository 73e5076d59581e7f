import { type Measures, report } from '../../../faults/figures';
import { checkServices } from '../../cluster/services';
import { Engines } from './engines';
import { operations } from './operations';
import { RUNS } from './runs';
import { TRIGGERS } from './triggers';

/*
 * n8n's Engine 2.0 beside today's engine, in one n8n on PostgreSQL: the same workflows on both, each with
 * a service of its own, compared by the ledgers and by the items. docs/engine-2.md has the results.
 *
 *   npm run test:compat -- engine2 [--quick] [names of figures]
 */

/** @returns false when a figure fails */
export async function compareEngines(names: string[], quick: boolean): Promise<boolean> {
	await checkServices();
	const engines = await Engines.start();
	try {
		const measures: Measures = {
			operations: async () => await operations(engines, quick ? 10 : 1),
			...Object.fromEntries(
				Object.entries({ ...RUNS, ...TRIGGERS }).map(([name, measure]) => [
					name,
					async () => await measure(engines),
				]),
			),
		};
		return await report(measures, names);
	} finally {
		await engines.stop();
	}
}
