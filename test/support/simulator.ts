import type { INodeParameters } from 'n8n-workflow';
import {
	type FaultRule,
	type Generation,
	type SimulatorHandle,
	start,
	type StartOptions,
} from '../../simulator';
import { type NodeOutput, type NodeRun, runNode, storeFor } from './n8n/n8n';

/** The two forms of the service's answers, which must give the same results. */
export const GENERATIONS: Generation[] = ['recorded', 'reference'];

/** Clears the ledger and the faults of the service; objects and sessions stay. */
export async function forget(sim: SimulatorHandle): Promise<void> {
	sim.clearFaults();
	await fetch(`${sim.url}/_sim/ledger`, { method: 'DELETE' });
}

/**
 * Resets the service and creates a valid session: sessions last as long as the process, and a reset
 * makes their tokens invalid.
 */
export async function fresh(sim: SimulatorHandle): Promise<void> {
	await sim.reset();
	await runAt(sim, 'endpoint getAll', { limit: 1 });
	await forget(sim);
}

/**
 * The simulator for the tests of a file or `describe`, without limits. It is `fresh` for each test, or
 * `new` if ids must not be issued twice, or `kept` as the tests leave it.
 */
export function simulated(
	options: StartOptions = {},
	each: 'fresh' | 'new' | 'kept' = 'fresh',
): SimulatorHandle {
	let running: SimulatorHandle;
	const [before, after] = each === 'new' ? [beforeEach, afterEach] : [beforeAll, afterAll];
	before(async () => {
		running = await start({ limits: false, ...options });
	});
	after(async () => await running.close());
	if (each === 'fresh') beforeEach(async () => await fresh(running));
	// Refers to the simulator that is running when a test uses it.
	return new Proxy({} as SimulatorHandle, { get: (_, name) => Reflect.get(running, name) });
}

/** Applies these faults in turn to the requests to a path, optionally preceded by a method. */
export function faultAt(
	sim: SimulatorHandle,
	request: string,
	...faults: Array<Omit<FaultRule, 'match'>>
): void {
	const [path, method] = request.split(' ').reverse();
	const match = { path, ...(method !== undefined && { method }) };
	sim.setFaults({ rules: faults.map((fault) => ({ match, ...fault })) });
}

/** Runs an operation, `resource name`, with an application token unless `more` has another credential. */
export async function runAt(
	{ url }: Pick<SimulatorHandle, 'url'>,
	operation: string,
	parameters: object = {},
	more: Partial<NodeRun> = {},
): Promise<NodeOutput> {
	const [resource, name] = operation.split(' ');
	return await runNode({
		credentials: storeFor(url),
		parameters: { resource, operation: name, ...parameters } as INodeParameters,
		...more,
	});
}
