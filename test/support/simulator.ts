import type { Generation, SimulatorHandle } from '../../simulator';
import { runNode, storeFor } from './n8n/n8n';

/** Both forms of the service's answers: what a user relies on holds with either. */
export const GENERATIONS: Generation[] = ['recorded', 'reference'];

/** Forgets what the service saw and stops its faults; objects and sessions stay. */
export async function forget(sim: SimulatorHandle): Promise<void> {
	sim.clearFaults();
	await fetch(`${sim.url}/_sim/ledger`, { method: 'DELETE' });
}

/**
 * The service as it started, with a session that works: sessions last as long as the process, and
 * a reset makes their tokens invalid.
 */
export async function fresh(sim: SimulatorHandle): Promise<void> {
	await sim.reset();
	const parameters = { resource: 'endpoint', operation: 'getAll', limit: 1 };
	await runNode({ credentials: storeFor(sim.url), parameters });
	await forget(sim);
}
