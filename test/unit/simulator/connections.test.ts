import { ORGANISATIONS } from '../../../simulator';
import { each, send, useBench } from './support';

/* Connections of devices in the event feed and in their connectivity; additional workspaces. */

describe('connections of devices', () => {
	const { bench, call, get } = useBench({ seed: { endpoints: 3 } });
	const [FIRST, SECOND, THIRD] = [10001, 10002, 10003];
	const control = (body: object) => send(bench.sim.url, 'POST', '/_sim/connection', body);
	const feed = async (q: string) =>
		(await call('GET', `/api/v1/event?q=${encodeURIComponent(q)}&sort=-timestamp,-id`))
			.body as Array<{
			endpoint: { id: number };
			event_type: { id: number };
			timestamp: string;
			detail?: Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any
		}>;

	it('create events that name the network, except for a refused session', async () => {
		for (const kind of ['attach', 'open', 'refused']) {
			expect((await control({ endpointId: FIRST, kind, operatorId: 507 })).status).toBe(200);
		}
		const events = await feed('type:1|3');
		expect(events.map(({ event_type, detail }) => [event_type.id, detail?.name])).toEqual([
			[3, undefined],
			[3, 'Iberia Movil'],
			[1, 'Iberia Movil'],
		]);
		expect(events[1]!.detail).toMatchObject({
			country: { name: 'Spain', iso_code: 'es' },
			pdp_context: { rat_type: 6 },
		});
	});

	it('can be created in the past, and for several endpoints at once', async () => {
		const at = '2026-01-05T10:00:00.000Z';
		bench.sim.clock.set(Date.parse('2026-01-10T00:00:00Z'));
		await control({ endpointIds: [FIRST, SECOND], kind: 'close', at, volume: 3 });
		const events = await feed('type:5');
		expect(events.map(({ endpoint, timestamp }) => [endpoint.id, timestamp])).toEqual([
			[SECOND, at],
			[FIRST, at],
		]);
		expect(events[0]!.detail).toMatchObject({ volume: { total: 3 } });
	});

	it('can be filtered in the feed by country, network and radio access type', async () => {
		await control({ endpointId: FIRST, kind: 'open', operatorId: 507 });
		await control({ endpointId: SECOND, kind: 'open', operatorId: 503, rat: 8 });
		await control({ endpointId: THIRD, kind: 'attach', operatorId: 501 });
		const ids = async (q: string) => (await feed(q)).map(({ endpoint }) => endpoint.id);
		expect(await ids('country:Spain|Germany')).toEqual([THIRD, FIRST]);
		expect(await ids('network:Alpine Cellular')).toEqual([SECOND]);
		expect(await ids('rat:8')).toEqual([SECOND]);
	});

	it('change the connectivity of the endpoint', async () => {
		const state = async () =>
			(await get(`/api/v1/endpoint/${FIRST}/connectivity`)).status.description;
		const states: string[] = [];
		for (const kind of ['attach', 'open', 'refused', 'close', 'purge']) {
			await control({ endpointId: FIRST, kind });
			states.push(await state());
		}
		expect(states).toEqual(['ATTACHED', 'ONLINE', 'ONLINE', 'ATTACHED', 'OFFLINE']);
	});

	it.each([
		[{ endpointId: 1, kind: 'attach' }],
		[{ endpointId: 10001, kind: 'fly' }],
		[{ endpointId: 10001, kind: 'attach', operatorId: 1 }],
		[{ endpointId: 10001, kind: 'attach', at: 'yesterday' }],
	])('are refused for %j', async (body) => {
		expect((await control(body)).status).toBe(400);
		expect(await feed('type:1')).toEqual([]);
	});
});

describe('ten additional workspaces', () => {
	const { bench } = useBench({ seed: { workspaces: 10 } });

	it('belong to the administrator, each with its own profiles, tag and SIM', async () => {
		const user = await bench.user('totp');
		const { body } = await user('GET', '/api/v2/user/11/workspace');
		const { reseller, sub, enterprise } = ORGANISATIONS;
		const ids = each(body, 'id');
		expect(ids).toHaveLength(13);
		expect(ids).toEqual(expect.arrayContaining([reseller, sub, enterprise, 50_001, 50_010]));

		const target = { target_organisation: { id: 50_010 } };
		const { auth_token } = (await user('POST', '/api/v1/authenticate/workspace', target)).body;
		const there = bench.as(auth_token);
		const own = async (path: string) => (await there('GET', path)).body;
		expect(await own('/api/v1/service_profile')).toMatchObject([{ id: 50_010, name: 'Standard' }]);
		expect(await own('/api/v1/sim')).toHaveLength(1);
		expect((await own('/api/v2/tags')).data).toMatchObject([{ name: 'workspace' }]);
	});
});
