import type { INodeParameters } from 'n8n-workflow';
import {
	type FaultRule,
	type Generation,
	type SimulatorHandle,
	start,
	type StartOptions,
} from '../../simulator';
import { type NodeOutput, type NodeRun, runNode, storeFor } from './n8n/n8n';

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
	await runAt(sim, 'endpoint getAll', { limit: 1 });
	await forget(sim);
}

/**
 * The simulator of the tests of a file or a `describe`, without limits. Each test has it `fresh`, or
 * a `new` one, since a service gives no id a second time; or it is `kept` as the tests leave it.
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
	// Stands for the one that runs when a test uses it.
	return new Proxy({} as SimulatorHandle, { get: (_, name) => Reflect.get(running, name) });
}

/** Has the requests to a path, which a method may precede, meet these faults one after the other. */
export function faultAt(
	sim: SimulatorHandle,
	request: string,
	...faults: Array<Omit<FaultRule, 'match'>>
): void {
	const [path, method] = request.split(' ').reverse();
	const match = { path, ...(method !== undefined && { method }) };
	sim.setFaults({ rules: faults.map((fault) => ({ match, ...fault })) });
}

/** Runs an operation, `resource name`, with the application token of a service unless `more` has another. */
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
