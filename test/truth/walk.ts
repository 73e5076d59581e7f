import { APPLICATION_TOKENS, hashPassword, iccidOf, start, USERS } from '../../simulator';
import { totpOf } from '../../simulator/account/mfa';
import { type Answered, answeringRoute, answerProblem } from './answers';
import { walkAutomations } from './automations';
import { walkNetwork } from './networkWalk';
import { SUCCESSES } from '../operations';
import type { Generation } from './shapes/forms';

/* Calls every route of a simulated service and compares each answer with its shape. */

/** The keys of an answer that no shape of its route has. */
export interface Finding {
	route: string;
	status: number;
	problem: string;
}
export interface Walk {
	answers: number;
	valid: number;
	findings: Finding[];
	/** The simulator's routes. */
	routes: string[];
	/** The routes with a successful answer. */
	succeeded: Set<string>;
}

const NEXT_YEAR = '2099-01-01T00:00:00Z';
const QUOTA = { volume: 10, expiry_date: NEXT_YEAR, status: { id: 1 }, threshold_percentage: 20 };
const PROFILES = { service_profile: { id: 101 }, tariff_profile: { id: 201 }, status: { id: 0 } };
const BIC = 'BATCHRESELLER001';

const bodyOf = (text: string): unknown => {
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
};

/** Calls all routes in one generation; `seen` gets each answer. */
export async function walk(
	generation: Generation,
	seen: (route: string, answered: Answered) => void = () => {},
): Promise<Walk> {
	const sim = await start({ generation, limits: 'off', seed: { bulkDelayMs: 0 } });
	const findings: Finding[] = [];
	const succeeded = new Set<string>();
	let answers = 0;

	const judge = (route: string, status: number, body: unknown) => {
		answers += 1;
		seen(route, { status, answer: body });
		if (SUCCESSES[route]?.[status]) succeeded.add(route);
		const problem = answerProblem(route, { status, answer: body }, generation, true);
		if (problem) findings.push({ route, status, problem });
	};
	/** One call; `route` is the path template of the API description. */
	const call = async (
		route: string,
		ids: Record<string, string | number> = {},
		{ body, token, query = '' }: { body?: unknown; token?: string; query?: string } = {},
	) => {
		const [method = '', template = ''] = route.split(' ');
		const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 0));
		const response = await fetch(sim.url + path + query, {
			method,
			headers: {
				...(body !== undefined && { 'content-type': 'application/json' }),
				...(token !== undefined && { authorization: `Bearer ${token}` }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const answer = bodyOf(await response.text());
		judge(route, response.status, answer);
		// eslint-disable-next-line @typescript-eslint/no-explicit-any -- compared with a shape above
		return { status: response.status, body: answer as any, headers: response.headers };
	};

	const login = async (body: object) =>
		(await call('POST /api/v1/authenticate', {}, { body })).body as Record<string, string>;
	const app = (await login({ application_token: APPLICATION_TOKENS.reseller })).auth_token!;
	const credentials = (name: keyof typeof USERS) => ({
		username: USERS[name].username,
		password: hashPassword(USERS[name].password),
	});
	const { mfa_token } = await login(credentials('totp'));
	const user = await login({
		mfa_token,
		code: sim.codeFor(USERS.totp.username),
		trusted_device: { fingerprint: 'fingerprint', operating_system: 'Linux', name: 'walk' },
	});
	const trial = (await login(credentials('trial'))).auth_token!;
	await login({ ...credentials('trial'), password: 'wrong' });
	const refreshed = await login({ refresh_token: user.refresh_token });
	const asUser = refreshed.auth_token!;

	/** A call with the reseller's token, then one without a token and one for an unknown object. */
	const ask = async (
		route: string,
		ids = {},
		body?: unknown,
		more: { token?: string; query?: string } = {},
	) => {
		const token = more.token ?? app;
		if (/\{/.test(route)) {
			const nowhere = Object.fromEntries(
				[...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 999_999_999]),
			);
			await call(route, nowhere, { body, token });
		}
		await call(route, ids, { body });
		return await call(route, ids, { body, ...more, token });
	};

	await ask(
		'POST /api/v1/authenticate/workspace',
		{},
		{ target_organisation: { id: 1002 } },
		{ token: asUser },
	);
	const own = sim.store.userByName(USERS.totp.username)!.id;
	await ask('GET /api/v2/user/{userId}/workspace', { userId: own }, undefined, { token: asUser });
	const devices = await ask('GET /api/v1/user/my/mfa/trusted_device', {}, undefined, {
		token: asUser,
	});
	await ask(
		'DELETE /api/v1/user/my/mfa/trusted_device/{deviceId}',
		{ deviceId: devices.body[0]?.id },
		undefined,
		{ token: asUser },
	);
	const { password } = credentials('trial');
	const asTrial = { token: trial };
	const key = await ask('POST /api/v1/user/mfa', {}, { type: { id: 0 }, password }, asTrial);
	await call('POST /api/v1/user/mfa', {}, { body: { type: { id: 0 }, password }, ...asTrial });
	await call('POST /api/v1/user/mfa', {}, { body: {}, ...asTrial });
	const code = totpOf(sim.store.mfaKeys.get(key.body.id)!, USERS.trial.username).generate({
		timestamp: sim.clock.now(),
	});
	const keyId = key.body.id as number;
	await ask('PATCH /api/v1/user/mfa/{keyId}', { keyId }, { status: { id: 1 }, code }, asTrial);
	await ask(
		'DELETE /api/v1/user/{userId}/mfa/{keyId}',
		{ userId: 'my', keyId },
		undefined,
		asTrial,
	);
	for (const list of ['status', 'type'])
		await ask(`GET /api/v1/user/mfa/${list}`, {}, undefined, asTrial);

	const U = '/api/v1/user/{userId}';
	const invitation = { username: 'walk@example.com', name: 'Walk', roles: [{ id: 3 }] };
	const invited = await ask('POST /api/v2/user/invitation', {}, invitation);
	await call('POST /api/v2/user/invitation', {}, { token: app, body: invitation });
	await call('POST /api/v2/user/invitation', {}, { token: app, body: { name: 'Walk' } });
	const person = { userId: invited.body.id as number, roleId: 2, workspaceId: 1001 };
	await ask('GET /api/v1/user', {}, undefined, { query: '?q=status:0&sort=-created' });
	await ask('GET /api/v1/user');
	for (const list of ['role', 'status']) await ask(`GET /api/v1/user/${list}`);
	await ask(`GET ${U}`, person);
	await ask(`GET ${U}`, { userId: own });
	await ask(`PATCH ${U}`, person, { name: 'Walked', status: { id: 2 } });
	await call(`PATCH ${U}`, person, { token: app, body: { status: { id: 2 } } });
	await ask(`PUT ${U}/role/{roleId}`, person);
	await call(`PUT ${U}/role/{roleId}`, person, { token: app });
	await ask(`DELETE ${U}/role/{roleId}`, person);
	await call(`DELETE ${U}/role/{roleId}`, { ...person, roleId: 3 }, { token: app });
	await ask(`GET ${U}/role/permission`, person);
	await ask(`GET ${U}/role/permission`, { userId: 'my' });
	const deviceId = 4711;
	sim.store.trustedDevices.set(deviceId, {
		userId: own,
		fingerprint: 'another',
		operatingSystem: 'Linux',
		browser: null,
		name: null,
		id: deviceId,
		activatedAt: sim.clock.now(),
		expiresAt: sim.clock.now() + 1e9,
	});
	const trusted = { userId: own, deviceId };
	await ask(`GET ${U}/mfa/trusted_device`, trusted);
	await ask(`DELETE ${U}/mfa/trusted_device/{deviceId}`, trusted);
	const M = '/api/v2/user/{userId}/workspace/{workspaceId}';
	await ask(`PATCH ${M}`, person, { status: { id: 2 } });
	await ask(`PUT ${M}/role/{roleId}`, person);
	await ask(`DELETE ${M}/role/{roleId}`, person);
	await ask('PUT /api/v2/user/{userId}/default_organisation/{workspaceId}', person);
	await ask(`DELETE ${M}`, { ...person, userId: 13 });
	await ask('DELETE /api/v2/user/{userId}', person);
	const newToken = { description: 'walk', expiry_date: '2099-01-01', ip: '10.0.0.0/8' };
	await ask('POST /api/v1/application_token', {}, newToken);
	await call('POST /api/v1/application_token', {}, { token: app, body: { ip: 'here' } });
	const made = await ask('GET /api/v1/application_token');
	const tokenId = made.body.at(-1).id as number;
	await ask('PATCH /api/v1/application_token/{tokenId}', { tokenId }, { status: { id: 1 } });

	const location = ({ body, headers }: Awaited<ReturnType<typeof call>>): number =>
		body?.id ?? Number(headers.get('location')?.split('/').at(-1));
	const E = '/api/v1/endpoint/{endpointId}';
	const full = { ...PROFILES, name: 'one', imei: '3500000000000017', tags: 'lab', sim: { id: 1 } };
	const endpointId = location(await ask('POST /api/v1/endpoint', {}, full));
	await call(
		'POST /api/v1/endpoint',
		{},
		{ token: app, body: { tags: 'a', tag_assignments: [401] } },
	);
	const bare = location(await ask('POST /api/v1/endpoint', {}, PROFILES));
	const id = { endpointId };
	await ask(
		'POST /api/v2/endpoint/multi',
		{},
		{
			...PROFILES,
			endpoints: [{ name: 'two', sim: { id: 2 } }, { name: 'three' }],
		},
	);
	await ask('GET /api/v1/endpoint');
	await ask(`GET ${E}`, id);
	await ask(`GET ${E}`, { endpointId: bare });
	await call(`GET ${E}`, { endpointId: 'no-number' }, { token: app });
	await ask(`PATCH ${E}`, id, { name: 'uno' });
	await ask('PATCH /api/v2/endpoint/multi', {}, [{ id: endpointId, name: 'one' }]);
	for (const connectivity of ['OFFLINE', 'ATTACHED', 'ONLINE'] as const) {
		sim.store.endpoints.get(endpointId)!.connectivity = connectivity;
		await ask(`GET ${E}/connectivity`, id);
		await ask(`GET ${E}`, id);
	}
	const network = ['assumed_idle', 'not_provided_from_vlr', 'Unknown Location Error', '503/1902'];
	for (const state of network) {
		sim.store.endpoints.get(endpointId)!.network = state;
		await ask(`GET ${E}/connectivity_info`, id);
	}
	await ask(`GET ${E}/connectivity_info`, id, undefined, { query: '?subscriber=false' });
	await ask(`PATCH ${E}/connectivity`, id, { location: null });
	const operator = { ...id, operatorId: 501 };
	await ask(`PUT ${E}/operator_blacklist/{operatorId}`, operator);
	await call(`PUT ${E}/operator_blacklist/{operatorId}`, operator, { token: app });
	await ask(`GET ${E}/operator_blacklist`, id);
	await ask(`DELETE ${E}/operator_blacklist/{operatorId}`, operator);

	const T = '/api/v2/endpoint/{endpointId}/tags';
	const tag = await ask('POST /api/v2/tags', {}, { name: 'walked' });
	await call('POST /api/v2/tags', {}, { token: app, body: { name: 'walked' } });
	const tagId = tag.body.id as number;
	await ask('GET /api/v2/tags');
	await ask('GET /api/v2/tag-colors');
	await ask('PATCH /api/v2/tags/{tagId}', { tagId }, { name: 'walked twice' });
	await ask(`POST ${T}`, id, { id: tagId });
	await call(`POST ${T}`, id, { token: app, body: { id: tagId } });
	await ask(`GET ${T}`, id);
	await ask(`DELETE ${T}/{tagId}`, { ...id, tagId });
	const items = [{ endpoint: { id: endpointId }, tags: [{ id: tagId }] }];
	const bulk = '/api/v2/bulk-operations';
	await ask(`POST ${bulk}/endpoint/add-tags`, {}, { items });
	await call(`POST ${bulk}/endpoint/add-tags`, {}, { token: app, body: { items } });
	await ask(`POST ${bulk}/endpoint/remove-tags`, {}, { items });
	await ask('DELETE /api/v2/tags/{tagId}', { tagId });
	await ask(`POST ${bulk}/tag/delete-tags`, {}, { tags: [{ id: 403 }] });

	await ask('GET /api/v1/sim');
	await ask('GET /api/v1/sim/{simId}', { simId: 1 });
	await ask('GET /api/v1/sim/{simId}', { simId: 3 });
	await ask('PATCH /api/v1/sim/{simId}', { simId: 3 }, { status: { id: 1 } });
	await ask('DELETE /api/v1/sim/{simId}', { simId: 4 });
	await ask('DELETE /api/v1/sim/multi', {}, [{ id: 5 }]);
	await ask('GET /api/v1/sim/status');
	await ask('GET /api/v1/sim_batch/bic/{bic}', { bic: BIC });
	await ask('PATCH /api/v1/sim_batch/bic/{bic}', { bic: BIC }, { sim_status: { id: 1 } });
	await call('GET /api/v1/sim_batch/bic/{bic}', { bic: BIC }, { token: app });
	await call(
		'PATCH /api/v1/sim_batch/bic/{bic}',
		{ bic: BIC },
		{ token: app, body: { sim_status: { id: 1 } } },
	);
	const transfer = (iccid: string) => ({ target_workspace: { id: 1003 }, iccids: [iccid] });
	const migration = 'POST /api/v1/sim/migration/workspace';
	await ask(migration, {}, transfer(iccidOf(6)), { token: asUser });
	await call(migration, {}, { body: transfer(iccidOf(1)), token: asUser });
	await call(migration, {}, { body: transfer('8900000000000000000'), token: asUser });
	const simOperation = 'POST /api/v1/sim/operation';
	const { eid } = [...sim.store.sims.values()].find((item) => item.eid !== null)!;
	const started = await ask(simOperation, {}, { action: { id: 1 }, target: [{ sim: { id: 6 } }] });
	await ask(simOperation, {}, { action: { id: 1 }, product: { id: 1 }, target: [{ eid }] });
	await call(simOperation, {}, { token: app, body: {} });
	await ask('GET /api/v1/sim/operation');
	await ask('GET /api/v1/sim/operation/{operationId}', { operationId: started.body.id });
	for (const list of ['action', 'status']) await ask(`GET /api/v1/sim/operation/${list}`);
	for (const list of ['operation/action', 'operation/status', 'profile/status'])
		await ask(`GET /api/v1/euicc/${list}`);
	await ask('GET /api/v1/euicc');
	const card = { euiccId: 1 };
	await ask('GET /api/v1/euicc/{euiccId}', card);
	const C = '/api/v1/euicc/{euiccId}/operation';
	const enable = {
		action: { id: 2 },
		validity_period: 60,
		iccid_with_luhn: '89883030000000000171',
	};
	const scheduled = await ask(`POST ${C}`, card, [{ action: { id: 1 } }, enable]);
	await ask(`GET ${C}`, card);
	await ask(`GET ${C}/{operationId}`, { ...card, operationId: scheduled.body[0]?.id });

	sim.store.endpoints.get(endpointId)!.connectivity = 'OFFLINE';
	const sent = await ask(`POST ${E}/sms`, id, {
		payload: 'walked',
		source_address_type: { id: 145 },
	});
	const smsId = location(sent);
	await ask(`GET ${E}/sms`, id);
	await ask(`GET ${E}/sms/{smsId}`, { ...id, smsId });
	await ask(`DELETE ${E}/sms/{smsId}`, { ...id, smsId });
	await ask(`GET ${E}/sms/{smsId}`, { ...id, smsId });
	const profile = { id: 102 };
	for (const [name, body] of [
		['callback', { url: 'https://example.com/in', purpose: 'walk' }],
		['secret', { secret: 'x'.repeat(32), purpose: 'walk' }],
	] as const) {
		const route = `/api/v1/api_${name}`;
		await ask(`POST ${route}`, {}, body);
		const entityId = (await ask(`GET ${route}`)).body[0].id as number;
		await ask(`GET ${route}/{id}`, { id: entityId });
		await ask('PATCH /api/v1/service_profile/{id}', profile, { [`api_${name}`]: { id: entityId } });
		await ask('GET /api/v1/service_profile/{id}', profile);
		await ask('PATCH /api/v1/service_profile/{id}', profile, { [`api_${name}`]: { id: null } });
		await ask(`DELETE ${route}/{id}`, { id: entityId });
	}
	for (const [kind, body] of [
		['sms', QUOTA],
		['data', { ...QUOTA, action_on_exhaustion: { id: 1 } }],
	] as const) {
		const route = `${E}/quota/${kind}`;
		await ask(`POST ${route}`, id, body);
		await call(`POST ${route}`, id, { token: app, body: { ...body, volume: -1 } });
		await ask(`GET ${route}`, id);
		await ask(`DELETE ${route}`, id);
		await call(`DELETE ${route}`, id, { token: app });
	}
	await ask(`POST ${E}/traffic_limit_extension`, id, { volume: 1 });
	await ask(`GET ${E}/traffic_limit_extension`, id);
	await ask(`DELETE ${E}/traffic_limit_extension`, id);

	sim.streams.usage([{ endpointId, rx: 3, tx: 1 }]);
	const day = new Date(sim.clock.now()).toISOString().slice(0, 10);
	const period = { query: `?start_date=${day.slice(0, 8)}01&end_date=${day}` };
	for (const route of [`${E}/stats/daily`, `${E}/stats`]) await ask(`GET ${route}`, id);
	await ask(`GET ${E}/stats/daily`, id, undefined, period);
	for (const route of ['/stats', '/stats/daily'])
		await ask(`GET /api/v1/sim/{simId}${route}`, { simId: 1 });
	const O = '/api/v1/organisation/{organisationId}';
	for (const route of ['/stats', '/stats/daily', '/stats/hourly', '/inclusive_volume/active'])
		await ask(`GET ${O}${route}`, { organisationId: 'my' });
	await ask('GET /api/v1/stats/daily');
	await ask('GET /api/v2/workspace/stats/daily');

	await ask('GET /api/v1/event');
	await ask('GET /api/v1/event', {}, undefined, { query: '?q=type:8|51' });
	await call('GET /api/v1/event', {}, { token: app, query: '?q=type:0' }).then(({ status }) => {
		if (status !== 200) findings.push({ route: 'GET /api/v1/event', status, problem: 'type 0' });
	});
	await ask('GET /api/v1/event/type');
	await ask(`GET ${E}/event`, id);
	await ask('GET /api/v1/sim/{simId}/event', { simId: 1 });
	await ask('GET /api/v1/user/{userId}/event', { userId: 'my' }, undefined, { token: asUser });

	await ask('GET /api/v1/service_profile');
	const P = '/api/v1/service_profile/{profileId}';
	const ids = generation === 'reference' ? ['38', '2'] : [38, 2];
	for (const more of [{ warning_percent: 80 }, { satellite_only: true }]) {
		const limit = { service: { id: ids[0] }, period: { id: ids[1] }, volume: 1e9, ...more };
		await ask(`POST ${P}/traffic_limit`, { profileId: 101 }, limit);
		await call(`POST ${P}/traffic_limit`, { profileId: 101 }, { token: app, body: limit });
	}
	const limits = await ask(`GET ${P}/traffic_limit`, { profileId: 101 });
	const limitId = limits.body[0]?.id as number;
	await ask(`DELETE ${P}/traffic_limit/{limitId}`, { profileId: 101, limitId });
	await ask(`DELETE ${P}/quota/{kind}`, { profileId: 101, kind: 'data' });
	await ask('GET /api/v1/service');
	await ask('GET /api/v1/service/{serviceId}/traffic_limit', { serviceId: 6 });
	await ask('GET /api/v1/traffic_limit');
	await ask('GET /api/v1/tariff_profile');
	const tariff = { tariffId: 201, operatorId: 501, ratTypeId: 6 };
	await ask('GET /api/v1/tariff_profile/{tariffId}', tariff);
	await ask('GET /api/v1/tariff_profile/{tariffId}/coverage', tariff);
	const B = '/api/v2/tariff_profile/{tariffId}/operator_blocklist/operator';
	await ask(`PUT ${B}/{operatorId}`, tariff);
	await ask(`POST ${B}/{operatorId}/rat_type`, tariff, { rat_types: [{ id: 6 }] });
	await ask(`GET ${B}`, tariff);
	await ask(`GET ${B}/{operatorId}`, tariff);
	await ask(`DELETE ${B}/{operatorId}/rat_type/{ratTypeId}`, tariff);
	await ask(`DELETE ${B}/{operatorId}`, tariff);
	for (const list of [
		'operator',
		'country',
		'rat_type',
		'ip_address_space',
		'ip_address_space/available',
	])
		await ask(`GET /api/v1/${list}`);

	await walkNetwork(
		ask,
		async (route, routeIds, body) => await call(route, routeIds, { token: app, body }),
		scheduled.body[0]?.id as string,
	);

	const S = '/api/v2/data_stream';
	for (const list of ['type', 'status', 'filter_field_type']) await ask(`GET ${S}/${list}`);
	const destination = {
		connection_type: 'RestAPI',
		format: 'Json',
		credentials: { url: 'https://example.com/in', headers: ['X-Key:secret'] },
	};
	const filters = [{ field: 'event_type_id', value: [0, 18] }];
	await ask(`POST ${S}`, {}, { name: 'walk', data_stream_type: { id: 2 }, destination, filters });
	await call(`POST ${S}`, {}, { token: app, body: { data_stream_type: { id: 9 } } });
	await ask(`GET ${S}`);
	const streamId = [...sim.store.streams.keys()][0]!;
	await ask(`GET ${S}/{streamId}`, { streamId });
	await ask(`PATCH ${S}/{streamId}`, { streamId }, { name: 'walked' });
	sim.streams.fail(streamId);
	await ask(`GET ${S}/{streamId}`, { streamId });
	await ask(`POST ${S}/{streamId}/restart`, { streamId });
	await call(`POST ${S}/{streamId}/restart`, { streamId }, { token: app });
	await ask(`DELETE ${S}/{streamId}`, { streamId });

	await walkAutomations(sim, ask, generation);

	await ask(`PATCH ${E}`, id, { sim: { id: null } });
	await ask(`DELETE ${E}`, id);
	await ask('DELETE /api/v2/endpoint/multi', {}, [{ id: bare }]);

	const description = (await (await fetch(`${sim.url}/docs/json`)).json()) as {
		paths: Record<string, Record<string, unknown>>;
	};
	const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	await sim.close();
	return {
		answers,
		valid: answers - findings.length,
		findings,
		routes: routes
			.filter((route) => route.includes(' /api/'))
			.map((route) => answeringRoute(...(route.split(' ') as [string, string])) ?? route),
		succeeded,
	};
}
