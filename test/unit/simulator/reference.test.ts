import { ORGANISATIONS, USERS } from '../../../simulator';
import { each, claimsOf, credentials, ENDPOINT, send, useBench, refusalOf } from './support';

/* The forms of the specification and the public reference, where recorded traffic differs. */

describe('the reference generation', () => {
	const { bench, call, get, statusOf } = useBench({ generation: 'reference' });
	beforeEach(async () => {
		await call('POST', '/api/v1/endpoint', { ...ENDPOINT, sim: { id: 1 } });
	});
	const path = '/api/v1/endpoint/10001';

	it('nests the claims of a token with the user of a login, renews refresh tokens, and refuses a call without a token', async () => {
		const { body } = await bench.authenticate(credentials('trial'));
		expect(claimsOf(body.auth_token).esc).toEqual({
			org: ORGANISATIONS.enterprise,
			orgName: 'Example Enterprise',
			user: USERS.trial.id,
		});
		const { refresh_token } = body;
		const next = await bench.authenticate({ refresh_token });
		expect(Object.keys(next.body).sort()).toEqual(['auth_token', 'refresh_token']);
		expect(refusalOf(await send(bench.sim.url, 'GET', '/api/v1/endpoint'))).toEqual([401, 1102]);
	});

	it('answers a create with the object, an SMS with an empty one, and a profile change with 201', async () => {
		const created = await call('POST', '/api/v1/endpoint', ENDPOINT);
		expect(created.status).toBe(201);
		expect(created.body).toMatchObject({
			id: 10002,
			status: { id: 0 },
			service_profile: { id: 101 },
		});
		expect(created.headers.get('location')).toBe('/api/v1/endpoint/10002');
		expect(await statusOf('PATCH', '/api/v1/service_profile/101', {})).toBe(201);
		const sent = await call('POST', `${path}/sms`, { payload: 'a' });
		expect([sent.status, sent.text]).toEqual([201, '{}']);
	});

	it('lists endpoints with documented fields that recorded lists lack, and with null for missing values', async () => {
		await call('POST', '/api/v1/endpoint', { ...ENDPOINT, tags: 'lab' });
		await call('POST', '/_sim/endpoint', { endpointId: 10001, connectivity: 'ONLINE' });
		const [first, second] = await get('/api/v1/endpoint');
		expect(second).toMatchObject({ imei: null, imei_with_luhn: null, sim: null, tags: 'lab' });
		expect(second.tag_assignments).toEqual([{ id: 401, name: 'lab', tag_color: { id: 1 } }]);
		expect(second).not.toHaveProperty('runtime_data');
		expect(first).toMatchObject({
			tags: '',
			created: expect.stringMatching(/Z$/),
			ip_address_space: { id: 301 },
			sim: { iccid_with_luhn: expect.any(String), sim_profile_type: { id: 1 } },
			runtime_data: { msc: expect.any(String), sgsn: expect.any(String) },
		});
	});

	it('includes the endpoint in SMS and events, and leaves out what a message or a connection lacks', async () => {
		await call('POST', `${path}/sms`, { payload: 'one' });
		await call('POST', `${path}/sms`, { payload: 'two' });
		const messages = await get(`${path}/sms`);
		expect(each(messages, 'payload')).toEqual(['one', 'two']);
		expect(messages[0]).toMatchObject({
			endpoint: { id: 10001 },
			sim_id: '1',
			status: { id: 1, status: 'PENDING' },
			retry_count: 0,
		});
		for (const absent of ['delivery_date', 'msc', 'source_address', 'udh'])
			expect(messages[0]).not.toHaveProperty(absent);
		for (const absent of ['endpoint', 'eid'])
			expect(await get('/api/v1/sim/2')).not.toHaveProperty(absent);
		await call('POST', '/_sim/endpoint', { endpointId: 10001, blocked: true });
		const [newest, , oldest] = await get('/api/v1/event');
		expect(newest).toMatchObject({
			event_type: { id: 11 },
			event_source: { id: 1, name: 'Policy Control' },
			event_severity: { id: 1, description: 'WARN' },
			endpoint: { id: 10001 },
			detail: null,
		});
		expect(oldest.event_severity.description).toBe('INFO');
		for (const absent of ['location', 'pdp_context'])
			expect(await get(`${path}/connectivity`)).not.toHaveProperty(absent);
	});

	it('answers statistics without a TOTAL row, and operators with numbers', async () => {
		const days = await get(`${path}/stats/daily`);
		expect(days.every(({ date }: { date: string }) => date !== 'TOTAL')).toBe(true);
		expect(days[0].data).toMatchObject({ traffic_type: { id: 5 }, volume: expect.any(Number) });
		expect((await get('/api/v1/operator'))[0].country).toEqual({ name: 'Germany', mcc: 262 });
		await call('PUT', `${path}/operator_blacklist/504`);
		expect((await get(`${path}/operator_blacklist`))[0].mnc).toEqual([{ id: 5040, mnc: 3 }]);
	});

	it('refuses with error bodies of the specification, for 404, 422 and 403', async () => {
		const missing = await call('PATCH', '/api/v1/endpoint/77', { name: 'x' });
		expect(missing.body).toEqual({ status_code: 404, message: expect.any(String) });
		const invalid = await call('POST', '/api/v1/endpoint', { ...ENDPOINT, status: { id: 9 } });
		expect(invalid.body).toMatchObject({
			error_code: 1400,
			error_token: 'InvalidValue',
			errors: [{ error_code: 1400, error_token: 'InvalidValue' }],
		});
		const restricted = await bench.user('restricted');
		expect((await restricted('GET', '/api/v1/endpoint')).body.error_token).toBe('Forbidden');
	});
});
