import { type SimulatorHandle, USERS } from '../../../simulator';
import { type CredentialStore } from '../../support/credentials';
import { storeFor } from '../../support/n8n/n8n';
import type { Login } from './cases';

/*
 * Organisations and who may work in which. The login of the cases is the Administrator of the reseller 1001; the
 * simulator's seed gives the workspaces 1001 to 1003 as well as 1004, which is none of this login's.
 */

/** Names of the further workspaces, which are children of the reseller, from the ID 50001 on. */
const NAMES = [
	'North, South',
	'Twin',
	'Twin',
	'4711',
	'50006',
	'Harbour',
	'Closed',
	'harbour',
	'Depot (ID 1002)',
];
const FIRST = 50_001;
const CLOSED = FIRST + NAMES.indexOf('Closed');

export const SEED = { workspaces: NAMES.length, recordBodies: true };

/** The organisations in each of which there are the endpoints "pump" and "valve", each with an activated SIM. */
const FLEETS = [1001, 1002, 1003, 1004, ...NAMES.map((_, index) => FIRST + index)];

/** Names the workspaces, gives each its endpoints, and makes logins without a second factor. */
export function build(sim: SimulatorHandle): void {
	const { organisations, endpoints, users } = sim.store;
	NAMES.forEach((name, index) => (organisations.get(FIRST + index)!.name = name));
	for (const organisationId of FLEETS) sim.seed({ endpoints: 2, organisationId });
	const named = new Set<number>();
	for (const endpoint of endpoints.values()) {
		endpoint.name = named.has(endpoint.organisationId) ? 'valve' : 'pump';
		named.add(endpoint.organisationId);
	}
	users.get(USERS.totp.id)!.members.get(CLOSED)!.statusId = 2;
	users.get(USERS.mail.id)!.trial = true;
	sim.store.touch();
}

/** The IDs of the endpoint "pump" of an organisation and of its SIM. */
export function pumpOf(sim: SimulatorHandle, organisationId: number) {
	const pump = [...sim.store.endpoints.values()].find(
		(endpoint) => endpoint.name === 'pump' && endpoint.organisationId === organisationId,
	)!;
	return { endpoint: pump.id, sim: pump.simId! };
}

/** Activates the SIMs that earlier cases have suspended. */
export function activateAll(sim: SimulatorHandle): void {
	for (const card of sim.store.sims.values()) if (card.endpointId !== null) card.statusId = 1;
	sim.store.touch();
}

/** The credential of each login. */
export function credentialsOf({ url }: SimulatorHandle): Record<Login, CredentialStore> {
	const withoutCode = ({ username, password }: { username: string; password: string }) => ({
		username,
		password,
		mfaMethod: 'none',
	});
	return {
		administrator: storeFor(url, { user: { userId: String(USERS.totp.id) } }),
		member: storeFor(url, { user: { ...withoutCode(USERS.mail), userId: String(USERS.mail.id) } }),
		unnamed: storeFor(url, { user: withoutCode(USERS.trial) }),
		token: storeFor(url),
	};
}
