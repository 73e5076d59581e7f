import { each, ENDPOINT, kinds, useBench } from './support';

const MULTI = '/api/v2/endpoint/multi';

describe('bulk calls', () => {
	const { bench, call, statusOf } = useBench();
	const create = (endpoints: unknown, more: object = {}) =>
		call('POST', MULTI, { ...ENDPOINT, endpoints, ...more });
	const names = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `d${n}` }));

	it('creates 2,000 endpoints in order, and refuses 2,001', async () => {
		const { status, body } = await create(names(2000));
		expect(status).toBe(201);
		expect(body.map((item: { name: string }) => item.name)).toEqual(
			names(2000).map(({ name }) => name),
		);
		expect((await create(names(2001))).status).toBe(422);
		expect(bench.sim.ledger().effects).toHaveLength(2000);
	});

	it.each([
		['wrapped', (text: string) => JSON.parse(text).endpoints.length === 2],
		['empty', (text: string) => text === ''],
	] as const)('answers a create in the %s form when set to', async (form, holds) => {
		bench.sim.seed({ bulkCreateAnswer: form });
		const { status, text } = await create(names(2)).catch(() => ({ status: 0, text: '' }));
		expect(status).toBe(201);
		expect(holds(text)).toBe(true);
	});

	it('creates nothing if an item is invalid, and names invalid items by index', async () => {
		const { status, body } = await create([
			{ name: 'good' },
			{ imei: '1' },
			{ sim: { id: 1 } },
			{ sim: { id: 1 } },
		]);
		expect(status).toBe(422);
		expect(body.errors.map(({ message }: { message: string }) => message.slice(0, 12))).toEqual([
			'endpoints[1]',
			'endpoints[3]',
		]);
		expect(bench.sim.ledger().effects).toEqual([]);
	});

	it('requires the address space when an item has an address', async () => {
		const items = [{ ip_address: '10.64.2.1' }];
		expect((await create(items)).status).toBe(422);
		// The address space belongs to the call, not to an item.
		const [item] = items;
		expect((await create([{ ...item, ip_address_space: { id: 301 } }])).status).toBe(422);
		const { body } = await create(items, { ip_address_space: { id: 301 } });
		expect(body[0].ip_address).toBe('10.64.2.1');
		expect((await create(names(7), { ip_address_space: { id: 302 } })).status).toBe(404);
		expect((await create(names(1), { organisation: {} })).status).toBe(422);
	});

	it('updates all endpoints or none', async () => {
		const { body } = await create([{ sim: { id: 1 } }, {}]);
		const [a, b] = each(body, 'id');
		const done = await call('PATCH', MULTI, [
			{ id: a, name: 'A', sim: { status: { id: 5 } } },
			{ id: b, tags: 'new' },
		]);
		expect([done.status, done.text]).toEqual([204, '']);
		expect(bench.sim.store.sims.get(1)?.statusId).toBe(4);
		const bad = await call('PATCH', MULTI, [
			{ id: a, name: 'X' },
			{ id: b, status: { id: 7 } },
		]);
		expect(bad.status).toBe(422);
		expect(bad.body.errors[0].message).toContain(`[1] id ${b}`);
		expect(bench.sim.store.endpoints.get(a)?.name).toBe('A');
		expect(await statusOf('PATCH', MULTI, [{ name: 'x' }])).toBe(422);
		expect(await statusOf('PATCH', MULTI, [{ id: 5 }])).toBe(404);
	});

	it('moves a SIM from one endpoint to another in one call', async () => {
		const { body } = await create([{ sim: { id: 1 } }, {}]);
		const [a, b] = each(body, 'id');
		const moves = [
			{ id: a, sim: { id: null } },
			{ id: b, sim: { id: 1 } },
		];
		expect(await statusOf('PATCH', MULTI, moves)).toBe(204);
		expect(bench.sim.store.sims.get(1)?.endpointId).toBe(b);
	});

	it('deletes endpoints, and releases and suspends their SIMs or deletes them', async () => {
		const { body } = await create([{ sim: { id: 1 } }, { sim: { id: 2 } }]);
		const [a, b] = each(body, 'id');
		expect(await statusOf('DELETE', MULTI, [{ id: a }])).toBe(204);
		expect(bench.sim.store.sims.get(1)).toMatchObject({ statusId: 2, endpointId: null });
		await call('DELETE', `${MULTI}?delete_sims=true`, [{ id: b }]);
		expect(bench.sim.store.sims.get(2)?.statusId).toBe(3);
		expect(kinds(bench.sim).filter((kind) => kind === 'endpoint.deleted')).toHaveLength(2);
	});

	it('refuses a bulk call that overlaps with another of the same organisation', async () => {
		bench.sim.seed({ bulkDelayMs: 100 });
		const other = await bench.app('enterprise');
		const foreign = other('POST', MULTI, {
			service_profile: { id: 121 },
			tariff_profile: { id: 221 },
			status: { id: 0 },
			endpoints: [{}],
		});
		const answers = await Promise.all([create([{}]), create([{}]), foreign]);
		const statuses = answers.map(({ status }) => status);
		expect(statuses.slice(0, 2).sort()).toEqual([201, 409]);
		expect(statuses[2]).toBe(201);
		expect(bench.sim.ledger().counters).toMatchObject({
			bulk: 3,
			bulkInFlight: 0,
			maxBulkInFlight: 2,
			bulkOverlaps: 1,
		});
	});
});
