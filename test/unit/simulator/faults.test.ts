import { APPLICATION_TOKENS, type FaultRule } from '../../../simulator';
import { each, ENDPOINT, kinds, startBench, useBench } from './support';

describe('faults', () => {
	const { bench, call, get, statusOf } = useBench({ seed: { endpoints: 1 } });
	const PATH = '/api/v1/endpoint/10001/sms';
	const plan = (rule: Omit<FaultRule, 'match'>) =>
		bench.sim.setFaults({ rules: [{ match: { method: 'POST', path: '/sms$' }, ...rule }] });
	const sendSms = () => call('POST', PATH, { payload: 'a' });
	/** The status, or `lost` without a complete answer. */
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
	] as const)(
		'%s: the client sees %s, and the SMS is sent %d times',
		async (kind, seen, effects) => {
			plan({ kind, times: 1, delayMs: 1 });
			expect(await outcome()).toBe(seen);
			expect(applied()).toBe(effects);
			expect(bench.sim.ledger().requests.at(-1)?.fault).toBe(kind);
			expect(await outcome()).toBe(201);
			expect(applied()).toBe(effects + 1);
		},
	);

	it('sends a truncated body as if it were complete', async () => {
		bench.sim.setFaults({ rules: [{ kind: 'malformed', times: 1 }] });
		await expect(call('GET', '/api/v1/endpoint/10001')).rejects.toThrow(SyntaxError);
		expect(await statusOf('GET', '/api/v1/endpoint/10001')).toBe(200);
	});

	it("sends Retry-After in seconds, or as a date by the simulator's clock", async () => {
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

	it('answers errors as HTML or with an empty body', async () => {
		const page = async (body: 'html' | 'empty') => {
			plan({ kind: 'errorBefore', status: 502, body, times: 1 });
			const answer = await fetch(bench.sim.url + PATH, { method: 'POST' });
			return [answer.status, (await answer.text()).slice(0, 6)];
		};
		expect(await page('html')).toEqual([502, '<html>']);
		expect(await page('empty')).toEqual([502, '']);
	});

	it('hits the same calls for the same seed and rate', async () => {
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

	it('skips and hits the numbers of calls that a rule sets', async () => {
		plan({ kind: 'errorBefore', skip: 1, times: 2 });
		const seen = [];
		for (let n = 0; n < 5; n += 1) seen.push(await outcome());
		expect(seen).toEqual([201, 503, 503, 201, 201]);
	});

	it('skews the clock of a single answer', async () => {
		bench.sim.setFaults({ rules: [{ kind: 'clockSkew', delayMs: -3 * 3_600_000, times: 1 }] });
		const { body, headers } = await bench.authenticate({
			application_token: APPLICATION_TOKENS.reseller,
		});
		const [, payload = ''] = body.auth_token.split('.');
		const { iat } = JSON.parse(Buffer.from(payload, 'base64url').toString());
		const now = bench.sim.clock.now() / 1000;
		expect(now - iat).toBeGreaterThan(2.9 * 3600);
		expect(Date.parse(headers.get('date') ?? '') / 1000 - iat).toBeLessThan(60);
		const next = await call('GET', '/api/v1/endpoint/10001');
		expect(now - Date.parse(next.headers.get('date') ?? '') / 1000).toBeLessThan(60);
	});

	describe('misleading answers', () => {
		const MULTI = '/api/v2/endpoint/multi';
		const LIST = '/api/v1/endpoint';
		const createFive = () =>
			fetch(bench.sim.url + MULTI, {
				method: 'POST',
				headers,
				body: JSON.stringify({
					...ENDPOINT,
					endpoints: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name })),
				}),
				redirect: 'manual',
			});
		let headers: Record<string, string>;
		beforeEach(async () => {
			const authorization = `Bearer ${await bench.tokenOf('reseller')}`;
			headers = { authorization, 'content-type': 'application/json' };
		});
		const rules = (...all: FaultRule[]) => bench.sim.setFaults({ rules: all });
		const made = () => kinds(bench.sim).filter((kind) => kind === 'endpoint.created').length;

		it('creates three of five endpoints, and returns three', async () => {
			rules({ kind: 'partial', items: 3 });
			const answer = await createFive();
			const body = (await answer.json()) as unknown[];
			expect([answer.status, body.length, made()]).toEqual([201, 3, 3]);
		});

		it.each([207, 200])(
			'creates three of five endpoints, and names the other two in a %d',
			async (status) => {
				rules({ kind: 'partial', items: 3, status });
				const answer = await createFive();
				const { errors } = (await answer.json()) as { errors: Array<{ message: string }> };
				expect([answer.status, made()]).toEqual([status, 3]);
				expect(errors.map(({ message }) => message.slice(0, 3))).toEqual(['[3]', '[4]']);
			},
		);

		it.each([
			['202 with an empty body', { status: 202, body: 'empty' }, 202, ''],
			['200 as plain text', { status: 200, body: 'text' }, 200, '200 Service unavailable'],
			['200 with an error', { status: 200, content: { error: 'no' } }, 200, '{"error":"no"}'],
			['a redirect', { status: 302, body: 'empty', headers: { Location: 'http://x/' } }, 302, ''],
		] as const)(
			'answers %s, whether the call is applied or not',
			async (_name, rule, status, text) => {
				for (const [kind, effects] of [
					['errorBefore', 0],
					['errorAfter', 5],
				] as const) {
					rules({ kind, ...rule });
					const answer = await createFive();
					expect([answer.status, await answer.text(), made()]).toEqual([status, text, effects]);
					if (status === 302) expect(answer.headers.get('location')).toBe('http://x/');
				}
			},
		);

		it('sends a wrong list size and a wrong date', async () => {
			const lie = { 'x-total-count': '1000000000', 'X-Total-Pages': '0', Date: null };
			rules({ kind: 'headers', headers: lie });
			const answer = await call('GET', LIST);
			expect(answer.body).toHaveLength(1);
			expect(answer.headers.get('x-total-count')).toBe('1000000000');
			expect(answer.headers.get('x-total-pages')).toBe('0');
			expect(answer.headers.get('date')).toBeNull();
			const retryAfter = 'Fri, 31 Dec 9999 23:59:59 GMT';
			const epoch = 'Thu, 01 Jan 1970 00:00:00 GMT';
			rules({ kind: 'tooManyRequests', retryAfter, headers: { Date: epoch } });
			const later = await call('GET', LIST);
			expect(later.headers.get('retry-after')).toBe(retryAfter);
			expect(later.headers.get('date')).toBe(epoch);
		});

		it('clamps pages, and drops entries between them', async () => {
			bench.sim.seed({ endpoints: 4 });
			rules({ kind: 'clamped', items: 2 });
			const clamped = await call('GET', `${LIST}?per_page=1000`);
			expect(clamped.body).toHaveLength(2);
			expect(clamped.headers.get('x-count-per-page')).toBe('2');
			rules({ kind: 'vanish', items: 2 });
			const ids = async (page: number) => each(await get(`${LIST}?per_page=2&page=${page}`), 'id');
			expect(await ids(1)).toEqual([10003, 10004]);
			expect(await ids(2)).toEqual([10005]);
		});

		it('answers ids that are null, strings, or above the largest safe integer', async () => {
			const text = async (ids: 'huge' | 'text' | 'null') => {
				rules({ kind: 'oddIds', ids });
				return (await call('GET', LIST)).text.slice(0, 26);
			};
			expect(await text('huge')).toContain('{"id":9007199254750994,');
			expect(await text('text')).toContain('{"id":"10001",');
			expect(await text('null')).toContain('{"id":null,');
		});
	});

	it('sets, shows and clears faults over HTTP', async () => {
		const rules = [{ kind: 'errorBefore', times: 3 }];
		const set = await call('PUT', '/_sim/faults', { seed: 1, rules });
		expect(set.body.rules[0]).toMatchObject({ kind: 'errorBefore', hits: 0 });
		await sendSms();
		expect((await get('/_sim/faults')).rules[0].hits).toBe(1);
		expect(await statusOf('DELETE', '/_sim/faults')).toBe(204);
		expect(await outcome()).toBe(201);
		expect(await statusOf('PUT', '/_sim/faults', { rules: [{ kind: 'no' }] })).toBe(400);
	});

	it('refuses connections during an outage', async () => {
		const off = bench.sim.outage(50);
		await expect(fetch(`${bench.sim.url}/_sim/state`)).rejects.toThrow();
		await off;
		expect(await statusOf('GET', '/_sim/state')).toBe(200);
	});
});

it('resets all state over HTTP', async () => {
	const bench = await startBench({ limits: 'documented' });
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
