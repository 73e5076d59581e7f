import { outputOf } from '../../../demo/lib/api';
import { exactly, type Figure } from '../../faults/figures';
import { ENTERPRISE, fleetOf, mustSucceed, type Stage } from './stage';

/**
 * A copy of the fleet in a data table, every minute instead of every night: all endpoints first, then a
 * suspended SIM, a rename and a deletion.
 */
export async function copy({ sim, publish }: Stage): Promise<Figure[]> {
	const own = () => fleetOf({ sim }, ENTERPRISE).filter(({ statusId }) => statusId !== 2);
	const { executions, end } = await publish('nightly-copy', {
		user: 'trial',
		parameters: {
			'Every night': { rule: { interval: [{ field: 'seconds', secondsInterval: 60 }] } },
		},
	});
	try {
		const all = own().length;
		const [first] = (await executions(1)).map(mustSucceed);
		// Other examples have suspended SIMs.
		const isActive = ({ simId }: { simId: number | null }) =>
			simId !== null && sim.store.sims.get(simId)?.statusId === 1;
		const [suspended, renamed, deleted] = own().filter(isActive);
		sim.store.sims.get(suspended!.simId!)!.statusId = 2;
		renamed!.name = 'renamed';
		Object.assign(deleted!, { statusId: 2, simId: null });
		sim.store.touch();
		const known = (await executions(1)).length;
		const later = (await executions(known + 1))
			.map(mustSucceed)
			.filter(({ id }) => id !== first!.id);
		const written = later.flatMap((run) => outputOf(run, 'Write the row'));
		const removed = later.flatMap((run) => outputOf(run, 'Delete the row'));
		return [
			exactly(
				'copy: rows of the first run',
				String(all),
				String(outputOf(first!, 'Write the row').length),
			),
			exactly(
				'copy: rows of later runs',
				`${suspended!.id} changed sim_status, ${renamed!.id} changed name`,
				written
					.map((row) => `${String(row.endpoint_id)} ${String(row.last_change)}`)
					.sort()
					.join(', '),
			),
			exactly(
				'copy: rows deleted',
				String(deleted!.id),
				removed.map((row) => row.endpoint_id).join(),
			),
		];
	} finally {
		await end();
	}
}
