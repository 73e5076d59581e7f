import type { SimulatorHandle } from '../../../simulator';
import { storeFor } from '../../support/n8n/n8n';

/** Calls a control route of the simulator. */
export async function control(sim: SimulatorHandle, path: string, body: object): Promise<unknown> {
	const response = await fetch(`${sim.url}/_sim/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
	return text === '' ? undefined : JSON.parse(text);
}

/** Calls the simulated service itself, as somebody else with the reseller's application token. */
export async function service(
	sim: SimulatorHandle,
	method: string,
	path: string,
	body?: object,
): Promise<unknown> {
	const call = async (verb: string, where: string, content?: object, token?: string) => {
		const response = await fetch(sim.url + where, {
			method: verb,
			headers: {
				'content-type': 'application/json',
				...(token !== undefined && { authorization: `Bearer ${token}` }),
			},
			...(content && { body: JSON.stringify(content) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${verb} ${where}: ${response.status} ${text}`);
		if (text !== '') return JSON.parse(text) as Record<string, unknown>;
		// A create names what it made in the Location alone.
		const made = response.headers.get('location')?.split('/').at(-1);
		return made === undefined ? undefined : { id: Number(made) };
	};
	const login = await call('POST', '/api/v1/authenticate', {
		application_token: 'app-token-reseller-000000000001',
	});
	return await call(method, path, body, String(login?.auth_token));
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
/** A port at which nothing answers. */
export const NOBODY = '127.0.0.1:9';

/** Credentials of a service, with the callback secret. */
export function credentialsFor(url = `http://${NOBODY}`, secret: string = SECRET) {
	const store = storeFor(url);
	store.set('cellularIotCallbackApi', { secret });
	return store;
}

/** Credentials of an account that shares a Redis. */
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
