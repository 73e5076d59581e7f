import { APPLICATION_TOKENS, type SimulatorHandle } from '../../../simulator';
import { storeFor } from '../../support/n8n/n8n';
import { idIn, type Reply, send } from '../simulator/support';

/** @throws Error when the simulator refuses it */
async function ask(
	{ url }: SimulatorHandle,
	method: string,
	path: string,
	body?: object,
	token?: string,
): Promise<Reply> {
	const reply = await send(url, method, path, body, token);
	if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
	return reply;
}

/** Calls a control route of the simulator. */
export const control = async (sim: SimulatorHandle, path: string, body: object): Promise<unknown> =>
	(await ask(sim, 'POST', `/_sim/${path}`, body)).body;

/** Calls the simulated service directly, as another client with the reseller's application token. */
export async function service(
	sim: SimulatorHandle,
	method: string,
	path: string,
	body?: object,
): Promise<unknown> {
	const login = { application_token: APPLICATION_TOKENS.reseller };
	const { auth_token } = (await ask(sim, 'POST', '/api/v1/authenticate', login)).body;
	const reply = await ask(sim, method, path, body, auth_token);
	// A create request returns the new id only in the Location header.
	return reply.body ?? (reply.headers.has('location') ? { id: idIn(reply) } : undefined);
}

/** Sets an SMS quota of an endpoint, valid for a year of the simulator's clock. */
export async function setQuota(
	sim: SimulatorHandle,
	endpointId: number,
	volume: number,
	more: object = {},
): Promise<void> {
	await service(sim, 'POST', `/api/v1/endpoint/${endpointId}/quota/sms`, {
		volume,
		expiry_date: new Date(sim.clock.now() + 365 * 86_400_000).toISOString(),
		threshold_percentage: 20,
		status: { id: 1 },
		...more,
	});
}

export const SECRET = 'a-callback-secret-of-forty-characters-00';
/** An address at which nothing listens. */
export const NOBODY = '127.0.0.1:9';

/** Credentials of a service; the accounts hold the callback secret, too. */
export function credentialsFor(url = `http://${NOBODY}`, secret: string = SECRET) {
	const store = storeFor(url);
	store.set('cellularIotCallbackApi', { secret });
	for (const name of ['cellularIotTokenApi', 'cellularIotUserApi']) {
		store.set(name, { ...store.get(name), callbackSecret: secret });
	}
	return store;
}

/** Credentials of an account with a shared Redis. */
export function credentialsOn(redisUrl: string) {
	const store = credentialsFor();
	const account = store.get('cellularIotTokenApi');
	store.set('cellularIotTokenApi', { ...account, shareLimits: true, redisUrl });
	return store;
}

export const ALL_EVENTS = [
	'activeAgain',
	'blocked',
	'exhausted',
	'expired',
	'statusChanged',
	'thresholdReached',
	'unblocked',
];
