import { each, ENDPOINT, kinds, useBench, times } from './support';

const NEXT_YEAR = '2099-01-01T00:00:00Z';

describe('SMS, quota and usage', () => {
	let path: string;
	const { bench, call, get, logIn, statusOf } = useBench();
	beforeEach(async () => {
		path = await device({ sim: { id: 1 } });
	});

	async function device(more: object): Promise<string> {
		const { body } = await call('POST', '/api/v1/endpoint', { ...ENDPOINT, ...more });
		return `/api/v1/endpoint/${body.id}`;
	}
	const sms = (body: object | string, to = path) => call('POST', `${to}/sms`, body);
	const quota = (body: object, to = path) =>
		call('POST', `${to}/quota/sms`, {
			volume: 10,
			expiry_date: NEXT_YEAR,
			threshold_percentage: 20,
			status: { id: 1 },
			...body,
		});

	it('answers a sent SMS with 201, no body and the id in Location', async () => {
		const { status, text, headers } = await sms({ payload: 'hello' });
		expect([status, text, headers.get('content-type')]).toEqual([201, '', 'text/html']);
		expect(headers.get('location')).toMatch(/\/sms\/\d+$/);
		expect(bench.sim.ledger().effects.at(-1)).toMatchObject({ kind: 'sms.sent', simId: 1 });
	});

	const UDH = '050003AB0201';
	it.each([
		['160 GSM characters', { payload: 'a'.repeat(160) }],
		['80 characters of the extension table', { payload: '€'.repeat(80) }],
		['70 UCS-2 characters', { payload: 'ж'.repeat(70), dcs: 8 }],
		['153 characters with a UDH', { payload: 'a'.repeat(153), udh: UDH }],
		['67 UCS-2 characters with a UDH', { payload: 'ж'.repeat(67), dcs: 8, udh: UDH }],
		[
			'alphanumeric sender',
			{ payload: 'a', source_address: 'n8n', source_address_type: { id: 208 } },
		],
		['numeric sender', { payload: 'a', source_address: '12345' }],
		['expiry date', { payload: 'a', expiry_date: NEXT_YEAR }],
	])('accepts %s', async (_name, body) => {
		expect((await sms(body)).status).toBe(201);
	});

	it.each([
		['no payload', {}],
		['161 GSM characters', { payload: 'a'.repeat(161) }],
		['81 characters of the extension table', { payload: '€'.repeat(81) }],
		['71 UCS-2 characters', { payload: 'ж'.repeat(71), dcs: 8 }],
		['71 UCS-2 characters without dcs', { payload: 'ж'.repeat(71) }],
		['non-GSM characters with dcs 0', { payload: 'ж', dcs: 0 }],
		['154 characters with a UDH', { payload: 'a'.repeat(154), udh: UDH }],
		['68 UCS-2 characters with a UDH', { payload: 'ж'.repeat(68), dcs: 8, udh: UDH }],
		['invalid UDH', { payload: 'a', udh: '060804000A0201' }],
		['part 3 of 2', { payload: 'a', udh: '050003AB0203' }],
		['alphanumeric sender without type', { payload: 'a', source_address: 'n8n' }],
		[
			'an alphanumeric sender of 12 characters',
			{ payload: 'a', source_address: 'abcdefghijkl', source_address_type: { id: 208 } },
		],
		['unknown sender type', { payload: 'a', source_address: '1', source_address_type: { id: 1 } }],
		['invalid expiry date', { payload: 'a', expiry_date: 'tomorrow' }],
		['dcs as a string', { payload: 'a', dcs: '8' }],
	])('refuses %s with 422', async (_name, body) => {
		expect((await sms(body)).status).toBe(422);
		expect(kinds(bench.sim)).not.toContain('sms.sent');
	});

	it('refuses an SMS with 403 without an active SIM, the capability or a required quota', async () => {
		const refused = async (more: object) =>
			(await sms({ payload: 'a' }, await device(more))).status;
		expect(await refused({})).toBe(403);
		expect(await refused({ sim: { id: 2, activate: false } })).toBe(403);
		expect(await refused({ sim: { id: 3 }, service_profile: { id: 103 } })).toBe(403);
		const metered = await device({ sim: { id: 4 }, service_profile: { id: 102 } });
		expect((await sms({ payload: 'a' }, metered)).status).toBe(403);
		await quota({}, metered);
		expect((await sms({ payload: 'a' }, metered)).status).toBe(201);
		expect((await sms({ payload: 'a' }, '/api/v1/endpoint/1')).status).toBe(404);
	});

	it('limits MT-SMS per month', async () => {
		bench.sim.seed({ smsPerMonth: 1 });
		expect((await sms({ payload: 'a' })).status).toBe(201);
		const { status, body } = await sms({ payload: 'a' });
		expect([status, body.message]).toEqual([422, 'Traffic limit of 1 MT-SMS per month exceeded']);
	});

	it('sets, reads, replaces and deletes a quota', async () => {
		const set = await quota({ auto_refill: true, action_on_exhaustion: { id: 1 } });
		expect([set.status, set.text]).toEqual([201, '']);
		const { body } = await call('GET', `${path}/quota/sms`);
		expect(body).toMatchObject({
			volume: 10,
			threshold_percentage: 20,
			threshold_volume: 2,
			auto_refill: 1,
			status: { id: 1, description: 'ACTIVE' },
			action_on_exhaustion: { id: 1, action_on_quota_exhaustion_id: 1 },
		});
		await quota({ volume: 15 });
		expect((await get(`${path}/quota/sms`)).volume).toBe(15);
		expect(await statusOf('DELETE', `${path}/quota/sms`)).toBe(204);
		expect(await statusOf('DELETE', `${path}/quota/sms`)).toBe(404);
		expect(await statusOf('GET', `${path}/quota/sms`)).toBe(404);
	});

	it.each([
		['no volume', { volume: undefined }],
		['volume as a string', { volume: '10' }],
		['negative volume', { volume: -1 }],
		['past expiry', { expiry_date: '2020-01-01T00:00:00Z' }],
		['no status', { status: undefined }],
		['status 4', { status: { id: 4 } }],
		['threshold 101', { threshold_percentage: 101 }],
		['action Throttle', { action_on_exhaustion: { id: 2 } }],
		['threshold volume as a string', { threshold_volume: '1' }],
		['invalid date of change', { last_status_change_date: 'yesterday' }],
		['description as a number', { status: { id: 1, description: 1 } }],
		['invalid throughput', { action_on_exhaustion: { id: 1, peak_throughput: 1 } }],
	])('refuses a quota with %s', async (_name, body) => {
		expect((await quota(body)).status).toBe(422);
	});

	it('deducts each SMS from the quota, blocks when it is exhausted, and sends after a new quota', async () => {
		await quota({ volume: 2, threshold_percentage: 50 });
		await times(2, async () => expect((await sms({ payload: 'a' })).status).toBe(201));
		expect((await sms({ payload: 'a' })).status).toBe(403);
		const { body } = await call('GET', `${path}/quota/sms`);
		expect(body.status).toEqual({ id: 2, description: 'EXHAUSTED' });
		await quota({ volume: 1 });
		expect((await sms({ payload: 'a' })).status).toBe(201);
	});

	it('answers statistics as text, newest day first, then the total', async () => {
		bench.sim.clock.set(Date.parse('2026-03-15T12:00:00Z'));
		await logIn();
		await sms({ payload: 'a' });
		const stats = (query = '') => call('GET', `${path}/stats/daily${query}`);
		const days = async (query: string) =>
			each((await stats(query)).body, 'date').filter(
				(date: string) => date !== 'TOTAL',
			) as string[];
		const { body } = await stats();
		expect(body).toHaveLength(16);
		expect(body[0]).toMatchObject({
			date: '2026-03-15',
			data: { traffic_type: { id: 5, unit: 'MB' }, volume: expect.any(String) },
			sms: { volume: '1', volume_rx: '1', volume_tx: '0', traffic_type: { unit: 'SMS' } },
		});
		const both = await days('?start_date=2026-02-27&end_date=2026-03-02');
		expect(both).toEqual(['2026-03-02', '2026-03-01', '2026-02-28', '2026-02-27']);
		const month = await days('?end_date=2026-02-10');
		expect([month[0], month.at(-1)]).toEqual(['2026-02-28', '2026-02-01']);
		const six = await days('?start_date=2026-01-20');
		expect([six[0], six.at(-1)]).toEqual(['2026-03-15', '2025-09-15']);
		const long = await days('?start_date=2020-01-01&end_date=2026-03-15');
		expect(long.at(-1)).toBe('2025-02-15');
		for (const bad of ['start_date=2026-02-30', 'end_date=15.03.2026'])
			expect((await stats(`?${bad}`)).status).toBe(422);
		expect((await stats('?start_date=2026-03-02&end_date=2026-03-01')).status).toBe(422);
		bench.sim.seed({ statsAsNumbers: true });
		expect((await stats()).body[0].sms.volume).toBe(1);
	});
});
