import { APPLICATION_TOKENS, type FaultRule } from '../../simulator';
import { ENDPOINT, kinds, startBench, type Send } from './support';

describe('faults', () => {
	let bench: Awaited<ReturnType<typeof startBench>>;
	let call: Send;
	beforeAll(async () => (bench = await startBench({ seed: { endpoints: 1 } })));
	beforeEach(async () => {
		await bench.sim.reset();
		call = await bench.app();
	});
	afterAll(() => bench.sim.close());
	const PATH = '/api/v1/endpoint/10001/sms';
	const plan = (rule: Omit<FaultRule, 'match'>) =>
		bench.sim.setFaults({ rules: [{ match: { method: 'POST', path: '/sms$' }, ...rule }] });
	const sendSms = () => call('POST', PATH, { payload: 'a' });
	/** The status, or `lost` when no whole answer came. */
	const outcome = () =>
		sendSms().then(
			({ status }) => status,
			() => 'lost',
		);
	const applied = () => kinds(bench.sim).filter((kind) => kind === 'sms.sent').length;

	it.each([
		['refuse', 'lost', 0],
		['resetBefore', 'lost', 0],
		['resetAfter', 'lost', 1],
		['truncated', 'lost', 1],
		['tooManyRequests', 429, 0],
		['errorBefore', 503, 0],
		['errorAfter', 503, 1],
		['unauthorized', 401, 0],
		['slowBody', 201, 1],
		['delay', 201, 1],
		['delayAnswer', 201, 1],
		['duplicateAnswer', 201, 1],
	] as const)('%s: the client sees %s, applied %d times', async (kind, seen, effects) => {
		plan({ kind, times: 1, delayMs: 1 });
		expect(await outcome()).toBe(seen);
		expect(applied()).toBe(effects);
		expect(bench.sim.ledger().requests.at(-1)?.fault).toBe(kind);
		expect(await outcome()).toBe(201);
		expect(applied()).toBe(effects + 1);
	});

	it('sends a cut body as if it were whole', async () => {
		bench.sim.setFaults({ rules: [{ kind: 'malformed', times: 1 }] });
		await expect(call('GET', '/api/v1/endpoint/10001')).rejects.toThrow(SyntaxError);
		expect((await call('GET', '/api/v1/endpoint/10001')).status).toBe(200);
	});

	it('says Retry-After in seconds or as a date by its own clock', async () => {
		plan({ kind: 'tooManyRequests', retryAfter: 7, times: 1 });
		const seconds = await sendSms();
		expect([seconds.headers.get('retry-after'), seconds.body.error_code]).toEqual(['7', 1105]);
		plan({ kind: 'tooManyRequests', retryAfter: 7, retryAfterForm: 'date', times: 1 });
		bench.sim.clock.set(Date.parse('2030-01-01T00:00:00Z'));
		const date = await sendSms();
		const at = Date.parse(date.headers.get('retry-after') ?? '');
		const by = Date.parse(date.headers.get('date') ?? '');
		expect(at - by).toBeGreaterThanOrEqual(7000);
		plan({ kind: 'tooManyRequests', times: 1 });
		expect((await sendSms()).headers.get('retry-after')).toBeNull();
	});

	it('answers errors as JSON, HTML or nothing', async () => {
		const page = async (body: 'html' | 'empty') => {
			plan({ kind: 'errorBefore', status: 502, body, times: 1 });
			const answer = await fetch(bench.sim.url + PATH, { method: 'POST' });
			return [answer.status, (await answer.text()).slice(0, 6)];
		};
		expect(await page('html')).toEqual([502, '<html>']);
		expect(await page('empty')).toEqual([502, '']);
	});

	it('hits by rate the same calls for the same seed', async () => {
		const run = async (seed: number) => {
			bench.sim.setFaults({ seed, rules: [{ kind: 'errorBefore', rate: 0.3 }] });
			const statuses: number[] = [];
			for (let n = 0; n < 40; n += 1) statuses.push((await sendSms()).status);
			return statuses;
		};
		const first = await run(7);
		expect(await run(7)).toEqual(first);
		expect(await run(8)).not.toEqual(first);
		const share = first.filter((status) => status === 503).length / 40;
		expect(share).toBeGreaterThan(0.05);
		expect(share).toBeLessThan(0.6);
	});

	it('follows a script: skip, then so many times', async () => {
		plan({ kind: 'errorBefore', skip: 1, times: 2 });
		const seen = [];
		for (let n = 0; n < 5; n += 1) seen.push(await outcome());
		expect(seen).toEqual([201, 503, 503, 201, 201]);
	});

	it('lets the clock of one answer be off', async () => {
		bench.sim.setFaults({ rules: [{ kind: 'clockSkew', delayMs: -3 * 3_600_000, times: 1 }] });
		const { body, headers } = await bench.authenticate({
			application_token: APPLICATION_TOKENS.reseller,
		});
		const [, payload = ''] = body.auth_token.split('.');
		const { iat } = JSON.parse(Buffer.from(payload, 'base64url').toString());
		const now = bench.sim.clock.now() / 1000;
		expect(now - iat).toBeGreaterThan(2.9 * 3600);
		expect(Date.parse(headers.get('date') ?? '') / 1000 - iat).toBeLessThan(2);
	});

	it('is set, shown and cleared over HTTP', async () => {
		const rules = [{ kind: 'errorBefore', times: 3 }];
		const set = await call('PUT', '/_sim/faults', { seed: 1, rules });
		expect(set.body.rules[0]).toMatchObject({ kind: 'errorBefore', hits: 0 });
		await sendSms();
		expect((await call('GET', '/_sim/faults')).body.rules[0].hits).toBe(1);
		expect((await call('DELETE', '/_sim/faults')).status).toBe(204);
		expect(await outcome()).toBe(201);
		expect((await call('PUT', '/_sim/faults', { rules: [{ kind: 'no' }] })).status).toBe(400);
	});

	it('really refuses connections while it is off its port', async () => {
		const off = bench.sim.outage(50);
		await expect(fetch(`${bench.sim.url}/_sim/state`)).rejects.toThrow();
		await off;
		expect((await call('GET', '/_sim/state')).status).toBe(200);
	});
});

it('resets everything over HTTP', async () => {
	const bench = await startBench({ limits: true });
	const call = await bench.app();
	await call('POST', '/api/v1/endpoint', ENDPOINT);
	await call('POST', '/_sim/clock', { advance: 3600 });
	await call('PUT', '/_sim/faults', { rules: [{ kind: 'errorBefore' }] });
	const summary = (await call('GET', '/_sim/ledger/summary')).body;
	expect(summary.effects).toEqual({ 'endpoint.created': 1 });
	expect(summary.counters).toMatchObject({ authenticate: 1, requests: 2 });
	const ledger = (await call('GET', '/_sim/ledger?kind=endpoint.created')).body;
	expect(ledger.effects).toHaveLength(1);
	expect((await call('POST', '/_sim/reset')).status).toBe(204);
	const state = (await call('GET', '/_sim/state')).body;
	expect(state.endpoints).toBe(0);
	expect(Math.abs(Date.parse(state.now) - Date.now())).toBeLessThan(60_000);
	expect((await call('GET', '/api/v1/endpoint')).status).toBe(401);
	expect(bench.sim.ledger().requests).toHaveLength(1);
	expect((await (await bench.app())('GET', '/api/v1/endpoint')).status).toBe(200);
	await bench.sim.close();
});
