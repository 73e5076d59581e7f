import { ADDRESS_SPACES, iccidOf } from '../../../simulator';
import { ENDPOINT, kinds, useBench, refusalOf } from './support';

describe('endpoints', () => {
	const { bench, call, get, statusOf } = useBench();
	const create = (more: object = {}) => call('POST', '/api/v1/endpoint', { ...ENDPOINT, ...more });

	it('creates an endpoint with the fields that are always present, and omits those without a value', async () => {
		const { status, body } = await create({ name: 'one', tag_assignments: [401] });
		expect(status).toBe(201);
		expect(body).toMatchObject({
			name: 'one',
			status: { id: 0, description: 'Enabled' },
			ip_address: '10.64.0.1',
			ip_address_space: { id: 301 },
			imei_lock: false,
			service_profile: { id: 101, name: 'Standard' },
			tariff_profile: { id: 201, name: 'Europe' },
			tags: 'lab',
			tag_assignments: [{ id: 401, name: 'lab', tag_color: { id: 1 } }],
		});
		for (const absent of ['imei', 'imei_with_luhn', 'sim', 'runtime_data'])
			expect(body).not.toHaveProperty(absent);
	});

	it('derives the IMEI with its Luhn digit', async () => {
		const { body } = await create({ imei: '4901542032375101', imei_lock: true });
		expect(body).toMatchObject({ imei_with_luhn: '490154203237518', imei_lock: true });
	});

	it.each([
		['service profile of another organisation', { service_profile: { id: 121 } }],
		['tariff profile of another organisation', { tariff_profile: { id: 221 } }],
		['status Deleted', { status: { id: 2 } }],
		['missing status', { status: undefined }],
		['missing service profile', { service_profile: undefined }],
		['tags together with tag_assignments', { tags: 'a', tag_assignments: [401] }],
		['unknown tag', { tag_assignments: [999] }],
		['short IMEI', { imei: '490154203237518' }],
		['IMEI as a number', { imei: 4901542032375101 }],
		['imei_lock as a string', { imei_lock: 'true' }],
		['address without space', { ip_address: '10.64.0.9' }],
		['address outside the space', { ip_address: '10.9.0.1', ip_address_space: { id: 301 } }],
		['SIM without id', { sim: { activate: true } }],
		['SIM of another organisation', { sim: { id: 121 } }],
		['SIM status 5', { sim: { id: 1, status: { id: 5 } } }],
		['SIM status 2', { sim: { id: 1, status: { id: 2 } } }],
		['foreign organisation', { organisation: { id: 1003 } }],
		['organisation null', { organisation: null }],
		['SIM null', { sim: null }],
	])('refuses %s with 422', async (_name, more) => {
		const { status, body } = await create(more);
		expect(status).toBe(422);
		expect(body).toMatchObject({ error_code: 1400, message: expect.any(String) });
		expect(body.error_token).toBe('InputValidationFailed');
		expect([1401, 1402, 1403]).toContain(body.errors[0].error_code);
		expect(bench.sim.ledger().effects).toEqual([]);
	});

	it('names all invalid fields in one 422', async () => {
		const { body } = await create({ status: { id: 9 }, imei: '1', name: 3 });
		expect(body.errors).toHaveLength(3);
	});

	it('answers 400 to malformed JSON', async () => {
		expect(await statusOf('POST', '/api/v1/endpoint', '{"status":')).toBe(400);
	});

	it('answers 400 to a body without the JSON content type', async () => {
		const response = await fetch(`${bench.sim.url}/api/v1/endpoint`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${await bench.tokenOf('reseller')}`,
				'content-type': 'text/plain',
			},
			body: JSON.stringify(ENDPOINT),
		});
		expect(response.status).toBe(400);
		expect(bench.sim.ledger().effects).toEqual([]);
	});

	it('accepts an update that repeats the current values', async () => {
		const own = { ip_address: '10.64.1.1', ip_address_space: { id: 301 } };
		const { id } = (await create(own)).body;
		const { ip_address_space } = own;
		for (const body of [own, own, { ip_address_space }]) {
			expect(await statusOf('PATCH', `/api/v1/endpoint/${id}`, body)).toBe(204);
			expect(await get(`/api/v1/endpoint/${id}`)).toMatchObject(own);
		}
	});

	it('answers 404 with 1601 for an address space that is unknown, in use or full', async () => {
		for (const id of [999, ADDRESS_SPACES.enterprise, ADDRESS_SPACES.busy]) {
			const { status, body } = await create({ ip_address_space: { id } });
			expect([status, body.error_code]).toEqual([404, 1601]);
		}
		const tiny = { ip_address_space: { id: ADDRESS_SPACES.tiny } };
		for (let n = 0; n < 6; n += 1) expect((await create(tiny)).status).toBe(201);
		expect(refusalOf(await create(tiny))).toEqual([404, 1601]);
	});

	it('answers 409 with 1405 for an address that is in use', async () => {
		const fixed = { ip_address: '10.64.1.1', ip_address_space: { id: 301 } };
		expect((await create(fixed)).body.ip_address).toBe('10.64.1.1');
		expect(refusalOf(await create(fixed))).toEqual([409, 1405]);
	});

	it.each([
		['by default', { id: 1 }, 1],
		['with activate', { id: 1, activate: true }, 1],
		['without activate', { id: 1, activate: false }, 0],
		['with status 4', { id: 1, status: { id: 4 } }, 4],
		['with status 1 over activate', { id: 1, activate: false, status: { id: 1 } }, 1],
	])('assigns a SIM %s', async (_name, sim, statusId) => {
		const { body } = await create({ sim });
		expect(body.sim).toMatchObject({
			id: 1,
			iccid: iccidOf(1),
			status: { id: statusId },
			sim_profile_type_id: 1,
		});
		expect(body.sim.iccid_with_luhn).toHaveLength(20);
		expect(body.sim).not.toHaveProperty('eid');
		expect(kinds(bench.sim)).toContain('sim.assigned');
	});

	it('activates SIMs into factory test mode when the organisation uses it', async () => {
		const sub = { organisation: { id: 1002 } };
		const first = await create({ ...sub, sim: { id: 101 } });
		expect(first.body.sim.status).toEqual({ id: 4, description: 'Factory Test' });
		const skip = await create({ ...sub, sim: { id: 102, status: { id: 1 } } });
		expect(skip.body.sim.status.id).toBe(1);
		const owner = bench.sim.store.endpoints.get(first.body.id)?.organisationId;
		expect(owner).toBe(1002);
	});

	it('assigns a SIM to one endpoint only', async () => {
		await create({ sim: { id: 1 } });
		expect((await create({ sim: { id: 1 } })).status).toBe(422);
	});

	it('creates missing tags from the deprecated tags field', async () => {
		const { body } = await create({ tags: 'lab, brand new' });
		expect(body.tags).toBe('lab,brand new');
		expect(body.tag_assignments).toHaveLength(2);
	});

	it('restricts enterprises to their own endpoints, and lets resellers into sub-organisations', async () => {
		const { body } = await create({ organisation: { id: 1002 } });
		const path = `/api/v1/endpoint/${body.id}`;
		expect(await statusOf('GET', path)).toBe(200);
		expect((await (await bench.app('sub'))('GET', path)).status).toBe(200);
		expect((await (await bench.app('enterprise'))('GET', path)).status).toBe(404);
		const sub = await bench.app('sub');
		const up = await sub('POST', '/api/v1/endpoint', {
			service_profile: { id: 111 },
			tariff_profile: { id: 211 },
			status: { id: 0 },
			organisation: { id: 1001 },
		});
		expect(up.status).toBe(422);
	});

	it('changes only the given fields', async () => {
		const { body } = await create({ name: 'old', tag_assignments: [401] });
		const path = `/api/v1/endpoint/${body.id}`;
		expect(await statusOf('PATCH', path, { name: 'new' })).toBe(204);
		expect(await get(path)).toMatchObject({ name: 'new', tags: 'lab' });
		await call('PATCH', path, { tags: null });
		expect((await get(path)).tags).toBe('lab');
		await call('PATCH', path, { tag_assignments: [] });
		expect((await get(path)).tags).toBe('');
		expect(await statusOf('PATCH', path, { status: { id: 2 } })).toBe(422);
		expect(await statusOf('PATCH', '/api/v1/endpoint/77', { name: 'x' })).toBe(404);
	});

	it('assigns a SIM, sets its status and unassigns it by update', async () => {
		const { body } = await create();
		const path = `/api/v1/endpoint/${body.id}`;
		await call('PATCH', path, { sim: { id: 3 } });
		expect((await get(path)).sim.status.id).toBe(0);
		await call('PATCH', path, { sim: { status: { id: 5 } } });
		expect((await get(path)).sim.status.id).toBe(4);
		expect(await statusOf('PATCH', path, { sim: { status: { id: 4 } } })).toBe(422);
		await call('PATCH', path, { sim: { id: null } });
		expect(await get(path)).not.toHaveProperty('sim');
	});

	it('deletes an endpoint without a SIM, and still lists it as Deleted', async () => {
		const { body } = await create({ sim: { id: 1 } });
		const path = `/api/v1/endpoint/${body.id}`;
		expect(await statusOf('DELETE', path)).toBe(409);
		await call('PATCH', path, { sim: { id: null } });
		expect(await statusOf('DELETE', path)).toBe(204);
		expect(await statusOf('DELETE', path)).toBe(404);
		expect(await statusOf('GET', path)).toBe(404);
		const [listed] = await get('/api/v1/endpoint');
		expect(listed.status).toEqual({ id: 2, description: 'Deleted' });
		expect(await get('/api/v1/endpoint?q=status:0')).toEqual([]);
		bench.sim.seed({ listDeleted: false });
		expect(await get('/api/v1/endpoint')).toEqual([]);
	});

	it('refuses lists to a role that may not read them', async () => {
		const restricted = await bench.user('restricted');
		const { status, body } = await restricted('GET', '/api/v1/endpoint');
		expect([status, body.error_token]).toEqual([403, 'Forbidden']);
		const { body: own } = await create();
		expect((await restricted('GET', `/api/v1/endpoint/${own.id}`)).status).toBe(200);
	});
});
