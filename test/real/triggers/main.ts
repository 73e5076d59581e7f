import '../../faults/resolve';
import { calm, failingStore } from './calm';
import { histories } from './histories';
import { kills } from './kills';
import { processes } from './processes';
import { registration } from './registration';
import { speed } from './speed';
import { starts } from './starts';
import { unstarted } from './unstarted';
import { runRealSuite } from '../stage/suite';

/*
 * `npm run test:triggers [-- --quick] [-- --count n] [-- name …]`: the guarantees of the triggers,
 * verified by the sender with a real n8n on PostgreSQL.
 */
void runRealSuite((times) => ({
	unstarted: async () => await unstarted(times(100, 8)),
	failingStore: async () => await failingStore(times(1_000, 100)),
	calm: async () => await calm(times(100, 100)),
	kills: async () => await kills(times(100, 1)),
	killsOnSqlite: async () => await kills(times(100, 1), { DB_TYPE: 'sqlite' }),
	processes: async () => await processes(times(200, 20)),
	registration: async () => await registration(times(50, 5)),
	histories: async () => await histories(times(1_000, 200)),
	speed: async () => await speed(times(500, 100)),
	starts: async () => await starts(times(40, 5)),
}));
