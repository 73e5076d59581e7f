import '../../faults/resolve';
import type { Figure } from '../../faults/figures';
import { runRealSuite } from '../stage/suite';
import { atOnce, slowStore } from './atOnce';
import { catchUp } from './catchUp';
import { copies } from './copies';
import { restarts, rollingUpdates } from './restarts';
import { Stage } from './stage';
import { answers, minutes } from './steady';
import { kills, moved, outage } from './troubles';

const on = (size: number, measure: (stage: Stage) => Promise<Figure[]>) => async () => {
	const stage = await Stage.set({ size });
	try {
		return await measure(stage);
	} finally {
		await stage.close();
	}
};

/*
 * `npm run test:streams [-- --quick] [-- --count n] [-- name …]`: the guarantees of the stream trigger,
 * verified record by record by the simulator that pushes to a real n8n.
 */
void runRealSuite((times) => ({
	answers: on(3_000, async (stage) => await answers(stage, times(21, 7))),
	minutes: on(500, async (stage) => await minutes(stage, times(10, 2))),
	outage: on(3_000, outage),
	moved: on(100, async (stage) => await moved(stage, times(4, 1))),
	copies,
	restarts: async () => await restarts(times(10, 3)),
	rollingUpdates,
	catchUp: async () => await catchUp(times(40, 10)),
	atOnce: async () => await atOnce(times(30, 10)),
	slowStore,
	kills: async () => await kills(times(100, 4), false),
	killsOnSqlite: async () => await kills(times(100, 4), false, { DB_TYPE: 'sqlite' }),
	killsWithRedis: async () => await kills(times(100, 4), true),
}));
