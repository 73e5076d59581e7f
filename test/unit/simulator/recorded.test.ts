import { connect } from 'node:net';

import { iccidOf } from '../../../simulator';
import { ENDPOINT, useBench } from './support';

/* The forms of recorded traffic; the rules behind them are tested elsewhere. */

describe('the recorded generation', () => {
	const { bench, call, get, logIn } = useBench({ seed: { emptyCreateAnswers: true } });

	const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/;
	const time = expect.stringMatching(TIME);
	const create = (more: object = {}) => call('POST', '/api/v1/endpoint', { ...ENDPOINT, ...more });

	it('answers a create with an empty body, a JSON content type and an absolute Location', async () => {
		const { status, text, headers } = await create();
		expect([status, text]).toEqual([201, '']);
		expect(headers.get('content-type')).toBe('application/json');
		expect(headers.get('location')).toMatch(/^https:\/\/[^/]+\/api\/v1\/endpoint\/10001$/);
		const changed = await call('PATCH', '/api/v1/endpoint/10001', { name: 'x' });
		expect([changed.status, changed.text]).toEqual([204, '']);
		expect(changed.headers.get('content-type')).toBe('application/json');
	});

	it('lists an endpoint without its absent fields', async () => {
		await create({ name: 'bare' });
		const [item] = await get('/api/v1/endpoint');
		expect(item).toEqual({
			id: 10001,
			name: 'bare',
			status: { id: 0, description: 'Enabled' },
			created: time,
			last_updated: time,
			ip_address: '10.64.0.1',
			imei: null,
			imei_lock: false,
			service_profile: { id: 101, name: 'Standard' },
			tariff_profile: { id: 201, name: 'Europe' },
			tags: null,
		});
		expect(await get('/api/v1/endpoint/10001')).toEqual({
			...item,
			ip_address_space: { id: 301, ip_address_space: '10.64.0.0/12', ip_address_version: 4 },
		});
	});

	it('lists tags as text or an empty string, and the SIM in two forms', async () => {
		await create({ sim: { id: 2 }, tag_assignments: [401, 402] });
		await create({ sim: { id: 3 }, tag_assignments: [401] });
		await call('PATCH', '/api/v1/endpoint/10002', { tag_assignments: [] });
		const [first, second] = await get('/api/v1/endpoint');
		expect([first.tags, second.tags]).toEqual(['lab,field', '']);
		expect(first).not.toHaveProperty('tag_assignments');
		expect(Object.keys(first.sim)).toEqual(['id', 'iccid', 'imsi', 'msisdn', 'status']);
		expect(second.sim).toMatchObject({
			iccid_with_luhn: expect.stringMatching(/^\d{20}$/),
			sim_profile_type_id: 1,
		});
	});

	it('lists SIMs with a flat endpoint, and omits fields instead of null', async () => {
		await create({ name: 'one', sim: { id: 1 } });
		const organisation = {
			id: 1001,
			name: 'Example Reseller',
			country: { id: 74, name: 'Germany' },
		};
		const issued = {
			id: 2,
			iccid: iccidOf(2),
			production_date: time,
			status: { id: 0, description: 'Issued' },
			customer_org: organisation,
			issuer_org: organisation,
			imsi: expect.stringMatching(/^\d+$/),
			msisdn: expect.stringMatching(/^\d+$/),
			model: {
				id: 1,
				description: 'UICC',
				memory_size: expect.any(Number),
				formfactor: { id: expect.any(Number), name: expect.stringMatching(/ $/) },
				manufacturer: { id: expect.any(Number), name: expect.stringMatching(/ $/) },
			},
		};
		const [assigned, free] = await get('/api/v1/sim');
		expect(free).toEqual(issued);
		expect(await get('/api/v1/sim/2')).toEqual(issued);
		expect(assigned).toMatchObject({ activation_date: time, status: { id: 1 } });
		expect(assigned.endpoint).toEqual({
			id: 10001,
			name: 'one',
			imei: null,
			created: time,
			last_updated: time,
			organisation_id: 1001,
			service_profile_id: 101,
			tariff_profile_id: 201,
			tags: null,
			ip_address: '10.64.0.1',
			ip_address_space_id: 301,
		});
		expect((await get('/api/v1/sim/101')).reseller_org).toEqual(organisation);
	});

	it('sorts and filters SIMs by the documented fields only', async () => {
		const list = async (query: string) => {
			const { status, body } = await call('GET', `/api/v1/sim?${query}`);
			return status === 200 ? status : [status, body.error_code];
		};
		for (const field of [
			'id',
			'issuer_org',
			'reseller_org',
			'customer_org',
			'iccid',
			'eid',
			'status',
			'production_date',
			'endpoint',
			'model',
		])
			expect([field, await list(`sort=-${field}`)]).toEqual([field, 200]);
		for (const field of ['imsi', 'msisdn', 'iccid_with_luhn', 'activation_date'])
			expect([field, await list(`sort=${field}`)]).toEqual([field, [422, 1301]]);
		for (const q of ['imsi:9*', 'msisdn:8*', 'production_date:2025*', 'satellite_capable:false'])
			expect([q, await list(`q=${q}`)]).toEqual([q, 200]);
		expect(await list('q=activation_date:2025*')).toEqual([422, 1301]);
		const names = await get('/api/v1/sim?q=customer_org:Example%20Customer');
		expect(names).toHaveLength(20);
	});

	it('lists SMS with ids as text, a flat endpoint, and a delivery date that is set before delivery', async () => {
		await create({ sim: { id: 1 } });
		const path = '/api/v1/endpoint/10001/sms';
		for (const payload of ['12345', 'second', 'third'])
			await call('POST', path, {
				payload,
				source_address: 'Base',
				source_address_type: { id: 208 },
			});
		await call('DELETE', `${path}/20001`);
		await call('POST', '/_sim/sms/finish', { smsId: 20002, status: 6 });
		const [waiting, expired, cancelled] = await get(path);
		expect(waiting).toEqual({
			id: 20003,
			endpoint_id: '10001',
			organisation_id: '1001',
			sim_id: '1',
			iccid: iccidOf(1),
			msisdn: expect.any(String),
			imsi: '',
			submit_date: time,
			delivery_date: waiting.submit_date,
			expiry_date: time,
			retry_date: time,
			final_date: null,
			last_delivery_attempt: null,
			retry_count: '0',
			dcs: '0',
			pid: '0',
			registered_delivery: '0',
			dlr_status_id: '0',
			p2p_ext: 0,
			status: { id: 1, description: 'PENDING' },
			sms_type: { id: 1, description: 'MT' },
			source_address_type: { id: 208, description: 'Alphanumeric' },
			esme_interface_type: { id: 1, description: 'RestAPI' },
			source_address: 'Base',
			udh: '',
			payload: 'third',
			gsm_map_error: null,
			msc: null,
			called_party_prefix: null,
			smpp_bind_id: null,
			smpp_dlr_bind_id: null,
		});
		const day = 24 * 60 * 60_000;
		expect(Date.parse(waiting.expiry_date) - Date.parse(waiting.submit_date)).toBe(day);
		expect(expired).toMatchObject({
			status: { id: 6, description: 'EXPIRED' },
			dlr_status_id: '4',
			final_date: time,
		});
		expect(cancelled).toMatchObject({
			payload: '12345',
			status: { id: 7, description: 'CANCELED' },
			dlr_status_id: '1',
			final_date: null,
			delivery_date: time,
		});
	});

	it('lists the events of a create oldest first, without endpoint and user', async () => {
		await create({ sim: { id: 1 } });
		const { body, headers } = await call('GET', '/api/v1/event');
		expect(body).toEqual([
			{
				id: expect.any(Number),
				timestamp: expect.stringMatching(/\.\d{3}Z$/),
				event_type: { id: 8, description: 'SIM activation' },
				event_source: { id: 2, description: 'API' },
				event_severity: { id: 0, description: 'Info' },
				alert: false,
				description: expect.any(String),
				organisation: { id: 1001, name: 'Example Reseller' },
				sim: { id: 1, iccid: iccidOf(1), production_date: time },
				imsi: { id: 1, imsi: expect.any(String), import_date: time },
			},
			expect.objectContaining({ event_type: { id: 51, description: 'SIM assigned' }, detail: {} }),
		]);
		expect(String(body[0].id)).toMatch(/^\d{16}$/);
		expect(body[1]).not.toHaveProperty('endpoint');
		expect([headers.get('x-sort'), headers.get('x-count-per-page')]).toEqual(['id', '100']);
		expect(headers.get('link')).toBe('');
	});

	it('filters events by severity, source, alert and SIM, and keeps them for 30 days', async () => {
		await create({ name: 'pump', sim: { id: 1 } });
		await call('POST', '/_sim/endpoint', { endpointId: 10001, blocked: true });
		const types = async (q: string) =>
			(await get(`/api/v1/event?q=${encodeURIComponent(q)}`)).map(
				(event: { event_type: { id: number } }) => event.event_type.id,
			);
		expect(await types('severity:1')).toEqual([11]);
		expect(await types('source:2')).toEqual([8, 51]);
		expect(await types('alert:true,endpoint:pump')).toEqual([11]);
		expect(await types(`iccid:${iccidOf(1).slice(0, 18)}`)).toEqual([8, 51, 11]);
		expect(await types('iccid_with_luhn:12345678901234567890')).toEqual([]);
		bench.sim.clock.advance(31 * 24 * 60 * 60_000);
		await logIn();
		expect(await types('source:2')).toEqual([]);
	});

	it('answers the connectivity of an offline endpoint without location and PDP context', async () => {
		await create();
		expect(await get('/api/v1/endpoint/10001/connectivity')).toEqual({
			status: { description: 'OFFLINE' },
			services: [],
		});
	});

	it('answers statistics with a TOTAL row, and with 0 and null on days without traffic', async () => {
		bench.sim.clock.set(Date.parse('2026-03-15T12:00:00Z'));
		await logIn();
		await create();
		const days = await get('/api/v1/endpoint/10001/stats/daily');
		expect(days.at(-1)).toMatchObject({
			date: 'TOTAL',
			data: { volume: expect.stringMatching(/^\d+\.\d{6}$/), traffic_type: { id: 5 } },
			sms: { volume: 0, cost: 0, traffic_type: '', currency: '' },
		});
		const idle = days.find(({ data }: { data: { volume: unknown } }) => data.volume === 0);
		expect(idle.data).toEqual({ volume: 0, volume_tx: 0, volume_rx: 0, cost: null });
		const sum = days
			.slice(0, -1)
			.reduce((all: number, day: { data: { volume: string } }) => all + Number(day.data.volume), 0);
		expect(Number(days.at(-1).data.volume)).toBeCloseTo(sum, 5);
	});

	it('lists the numbers of operators as text, some of them empty', async () => {
		const operators = await get('/api/v1/operator');
		expect(operators[3]).toEqual({
			id: 504,
			name: 'Danube Networks',
			country_name: 'Austria',
			name_and_country: 'Austria / Danube Networks',
			inbound_roamers_allowed: '1',
			country: {
				id: 14,
				name: 'Austria',
				country_code: '43',
				iso_code: 'at',
				mcc: '232',
				latitude: expect.any(String),
				longitude: expect.any(String),
			},
			mnc: [{ id: 5040, mnc: '03', operator_id: '504' }],
			tapcode: [{ id: 5040, tapcode: 'AUTDN', operator_id: '504' }],
		});
		expect(operators.at(-1)).toMatchObject({
			name: '3',
			country: { mcc: '', latitude: null },
			mnc: [],
		});
		await create();
		await call('PUT', '/api/v1/endpoint/10001/operator_blacklist/504');
		const [entry] = await get('/api/v1/endpoint/10001/operator_blacklist');
		expect(entry).toMatchObject({ country: { mcc: '232' }, mnc: [{ mnc: '03' }] });
	});

	it('refuses with the recorded codes', async () => {
		const code = async (method: string, path: string, body?: unknown) => {
			const { status, body: answer } = await call(method, path, body);
			return [status, answer.error_code, answer.error_token];
		};
		expect(await code('GET', '/api/v1/endpoint/abc')).toEqual([400, 1000, 'BadRequest']);
		expect(await code('PATCH', '/api/v1/endpoint/77', { name: 'x' })).toEqual([
			404,
			1401,
			'InvalidReference',
		]);
		expect(await code('GET', '/api/v1/endpoint/77')).toEqual([404, 1201, 'NotFound']);
		const full = { ...ENDPOINT, ip_address_space: { id: 303 } };
		expect(await code('POST', '/api/v1/endpoint', full)).toEqual([404, 1601, 'Unavailable']);
		const foreign = await create({ service_profile: { id: 121 } });
		expect(foreign.body).toMatchObject({
			error_code: 1400,
			error_token: 'InputValidationFailed',
			errors: [{ error_code: 1401, error_token: 'InvalidReference' }],
		});
		await create({ sim: { id: 1 } });
		await call('PUT', '/api/v1/endpoint/10001/operator_blacklist/501');
		expect(await code('PUT', '/api/v1/endpoint/10001/operator_blacklist/501')).toEqual([
			409,
			1405,
			'Duplicated',
		]);
		expect(await code('DELETE', '/api/v1/endpoint/10001')).toEqual([409, 1407, 'CannotBeDeleted']);
	});

	it('writes header names as recorded: capitals in lists, lower case in events', async () => {
		const token = await bench.tokenOf('reseller');
		const head = (path: string) =>
			new Promise<string>((resolve, reject) => {
				const socket = connect(Number(new URL(bench.sim.url).port), '127.0.0.1');
				let text = '';
				socket.on('data', (chunk) => (text += chunk.toString()));
				socket.on('error', reject);
				socket.on('end', () => resolve(text.split('\r\n\r\n')[0] ?? ''));
				socket.write(
					`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
				);
			});
		const endpoints = await head('/api/v1/endpoint?sort=-id');
		expect(endpoints).toContain('X-Total-Count: 0');
		expect(endpoints).toContain('X-Sort: -id');
		expect(endpoints).toContain('X-Per-Page: 1000');
		expect(endpoints).not.toMatch(/^link:/im);
		const sims = await head('/api/v1/sim');
		expect(sims).toContain('X-Count-Per-Page: 2000');
		expect(sims).not.toContain('X-Per-Page');
		const events = await head('/api/v1/event');
		expect(events).toContain('x-total-count: 0');
		expect(events).toMatch(/^link: ?$/m);
	});
});
