import type { INodeParameters } from 'n8n-workflow';
import { type SimulatorHandle, USERS } from '../../../simulator';
import type { CredentialStore } from '../../support/credentials';
import { type NodeOutput, runNode, storeFor } from '../../support/n8n/n8n';
import { ITEMS, ROWS } from '../../unit/nodes/rows/rows';
import type { Wire } from './wire';

/* The environment of the runs, and how the node is run in it. */

/** A simulated service, the wire to it, and its users. */
export interface Stage {
	sim: SimulatorHandle;
	wire: Wire;
	stores: Map<string, CredentialStore>;
	restore: () => void;
}

type User = keyof typeof USERS;

/** One credential store per user, so that sessions are reused. */
export function storeOf({ wire, stores }: Stage, user: User = 'totp'): CredentialStore {
	const { username, password, id } = USERS[user];
	const mfaMethod = { totp: 'totp', mail: 'code', trial: 'none', restricted: 'code' }[user];
	const made = () =>
		storeFor(wire.url, { user: { username, password, mfaMethod, userId: String(id) } });
	if (!stores.has(user)) stores.set(user, made());
	return stores.get(user)!;
}

/** The form values of a row. */
export const rowParameters = (sim: SimulatorHandle, key: string): INodeParameters => {
	const { parameters } = ROWS[key]!;
	const [resource, operation] = key.split(' ');
	const values = typeof parameters === 'function' ? parameters(sim) : parameters;
	return { resource, operation, ...values } as INodeParameters;
};

/** A run of the node. */
interface Run {
	key: string;
	parameters: INodeParameters;
	/** Needs a user login. */
	asUser?: boolean;
}

/** Runs the node on the first item. */
export async function run(stage: Stage, { key, parameters, asUser }: Run): Promise<NodeOutput> {
	const { user } = ROWS[key]!;
	const base = {
		credentials: storeOf(stage, user),
		...((user || asUser) && { credential: 'cellularIotUserApi' as const }),
		// The columns of a table come from its items.
		items: parameters.columns !== undefined ? [{ id: 10001, name: 'walked' }] : ITEMS.slice(0, 1),
		parameters,
	};
	return await runNode(base);
}
