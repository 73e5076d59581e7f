import '../../faults/resolve';
import 'reflect-metadata';
import type { Measures } from '../../faults/figures';
import { runSuite } from '../../faults/suite';
import { changed } from './changed';
import { exportJob } from './export';
import { keys } from './keys';
import { keysInN8n } from './keysInN8n';
import { resumed } from './resumed';
import { retire } from './retire';
import { retireInN8n } from './retireInN8n';
import { retryOnFail } from './retries';
import { swaps } from './swaps';
import { tables, tablesInN8n } from './tables';
import { waves } from './waves';
import { wavesInN8n } from './wavesInN8n';

/*
 * `npm run test:jobs [-- --quick] [-- name …]`: jobs that are killed at random moments and rerun,
 * verified with the simulator's ledger. With `--quick` each n8n is killed once, keys in n8n's database
 * are left to `resumed`, which sends with them too, and `wavesInN8n` runs only where it is named.
 */
void runSuite(({ of, names }) => ({
	keys: async () => await keys(of({ sends: 100_000, kills: 200 }, { sends: 2_000, kills: 8 })),
	...of<Measures>({ keysInN8n: async () => await keysInN8n({ sends: 10_000, kills: 20 }) }, {}),
	resumed: async () => await resumed(of({ devices: 3_000, kills: 10 }, { devices: 400, kills: 1 })),
	retryOnFail: async () => await retryOnFail(1_000),
	table: async () =>
		await tables(of({ endpoints: 100_000, kills: 50 }, { endpoints: 5_000, kills: 5 })),
	tableInN8n: async () =>
		await tablesInN8n(of({ sims: 1_000, kills: 10 }, { sims: 200, kills: 1 })),
	changed: async () =>
		await changed(of({ endpoints: 20_000, kills: 20 }, { endpoints: 2_000, kills: 1 })),
	retire: async () => await retire(of({ devices: 2_000, kills: 10 }, { devices: 400, kills: 3 })),
	retireInN8n: async () =>
		await retireInN8n(of({ devices: 2_000, kills: 10 }, { devices: 200, kills: 1 })),
	export: async () => await exportJob(of(1_000_000, 100_000)),
	waves: async () =>
		await waves(
			of(
				{ devices: 2_000, gone: 40, wave: 200, kills: 10 },
				{ devices: 300, gone: 6, wave: 50, kills: 3 },
			),
		),
	...of<Measures>(
		{
			wavesInN8n: async () =>
				await wavesInN8n(
					{ devices: 2_000, gone: 40, wave: 200, kills: 10 },
					{ devices: 400, gone: 8, wave: 100, kills: 3 },
				),
		},
		// A judgement takes two minutes of real time.
		names.includes('wavesInN8n')
			? {
					wavesInN8n: async () => await wavesInN8n({ devices: 100, gone: 4, wave: 60, kills: 1 }),
				}
			: {},
	),
	swaps: async () => await swaps(of({ pairs: 100, kills: 20 }, { pairs: 12, kills: 1 })),
}));
