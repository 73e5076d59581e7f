import { useBench } from './support';

/* Devices that live by themselves, on a clock that the test moves. */

const { bench, call } = useBench({ seed: { endpoints: 20, authTokenMinutes: 1_000_000 } });
const ID = 10001;

const get = async (path: string) => (await call('GET', path)).body;
const pass = (seconds: number) => bench.sim.clock.advance(seconds * 1000);
const connectivity = (id = ID) => get(`/api/v1/endpoint/${id}/connectivity`);
const typesOf = async (id = ID) =>
	(await get(`/api/v1/endpoint/${id}/event?sort=id`)).map(
		(event: { event_type: { id: number } }) => event.event_type.id,
	);
const live = (body: object) => call('POST', '/_sim/lives', { endpointIds: [ID], ...body });
const reset = (id = ID) =>
	call('PATCH', `/api/v1/endpoint/${id}/connectivity`, { location: null, pdp_context: null });
const messages = (id = ID) => get(`/api/v1/endpoint/${id}/sms`);
const ask = (payload: string, more: object = {}) =>
	call('POST', `/api/v1/endpoint/${ID}/sms`, { payload, source_address: '4711', ...more });

describe('lives', () => {
	it('are exact shares by the seed, and refuse shares over the whole and unknown fields', async () => {
		const mix = { asleep: 0.1, flapping: 0.05, gone: 0.05 };
		const kindsOf = async (seed: number) => {
			const { body } = await call('POST', '/_sim/lives', { seed, mix });
			return body.map(({ kind }: { kind: string }) => kind);
		};
		const first = await kindsOf(7);
		expect([...first].sort()).toEqual(
			[...Array(16).fill('awake'), 'asleep', 'asleep', 'flapping', 'gone'].sort(),
		);
		expect(await kindsOf(7)).toEqual(first);
		expect(await kindsOf(8)).not.toEqual(first);
		expect((await live({ mix: { gone: 0.9, awake: 0.2 } })).status).toBe(400);
		expect((await live({ naps: true })).status).toBe(400);
		expect((await live({ endpointIds: [1] })).status).toBe(400);
	});

	it('return from a reset with a new session, whose duration grows', async () => {
		await live({ kind: 'awake', returnSeconds: [20, 20] });
		const before = await connectivity();
		expect(before.status.description).toBe('ONLINE');
		expect(before.location).toMatchObject({
			operator: { id: 501 },
			last_updated: expect.any(String),
		});
		await reset();
		expect((await connectivity()).status.description).toBe('OFFLINE');
		pass(19);
		expect((await connectivity()).status.description).toBe('OFFLINE');
		pass(10);
		const after = await connectivity();
		expect(after.status.description).toBe('ONLINE');
		expect(after.pdp_context.pdp_context_id).not.toBe(before.pdp_context.pdp_context_id);
		pass(61);
		expect((await connectivity()).pdp_context).toMatchObject({
			pdp_context_id: after.pdp_context.pdp_context_id,
			duration: expect.stringMatching(/^00:01:0\d$/),
		});
		expect(await typesOf()).toEqual([1, 2, 3, 68, 5, 15, 1, 2, 3]);
		const events = await get(`/api/v1/endpoint/${ID}/event?sort=id`);
		expect(events[4].detail.session_id).toBe(events[2].detail.session_id);
		const away = Date.parse(events[6].timestamp) - Date.parse(events[3].timestamp);
		expect(Math.round(away / 1000)).toBe(20);
	});

	it('flap after a reset: each session is another, and the last one stays', async () => {
		await live({ kind: 'flapping', flaps: 3, flapSeconds: [30, 30], returnSeconds: [10, 10] });
		await reset();
		const sessions = new Set<number | undefined>();
		for (let look = 0; look < 20; look += 1) {
			pass(10);
			sessions.add((await connectivity()).pdp_context?.pdp_context_id);
		}
		sessions.delete(undefined);
		expect(sessions.size).toBe(4);
		expect((await typesOf()).filter((type: number) => type === 5)).toHaveLength(4);
		expect((await connectivity()).status.description).toBe('ONLINE');
	});

	it.each([
		['gone', 'OFFLINE'],
		['attached', 'ATTACHED'],
	])('a device that is %s stays %s until it is restarted', async (kind, state) => {
		await live({ kind });
		await reset();
		pass(3 * 86_400);
		expect((await connectivity()).status.description).toBe(state);
		await call('POST', '/_sim/lives/act', { endpointIds: [ID], do: 'restart' });
		pass(120);
		expect((await connectivity()).status.description).toBe('ONLINE');
	});

	it('keep a session in PSM: ONLINE and unreachable, and waking makes no event', async () => {
		await live({ kind: 'psm', sleepSeconds: 86_400 });
		const { pdp_context: session } = await connectivity();
		const info = await get(`/api/v1/endpoint/${ID}/connectivity_info`);
		expect(info.subscriber_info.state).toBe('network_determined_not_reachable');
		const before = await typesOf();
		await ask('ping');
		pass(60);
		expect((await messages())[0].status.description).toBe('BUFFERED');
		pass(23.9 * 3600);
		expect((await messages())[0].status.description).toMatch(/DELIVERED|EXPIRED/);
		expect(await typesOf()).toEqual(before);
		expect((await connectivity()).pdp_context.pdp_context_id).toBe(session.pdp_context_id);
	});

	it('sleep without a session, and wake by their own clock', async () => {
		await live({ kind: 'asleep', sleepSeconds: 7200 });
		expect((await connectivity()).status.description).toBe('ATTACHED');
		pass(4 * 7200);
		const types = await typesOf();
		expect(types.filter((type: number) => type === 3).length).toBeGreaterThanOrEqual(4);
	});

	it('log a suspension at a reset where the service does so', async () => {
		await live({ isResetLoggedAsSuspension: true });
		await reset();
		const events = (await get('/api/v1/event?sort=id')) as Array<{ event_type: { id: number } }>;
		expect(events.map(({ event_type: { id } }) => id).slice(3, 8)).toEqual([68, 9, 43, 42, 8]);
	});
});

describe('replies', () => {
	const moOf = async () =>
		(await messages())
			.filter((sms: { sms_type: { id: number } }) => sms.sms_type.id === 2)
			.reverse();

	it.each([
		['never', 0],
		['plain', 1],
		['early', 1],
		['several', 3],
		['repeated', 2],
	])('%s: %i', async (reply, count) => {
		await live({ reply, replyText: 'OK {question}' });
		await ask('ping');
		pass(120);
		const all = await moOf();
		expect(all).toHaveLength(count);
		for (const { payload } of all) expect(payload).toContain('OK ping');
		if (reply === 'repeated') expect(all[0].id).not.toBe(all[1].id);
	});

	it('are there at once where they are early', async () => {
		await live({ reply: 'early' });
		await ask('ping');
		expect(await moOf()).toHaveLength(1);
	});

	it('that are long come in parts', async () => {
		await live({ reply: 'long' });
		await ask('ping');
		pass(120);
		const parts = await moOf();
		expect(parts.length).toBeGreaterThan(1);
		expect(parts.map(({ udh }: { udh: string }) => udh.slice(6))).toEqual(
			parts.map((_: unknown, index: number) =>
				expect.stringMatching(new RegExp(`^[0-9a-f]{2}0${parts.length}0${index + 1}$`)),
			),
		);
		expect(parts.map(({ payload }: { payload: string }) => payload).join('')).toMatch(
			/^OK ping and a/,
		);
	});

	it('over the P2P limit are stored as failed, and told once', async () => {
		await live({ reply: 'plain' });
		for (let asked = 0; asked < 7; asked += 1) {
			await ask(`${asked}`, { source_address: '491710000001' });
			pass(120);
		}
		expect((await moOf()).map(({ status }: { status: { id: number } }) => status.id)).toEqual([
			4, 4, 4, 4, 4, 5, 5,
		]);
		expect((await typesOf()).filter((type: number) => type === 66)).toHaveLength(1);
		pass(86_400);
		await ask('again', { source_address: '491710000001' });
		pass(120);
		expect((await moOf()).at(-1).status.id).toBe(4);
	});

	it('answer an alphanumeric sender unless the device does not', async () => {
		const alphanumeric = { source_address: 'Depot', source_address_type: { id: 208 } };
		await live({ reply: 'plain' });
		await ask('ping', alphanumeric);
		pass(120);
		expect(await moOf()).toHaveLength(1);
		await live({ reply: 'plain', isAlphanumericAnswered: false });
		await ask('ping', alphanumeric);
		pass(120);
		expect(await moOf()).toHaveLength(1);
	});

	it('an SMS to a device that stays away expires after a day', async () => {
		await live({ kind: 'gone' });
		await reset();
		await ask('ping');
		pass(86_401);
		expect((await messages())[0].status.description).toBe('EXPIRED');
	});
});

test('a refused session is a warning of Policy Control', async () => {
	await call('POST', '/_sim/endpoint', { endpointId: ID, blocked: true });
	await live({ kind: 'awake', returnSeconds: [1, 1] });
	await reset();
	pass(60);
	const events = await get(`/api/v1/endpoint/${ID}/event?sort=id`);
	expect(events.at(-1)).toMatchObject({
		event_type: { id: 3 },
		event_severity: { description: 'Warn' },
		event_source: { description: 'Policy Control' },
	});
});
