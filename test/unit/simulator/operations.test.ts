import { BRAZIL, iccidOf, USERS } from '../../../simulator';
import { totpOf } from '../../../simulator/account/mfa';
import { each, credentials, ENDPOINT, idIn, kinds, useBench, refusalOf } from './support';

describe('the remaining operations', () => {
	let path: string;
	let id: number;
	const { bench, call, get, logIn, statusOf } = useBench();
	beforeEach(async () => {
		const { body } = await call('POST', '/api/v1/endpoint', { ...ENDPOINT, sim: { id: 1 } });
		id = body.id;
		path = `/api/v1/endpoint/${id}`;
	});
	const change = (body: object) => call('POST', '/_sim/endpoint', { endpointId: id, ...body });

	describe('connectivity', () => {
		it.each([
			['OFFLINE', ['status', 'services']],
			['ATTACHED', ['status', 'location', 'services']],
			['ONLINE', ['status', 'location', 'pdp_context', 'services']],
		])('answers %s with the fields of that state', async (connectivity, keys) => {
			await change({ connectivity });
			const { body } = await call('GET', `${path}/connectivity`);
			expect(body.status).toEqual({ description: connectivity });
			expect(Object.keys(body)).toEqual(keys);
		});

		it('answers BLOCKED for a blocked endpoint', async () => {
			await change({ blocked: true });
			const { body } = await call('GET', `${path}/connectivity`);
			expect(body.status.description).toBe('BLOCKED');
			const q = '/api/v1/endpoint?q=connectivity_status:BLOCKED';
			expect(await get(q)).toHaveLength(1);
			expect(await get('/api/v1/event?q=type:11')).toHaveLength(1);
			await change({ blocked: false });
			expect(await get(q)).toEqual([]);
		});

		it('answers states and network errors with 200', async () => {
			const info = async (query = '') => call('GET', `${path}/connectivity_info${query}`);
			const { status, body } = await info();
			expect(status).toBe(200);
			expect(body.subscriber_info).toEqual({
				success: true,
				state: 'assumed_idle',
				location: {
					current_location_retrieved: true,
					age_of_location: 0,
					cell_global_id: { mcc: '262', mnc: '71', lac: 4711, cid: 815 },
				},
			});
			await change({ network: 'not_provided_from_vlr' });
			expect((await info()).body.subscriber_info.location).not.toHaveProperty('cell_global_id');
			await change({ network: 'Unknown Subscriber Error' });
			expect((await info()).body.subscriber_info).toEqual({
				success: false,
				error: 'Unknown Subscriber Error',
			});
			const bare = await info('?subscriber=false');
			expect(Object.keys(bare.body)).toEqual(['request_timestamp', 'reply_timestamp']);
		});

		it('answers 404 and 503 with their codes', async () => {
			for (const network of ['404/1901', '404/1904', '503/1902', '503/1903']) {
				await change({ network });
				const { status, body } = await call('GET', `${path}/connectivity_info`);
				expect(`${status}/${body.error_code}`).toBe(network);
			}
			expect(refusalOf(await call('GET', '/api/v1/endpoint/1/connectivity_info'))).toEqual([
				404, 1901,
			]);
		});

		it('resets the location and the PDP context that the keys name', async () => {
			const reset = (body: object) => call('PATCH', `${path}/connectivity`, body);
			for (const body of [
				{ location: null },
				{ pdp_context: null },
				{ location: null, pdp_context: null },
			])
				expect((await reset(body)).status).toBe(204);
			const resets = bench.sim
				.ledger()
				.effects.filter(({ kind }) => kind === 'connectivity.reset')
				.map(({ detail }) => detail.resets);
			expect(resets).toEqual([['location'], ['pdp_context'], ['location', 'pdp_context']]);
			expect((await reset({ location: true })).status).toBe(422);
			const operator = await bench.app('networkOperator');
			const wrongType = await operator('PATCH', `${path}/connectivity`, { location: null });
			expect(wrongType.status).toBe(403);
			const foreign = await bench.app('enterprise');
			expect((await foreign('PATCH', `${path}/connectivity`, {})).status).toBe(404);
		});
	});

	it('lists, gets and cancels SMS', async () => {
		await call('POST', `${path}/sms`, { payload: 'one', expiry_date: '2099-01-01T00:00:00Z' });
		await call('POST', `${path}/sms`, { payload: 'two' });
		const { body, headers } = await call('GET', `${path}/sms`);
		expect(headers.get('x-total-count')).toBeNull();
		expect(each(body, 'payload')).toEqual(['two', 'one']);
		body.reverse();
		expect(body[0]).toMatchObject({
			status: { id: 1, description: 'PENDING' },
			endpoint_id: String(id),
			iccid: iccidOf(1),
			retry_count: '0',
		});
		const sms = `${path}/sms/${body[0].id}`;
		expect((await get(sms)).payload).toBe('one');
		expect(await statusOf('DELETE', sms)).toBe(204);
		expect((await get(sms)).status.id).toBe(7);
		await call('POST', '/_sim/sms/finish', { smsId: body[1].id });
		expect(await statusOf('DELETE', `${path}/sms/${body[1].id}`)).toBe(409);
		expect(await statusOf('GET', `${path}/sms/1`)).toBe(404);
	});

	it('delivers an SMS to an online device immediately, and expires one that waits too long', async () => {
		await call('POST', `${path}/sms`, { payload: 'x', expiry_date: '2099-01-01T00:00:00Z' });
		bench.sim.clock.set(Date.parse('2099-01-02T00:00:00Z'));
		await logIn();
		expect((await get(`${path}/sms`))[0].status.id).toBe(6);
		await change({ connectivity: 'ONLINE' });
		await call('POST', `${path}/sms`, { payload: 'y' });
		expect((await get(`${path}/sms`))[0].status.id).toBe(4);
	});

	it('adds operators to the blacklist once, and removes them once', async () => {
		const url = `${path}/operator_blacklist`;
		expect(await statusOf('PUT', `${url}/502`)).toBe(204);
		expect(refusalOf(await call('PUT', `${url}/502`))).toEqual([409, 1405]);
		const unknown = await call('PUT', `${url}/1`);
		expect(unknown.status).toBe(409);
		expect(unknown.body).not.toHaveProperty('error_code');
		expect(await get(url)).toEqual([
			{
				id: 502,
				name: 'Rhine Telecom',
				country: { id: 74, name: 'Germany', country_code: '49', iso_code: 'de', mcc: '262' },
				tapcode: [
					{ id: 5020, tapcode: 'DEURT' },
					{ id: 5021, tapcode: 'DEUR2' },
				],
				mnc: [{ id: 5020, mnc: '72' }],
			},
		]);
		expect(await statusOf('DELETE', `${url}/502`)).toBe(204);
		expect(await statusOf('DELETE', `${url}/502`)).toBe(404);
	});

	it('accepts only the allowed changes of a SIM status', async () => {
		const set = async (simId: number, statusId: unknown) =>
			await statusOf('PATCH', `/api/v1/sim/${simId}`, { status: { id: statusId } });
		expect(await set(2, 2)).toBe(422);
		expect(await set(2, 1)).toBe(204);
		expect(await set(2, 4)).toBe(422);
		expect(await set(2, 2)).toBe(204);
		expect(await set(2, 0)).toBe(422);
		expect(await set(2, 1)).toBe(204);
		expect(await set(3, 4)).toBe(204);
		expect(await set(3, '1')).toBe(422);
		expect(await set(121, 1)).toBe(404);
		expect(kinds(bench.sim)).toContain('sim.suspended');
	});

	it('transfers SIMs only for user logins, and as a dry run by default', async () => {
		const url = '/api/v1/sim/migration/workspace';
		const user = await bench.user('totp');
		const target = { target_workspace: { id: 1003 } };
		const dry = await user('POST', url, { ...target, sims: [{ id: 2 }] });
		expect(dry.body).toMatchObject({ sim_count: 1, dry_run: true, sims: [{ id: 2 }] });
		expect(bench.sim.store.sims.get(2)?.organisationId).toBe(1001);
		const attached = await user('POST', url, { ...target, iccids: [iccidOf(1)] });
		expect([attached.status, attached.body.errors[0]]).toEqual([
			409,
			{
				error_code: 1502,
				message: expect.any(String),
				sims: [
					{
						id: 1,
						iccid: iccidOf(1),
						iccid_with_luhn: expect.stringMatching(/^\d{20}$/),
						endpoint: { id, name: expect.any(String) },
						status: { id: 1, description: 'Activated' },
						source_workspace: { id: 1001, name: 'Example Reseller' },
					},
				],
			},
		]);
		const real = await user('POST', url, {
			...target,
			iccid_range: { start: iccidOf(1), end: iccidOf(3) },
			auto_detach_devices: true,
			dry_run: false,
		});
		expect(real.body).toMatchObject({ sim_count: 3, dry_run: false });
		expect(bench.sim.store.sims.get(1)).toMatchObject({
			organisationId: 1003,
			statusId: 2,
			endpointId: null,
		});
		const bad = [
			{ sims: [{ id: 4 }], iccids: [iccidOf(4)] },
			{},
			{ iccids: ['12'] },
			{ iccid_range: { start: iccidOf(4), end: iccidOf(3) } },
			{ sims: Array.from({ length: 501 }, (_, n) => ({ id: n })) },
		];
		for (const more of bad) {
			const { status, body } = await user('POST', url, { ...target, ...more });
			expect([status, body.status_code]).toEqual([400, 400]);
		}
		expect((await user('POST', url, { sims: [{ id: 4 }] })).status).toBe(422);
		expect(refusalOf(await user('POST', url, { ...target, sims: [{ id: 121 }] }))).toEqual([
			404, 404,
		]);
		expect(await statusOf('POST', url, { ...target, sims: [{ id: 4 }] })).toBe(403);
	});

	it('says why SIMs cannot be transferred: 1503, 1504 and 1505', async () => {
		const url = '/api/v1/sim/migration/workspace';
		const users = { totp: await bench.user('totp'), mail: await bench.user('mail') };
		const codes = async (name: 'totp' | 'mail', target: number, more: object = {}) => {
			const body = { target_workspace: { id: target }, sims: [{ id: 2 }], ...more };
			const { status, body: answer } = await users[name]('POST', url, body);
			const errors = answer.errors as Array<{ error_code: number }> | undefined;
			return [status, ...(errors ?? []).map(({ error_code }) => error_code)];
		};
		expect(await codes('totp', 1003, { allowed_sim_statuses: [{ id: 1 }] })).toEqual([409, 1503]);
		expect(await codes('mail', 1002)).toEqual([409, 1504]);
		bench.sim.store.organisations.get(1003)!.country = BRAZIL;
		expect(await codes('totp', 1003)).toEqual([409, 1505]);
		expect(await codes('totp', 1004)).toEqual([404]);
		// The target must be an enterprise.
		expect(await codes('totp', 1001)).toEqual([400]);
	});

	it('lists workspaces only for Administrators', async () => {
		const url = `/api/v2/user/${USERS.totp.id}/workspace`;
		const { body } = await (await bench.user('totp'))('GET', url);
		expect(body).toHaveLength(3);
		expect(body[0]).toEqual({
			id: 1001,
			name: 'Example Reseller',
			status: { id: 1, description: 'Active' },
			roles: [{ id: 1, name: 'Administrator' }],
			owner: true,
			default_workspace: true,
		});
		const mail = await bench.user('mail');
		expect((await mail('GET', `/api/v2/user/${USERS.mail.id}/workspace`)).status).toBe(403);
		expect(await statusOf('GET', url)).toBe(403);
	});

	it('creates, activates and deletes an MFA key', async () => {
		const user = await bench.user('trial');
		const url = '/api/v1/user/mfa';
		const { password } = credentials('trial');
		const type = { id: 0 };
		const code = async (body: object) => {
			const answer = await user('POST', url, body);
			return [answer.status, answer.body.error_code, answer.body.error_token];
		};
		expect(await code({ type })).toEqual([422, 1400, 'Required']);
		expect(await code({ password })).toEqual([422, 1400, 'Required']);
		expect(await code({ type: { id: 9 }, password })).toEqual([422, 1400, 'InvalidValue']);
		expect(await code({ type, password: 'x' })).toEqual([401, undefined, undefined]);
		const { status, body: key } = await user('POST', url, { type, password });
		expect(status).toBe(200);
		expect(key).toMatchObject({
			status: { id: 0, description: 'Activation Pending' },
			type: { id: 0, description: 'TOTP' },
			secret_key: expect.stringMatching(/^[A-Z2-7]{32}$/),
			otpauth: expect.stringMatching(/^otpauth:\/\/totp\//),
		});
		expect(await code({ type, password })).toEqual([409, 1405, 'Duplicated']);
		const activate = (otp: string) =>
			user('PATCH', `${url}/${key.id}`, { status: { id: 1 }, code: otp });
		expect((await activate('abcdef')).status).toBe(422);
		const totp = totpOf({ secret: key.secret_key }, '');
		const otp = totp.generate({ timestamp: bench.sim.clock.now() });
		expect((await activate(otp)).status).toBe(204);
		expect((await activate(otp)).status).toBe(409);
		const next = await bench.authenticate(credentials('trial'));
		expect(Object.keys(next.body)).toEqual(['mfa_token']);
		expect((await user('DELETE', `/api/v1/user/my/mfa/${key.id}`)).status).toBe(204);
		expect((await user('DELETE', `/api/v1/user/my/mfa/${key.id}`)).status).toBe(404);
		expect((await user('GET', `${url}/status`)).body).toHaveLength(2);
		expect((await user('GET', `${url}/type`)).body).toEqual([{ id: 0, description: 'TOTP' }]);
	});

	it('lists and deletes trusted devices', async () => {
		const first = await bench.authenticate(credentials('mail'));
		const { body } = await bench.authenticate({
			...first.body,
			code: bench.sim.codeFor(USERS.mail.username),
			trusted_device: { fingerprint: 'f1', operating_system: 'Linux' },
		});
		const user = bench.as(body.auth_token);
		const url = '/api/v1/user/my/mfa/trusted_device';
		const [device] = (await user('GET', url)).body;
		expect(device).toEqual({
			id: expect.any(Number),
			operating_system: 'Linux',
			browser: null,
			activation_date: expect.any(String),
		});
		expect((await user('DELETE', `${url}/${device.id}`)).status).toBe(204);
		expect((await user('DELETE', `${url}/${device.id}`)).status).toBe(404);
		const again = await bench.authenticate({ ...credentials('mail'), fingerprint: 'f1' });
		expect(again.body).toHaveProperty('mfa_token');
	});

	it('assigns callbacks and secrets to a service profile', async () => {
		const profile = '/api/v1/service_profile/101';
		const empty = await get(profile);
		expect(empty.id).toBe(101);
		for (const absent of ['api_callback', 'api_secret']) expect(empty).not.toHaveProperty(absent);
		const url = 'https://example.com/hook';
		const created = await call('POST', '/api/v1/api_callback', { url, purpose: 'test' });
		expect(created.status).toBe(201);
		const secret = await call('POST', '/api/v1/api_secret', { secret: 's3cret', purpose: 't' });
		const patch = { api_callback: { id: idIn(created) }, api_secret: { id: idIn(secret) } };
		expect(await statusOf('PATCH', profile, patch)).toBe(201);
		expect(await get(profile)).toMatchObject({
			api_callback: { id: idIn(created), url },
			api_secret: { id: idIn(secret) },
		});
		expect((await call('GET', '/api/v1/api_secret')).text).not.toContain('s3cret');
		const callbackPath = `/api/v1/api_callback/${idIn(created)}`;
		expect((await get(callbackPath)).url).toBe(url);
		expect(await statusOf('DELETE', callbackPath)).toBe(409);
		await call('PATCH', profile, { api_callback: { id: null }, api_secret: { id: null } });
		expect(await statusOf('DELETE', callbackPath)).toBe(200);
		expect(await statusOf('DELETE', callbackPath)).toBe(404);
		expect(await statusOf('DELETE', `/api/v1/api_secret/${idIn(secret)}`)).toBe(200);
		expect(await statusOf('POST', '/api/v1/api_callback', { url: 'ftp://x' })).toBe(422);
		expect(await statusOf('PATCH', profile, { api_callback: { id: 99 } })).toBe(422);
	});

	it('serves the description of its API', async () => {
		const { body } = await call('GET', '/docs/json');
		expect(body.paths['/api/v1/endpoint/{endpointId}/sms'].post.summary).toBeTruthy();
		expect(Object.keys(body.paths).some((name) => name.startsWith('/_sim'))).toBe(false);
	});
});
