import type { INodeParameters } from 'n8n-workflow';
import { findOperation } from '../../src/operations';

import type { CredentialStore } from '../support/credentials';
import { runNode, storeFor, type NodeOutput } from '../support/n8n';
import { GENERATIONS } from '../support/simulator';
import { TABLE } from '../operations/table';
import { ITEMS, type Row, ROWS } from './rows';
import { start, USERS, type SimulatorHandle } from '../../simulator';

/*
 * All operations in n8n-core's real execution against the simulator: form in, effect out. The service
 * answers in two generations of forms, and each operation has to do with both.
 */

let sim: SimulatorHandle;
afterEach(async () => await sim?.close());

/** A store with the user a row needs. */
function storeOf({ user = 'totp' }: Row): CredentialStore {
	const { username, password } = USERS[user];
	const mfaMethod = { totp: 'totp', mail: 'code', trial: 'none' }[user];
	return storeFor(sim.url, { user: { username, password, mfaMethod } });
}

const splitKey = (key: string) => key.split(' ') as [string, string];

async function runRow(key: string, store: CredentialStore): Promise<NodeOutput> {
	const row = ROWS[key]!;
	const [resource, operation] = splitKey(key);
	const { parameters } = row;
	const values = typeof parameters === 'function' ? parameters(sim) : parameters;
	return await runNode({
		credentials: store,
		...(row.user && { credential: 'cellularIotUserApi' }),
		items: row.once ? ITEMS.slice(0, 1) : ITEMS,
		parameters: { resource, operation, ...values } as INodeParameters,
	});
}

const keys = Object.keys(ROWS).filter((key) => ROWS[key]?.preparesOnly !== true);

test('all documented operations are walked, and nothing but operations', () => {
	expect(keys).toEqual(expect.arrayContaining(TABLE.map((o) => `${o.resource} ${o.name}`)));
	for (const key of keys) expect(() => findOperation(...splitKey(key))).not.toThrow();
});

const walked = GENERATIONS.flatMap((generation) => keys.map((key) => [key, generation] as const));

test.each(walked)('%s, answered as %s', async (key, generation) => {
	// A service of its own for each operation: sessions last as long as the process.
	sim = await start({
		port: 0,
		generation,
		limits: false,
		seed: { endpoints: 5, bulkDelayMs: 0 },
	});

	const row = ROWS[key]!;
	const store = storeOf(row);
	for (const before of row.after ?? []) {
		const { error } = await runRow(before, store);
		if (error) throw error;
	}
	const since = sim.ledger().effects.length;
	const { items, error } = await runRow(key, store);
	if (error) throw error;

	expect(
		sim
			.ledger()
			.effects.slice(since)
			.map(({ kind }) => kind),
	).toEqual(row.effects);
	const inputs = row.once ? 1 : 2;
	expect(items).toHaveLength(row.results ?? inputs);
	const paired = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	expect([...new Set(paired)]).toEqual(Array.from({ length: inputs }, (_, i) => i));
	for (const { json } of items) {
		expect(Object.keys(json).length).toBeGreaterThan(0);
		expect(json).not.toHaveProperty('error');
	}
});
