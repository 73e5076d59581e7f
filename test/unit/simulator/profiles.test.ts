import { GENERATIONS } from '../../support/simulator';
import { each, ENDPOINT, kinds, refusalOf, useBench } from './support';

/* Traffic limits, coverage and address spaces: their rules and refusals, in both generations. */

describe.each(GENERATIONS)('%s', (generation) => {
	const { bench, call, get, logIn, statusOf } = useBench({ generation });
	const isRecorded = generation === 'recorded';

	describe('traffic limits', () => {
		const url = '/api/v1/service_profile/101/traffic_limit';
		const idOf = (id: number) => ({ id: isRecorded ? id : String(id) });
		const LIMIT = { service: idOf(38), period: idOf(2), volume: 5_000_000_000 };

		it('of data are in bytes per calendar month, with a percentage for a warning', async () => {
			const added = await call('POST', url, { ...LIMIT, warning_percent: 80 });
			expect([added.status, added.text]).toEqual([201, '']);
			expect(await get(url)).toEqual([
				{
					id: expect.any(Number),
					service: { id: 38, description: 'Data' },
					satellite_only: false,
					period: { id: 2, time_units: 1, unit: 'month' },
					volume: 5_000_000_000,
					warning_percent: 80,
				},
			]);
			expect(await get('/api/v1/service_profile/102/traffic_limit')).toEqual([]);
		});

		it('exist once for each service and type of network', async () => {
			await call('POST', url, LIMIT);
			expect(refusalOf(await call('POST', url, { ...LIMIT, volume: 1 }))).toEqual([409, 1405]);
			expect(await statusOf('POST', url, { ...LIMIT, satellite_only: true })).toBe(201);
			const limits = await get(url);
			expect(each(limits, 'satellite_only')).toEqual([false, true]);
			expect(kinds(bench.sim)).toEqual(['dataLimit.added', 'dataLimit.added']);
			expect(await statusOf('DELETE', `${url}/${limits[0].id}`)).toBe(204);
			expect(await statusOf('DELETE', `${url}/${limits[0].id}`)).toBe(404);
		});

		it('of an unknown profile, or one of another organisation, cannot be read or changed', async () => {
			const bad = isRecorded ? [400, 1000] : [400, 400];
			for (const profile of [121, 999]) {
				const other = `/api/v1/service_profile/${profile}/traffic_limit`;
				const answers = [
					await call('GET', other),
					await call('POST', other, LIMIT),
					await call('DELETE', `${other}/1`),
				];
				for (const answer of answers) expect(refusalOf(answer)).toEqual([403, 403]);
			}
			expect(refusalOf(await call('POST', url, { ...LIMIT, volume: 0.5 }))).toEqual(bad);
			expect(refusalOf(await call('GET', url.replace('101', 'x')))).toEqual(bad);
			expect(await statusOf('POST', url, [])).toBe(422);
		});

		it('of SMS exist only for services that carry SMS', async () => {
			const services = await get('/api/v1/service');
			expect(each(services, 'id')).toEqual([0, 6, 32, 38]);
			expect(services[3]).toMatchObject({ traffic_type: { id: 5, unit: 'MB' } });
			const limits = await get('/api/v1/service/6/traffic_limit');
			expect(limits[0]).toEqual({
				id: 1,
				volume: 10,
				period: { id: 2, time_units: 1, unit: 'month' },
			});
			expect(await get('/api/v1/service/38/traffic_limit')).toEqual([]);
			expect(await statusOf('GET', '/api/v1/service/99/traffic_limit')).toBe(404);
			expect(await get('/api/v1/traffic_limit')).toEqual(
				limits.map((limit: object) => ({ ...limit, service: { id: 6, description: 'SMS MT' } })),
			);
		});

		it('can be extended until the end of the month, only by the organisation of the endpoint', async () => {
			bench.sim.clock.set(Date.parse('2026-03-15T12:00:00Z'));
			await logIn();
			const { id } = (await call('POST', '/api/v1/endpoint', ENDPOINT)).body;
			const extension = `/api/v1/endpoint/${id}/traffic_limit_extension`;
			expect((await call('POST', extension, { volume: 1 })).body.traffic_limit_id).toBe(1);
			const made = await call('POST', extension, { volume: 100, traffic_limit_id: 2 });
			expect([made.status, made.body]).toEqual([
				201,
				{
					id: expect.any(Number),
					endpoint_id: id,
					traffic_limit_id: 2,
					volume: 100,
					expiration_date: '2026-04-01T00:00:00.000Z',
					created_at: expect.stringMatching(/^2026-03-15T12:00/),
				},
			]);
			const bad = isRecorded ? [400, 1000] : [400, 400];
			for (const body of [{}, { volume: '1' }, { volume: 0 }, { volume: 1, traffic_limit_id: 'x' }])
				expect(refusalOf(await call('POST', extension, body))).toEqual(bad);
			expect(await statusOf('POST', extension, '{')).toBe(400);
			expect(await get(extension)).toMatchObject([{ volume: 1 }, made.body]);
			const enterprise = await bench.app('enterprise');
			expect((await enterprise('POST', extension, { volume: 1 })).status).toBe(404);
			const restricted = await bench.user('restricted');
			expect((await restricted('POST', extension, { volume: 1 })).status).toBe(403);
			expect(await statusOf('DELETE', extension)).toBe(204);
			expect(await get(extension)).toEqual([]);
		});
	});

	it('lists each country of a tariff profile once, with its number of operators', async () => {
		const coverage = (await get('/api/v1/tariff_profile/201/coverage')) as Array<{
			country: { id: number; name: string };
			redundancy_count: number;
		}>;
		const operators = [...bench.sim.store.operators.values()];
		const real = operators.filter(({ country }) => country.mcc !== '');
		expect(coverage.reduce((sum, network) => sum + network.redundancy_count, 0)).toBe(real.length);
		expect(new Set(coverage.map(({ country }) => country.id)).size).toBe(coverage.length);
		expect(coverage[0]).toEqual({
			country: { id: 74, name: 'Germany' },
			redundancy_count: real.filter(({ country }) => country.id === 74).length,
		});
		for (const id of [221, 999]) {
			expect(refusalOf(await call('GET', `/api/v1/tariff_profile/${id}/coverage`))).toEqual([
				404, 1201,
			]);
		}
	});

	it('lists tariff profiles in the same form as a single one, with counts and ids as text', async () => {
		await call('POST', '/api/v1/endpoint', ENDPOINT);
		const all = await get('/api/v1/tariff_profile');
		expect(all[0]).toEqual(await get('/api/v1/tariff_profile/201'));
		expect(all[0]).toMatchObject({ id: 201, used_count: '1', organisation_id: '1001' });
		expect(all[0]).not.toHaveProperty('inclusive_volume');
	});

	it('lists countries with codes as numbers or as text', async () => {
		const [first] = await get('/api/v1/country');
		const codes = isRecorded ? { country_code: 49, mcc: 262 } : { country_code: '49', mcc: '262' };
		expect(first).toEqual({ id: 74, name: 'Germany', iso_code: 'de', ...codes });
	});

	describe('address spaces', () => {
		const url = '/api/v1/ip_address_space';

		it('count their used and available addresses', async () => {
			const space = async () =>
				((await get(url)) as Array<{ id: number }>).find(({ id }) => id === 302);
			const tiny = { id: 302, ip_address_space: '10.9.0.0/29', ip_address_version: 4 };
			expect(await space()).toEqual({ ...tiny, used_count: 0, available_count: 6 });
			const body = { ...ENDPOINT, ip_address_space: { id: 302 } };
			const { id } = (await call('POST', '/api/v1/endpoint', body)).body;
			expect(await space()).toEqual({ ...tiny, used_count: 1, available_count: 5 });
			await call('DELETE', `/api/v1/endpoint/${id}`);
			expect(await space()).toEqual({ ...tiny, used_count: 0, available_count: 6 });
		});

		it('are listed for the organisation and its sub-organisations', async () => {
			const idsFor = async (name: 'reseller' | 'sub' | 'enterprise') =>
				each((await (await bench.app(name))('GET', url)).body, 'id');
			expect(await idsFor('reseller')).toEqual([301, 302, 303, 311]);
			expect(await idsFor('sub')).toEqual([311]);
			expect(await idsFor('enterprise')).toEqual([321]);
			const restricted = await bench.user('restricted');
			expect((await restricted('GET', url)).status).toBe(403);
		});

		it('that are available are offered ten at a time, at random, in the requested version', async () => {
			const draw = async (query = '') =>
				(await get(`${url}/available${query}`)) as Array<Record<string, unknown>>;
			const [once, again] = [await draw(), await draw()];
			expect([once.length, again.length]).toEqual([10, 10]);
			expect(again).not.toEqual(once);
			for (const space of once)
				expect(space).toEqual({
					id: expect.any(Number),
					// Within 10.192.0.0/12.
					ip_address_space: expect.stringMatching(/^10\.(19[2-9]|20[0-7])\.\d{1,3}\.0\/24$/),
					ip_address_version: 4,
				});
			const six = await draw('?ip_address_version=6');
			expect(new Set(six.map((space) => space.ip_address_version))).toEqual(new Set([6]));
			expect(six[0]?.ip_address_space).toMatch(/^fd00:.*::\/64$/);
		});
	});

	it('pages tags in the body, up to the last page', async () => {
		const page = async (query: string) => await get(`/api/v2/tags?${query}`);
		const names = ({ data }: { data: Array<{ name: string }> }) => data.map(({ name }) => name);
		const first = await page('page=1&page_size=2');
		expect(first).toMatchObject({ total: 3, page: 1, page_size: 2, last_page: 2 });
		expect([names(first), names(await page('page=2&page_size=2'))]).toEqual([
			['lab', 'field'],
			['spare'],
		]);
		expect(names(await page('name=LAB'))).toEqual(['lab']);
		for (const query of ['page=0', 'page=x', 'page_size=-1'])
			expect(await statusOf('GET', `/api/v2/tags?${query}`)).toBe(422);
	});
});
