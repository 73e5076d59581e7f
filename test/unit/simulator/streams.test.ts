import { type Received, receiver } from '../../support/receiver';
import { until } from '../../support/until';
import { useSimulator } from '../../support/useSimulator';
import { service } from '../triggers/support';
import { send } from './support';

/* Data streams as the simulator pushes them. */

const ORIGIN = 'https://fleet.example';
const sim = useSimulator({ seed: { endpoints: 10 } });
let server: Awaited<ReturnType<typeof receiver>>;
let seen: Received[] = [];
let answer = 200;
let turn = 0;
const place = () => `/in/${turn}`;
beforeAll(async () => {
	server = await receiver((received) => {
		// Records that the stream of an earlier test still sends are ignored.
		if (received.path === place()) seen.push(received);
		return answer;
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	[seen, answer, turn] = [[], 200, turn + 1];
	sim.streams.set({ reach: { [ORIGIN]: server.url }, intervalMs: 10, backoffMs: 1, attempts: 3 });
});

const create = async (more: object = {}, credentials: object = {}) => {
	await service(sim, 'POST', '/api/v2/data_stream', {
		name: 'one',
		data_stream_type: { id: 1 },
		destination: {
			connection_type: 'RestAPI',
			format: 'Json',
			credentials: { url: `${ORIGIN}${place()}`, headers: ['X-Push:abc'], ...credentials },
		},
		...more,
	});
	const [stream] = [...sim.store.streams.values()].slice(-1);
	await until('it runs', () => {
		sim.streams.usage([]);
		return stream!.statusId === 1;
	});
	return stream!;
};
const ids = () => [...sim.store.endpoints.keys()];
const use = (count: number) =>
	sim.streams.usage(
		Array.from({ length: count }, (_, i) => ({ endpointId: ids()[i % 10]!, rx: 1 })),
	);
const arrived = () => seen.flatMap(({ body }) => body as Array<{ id: number }>).map(({ id }) => id);
const taken = async (count: number) =>
	await until(`${count} taken`, () => sim.streams.tally().taken === count);

test('sends lists of at most the set size, with the headers of the stream', async () => {
	const stream = await create({}, { size: 4 });
	const made = use(10);
	await taken(10);
	expect(seen.map(({ body }) => (body as unknown[]).length)).toEqual([4, 4, 2]);
	expect(seen[0]).toMatchObject({ method: 'POST', headers: { 'x-push': 'abc' } });
	expect(arrived()).toEqual(made);
	expect([...sim.streams.takenOf(stream.id)]).toEqual(made);
	expect(sim.store.streams.get(stream.id)!.statusId).toBe(1);
});

test('sends single objects when the size is one', async () => {
	await create({}, { size: 1 });
	use(2);
	await taken(2);
	expect(seen.map(({ body }) => Array.isArray(body))).toEqual([false, false]);
});

test('repeats a failed push, then sets the stream in error; a restart sends the waiting records', async () => {
	const stream = await create();
	answer = 503;
	const made = use(3);
	await until('it is in error', () => stream.statusId === 3);
	expect(seen).toHaveLength(3);
	answer = 200;
	made.push(...use(2));
	await service(sim, 'POST', `/api/v2/data_stream/${stream.id}/restart`);
	seen = [];
	await taken(5);
	expect(arrived()).toEqual(made);
});

test('counts records as taken only after a 200', async () => {
	const stream = await create();
	answer = 204;
	use(1);
	await until('it is in error', () => stream.statusId === 3);
	expect(sim.streams.tally()).toMatchObject({ taken: 0, waiting: 1 });
	answer = 200;
	await service(sim, 'POST', `/api/v2/data_stream/${stream.id}/restart`);
	await taken(1);
	expect(sim.streams.tally()).toMatchObject({ taken: 1, waiting: 0 });
});

test('counts records apart that a page has accepted', async () => {
	const page = await receiver(() => 200, 'n8n is starting up. Please wait');
	try {
		sim.streams.set({ reach: { [ORIGIN]: page.url } });
		const stream = await create();
		const made = use(2);
		await taken(2);
		sim.streams.set({ reach: { [ORIGIN]: server.url } });
		use(1);
		await taken(3);
		expect(sim.streams.tally()).toMatchObject({ taken: 3, byPage: 2 });
		expect([...sim.streams.takenByPage(stream.id)]).toEqual(made);
	} finally {
		await page.close();
	}
});

test('sends the oldest records first after a pause, and drops them after seven days', async () => {
	const stream = await create();
	const path = `/api/v2/data_stream/${stream.id}`;
	const pause = async () => {
		await service(sim, 'PATCH', path, { status: { id: 2 } });
		await until('it is paused', async () => {
			await service(sim, 'GET', path);
			return stream.statusId === 2;
		});
	};
	await pause();
	const old = use(5);
	sim.clock.advance(600_000);
	const fresh = use(5);
	expect(seen).toHaveLength(0);
	await service(sim, 'PATCH', path, { status: { id: 1 } });
	await taken(10);
	expect(arrived()).toEqual([...old, ...fresh]);

	await pause();
	use(5);
	sim.clock.advance(7 * 86_400_000 + 1_000);
	use(1);
	await service(sim, 'PATCH', path, { status: { id: 1 } });
	await taken(11);
	expect(sim.streams.tally()).toMatchObject({ expired: 5 });
});

test('repeats accepted lists when set to do so', async () => {
	sim.streams.set({ repeatPercent: 100 });
	await create();
	use(3);
	await until('they came twice', () => sim.streams.tally().sent === 6);
	expect(sim.streams.tally()).toMatchObject({ made: 3, taken: 3 });
});

test('sends only events that pass the filters, in the old form when set to', async () => {
	sim.streams.set({ shape: 'old' });
	await create({ data_stream_type: { id: 2 }, filters: [{ field: 'event_type_id', value: [43] }] });
	const [id] = ids();
	for (const status of [1, 0])
		await service(sim, 'PATCH', `/api/v1/endpoint/${id}`, { status: { id: status } });
	await taken(1);
	expect(seen[0]!.body).toMatchObject([
		{
			event_type: { id: 43 },
			alert: 0,
			event_source: { name: 'API' },
			timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
			user: null,
			sim: { msisdn: expect.any(String) },
		},
	]);
});

test("creates traffic at the set rate by the simulator's clock", async () => {
	await create();
	sim.streams.traffic({ perSecond: 222, organisationId: 1001 });
	sim.clock.advance(10_000);
	sim.streams.stopTraffic();
	const { made } = sim.streams.tally();
	expect(made).toBeGreaterThanOrEqual(2_220);
	await taken(made);
	expect(new Set(arrived()).size).toBe(made);
});

test('refuses addresses without https or a host name', async () => {
	for (const url of ['http://fleet.example/in', 'https://192.0.2.1/in', 'https://[::1]:8443/in'])
		await expect(create({}, { url })).rejects.toThrow(/422/);
});

test.each([
	['S3', { region: 'eu-central-1', bucket_name: 'fleet', role_arn: 'arn', flush_size: 3 }],
	['AwsKinesis', { region: 'eu-central-1', stream_name: 'fleet', role_arn: 'arn' }],
	['EventHubs', { connection_string: 'Endpoint=sb://fleet.example' }],
	['RestAPI', { url: 'https://[fleet' }],
])(
	'records a push to %s, and still applies the change that caused it',
	async (connection_type, credentials) => {
		const destination = { connection_type, format: 'Json', credentials };
		await create({ data_stream_type: { id: 2 }, destination });
		const [id] = ids();
		const change = { status: { id: 1 } };
		await service(sim, 'PATCH', `/api/v1/endpoint/${id}`, change);
		const pushed = () => sim.ledger().effects.filter(({ kind }) => kind === 'stream.pushed');
		await until('it was pushed', () => pushed().length > 0);
		const status = connection_type === 'RestAPI' ? 0 : 200;
		expect(pushed()[0]).toMatchObject({ detail: { status } });
		expect(await service(sim, 'GET', `/api/v1/endpoint/${id}`)).toMatchObject(change);
	},
);

test('creates usage, puts a stream in error and refuses an unknown endpoint over HTTP', async () => {
	const stream = await create();
	const control = async (body: object) => await send(sim.url, 'POST', '/_sim/streams', body);
	const [endpointId] = ids();
	const { status, body } = await control({ usage: [{ endpointId, rx: 1 }] });
	expect([status, body.made]).toEqual([200, 1]);
	await taken(1);
	expect((await control({ fail: stream.id, traffic: null })).status).toBe(200);
	expect(stream.statusId).toBe(3);
	expect((await control({ usage: [{ endpointId: 1 }] })).status).toBe(400);
});
