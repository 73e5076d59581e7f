import { jwtVerify } from 'jose';
import { textParts } from '../../../simulator/sms/device';
import { receiver } from '../../support/receiver';
import { each, ENDPOINT, idIn, useBench } from './support';

interface Received {
	method: string;
	authorization: string | undefined;
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies are asserted, not typed
	body: any;
}

describe('the simulated device and its quota', () => {
	const { bench, call, get, logIn, statusOf } = useBench();
	let id: number;
	let hook: Awaited<ReturnType<typeof receiver>>;
	let received: Received[];
	let statuses: number[];
	beforeAll(async () => {
		hook = await receiver(({ method, headers: { authorization }, body }) => {
			received.push({ method, authorization, body });
			return statuses.shift() ?? 200;
		});
	});
	beforeEach(async () => {
		[received, statuses] = [[], []];
		const tracker = { ...ENDPOINT, name: 'tracker', sim: { id: 1 } };
		({ id } = (await call('POST', '/api/v1/endpoint', tracker)).body);
	});
	afterAll(async () => await hook.close());

	async function register(secret?: string): Promise<void> {
		const url = `${hook.url}/hook`;
		const callback = await call('POST', '/api/v1/api_callback', { url, purpose: 'test' });
		const patch: Record<string, unknown> = { api_callback: { id: idIn(callback) } };
		if (secret !== undefined) {
			const made = await call('POST', '/api/v1/api_secret', { secret, purpose: 'test' });
			patch.api_secret = { id: idIn(made) };
		}
		await call('PATCH', '/api/v1/service_profile/101', patch);
	}
	const device = async (more: object) =>
		(await call('POST', '/_sim/device/sms', { endpointId: id, ...more })).body;
	const events = async (type: string) => await get(`/api/v1/event?q=type:${type}&sort=id`);
	const quota = (body: object) =>
		call('POST', `/api/v1/endpoint/${id}/quota/sms`, {
			volume: 10,
			expiry_date: new Date(bench.sim.clock.now() + 30 * 86_400_000).toISOString(),
			threshold_percentage: 20,
			status: { id: 1 },
			...body,
		});
	const quotaNow = async () => await get(`/api/v1/endpoint/${id}/quota/sms`);
	const consume = (volume: number) => call('POST', '/_sim/consume', { endpointId: id, volume });

	it('forwards an SMS unsigned when the profile has no secret', async () => {
		await register();
		const { forwarded, deliveries } = await device({ payload: 'hello' });
		expect([forwarded, deliveries[0].statuses]).toEqual([true, [200]]);
		expect(received).toEqual([
			{
				method: 'POST',
				authorization: undefined,
				body: {
					id: expect.any(Number),
					payload: 'hello',
					submit_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
					source_address: '88236300000001',
					dest_address: '12345',
					dcs: 0,
					pid: 0,
					endpoint: { id, name: 'tracker' },
					organisation: { id: 1001 },
				},
			},
		]);
	});

	it('signs an SMS with HS256 when the profile has a secret', async () => {
		const secret = 'a-secret-of-at-least-32-characters!!';
		await register(secret);
		await device({ payload: 'hello' });
		const token = received[0]?.authorization?.replace('Bearer ', '') ?? '';
		const { protectedHeader, payload } = await jwtVerify(token, new TextEncoder().encode(secret));
		expect(protectedHeader.alg).toBe('HS256');
		expect(payload.exp).toBeDefined();
	});

	it('does not forward an SMS without a callback or to a long number', async () => {
		expect((await device({ payload: 'x' })).forwarded).toBe(false);
		await register();
		expect((await device({ payload: 'x', dest_address: '12345678' })).forwarded).toBe(false);
		expect((await device({ payload: 'x', dest_address: '1234567' })).forwarded).toBe(true);
	});

	it('repeats a delivery until a 2xx answer, and redelivers when asked to', async () => {
		await register();
		statuses = [500, 404];
		const first = await device({ payload: 'x', backoffMs: 1 });
		expect(first.deliveries[0]).toMatchObject({ statuses: [500, 404, 200], delivered: true });
		statuses = [500, 500, 500];
		const failed = await device({ payload: 'x', backoffMs: 1, attempts: 2 });
		expect(failed.deliveries[0]).toMatchObject({ statuses: [500, 500], delivered: false });
		statuses = [];
		const twice = await device({ payload: 'x', repeat: 2 });
		expect(twice.deliveries[0].statuses).toEqual([200, 200]);
		expect(received.at(-1)?.body.id).toBe(received.at(-2)?.body.id);
	});

	it('splits long text into parts, sent in order, shuffled, duplicated or incomplete', async () => {
		await register();
		const payload = 'a'.repeat(153) + 'b'.repeat(153) + 'c';
		const { parts } = await device({ payload });
		expect(parts).toBe(3);
		const info = () => received.map(({ body }) => body.multi_part_info);
		const [{ identifier }] = info();
		expect(info()).toEqual([1, 2, 3].map((partno) => ({ partno, total: 3, identifier })));
		expect(received.map(({ body }) => body.payload).join('')).toBe(payload);
		received.length = 0;
		await device({ payload, order: [3, 1, 1], identifier: 77 });
		expect(each(info(), 'partno')).toEqual([3, 1, 1]);
		expect(info()[0].identifier).toBe(77);
		received.length = 0;
		await device({ payload, shuffleSeed: 5 });
		expect(each(info(), 'partno').sort()).toEqual([1, 2, 3]);
	});

	it('splits by alphabet and never inside a character', () => {
		expect(textParts('a'.repeat(160))).toHaveLength(1);
		expect(textParts('a'.repeat(161)).map(({ length }) => length)).toEqual([153, 8]);
		expect(textParts('ж'.repeat(71)).map(({ length }) => length)).toEqual([67, 4]);
		expect(textParts(`${'ж'.repeat(66)}😀${'ж'.repeat(10)}`)[0]).toBe('ж'.repeat(66));
	});

	it('sends a receipt when an SMS gets its final status', async () => {
		await register();
		await call('POST', `/api/v1/endpoint/${id}/sms`, { payload: 'hi' });
		const { body } = await call('POST', '/_sim/sms/finish', { endpointId: id });
		expect(body).toMatchObject({ finished: 1, deliveries: [{ method: 'PATCH', delivered: true }] });
		expect(received[0]).toMatchObject({
			method: 'PATCH',
			body: {
				status: { id: 4, status: 'DELIVERED' },
				endpoint: { id },
				organisation: { id: 1001 },
			},
		});
		expect(received[0]?.body.final_date).toMatch(/^\d{4}-\d\d-\d\d \d\d/);
	});

	it('reports the threshold and the exhaustion of a quota once each', async () => {
		await quota({});
		await consume(7.5);
		expect(await events('20|21')).toEqual([]);
		await consume(0.5);
		await consume(0.5);
		const [threshold] = await events('20');
		expect(threshold).toMatchObject({
			alert: true,
			event_type: { id: 20, description: 'SMS quota threshold reached' },
			organisation: { id: 1001 },
			endpoint: { id, name: 'tracker', tags: null },
			sim: { id: 1 },
			detail: {
				quota: {
					volume: 2,
					threshold_percentage: 20,
					threshold_volume: 2,
					traffic_type: { id: 6, description: 'SMS' },
				},
			},
		});
		await consume(5);
		await consume(5);
		expect(await events('20')).toHaveLength(1);
		const [usedUp, ...others] = await events('21');
		expect(usedUp.detail.quota.volume).toBe('0.000000');
		expect(others).toEqual([]);
		expect(await quotaNow()).toMatchObject({
			volume: 0,
			status: { id: 2, description: 'EXHAUSTED' },
			last_status_change_date: expect.any(String),
		});
		await quota({ volume: 3 });
		expect((await quotaNow()).status.id).toBe(1);
		await call('DELETE', `/api/v1/endpoint/${id}/quota/sms`);
		expect(each(await events('58|59'), 'event_type')).toMatchObject([{ id: 58 }, { id: 59 }]);
	});

	it("expires a quota by the simulator's clock", async () => {
		await quota({});
		bench.sim.clock.advance(31 * 86_400_000);
		await logIn();
		expect((await quotaNow()).status).toEqual({ id: 3, description: 'EXPIRED' });
		expect(await statusOf('POST', `/api/v1/endpoint/${id}/sms`, { payload: 'a' })).toBe(403);
		expect(await events('61')).toHaveLength(1);
	});

	it('refills a quota daily when auto_refill is set', async () => {
		await quota({ auto_refill: true });
		await consume(10);
		expect((await quotaNow()).status.id).toBe(2);
		bench.sim.clock.advance(86_400_000);
		await logIn();
		expect(await quotaNow()).toMatchObject({ volume: 10, status: { id: 1 } });
		await consume(8);
		expect(await events('20')).toHaveLength(2);
	});

	it('pages and filters events', async () => {
		await quota({});
		const at = bench.sim.clock.now();
		bench.sim.clock.advance(3_600_000);
		await consume(10);
		const list = (q: string) => call('GET', `/api/v1/event?q=${encodeURIComponent(q)}`);
		const stamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
		const window = `from:${stamp(at + 1_800_000)},until:${stamp(at + 7_200_000)}`;
		expect((await list(window)).body).toHaveLength(2);
		expect((await list(`type:21,${window}`)).body).toHaveLength(1);
		// Five events: SIM activated and assigned; quota assigned, threshold reached, exhausted.
		const all = await call('GET', '/api/v1/event?per_page=2');
		expect(all.headers.get('x-total-pages')).toBe('3');
		expect(all.body[0].id).toBeLessThan(all.body[1].id);
		const newest = await call('GET', '/api/v1/event?sort=-timestamp,id');
		// Both events have the same time, or differ by a millisecond.
		expect([20, 21]).toContain(newest.body[0].event_type.id);
		expect(await statusOf('GET', '/api/v1/event?sort=colour')).toBe(400);
		expect(await statusOf('GET', '/api/v1/event?page=0')).toBe(400);
		for (const bad of ['type:1|2|3|4|5|6|7', 'type:x', `from:${stamp(at)}`, 'from:1,until:2'])
			expect((await list(bad)).body.error_code).toBe(1302);
		expect((await list('colour:1')).body.error_code).toBe(1301);
		const foreign = await bench.app('enterprise');
		expect((await foreign('GET', '/api/v1/event')).body).toEqual([]);
	});
});
