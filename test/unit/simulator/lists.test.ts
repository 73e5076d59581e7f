import { iccidOf } from '../../../simulator';
import { each, ENDPOINT, useBench, refusalOf } from './support';

describe('lists', () => {
	const { bench, call, get, statusOf } = useBench();
	const list = (query = '') => call('GET', `/api/v1/endpoint${query}`);
	const ids = async (query: string) => each((await list(query)).body, 'id') as number[];
	const names = async (query: string) => each((await list(query)).body, 'name') as string[];
	const create = (more: object) => call('POST', '/api/v1/endpoint', { ...ENDPOINT, ...more });

	it('pages with headers, clamps per_page, and answers the last page past the end', async () => {
		bench.sim.seed({ endpoints: 2500, endpointSims: false });
		const headers = (reply: { headers: Headers }) =>
			['x-total-count', 'x-total-pages', 'x-current-page', 'x-count-per-page'].map((name) =>
				Number(reply.headers.get(name)),
			);
		expect(headers(await list())).toEqual([2500, 3, 1, 1000]);
		expect(headers(await list('?per_page=5000&page=2'))).toEqual([2500, 3, 2, 1000]);
		expect(headers(await list('?per_page=0'))).toEqual([2500, 2500, 1, 1]);
		const last = await ids('?page=3');
		expect(last).toHaveLength(500);
		expect(await ids('?page=99')).toEqual(last);
		expect((await list('?page=0')).status).toBe(422);
	});

	it('answers an empty list with zero pages', async () => {
		const { body, headers } = await list();
		expect(body).toEqual([]);
		expect(headers.get('x-total-pages')).toBe('0');
	});

	it('lists each of 100,000 endpoints once over all pages', async () => {
		bench.sim.seed({ endpoints: 100_000, endpointSims: false });
		const seen = new Set<number>();
		for (let page = 1; page <= 100; page += 1)
			for (const id of await ids(`?page=${page}`)) seen.add(id);
		expect(seen.size).toBe(100_000);
	});

	it('filters by each field', async () => {
		await create({ name: 'alpha', sim: { id: 10 }, tags: 'lab,field' });
		await create({ name: 'beta', imei: '4901542032375101', status: { id: 1 } });
		await create({ name: 'gamma', service_profile: { id: 102 }, tariff_profile: { id: 202 } });
		const cases: Array<[string, string[]]> = [
			['name:alpha', ['alpha']],
			['name:*a*', ['alpha', 'beta', 'gamma']],
			['name:al*||gam*', ['alpha', 'gamma']],
			['status:1', ['beta']],
			['status:0,tags:lab', ['alpha']],
			['tags:field', ['alpha']],
			[`iccid:${iccidOf(10)}`, ['alpha']],
			['iccid:8988303*', ['alpha']],
			['iccid:null', ['beta', 'gamma']],
			['eid:89033023*', ['alpha']],
			['imei:4901542032375101', ['beta']],
			['imei_with_luhn:490154203237518', ['beta']],
			['service_profile:102', ['gamma']],
			['tariff_profile:201', ['alpha', 'beta']],
			['sim_status:1', ['alpha']],
			['id:10002', ['beta']],
			['ip_address:10.64.0.3', ['gamma']],
			['created:20*', ['alpha', 'beta', 'gamma']],
		];
		for (const [q, wanted] of cases)
			expect([q, await names(`?q=${encodeURIComponent(q)}`)]).toEqual([q, wanted]);
	});

	it('finds blocked endpoints', async () => {
		bench.sim.seed({ endpoints: 3 });
		const [, second] = bench.sim.store.endpoints.values();
		Object.assign(second ?? {}, { blocked: true });
		bench.sim.store.touch();
		expect(await names('?q=connectivity_status:BLOCKED')).toEqual(['device-000002']);
	});

	it.each([
		['nosuch:1', 1301],
		['status', 1302],
		['name:', 1302],
		['id:abc', 1302],
		['connectivity_status:ONLINE', 1302],
		['connectivity_status:BLOCKED||BLOCKED', 1302],
		['connectivity_status:BLOCK*', 1302],
	])('refuses q=%s with 422', async (q, code) => {
		const { status, body } = await list(`?q=${encodeURIComponent(q)}`);
		expect([status, body.error_code]).toEqual([422, code]);
	});

	it('sorts by several fields, and ties by ascending id', async () => {
		for (const [name, status] of [
			['b', 0],
			['a', 1],
			['b', 1],
			['c', 0],
		] as const)
			await create({ name, status: { id: status } });
		expect(await names('?sort=name')).toEqual(['a', 'b', 'b', 'c']);
		expect(await ids('?sort=-name')).toEqual([10004, 10001, 10003, 10002]);
		expect(await ids('?sort=-status,-name')).toEqual([10003, 10002, 10004, 10001]);
		expect(await ids('?sort=%2Bname,-id')).toEqual([10002, 10003, 10001, 10004]);
		expect(await ids('?sort=-id')).toEqual([10004, 10003, 10002, 10001]);
		expect(refusalOf(await list('?sort=+name'))).toEqual([422, 1301]);
	});

	it('lists 2000 SIMs per page by default and at most 2500, and unassigned SIMs by endpoint:null', async () => {
		const all = await call('GET', '/api/v1/sim');
		expect(all.headers.get('x-count-per-page')).toBe('2000');
		expect(all.body).toHaveLength(120);
		const most = await call('GET', '/api/v1/sim?per_page=9999');
		expect(most.headers.get('x-count-per-page')).toBe('2500');
		await create({ sim: { id: 1 } });
		const free = await call('GET', '/api/v1/sim?q=endpoint:null');
		expect(free.body).toHaveLength(119);
		const sim = await call('GET', '/api/v1/sim/1');
		expect(sim.body).toMatchObject({ id: 1, endpoint: { id: 10001 }, status: { id: 1 } });
		expect(await statusOf('GET', '/api/v1/sim/121')).toBe(404);
	});

	it('answers the lists for pickers', async () => {
		const profiles = await get('/api/v1/service_profile');
		expect(profiles[0]).toMatchObject({
			id: 101,
			name: 'Standard',
			description: expect.any(String),
			used_count: 0,
		});
		expect((await get('/api/v1/tariff_profile'))[0]).toHaveProperty('description');
		expect((await get('/api/v1/ip_address_space'))[1]).toEqual({
			id: 302,
			ip_address_space: '10.9.0.0/29',
			ip_address_version: 4,
			used_count: 0,
			available_count: 6,
		});
		const operators = await call('GET', '/api/v1/operator');
		expect(operators.headers.get('x-total-count')).toBeNull();
		expect(operators.body[0]).toMatchObject({ inbound_roamers_allowed: '1' });
		expect(operators.body[0].country).toMatchObject({ name: 'Germany', mcc: '262' });
		expect(await get('/api/v2/tags?page=9&page_size=2')).toMatchObject({
			total: 3,
			page: 2,
			last_page: 2,
			data: [{ id: 403, name: 'spare', resource_count: 0, tag_color: { id: 3 } }],
		});
	});
});
