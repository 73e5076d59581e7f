import { bench, REQUESTS } from '../../support/http';
import nock from '../../support/nock';
import { failureOf } from '../../support/secrets';

type Effect = keyof typeof REQUESTS;
type Reply = (scope: nock.Interceptor) => nock.Scope;

const fails = (code: string, more = {}): Reply => {
	const error = Object.assign(new Error(`${more} ${code}`), { code, ...more });
	return (on) => on.replyWithError(error);
};

const FAULTS: Record<string, Reply> = {
	'connection refused': fails('ECONNREFUSED', { syscall: 'connect' }),
	'unknown host': fails('ENOTFOUND', { syscall: 'getaddrinfo' }),
	'look-up failed': fails('EAI_AGAIN', { syscall: 'getaddrinfo' }),
	'certificate expired': fails('CERT_HAS_EXPIRED'),
	'connecting timed out': fails('ETIMEDOUT', { syscall: 'connect' }),
	'no TLS on the other side': fails('EPROTO', {
		syscall: 'write',
		message: 'write EPROTO ssl3_get_record:wrong version number',
	}),
	'too many requests': (on) => on.reply(429, { error_code: 1105 }),
	'timed out': fails('ECONNABORTED'),
	'read timed out': fails('ETIMEDOUT', { syscall: 'read' }),
	'unreachable in the middle': fails('EHOSTUNREACH', { syscall: 'read' }),
	reset: fails('ECONNRESET', { syscall: 'read' }),
	'broken pipe': fails('EPIPE', { syscall: 'write' }),
	'status 500': (on) => on.reply(500, { message: 'oops' }),
	'502 page': (on) => on.reply(502, '<html>Bad gateway</html>'),
	'status 503': (on) => on.reply(503),
	'a page instead of an answer': (on) => on.reply(200, '<html>Sign in</html>'),
};
const NOT_SENT = Object.keys(FAULTS).slice(0, 7);
const AMBIGUOUS = Object.keys(FAULTS).slice(7);

/** Meets the fault once, then a service that answers. */
async function run(effect: Effect, fault: string, then: Reply = (on) => on.reply(200, { id: 7 })) {
	const b = bench();
	const { method } = REQUESTS[effect];
	const on = () => nock(b.baseUrl).intercept('/api/v1/endpoint/7', method);
	FAULTS[fault]!(on());
	then(on());
	const sent = b.send(REQUESTS[effect]);
	return { ...b, sent, attempts: () => b.wire.length };
}

describe('nothing was sent, or too many were: it is sent again, whatever it does', () => {
	const cases = NOT_SENT.flatMap((fault) =>
		(['read', 'set', 'act'] as const).map((effect) => [fault, effect] as const),
	);
	test.each(cases)('%s: %s', async (fault, effect) => {
		const { sent, attempts } = await run(effect, fault);
		expect((await sent).body).toEqual({ id: 7 });
		expect(attempts()).toBe(2);
	});
});

describe('it may have been applied', () => {
	test.each(AMBIGUOUS.flatMap((f) => [[f, 'read'] as const, [f, 'set'] as const]))(
		'%s: %s is sent again',
		async (fault, effect) => {
			const { sent, attempts } = await run(effect, fault);
			expect((await sent).body).toEqual({ id: 7 });
			expect(attempts()).toBe(2);
		},
	);

	test.each(AMBIGUOUS)('%s: act is never sent again, and the outcome is unknown', async (fault) => {
		const { sent, attempts } = await run('act', fault);
		const error = await failureOf(sent);
		expect(attempts()).toBe(1);
		expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'unknown' });
		expect(error.message).toMatch(/may have been applied and was not sent again/);
		expect(error.hint).toMatch(/Check in the service whether it took effect/);
	});

	test('a cut answer to an act says as little as none', async () => {
		const b = bench();
		b.answers({ status: 201, body: '{"id": 12' });
		expect(await failureOf(b.send(REQUESTS.act))).toMatchObject({ outcome: 'unknown' });
		b.answers({ status: 200, body: '[{"id": 12' });
		expect(await failureOf(b.send(REQUESTS.read))).toMatchObject({ name: 'NoAnswerError' });
	});

	test('a lost act is not sent again by a later, harmless failure either', async () => {
		const b = bench();
		b.answers({ status: 429 }, { status: 503 }, { status: 200 });
		expect(await failureOf(b.send(REQUESTS.act))).toMatchObject({ outcome: 'unknown' });
		expect(b.wire).toHaveLength(2);
	});
});

describe('the service said no', () => {
	test.each([400, 401, 403, 404, 405, 409, 410, 422])('%i is not tried again', async (status) => {
		for (const effect of ['read', 'set', 'act'] as const) {
			const b = bench();
			b.answers({ status, body: { message: 'no' } });
			expect(await failureOf(b.send(REQUESTS[effect]))).toMatchObject({
				status,
				outcome: 'refused',
			});
			expect(b.wire).toHaveLength(1);
		}
	});
});

describe('after an attempt without an answer', () => {
	const lostThen = (status: number, body: unknown) => {
		const b = bench();
		b.answers({ status: 503, body: '' }, { status, body });
		return b;
	};

	test('a 404 to DELETE means that it is gone', async () => {
		const b = lostThen(404, { message: 'not found' });
		await expect(b.send({ method: 'DELETE', effect: 'set' })).resolves.toMatchObject({
			status: 204,
		});
	});

	test('a 409 with 1405 to PUT means that it is there', async () => {
		const b = lostThen(409, { error_code: 1405 });
		await expect(b.send({ method: 'PUT', effect: 'set' })).resolves.toMatchObject({ status: 204 });
	});

	test('another 409 to PUT does not', async () => {
		const error = await failureOf(lostThen(409, {}).send({ method: 'PUT', effect: 'set' }));
		expect(error.outcome).toBe('unknown');
	});

	test.each([400, 401, 403, 404, 409, 422])(
		'a %i to a `set` says nothing of the attempt before: unknown, and to be read again',
		async (status) => {
			const error = await failureOf(lostThen(status, { message: 'no' }).send(REQUESTS.set));
			expect(error).toMatchObject({
				outcome: 'unknown',
				message: expect.stringMatching(/got no answer and may have been applied/),
				hint: expect.stringMatching(/Read its current state/),
			});
		},
	);

	test.each([400, 403, 404, 422])('a %i to a read is its answer', async (status) => {
		const error = await failureOf(lostThen(status, {}).send(REQUESTS.read));
		expect(error).toMatchObject({ outcome: 'refused', status });
	});

	test('a 404 to a bulk DELETE does not: it can be about one of many', async () => {
		const b = lostThen(404, { message: 'not found' });
		const error = await failureOf(b.send({ method: 'DELETE', effect: 'set', body: [{ id: 1 }] }));
		expect(error.outcome).toBe('unknown');
	});
});

test('a 404 to DELETE at the first attempt is a 404', async () => {
	const b = bench();
	b.answers({ status: 404, body: '' });
	expect(await failureOf(b.send({ method: 'DELETE', effect: 'set' }))).toMatchObject({
		status: 404,
	});
});

describe('how long and how often', () => {
	const always = (status: number, headers: object = {}) => ({
		...{ status, headers, body: { error_code: 1105 } },
	});

	test.each([
		[0, []],
		[0.5, [250, 500]],
		[0.999, [499.5, 999]],
	])('three attempts; full jitter of %d below 500 ms and 1 s', async (random, waits) => {
		const b = bench({ random: () => random });
		b.answers(always(503));
		await failureOf(b.send());
		expect(b.wire).toHaveLength(3);
		expect(b.slept.map((ms) => Math.round(ms * 10) / 10)).toEqual(waits);
	});

	test.each([
		['seconds', () => '7'],
		['a date', (now: number) => new Date(now + 7000).toUTCString()],
	])('Retry-After in %s is never undercut', async (_form, header) => {
		const b = bench({ random: () => 0 });
		const replies = [429, 503, 200];
		b.answer(async () => {
			const status = replies.shift()!;
			return { status, headers: { 'retry-after': header(b.time.now) }, body: {} };
		});
		const began = b.time.now;
		await b.send();
		expect(b.wire).toHaveLength(3);
		expect(b.time.now - began).toBeGreaterThanOrEqual(14_000);
		expect(b.time.now - began).toBeLessThan(20_000);
	});

	test('a Retry-After by a clock that differs counts from the Date of its answer', async () => {
		const b = bench({ random: () => 0 });
		const ahead = b.time.now + 3_600_000;
		const headers = {
			date: new Date(ahead).toUTCString(),
			'retry-after': new Date(ahead + 5000).toUTCString(),
		};
		b.answers({ status: 429, headers }, { status: 200 });
		const began = b.time.now;
		await b.send();
		expect(b.time.now - began).toBe(5000);
	});

	test('a 429 is waited out for six minutes, not for as long as it asks, and then an error', async () => {
		const b = bench();
		b.answers(always(429, { 'retry-after': '600' }));
		const error = await failureOf(b.send());
		expect(b.slept.reduce((all, ms) => all + ms, 0)).toBe(360_000);
		expect(error.outcome).not.toBe('unknown');
		expect(b.wire).toHaveLength(2);
	});

	test('a Retry-After that cannot be read counts as none', async () => {
		const b = bench({ random: () => 0.5 });
		b.answers(always(503, { 'retry-after': 'soon' }));
		await failureOf(b.send());
		expect(b.slept).toEqual([250, 500]);
	});

	test('a service that never answers is not hammered: the retries of a process are counted', async () => {
		const b = bench();
		b.answers(always(503));
		await Promise.all(Array.from({ length: 60 }, async () => await failureOf(b.send())));
		expect(b.wire.length).toBe(60 + 20);
	});
});

describe('a cancelled run', () => {
	/** A run that is cancelled as its first attempt is under way, and that attempt's answer. */
	const cancelled = (answer: (signal?: AbortSignal) => number) => {
		const stop = new AbortController();
		const b = bench({ signal: stop.signal });
		b.answer(async ({ signal }) => {
			stop.abort();
			return { status: answer(signal), headers: {}, body: {} };
		});
		return b;
	};
	const cut = (signal?: AbortSignal): never => {
		signal?.throwIfAborted();
		throw new Error('it should have been aborted');
	};

	test('sends nothing any more', async () => {
		const b = bench({ signal: AbortSignal.abort() });
		expect(await failureOf(b.send(REQUESTS.act))).toMatchObject({ outcome: 'notSent' });
		expect(b.wire).toHaveLength(0);
	});

	test.each([
		['act', 'unknown'],
		['set', 'unknown'],
	] as const)('with %s under way has an outcome that is %s', async (effect, outcome) => {
		const b = cancelled(cut);
		expect(await failureOf(b.send(REQUESTS[effect]))).toMatchObject({ outcome });
		expect(b.wire).toHaveLength(1);
	});

	test('while it waits to repeat what had left has an outcome that is unknown', async () => {
		const b = cancelled(() => 503);
		expect(await failureOf(b.send(REQUESTS.set))).toMatchObject({ outcome: 'unknown' });
		expect(b.wire).toHaveLength(1);
	});

	test('while it waits after a 429 has sent nothing', async () => {
		const b = cancelled(() => 429);
		const error = await failureOf(b.send(REQUESTS.act));
		expect(error.outcome).not.toBe('unknown');
		expect(b.wire).toHaveLength(1);
	});
});
