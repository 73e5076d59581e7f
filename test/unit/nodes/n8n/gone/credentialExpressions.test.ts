import { gone } from '../../../../support/n8n/gone';
import { type CredentialStore } from '../../../../support/credentials';
import { storeFor } from '../../../../support/n8n/n8n';
import { runAt, simulated } from '../../../../support/simulator';
import { rl } from '../../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 3 } });

/** n8n gives no credential as it is stored. */
function withoutStored(credentials: CredentialStore): CredentialStore {
	const { getDecrypted } = credentials.helper;
	credentials.helper.getDecrypted = async (...given) => {
		if (given[5] === true) throw new Error('no such argument');
		return await getDecrypted(...given);
	};
	return credentials;
}

const run = async (credentials: CredentialStore) => {
	const ids = [10001, 10002, 10003];
	const parameters = { endpointId: rl('={{ $json.id }}') };
	const items = ids.map((id) => ({ id }));
	const before = credentials.reads;
	const { items: got, error } = await runAt(sim, 'endpoint get', parameters, {
		items,
		credentials,
	});
	expect(error).toBeUndefined();
	return { reads: credentials.reads - before, names: got.map(({ json }) => json.name) };
};

describe(gone('credentialExpressions'), () => {
	test('items have the same results, and a run of one item reads it once', async () => {
		const as = await run(storeFor(sim.url));
		const without = await run(withoutStored(storeFor(sim.url)));
		expect(without.names).toEqual(as.names);
		// Each item's, and that of the one client.
		expect(without.reads).toBeGreaterThanOrEqual(3);
		expect(as.reads).toBeLessThan(without.reads);
	});
});
