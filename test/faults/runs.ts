import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { type SimulatorHandle, start, type StartOptions } from '../../simulator';
import type { CredentialStore } from '../support/credentials';
import { type NodeOutput, type NodeRun, runNode, storeFor } from '../support/n8n/n8n';
import { keepSessionsSecret, lookAt } from './secrets';

/** A picker's value by id. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as INodeParameters;

/** Credential rates far above the documented ones, so that thousands of calls finish in time. */
export const FAST = {
	rateLimits: 'own',
	listsPerSecond: 1000,
	singlesPerSecond: 1000,
	requestsPerFiveMinutes: 1e8,
};

/** Runs the action node and records its output for the search for secrets. */
export async function act(
	credentials: CredentialStore,
	parameters: object,
	items: IDataObject[] = [{}],
	more: Partial<NodeRun> = {},
): Promise<NodeOutput> {
	const output = await runNode({
		credentials,
		items,
		parameters,
		onError: 'continueErrorOutput',
		...more,
	});
	lookAt(output);
	keepSessionsSecret(credentials);
	return output;
}

/** A simulator for one measurement. */
export async function withSimulator<T>(
	options: StartOptions,
	measure: (sim: SimulatorHandle, credentials: CredentialStore) => Promise<T>,
): Promise<T> {
	const sim = await start({ port: 0, limits: false, ...options });
	try {
		return await measure(sim, storeFor(sim.url, { rates: FAST }));
	} finally {
		await sim.close();
	}
}

/** Ids of the endpoints a simulator was seeded with. */
export const endpointIds = (sim: SimulatorHandle): number[] => [...sim.store.endpoints.keys()];

/** The number of occurrences of each key. */
export function counts<K>(keys: Iterable<K>): Map<K, number> {
	const counted = new Map<K, number>();
	for (const key of keys) counted.set(key, (counted.get(key) ?? 0) + 1);
	return counted;
}

/** The outcome in an error item. */
export const outcomeOf = ({ json }: { json: IDataObject }): string =>
	String((json.details as IDataObject | undefined)?.outcome);
