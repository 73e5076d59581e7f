import { GENERATIONS } from '../../support/simulator';
import { each, ENDPOINT, startBench, type Reply, useBench } from './support';

/* Reports of usage: their periods, forms and refusals, in both generations. */

const NOW = '2026-03-15T12:30:00Z';

interface Row {
	date: string;
	data: Reply['body'];
	sms: Reply['body'];
}

describe.each(GENERATIONS)('%s', (generation) => {
	const { bench, call, get, logIn, statusOf } = useBench({ generation });
	let id: number;
	beforeEach(async () => {
		bench.sim.clock.set(Date.parse(NOW));
		await logIn();
		id = (await call('POST', '/api/v1/endpoint', { ...ENDPOINT, sim: { id: 7 } })).body.id;
		await call('POST', `/api/v1/endpoint/${id}/sms`, { payload: 'a' });
	});
	const isRecorded = generation === 'recorded';
	const daysOf = (rows: Row[]) => rows.map(({ date }) => date).filter((date) => date !== 'TOTAL');
	const spanOf = async (path: string) => {
		const days = daysOf(await get(path));
		return [days[0], days.at(-1), days.length];
	};

	it('sums up a month with six decimals, also for SMS, and with costs in two forms', async () => {
		const { current_month: current, last_month: last } = await get(`/api/v1/endpoint/${id}/stats`);
		expect(current.sms).toMatchObject({
			endpoint_id: id,
			month: '2026-03-01',
			traffic_type_id: 6,
			currency_id: 1,
			volume: '1.000000',
			volume_rx: '1.000000',
			volume_tx: '0.000000',
			cost: 0.04,
			traffic_type: { id: 6, description: 'SMS', unit: 'SMS' },
			currency: { id: 1, code: 'EUR', symbol: '€' },
			last_updated: expect.stringMatching(/^2026-03-15T12:30/),
		});
		expect(current.data.cost).toMatch(/^\d+\.\d{10}$/);
		expect(current.data.volume).toMatch(/^\d+\.\d{6}$/);
		expect(last).toMatchObject({ data: { month: '2026-02-01' } });
		expect(last).not.toHaveProperty('sms');
	});

	it('leaves out months without traffic', async () => {
		await call('POST', '/_sim/endpoint', {
			endpointId: id,
			network: 'network_determined_not_reachable',
		});
		const answer = await get(`/api/v1/endpoint/${id}/stats`);
		expect(answer).not.toHaveProperty('last_month');
		expect(Object.keys(answer.current_month)).toEqual(['sms']);
	});

	it('answers the last hour by minute, with zero for minutes without traffic', async () => {
		await call('POST', '/_sim/endpoint', { endpointId: id, connectivity: 'ONLINE' });
		const { last_hour: hour } = await get(`/api/v1/endpoint/${id}/stats`);
		for (const pairs of [hour.data.rx, hour.data.tx, hour.sms.rx, hour.sms.tx]) {
			expect(pairs).toHaveLength(60);
			expect([pairs[0][0], pairs[59][0]]).toEqual(['11:31', '12:30']);
		}
		expect(hour.data.rx.filter(([, amount]: [string, number]) => amount > 0)).toHaveLength(1);
		expect(hour.sms.tx.every(([, amount]: [string, number]) => amount === 0)).toBe(true);
	});

	it('answers the usage of a SIM as an object or a list of one, with ids built from SIM, month and type', async () => {
		const answer = await get('/api/v1/sim/7/stats');
		expect(Array.isArray(answer)).toBe(!isRecorded);
		const { data, sms } = (isRecorded ? answer : answer[0]).current_month;
		expect([data.id, data.sim_id, sms.id]).toEqual([72026035, 7, 72026036]);
		expect(data).not.toHaveProperty('endpoint_id');
		const unused = await get('/api/v1/sim/8/stats');
		expect(Object.keys(isRecorded ? unused : unused[0])).toEqual(['last_hour']);
	});

	it('answers the days of a SIM; a start date alone covers the rest of its month', async () => {
		const url = '/api/v1/sim/7/stats/daily';
		expect(await spanOf(url)).toEqual(['2026-03-15', '2026-03-01', 15]);
		expect(await spanOf(`${url}?start_date=2026-01-20`)).toEqual(['2026-01-31', '2026-01-20', 12]);
		expect(await spanOf(`${url}?start_date=2026-02-27&end_date=2026-03-02`)).toEqual([
			'2026-03-02',
			'2026-02-27',
			4,
		]);
		expect(await spanOf(`${url}?end_date=2026-02-10`)).toEqual(['2026-02-28', '2026-02-01', 28]);
		// Thirteen months are kept, and future days are left out.
		expect(await spanOf(`${url}?start_date=2020-01-01&end_date=2030-01-01`)).toEqual([
			'2026-03-15',
			'2025-02-15',
			394,
		]);
		expect(await statusOf('GET', `${url}?start_date=2026-02-30`)).toBe(422);
		expect(await statusOf('GET', '/api/v1/sim/121/stats/daily')).toBe(404);
	});

	it('writes days without traffic as 0 and null in the recorded form, with empty texts in the total', async () => {
		await call('POST', '/_sim/endpoint', {
			endpointId: id,
			network: 'network_determined_not_reachable',
		});
		const rows: Row[] = await get(`/api/v1/endpoint/${id}/stats/daily?end_date=2026-02-28`);
		const none = { volume: 0, volume_tx: 0, volume_rx: 0 };
		expect(rows.at(-1)?.date).toBe(isRecorded ? 'TOTAL' : '2026-02-01');
		if (isRecorded) {
			expect(rows[0]?.data).toEqual({ ...none, cost: null });
			expect(rows.at(-1)?.data).toEqual({ ...none, cost: 0, traffic_type: '', currency: '' });
		} else expect(rows[0]?.data).toMatchObject({ volume: 0, traffic_type: { id: 5 } });
	});

	it('answers the days of an organisation as text with a total, without the end date itself', async () => {
		const url = '/api/v1/organisation/my/stats/daily';
		const rows: Row[] = await get(url);
		expect(rows.at(-1)?.date).toBe('TOTAL');
		expect(rows[0]?.sms).toEqual({
			volume: '1',
			volume_tx: '0',
			volume_rx: '1',
			cost: '0.0400',
			traffic_type_id: '6',
			currency_id: '1',
			traffic_type: { id: 6, description: 'SMS', unit: 'SMS' },
			currency: { id: 1, code: 'EUR', symbol: '€' },
		});
		const sum = rows.slice(0, -1).reduce((all, { data }) => all + Number(data.volume), 0);
		expect(Number(rows.at(-1)?.data.volume)).toBeCloseTo(sum, 3);
		expect(await spanOf(url)).toEqual(['2026-03-15', '2026-03-01', 15]);
		expect(await spanOf(`${url}?start_date=2026-02-10`)).toEqual(['2026-02-28', '2026-02-10', 19]);
		expect(await spanOf(`${url}?start_date=2026-03-01&end_date=2026-03-05`)).toEqual([
			'2026-03-04',
			'2026-03-01',
			4,
		]);
		expect(await statusOf('GET', `${url}?end_date=2026-03-05`)).toBe(422);
		expect(await statusOf('GET', `${url}?start_date=yesterday`)).toBe(422);
	});

	it('counts the SIMs and profiles of an organisation, including SIMs that it issued', async () => {
		const answer = await get('/api/v1/organisation/my/stats');
		expect(answer.sim).toEqual({
			total: 120,
			issued: 119,
			active: 1,
			suspended: 0,
			[isRecorded ? 'factory_test' : 'factory_mode']: 0,
		});
		expect(answer).toMatchObject({ service_profiles: 3, tariff_profiles: 2 });
		const { sms } = answer.current_month;
		expect([sms.volume, sms.traffic_type_id]).toEqual(isRecorded ? ['1.000000', '6'] : [1, 6]);
		for (const absent of ['id', 'endpoint_id', 'last_updated'])
			expect(sms).not.toHaveProperty(absent);
		const child = await get('/api/v1/organisation/1002/stats');
		expect(child.sim.total).toBe(20);
		expect(child).not.toHaveProperty('current_month');
	});

	it('answers full hours, by default the current hour and the three before it', async () => {
		const url = '/api/v1/organisation/my/stats/hourly';
		const hours = async (query = '') =>
			(await get(url + query)).data.rx.map(([hour]: [string]) => hour) as string[];
		expect(await hours()).toEqual(['09:00', '10:00', '11:00', '12:00']);
		const range = '?start_date=2026-03-14&end_date=2026-03-15';
		expect(await hours(range)).toHaveLength(24);
		const stamps = '?start_date=2026-03-15T01:00:00Z&end_date=2026-03-15T03:00:00Z';
		expect(await hours(stamps)).toEqual(['01:00', '02:00']);
		expect(await statusOf('GET', `${url}?end_date=2026-03-15`)).toBe(422);
		expect(await statusOf('GET', `${url}?start_date=noon`)).toBe(422);
	});

	it('answers the current month of the hierarchy, with a TOTAL row in the recorded form', async () => {
		const rows: Row[] = await get('/api/v1/stats/daily');
		expect(daysOf(rows)).toHaveLength(15);
		expect(rows.some(({ date }) => date === 'TOTAL')).toBe(isRecorded);
	});

	it('answers each workspace in numbers, with a total and no TOTAL row', async () => {
		const url = '/api/v2/workspace/stats/daily';
		const all = await get(url);
		expect(each(all, 'id')).toEqual([1001, 1002]);
		const report = await get(`${url}?workspace_ids=1001`);
		expect(Array.isArray(report)).toBe(isRecorded);
		const { days, total } = isRecorded ? report[0] : report;
		expect(days).toHaveLength(15);
		expect(days[0]).toMatchObject({
			date: '2026-03-15',
			sms_volume: { volume: 1, volume_rx: 1, traffic_type: { id: 6 } },
			sat_geo_data_volume: { volume: 0, cost: null, traffic_type: null, currency: null },
		});
		expect(total).not.toHaveProperty('date');
		expect(total.sms_volume.volume).toBe(1);
		// A child workspace has only its own usage.
		expect(all[1].total.sms_volume.volume).toBe(0);
		const six = await get(`${url}?start_date=2026-01-20&workspace_ids=1001`);
		expect((isRecorded ? six[0] : six).days.at(-1).date).toBe('2025-09-15');
	});

	it('answers inclusive volumes, without an end date if they have none', async () => {
		const [volume] = await get('/api/v1/organisation/my/inclusive_volume/active');
		expect(volume).toMatchObject({
			volume: 500,
			pooled: true,
			start_date: '2026-03-01T00:00:00.000Z',
		});
		expect(volume.tariff.ratezone).toMatchObject({ ratezone_status_id: 1 });
		expect(volume).not.toHaveProperty('end_date');
	});

	it.each([
		['/api/v1/organisation/1003/stats', 422],
		['/api/v1/organisation/1003/stats/daily', 422],
		['/api/v1/organisation/1003/stats/hourly', 422],
		['/api/v1/organisation/nobody/stats', 422],
		['/api/v2/workspace/stats/daily?workspace_ids=1001,1003', 422],
		['/api/v1/organisation/1003/inclusive_volume/active', 404],
		['/api/v1/sim/121/stats', 404],
		['/api/v1/endpoint/1/stats', 404],
		['/api/v1/sim/seven/stats', 400],
	])('refuses %s with %d', async (path, status) => {
		const answer = await call('GET', path);
		expect([answer.status, typeof answer.body.message]).toEqual([status, 'string']);
	});
});

it('limits each usage path of a SIM by the rate of lists', async () => {
	const slow = { list: { perSecond: 0.001, burst: 1 } };
	const bench = await startBench({ limits: { rates: slow } });
	const call = await bench.app();
	for (const path of ['/api/v1/sim/7/stats', '/api/v1/sim/7/stats/daily']) {
		const ask = async () => (await call('GET', path)).status;
		expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
	}
	await bench.sim.close();
});
