import { GENERATIONS } from '../../support/simulator';
import { each, ENDPOINT, kinds, refusalOf, useBench } from './support';

/* Routes for the whole fleet: their rules and refusals, in both generations. */

describe.each(GENERATIONS)('%s', (generation) => {
	let path: string;
	let id: number;
	const { bench, call, get, statusOf } = useBench({ generation });
	beforeEach(async () => {
		id = (await call('POST', '/api/v1/endpoint', { ...ENDPOINT, sim: { id: 1 } })).body.id;
		path = `/api/v1/endpoint/${id}`;
	});
	const isRecorded = generation === 'recorded';
	const seen = (kind: string) => kinds(bench.sim).filter((drawn) => drawn === kind).length;

	describe('data quota', () => {
		const url = () => `${path}/quota/data`;
		const QUOTA = {
			volume: 50,
			expiry_date: '2099-01-01T00:00:00Z',
			status: { id: 1 },
			action_on_exhaustion: { id: 1 },
		};

		it('is absent until it is set, and again after it is deleted', async () => {
			const none = await call('GET', url());
			expect([none.status, none.text === '']).toEqual(isRecorded ? [404, false] : [200, true]);
			expect(await statusOf('POST', url(), { ...QUOTA, auto_refill: 1 })).toBe(201);
			const { body } = await call('GET', url());
			expect(body).toMatchObject({ volume: 50, auto_refill: 1, last_volume_added: 50 });
			expect(body.status).toEqual({ id: isRecorded ? 1 : '1', description: 'ACTIVE' });
			expect(await statusOf('DELETE', url())).toBe(204);
			expect(await statusOf('DELETE', url())).toBe(404);
			expect([seen('dataQuota.set'), seen('dataQuota.deleted')]).toEqual([1, 1]);
		});

		it.each([
			['no volume', { volume: undefined }],
			['a volume below 0', { volume: -1 }],
			['a volume as text', { volume: '50' }],
			['a past expiry', { expiry_date: '2001-01-01T00:00:00Z' }],
			['an unknown status', { status: { id: 4 } }],
			['an action other than Block', { action_on_exhaustion: { id: 2 } }],
			['a refill other than 0 or 1', { auto_refill: true }],
			['a threshold as text', { threshold_percentage: '20' }],
		])('refuses %s', async (_, change) => {
			expect(await statusOf('POST', url(), { ...QUOTA, ...change })).toBe(422);
			expect(seen('dataQuota.set')).toBe(0);
		});

		it('is not found for an unknown endpoint', async () => {
			expect(await statusOf('GET', '/api/v1/endpoint/999999/quota/data')).toBe(404);
		});
	});

	describe('tags', () => {
		it('of another organisation are refused, alone and in bulk', async () => {
			const foreign = { id: 421 };
			expect(await statusOf('POST', `/api/v2/endpoint/${id}/tags`, foreign)).toBe(422);
			const items = [{ endpoint: { id }, tags: [foreign] }];
			const bulk = '/api/v2/bulk-operations/endpoint/add-tags';
			expect(await statusOf('POST', bulk, { items })).toBe(422);
			const update = [{ id, tag_assignments: [foreign.id] }];
			expect(await statusOf('PATCH', '/api/v2/endpoint/multi', update)).toBe(422);
			expect(seen('tag.assigned')).toBe(0);
		});

		const make = async (name: string) =>
			(await call('POST', '/api/v2/tags', { name })).body.id as number;
		const on = () => path.replace('v1', 'v2') + '/tags';
		const bulk = (what: string, ...tags: number[]) =>
			call('POST', `/api/v2/bulk-operations/endpoint/${what}-tags`, {
				items: [{ endpoint: { id }, tags: tags.map((tag) => ({ id: tag })) }],
			});

		it('have unique names in an organisation', async () => {
			const tag = await make('cold');
			expect(refusalOf(await call('POST', '/api/v2/tags', { name: 'cold' }))).toEqual([409, 1405]);
			expect(await statusOf('POST', '/api/v2/tags', { name: ' ' })).toBe(422);
			expect(await statusOf('POST', '/api/v2/tags', { name: 'x', color: { id: 99 } })).toBe(422);
			await make('warm');
			expect(await statusOf('PATCH', `/api/v2/tags/${tag}`, { name: 'warm' })).toBe(409);
			expect(await statusOf('PATCH', `/api/v2/tags/${tag}`, { name: 'cold' })).toBe(204);
			expect(await statusOf('PATCH', '/api/v2/tags/99999', { name: 'x' })).toBe(404);
		});

		it('are added to an endpoint once, and removed once', async () => {
			const tag = await make('cold');
			expect(await statusOf('POST', on(), { id: tag })).toBe(201);
			expect(await statusOf('POST', on(), { id: tag })).toBe(409);
			expect(await statusOf('POST', on(), { id: 99999 })).toBe(422);
			expect(await get(on())).toMatchObject([{ id: tag, resource_count: 1 }]);
			expect(await statusOf('DELETE', `${on()}/${tag}`)).toBe(200);
			expect(await statusOf('DELETE', `${on()}/${tag}`)).toBe(404);
			expect([seen('tag.assigned'), seen('tag.unassigned')]).toEqual([1, 1]);
		});

		it('added in bulk get a 409 for a duplicate; only the reference generation adds the others', async () => {
			const [cold, warm] = [await make('cold'), await make('warm')];
			expect((await bulk('add', cold)).status).toBe(200);
			expect((await bulk('add', cold, warm)).status).toBe(409);
			expect(await get(on())).toHaveLength(isRecorded ? 1 : 2);
			expect((await bulk('remove', cold, warm)).status).toBe(200);
			expect(await get(on())).toEqual([]);
			expect((await bulk('add', 99999)).status).toBe(422);
			const empty = '/api/v2/bulk-operations/endpoint/add-tags';
			expect(await statusOf('POST', empty, { items: [] })).toBe(400);
			expect(await statusOf('POST', empty, { items: [{ endpoint: { id } }] })).toBe(400);
		});

		it('are deleted from every endpoint, one or several in a call', async () => {
			const tags = [await make('a'), await make('b'), await make('c')];
			await bulk('add', ...tags);
			const other = (await call('POST', '/api/v1/endpoint', ENDPOINT)).body.id as number;
			expect(await statusOf('POST', `/api/v2/endpoint/${other}/tags`, { id: tags[0] })).toBe(201);
			const url = '/api/v2/bulk-operations/tag/delete-tags';
			expect(await statusOf('POST', url, { tags: [] })).toBe(400);
			const missing = { tags: [{ id: tags[0] }, { id: 99999 }] };
			expect(await statusOf('POST', url, missing)).toBe(422);
			expect(seen('tag.deleted')).toBe(0);
			const two = { tags: tags.slice(0, 2).map((tag) => ({ id: tag })) };
			expect(await statusOf('POST', url, two)).toBe(200);
			expect(await statusOf('DELETE', `/api/v2/tags/${tags[2]}`)).toBe(204);
			expect(await get(on())).toEqual([]);
			expect(await get(`/api/v2/endpoint/${other}/tags`)).toEqual([]);
		});
	});

	describe('events of one resource', () => {
		it('are listed for an endpoint and a SIM, and are empty for an unknown endpoint', async () => {
			expect((await get(`${path}/event`)).length).toBeGreaterThan(0);
			expect((await get('/api/v1/sim/1/event')).length).toBeGreaterThan(0);
			expect(await get('/api/v1/endpoint/999999/event')).toEqual([]);
			expect(await statusOf('GET', `${path}/event?q=nonsense:1`)).toBe(422);
			expect(await statusOf('GET', `${path}/event?sort=nonsense`)).toBe(400);
			expect(await statusOf('GET', `${path}/event?q=type:1|2|3|4|5|6|7`)).toBe(422);
		});

		it('have types with ids from 0 and names', async () => {
			const types: Array<{ id: number; description: string }> = await get('/api/v1/event/type');
			expect(types[0]).toEqual({ id: 0, description: 'Generic' });
			expect(types.length).toBeGreaterThan(50);
			expect(types.filter(({ description }) => !description)).toEqual([]);
			expect(new Set(each(types, 'id')).size).toBe(types.length);
		});

		it('of a user are readable by that user, and not by another user', async () => {
			const user = await bench.user('mail');
			expect((await user('GET', '/api/v1/user/my/event')).status).toBe(200);
			expect((await user('GET', '/api/v1/user/11/event')).status).toBe(403);
		});
	});

	describe('SIM batches', () => {
		const url = '/api/v1/sim_batch/bic/';

		it('are checked before registration: unknown, registered, of another organisation, or free', async () => {
			const statuses = ['NONE', 'BATCHRESELLER002', 'BATCHFOREIGN0001', 'BATCHRESELLER001'];
			const found = await Promise.all(statuses.map((bic) => statusOf('GET', url + bic)));
			expect(found).toEqual([404, 400, 422, 200]);
		});

		it('are registered once, and refused without a reason', async () => {
			const register = (bic: string, status = 1) =>
				call('PATCH', url + bic, { sim_status: { id: status } });
			for (const bic of ['NONE', 'BATCHRESELLER002', 'BATCHFOREIGN0001']) {
				const refused = await register(bic);
				expect([refused.status, refused.text]).toEqual([422, '']);
			}
			expect((await register('BATCHRESELLER001', 3)).status).toBe(422);
			const { body } = await register('BATCHRESELLER001');
			expect(body.sim).toHaveLength(3);
			expect([seen('sim.registered'), seen('sim.activated')]).toEqual([3, 4]);
			expect((await register('BATCHRESELLER001')).status).toBe(422);
			expect((await register('BATCHTHOUSAND001', 0)).body.sim).toHaveLength(1000);
		});
	});

	describe('SIMs', () => {
		it('are deleted once, and not while they have an endpoint', async () => {
			expect(await statusOf('DELETE', '/api/v1/sim/1')).toBe(409);
			expect(await statusOf('DELETE', '/api/v1/sim/2')).toBe(204);
			expect(await statusOf('DELETE', '/api/v1/sim/2')).toBe(404);
			expect(seen('sim.deleted')).toBe(1);
		});

		it('deleted in bulk get a 404 for a missing SIM; only the reference generation deletes the others', async () => {
			const url = '/api/v1/sim/multi';
			expect(await statusOf('DELETE', url, { id: 2 })).toBe(400);
			expect(await statusOf('DELETE', url, [{ id: 2 }, { id: 999999 }])).toBe(404);
			expect(seen('sim.deleted')).toBe(isRecorded ? 0 : 1);
			expect(await statusOf('DELETE', url, [{ id: 3 }, { id: 4 }])).toBe(204);
		});

		it('are assigned to a sub-organisation, and taken back', async () => {
			const to = async (target: number | null) => {
				const status = await statusOf('PATCH', '/api/v1/sim/2', { customer_org: { id: target } });
				return [status, bench.sim.store.sims.get(2)!.organisationId];
			};
			expect(await to(1002)).toEqual([204, 1002]);
			expect(await to(null)).toEqual([204, 1001]);
			// A sub-organisation of another one is refused.
			expect(await to(1003)).toEqual([400, 1001]);
		});
	});

	describe('profiles', () => {
		const limits = '/api/v1/service_profile/101/traffic_limit';
		const text = (n: number) => (isRecorded ? n : String(n));
		const LIMIT = { service: { id: text(38) }, period: { id: text(2) }, volume: 1e9 };

		it.each([
			['another service', { service: { id: text(6) } }],
			['another period', { period: { id: text(1) } }],
			['a volume of 0', { volume: 0 }],
			['ids of the other type', { service: { id: isRecorded ? '38' : 38 } }],
		])('refuse a limit with %s', async (_, change) => {
			expect(await statusOf('POST', limits, { ...LIMIT, ...change })).toBe(400);
		});

		it('of another organisation cannot be read', async () => {
			expect(await statusOf('GET', '/api/v1/tariff_profile/221')).toBe(404);
		});

		it('block operators and radio access types', async () => {
			const url = '/api/v2/tariff_profile/201/operator_blocklist/operator';
			const operator = (await get('/api/v1/operator'))[0].id as number;
			expect(await statusOf('PUT', `${url}/999999`)).toBe(404);
			expect(await statusOf('PUT', `${url}/${operator}`)).toBe(204);
			const types = `${url}/${operator}/rat_type`;
			expect(await statusOf('POST', types, { rat_types: 6 })).toBe(400);
			expect(await statusOf('POST', types, { rat_types: [{ id: 6 }] })).toBe(204);
			const { body } = await call('GET', url);
			const [entry] = isRecorded ? body : [body];
			expect(entry.blocklist).toEqual({
				operator: true,
				rat_types: [{ id: 6, description: '4G' }],
			});
			expect(await statusOf('DELETE', `${types}/6`)).toBe(204);
			expect(await statusOf('DELETE', `${url}/${operator}`)).toBe(204);
			expect(await get(url)).toEqual([]);
		});
	});

	describe('data streams', () => {
		const url = '/api/v2/data_stream';
		const STREAM = {
			name: 'live',
			data_stream_type: { id: 2 },
			destination: {
				connection_type: 'RestAPI',
				credentials: { url: 'https://example.com/in', headers: ['X-Key:secret'] },
			},
		};
		const make = async () => {
			await call('POST', url, STREAM);
			const { body } = await call('GET', url);
			return (isRecorded ? body[0] : body).id as string;
		};
		const stateOf = async (stream: string) => {
			bench.sim.clock.advance(1000);
			return Number.parseInt(String((await get(`${url}/${stream}`)).status.id), 10);
		};

		it('mask the values of headers, and pause or end with a delay', async () => {
			const stream = await make();
			const { body } = await call('GET', `${url}/${stream}`);
			expect(body.destination.credentials.headers).toEqual(['X-Key:****']);
			expect(await stateOf(stream)).toBe(1);
			const set = (status: number) => call('PATCH', `${url}/${stream}`, { status: { id: status } });
			expect((await set(2)).status).toBe(202);
			expect(await stateOf(stream)).toBe(2);
			expect((await set(3)).status).toBe(422);
			expect(await statusOf('POST', `${url}/${stream}/restart`)).toBe(409);
			expect(await statusOf('DELETE', `${url}/${stream}`)).toBe(202);
			bench.sim.clock.advance(1000);
			expect(await statusOf('GET', `${url}/${stream}`)).toBe(404);
		});

		it('in error can be restarted', async () => {
			const stream = await make();
			await stateOf(stream);
			bench.sim.store.streams.get(stream)!.statusId = 3;
			expect(await statusOf('POST', `${url}/${stream}/restart`)).toBe(202);
			expect(await stateOf(stream)).toBe(1);
		});

		it.each([
			['an unknown type', { data_stream_type: { id: 3 } }],
			['filters for usage', { data_stream_type: { id: 1 }, filters: [{}] }],
			['no destination', { destination: undefined }],
			[
				'an address without TLS',
				{ destination: { connection_type: 'RestAPI', credentials: { url: 'http://a' } } },
			],
			[
				'a header without a value',
				{
					destination: {
						connection_type: 'RestAPI',
						credentials: { url: 'https://a', headers: ['X'] },
					},
				},
			],
		])('refuse %s', async (_, change) => {
			expect(await statusOf('POST', url, { ...STREAM, ...change })).toBe(422);
		});
	});

	describe('eSIM', () => {
		it('schedules operations on cards and SIMs, and checks their input', async () => {
			const card = '/api/v1/euicc/1/operation';
			expect(await statusOf('POST', card, [{ action: { id: 4 } }])).toBe(201);
			expect(await statusOf('POST', card, [])).toBe(400);
			expect(await statusOf('POST', card, [{ action: { id: 99 } }])).toBe(422);
			expect(await statusOf('POST', card, [{ action: { id: 4 }, validity_period: 0 }])).toBe(422);
			const other = '/api/v1/euicc/99/operation';
			expect(await statusOf('POST', other, [{ action: { id: 4 } }])).toBe(404);
			const [scheduled, ...others] = await get(card);
			expect(others).toEqual([]);
			expect(await get(`${card}/${scheduled.id}`)).toEqual(scheduled);
			expect(await statusOf('GET', `/api/v1/euicc/2/operation/${scheduled.id}`)).toBe(404);
			// No edition documents a path of an operation without its card.
			const { message } = await get(`/api/v1/euicc/operation/${scheduled.id}`);
			expect(message).toMatch(/^No such path/);
			const sims = '/api/v1/sim/operation';
			expect(await statusOf('POST', sims, { action: { id: 1 }, target: [] })).toBe(400);
			expect(await statusOf('POST', sims, { action: { id: 1 }, target: [{}] })).toBe(400);
			const target = [{ sim: { id: 2 } }];
			const { body } = await call('POST', sims, { action: { id: 1 }, target });
			expect(await get(`${sims}/${body.id}`)).toMatchObject({ total_count: 1 });
			expect(await get(sims)).toHaveLength(1);
		});
	});

	describe('usage', () => {
		it('needs valid dates in order', async () => {
			const url = `${path}/stats/daily`;
			expect(await statusOf('GET', `${url}?start_date=yesterday`)).toBe(422);
			expect(await statusOf('GET', `${url}?start_date=2026-02-02&end_date=2026-02-01`)).toBe(422);
			expect(await statusOf('GET', '/api/v1/endpoint/999999/stats')).toBe(404);
			expect(await statusOf('GET', `${path}/stats`)).toBe(200);
		});
	});
});
