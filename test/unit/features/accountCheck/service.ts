import { hashPassword, type SimulatorHandle, USERS } from '../../../../simulator';

/* A service with one object of each kind, so that every list has an entry. */

/** Calls the service and returns the body. @throws Error when the call fails */
async function post(url: string, path: string, body: unknown, token?: string, method = 'POST') {
	const response = await fetch(url + path, {
		method,
		headers: {
			'content-type': 'application/json',
			...(token !== undefined && { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
	return (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> | undefined;
}

/** Names and numbers that must not appear in a report. */
export const PERSONAL = {
	endpoint: 'Pump of Mrs Miller',
	tag: 'miller-farm',
	imei: '3500000000000017',
	payload: 'the code is 4711',
	stream: 'stream of Miller',
	header: 'sesame-0123456789',
	streamUrl: 'https://collector.miller.example/in',
	callback: 'https://hook.miller.example',
	secret: 'callback-secret-0123456789abcdef',
};

/**
 * Creates one object of each kind in the enterprise of the trial user, who needs no second factor,
 * and removes these requests from the ledger.
 */
export async function furnish(sim: SimulatorHandle): Promise<void> {
	const { url } = sim;
	const { username, password } = USERS.trial;
	const login = { username, password: hashPassword(password) };
	const token = String((await post(url, '/api/v1/authenticate', login))!.auth_token);
	const send = async (path: string, body: unknown, method?: string) =>
		await post(url, path, body, token, method);
	const [service, tariff] = [{ id: 121 }, { id: 221 }];
	const profiles = { service_profile: service, tariff_profile: tariff, status: { id: 0 } };
	await send('/api/v1/endpoint', {
		...profiles,
		name: PERSONAL.endpoint,
		imei: PERSONAL.imei,
		tags: PERSONAL.tag,
		sim: { id: 121 },
	});
	const [endpoint] = [...sim.store.endpoints.values()];
	const endpointPath = `/api/v1/endpoint/${endpoint!.id}`;
	endpoint!.connectivity = 'ONLINE';
	const quota = {
		volume: 10,
		expiry_date: '2099-01-01T00:00:00Z',
		status: { id: 1 },
		threshold_percentage: 20,
	};
	await send(`${endpointPath}/quota/sms`, quota);
	await send(`${endpointPath}/quota/data`, { ...quota, action_on_exhaustion: { id: 1 } });
	await send(`${endpointPath}/sms`, { payload: PERSONAL.payload });
	await send(`${endpointPath}/traffic_limit_extension`, { volume: 1 });
	await send(`${endpointPath}/operator_blacklist/501`, undefined, 'PUT');
	const id = (n: number) => ({ id: sim.generation === 'reference' ? String(n) : n });
	const limit = { service: id(38), period: id(2), volume: 1e9 };
	await send('/api/v1/service_profile/121/traffic_limit', limit);
	const blocklist = '/api/v2/tariff_profile/221/operator_blocklist/operator';
	await send(`${blocklist}/501`, undefined, 'PUT');
	await send('/api/v1/sim/operation', { action: { id: 1 }, target: [{ sim: { id: 122 } }] });
	sim.store.cards.get(1)!.organisationId = endpoint!.organisationId;
	await send('/api/v1/euicc/1/operation', [{ action: { id: 1 } }]);
	await send('/api/v1/api_callback', { url: PERSONAL.callback, purpose: 'n8n' });
	await send('/api/v1/api_secret', { secret: PERSONAL.secret, purpose: 'n8n' });
	await send('/api/v2/data_stream', {
		data_stream_type: { id: 2 },
		name: PERSONAL.stream,
		destination: {
			connection_type: 'RestAPI',
			credentials: { url: PERSONAL.streamUrl, headers: [`Authorization:${PERSONAL.header}`] },
		},
	});
	sim.streams.usage([{ endpointId: endpoint!.id, rx: 3, tx: 1 }]);
	await fetch(`${url}/_sim/ledger`, { method: 'DELETE' });
}

/** The values that a report must not contain: secrets and names of people, devices or places. */
export function personalIn(sim: SimulatorHandle): string[] {
	const { store, url } = sim;
	const values = new Set<string>(Object.values(PERSONAL));
	const take = (...all: unknown[]) => {
		for (const value of all) if (typeof value === 'string' && value.length > 3) values.add(value);
	};
	take(new URL(url).host, '127.0.0.1');
	for (const user of Object.values(USERS))
		take(user.username, user.password, hashPassword(user.password), user.username.split('@')[0]);
	for (const { name } of store.organisations.values()) take(name);
	for (const token of store.applicationTokens.keys()) take(token);
	for (const { name } of store.endpoints.values()) take(name);
	for (const card of store.sims.values()) take(card.iccid, card.imsi, card.msisdn, card.eid);
	for (const profiles of [store.serviceProfiles, store.tariffProfiles])
		for (const { name } of profiles.values()) take(name);
	for (const { cidr } of store.addressSpaces.values()) take(cidr, cidr.split('/')[0]);
	return [...values];
}
