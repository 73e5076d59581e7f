import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../../../../demo/lib/paths';
import { exactly, type Figure, type Measures, report } from '../../../faults/figures';
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

/** Whether the tables of docs/engine-2.md name each figure, and no other. */
function documented(figures: string[]): Figure[] {
	const text = readFileSync(join(rootDir, 'docs', 'engine-2.md'), 'utf8');
	const cells = text.split('\n').flatMap((line) => /\|([^|]*)\|$/.exec(line)?.[1] ?? []);
	const named = new Set(
		cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!)),
	);
	const list = (names: Iterable<string>) => [...names].sort().join(', ');
	return [exactly('figures in docs/engine-2.md', list(figures), list(named))];
}

/** @returns false when a figure fails */
export async function compareEngines(names: string[], quick: boolean): Promise<boolean> {
	await checkServices();
	const engines = await Engines.start();
	try {
		const measures: Measures = {
			...operations(engines, quick ? 10 : 1),
			...Object.fromEntries(
				Object.entries({ ...RUNS, ...TRIGGERS }).map(([name, measure]) => [
					name,
					async () => await measure(engines),
				]),
			),
		};
		const figures = Object.keys(measures);
		return await report({ documented: async () => documented(figures), ...measures }, names);
	} finally {
		await engines.stop();
	}
}
