import { type Generation, type SimulatorHandle, start, USERS } from '../../../../simulator';
import type { CredentialStore } from '../../../support/credentials';
import { type NodeOutput, storeFor } from '../../../support/n8n/n8n';
import { runAt } from '../../../support/simulator';
import type { Row } from './rowTypes';
import { ITEMS, ROWS } from './rows';

/* Runs one row: an operation in n8n-core's real execution against a simulator. */

/** The resource and the name of the operation of a row. */
export const splitKey = (key: string) => key.split(' ').slice(0, 2) as [string, string];

/** Operations with a test in walk.ts. */
export const WALKED = Object.keys(ROWS).filter((key) => !ROWS[key]!.preparesOnly);

/** A separate service for each operation, since sessions last as long as the process. */
export const serviceFor = async (generation: Generation): Promise<SimulatorHandle> =>
	await start({ port: 0, generation, limits: false, seed: { endpoints: 5, bulkDelayMs: 0 } });

/** A store with the user that a row needs. */
function storeOf(sim: SimulatorHandle, { user = 'totp' }: Row): CredentialStore {
	const { username, password } = USERS[user];
	const mfaMethod = { totp: 'totp', mail: 'code', trial: 'none' }[user];
	return storeFor(sim.url, { user: { username, password, mfaMethod } });
}

async function runOne(
	sim: SimulatorHandle,
	key: string,
	store: CredentialStore,
): Promise<NodeOutput> {
	const row = ROWS[key]!;
	const { parameters } = row;
	const values = typeof parameters === 'function' ? parameters(sim) : parameters;
	const output = await runAt(sim, key, values, {
		credentials: store,
		...(row.user && { credential: 'cellularIotUserApi' }),
		items: row.once ? ITEMS.slice(0, 1) : ITEMS,
	});
	if (output.error) throw output.error;
	return output;
}

/** Runs a row after its preparing rows, and returns its items and the kinds of its effects. */
export async function runRow(
	sim: SimulatorHandle,
	key: string,
): Promise<Pick<NodeOutput, 'items'> & { effects: string[] }> {
	const row = ROWS[key]!;
	const store = storeOf(sim, row);
	for (const before of row.after ?? []) await runOne(sim, before, store);
	const since = sim.ledger().effects.length;
	const { outputs } = await runOne(sim, key, store);
	const effects = sim.ledger().effects.slice(since);
	return { items: outputs.flat(), effects: effects.map(({ kind }) => kind) };
}
