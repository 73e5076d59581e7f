import { outputOf } from '../../../demo/lib/api';
import { exactly, type Figure } from '../../faults/figures';
import { poll } from './alerts';
import { ENTERPRISE, fleetOf, mustSucceed, type Stage } from './stage';

/** Two bursts of events, minutes apart: each event is one row of the table. */
export async function eventTable(stage: Stage): Promise<Figure[]> {
	const { sim, publish } = stage;
	const [endpoint] = fleetOf(stage, ENTERPRISE);
	const burst = (count: number) =>
		Array.from({ length: count }, () => {
			const event = {
				id: sim.store.nextId('event'),
				timestamp: sim.clock.now(),
				typeId: 5,
				organisationId: ENTERPRISE,
				description: 'Session closed',
				endpointId: endpoint!.id,
				simId: endpoint!.simId,
				detail: {
					id: 3,
					name: 'Vodafone',
					country: { id: 74, name: 'Germany', iso_code: 'de' },
					pdp_context: { rat_type: 8 },
					volume: { rx: 0.5, tx: 0.25, total: 0.75 },
				},
			};
			sim.store.events.push(event);
			return String(event.id);
		});
	burst(20);
	// Events before the first poll are not emitted.
	const { executions, end } = await poll(
		stage,
		async () => await publish('events-to-a-table', { user: 'trial' }),
	);
	try {
		const wanted = burst(250);
		await executions(1);
		wanted.push(...burst(30));
		const runs = (await executions(2)).map(mustSucceed);
		const rows = runs.flatMap((run) => outputOf(run, 'Add rows'));
		const told = rows.map(({ event_id: id }) => String(id));
		const all = new Set(told);
		const { country, operator, radio, volume_mb: volume } = rows[0] ?? {};
		return [
			exactly('m: rows of 280 events', '280', String(told.length)),
			exactly('m: events without a row', '0', String(wanted.filter((id) => !all.has(id)).length)),
			exactly(
				'm: in words and numbers',
				'Germany, Vodafone, NB-IoT, 0.75',
				[country, operator, radio, volume].join(', '),
			),
		];
	} finally {
		await end();
	}
}
