import type { WireRequest } from '../../../src/wire';
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

/** Sends a request that fails with the fault once; then the service answers. */
async function run(effect: Effect, fault: string, then: Reply = (on) => on.reply(200, { id: 7 })) {
	const b = bench();
	const { method } = REQUESTS[effect];
	const on = () => nock(b.baseUrl).intercept('/api/v1/endpoint/7', method);
	FAULTS[fault]!(on());
	then(on());
	const sent = b.send(REQUESTS[effect]);
	return { ...b, sent, attempts: () => b.wire.length };
}

/** The second attempt is the same request as the first. */
function expectSentTwice(wire: WireRequest[]): void {
	const asSent = wire.map(({ method, url, body }) => ({ method, url, body }));
	expect(asSent).toHaveLength(2);
	expect(asSent[1]).toEqual(asSent[0]);
}

describe('a request that was not sent or was rate limited is sent again, whatever its effect', () => {
	const cases = NOT_SENT.flatMap((fault) =>
		(['read', 'set', 'act'] as const).map((effect) => [fault, effect] as const),
	);
	test.each(cases)('after %s: a %s', async (fault, effect) => {
		const { sent, wire } = await run(effect, fault);
		expect((await sent).body).toEqual({ id: 7 });
		expectSentTwice(wire);
	});
});

describe('a request that may have been applied', () => {
	test.each(AMBIGUOUS.flatMap((f) => [[f, 'read'] as const, [f, 'set'] as const]))(
		'after %s, a %s is sent again',
		async (fault, effect) => {
			const { sent, wire } = await run(effect, fault);
			expect((await sent).body).toEqual({ id: 7 });
			expectSentTwice(wire);
		},
	);

	test.each(AMBIGUOUS)(
		'after %s, an act is not sent again and its outcome is unknown',
		async (fault) => {
			const { sent, attempts } = await run('act', fault);
			const error = await failureOf(sent);
			expect(attempts()).toBe(1);
			expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'unknown' });
			expect(error.message).toMatch(/may have been applied and was not sent again/);
			expect(error.hint).toMatch(/Check in the service whether it took effect/);
		},
	);

	test('treats a truncated answer to an act like no answer', async () => {
		const b = bench();
		b.answers({ status: 201, body: '{"id": 12' });
		expect(await failureOf(b.send(REQUESTS.act))).toMatchObject({ outcome: 'unknown' });
		b.answers({ status: 200, body: '[{"id": 12' });
		expect(await failureOf(b.send(REQUESTS.read))).toMatchObject({ name: 'NoAnswerError' });
	});

	test('an act that got a 503 after a 429 is not sent again', async () => {
		const b = bench();
		b.answers({ status: 429 }, { status: 503 }, { status: 200 });
		expect(await failureOf(b.send(REQUESTS.act))).toMatchObject({ outcome: 'unknown' });
		expect(b.wire).toHaveLength(2);
	});
});

describe('a refusal of the service', () => {
	test.each([400, 401, 403, 404, 405, 409, 410, 422])('a %i is not retried', async (status) => {
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

	test('a 404 to DELETE counts as success: the object is deleted', async () => {
		const b = lostThen(404, { message: 'not found' });
		await expect(b.send({ method: 'DELETE', effect: 'set' })).resolves.toMatchObject({
			status: 204,
		});
		expect(b.wire).toHaveLength(2);
	});

	test('a 409 with code 1405 to PUT counts as success: the object exists', async () => {
		const b = lostThen(409, { error_code: 1405 });
		await expect(b.send({ method: 'PUT', effect: 'set' })).resolves.toMatchObject({ status: 204 });
		expect(b.wire).toHaveLength(2);
	});

	test('a 409 without code 1405 to PUT leaves the outcome unknown', async () => {
		const error = await failureOf(lostThen(409, {}).send({ method: 'PUT', effect: 'set' }));
		expect(error.outcome).toBe('unknown');
	});

	test.each([400, 401, 403, 404, 409, 422])(
		'a %i to a `set` leaves the outcome unknown and advises reading the state',
		async (status) => {
			const error = await failureOf(lostThen(status, { message: 'no' }).send(REQUESTS.set));
			expect(error).toMatchObject({
				outcome: 'unknown',
				message: expect.stringMatching(/got no answer and may have been applied/),
				hint: expect.stringMatching(/Read its current state/),
			});
		},
	);

	test.each([400, 403, 404, 422])('a %i to a read is reported as refused', async (status) => {
		const error = await failureOf(lostThen(status, {}).send(REQUESTS.read));
		expect(error).toMatchObject({ outcome: 'refused', status });
	});

	test('a 404 to a bulk DELETE leaves the outcome unknown, since it may concern one object only', async () => {
		const b = lostThen(404, { message: 'not found' });
		const error = await failureOf(b.send({ method: 'DELETE', effect: 'set', body: [{ id: 1 }] }));
		expect(error.outcome).toBe('unknown');
	});
});

test('a 404 to the first attempt of a DELETE is reported as a 404', async () => {
	const b = bench();
	b.answers({ status: 404, body: '' });
	expect(await failureOf(b.send({ method: 'DELETE', effect: 'set' }))).toMatchObject({
		status: 404,
	});
});

describe('duration and number of retries', () => {
	const always = (status: number, headers: object = {}) => ({
		status,
		headers,
		body: { error_code: 1105 },
	});

	test.each([
		[0, []],
		[0.5, [250, 500]],
		[0.999, [499.5, 999]],
	])('makes three attempts with full jitter of %d up to 500 ms and 1 s', async (random, waits) => {
		const b = bench({ random: () => random });
		b.answers(always(503));
		await failureOf(b.send());
		expect(b.wire).toHaveLength(3);
		expect(b.slept.map((ms) => Math.round(ms * 10) / 10)).toEqual(waits);
	});

	test.each([
		['seconds', () => '7'],
		['a date', (now: number) => new Date(now + 7000).toUTCString()],
	])('waits at least as long as a Retry-After given as %s', async (_form, header) => {
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

	test('a Retry-After date is measured from the Date header of the answer', async () => {
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

	test('waits six minutes at most after a 429, then reports an error', async () => {
		const b = bench();
		b.answers(always(429, { 'retry-after': '600' }));
		const error = await failureOf(b.send());
		expect(b.slept.reduce((all, ms) => all + ms, 0)).toBe(360_000);
		expect(error.outcome).not.toBe('unknown');
		expect(b.wire).toHaveLength(2);
	});

	test('ignores an unreadable Retry-After', async () => {
		const b = bench({ random: () => 0.5 });
		b.answers(always(503, { 'retry-after': 'soon' }));
		await failureOf(b.send());
		expect(b.slept).toEqual([250, 500]);
	});

	test('limits the retries of a process when the service never recovers', async () => {
		const b = bench();
		b.answers(always(503));
		await Promise.all(Array.from({ length: 60 }, async () => await failureOf(b.send())));
		expect(b.wire.length).toBe(60 + 20);
	});
});

describe('a cancelled run', () => {
	/** A run that is cancelled during its first attempt, with the given answer. */
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

	test('sends nothing after the cancellation', async () => {
		const b = bench({ signal: AbortSignal.abort() });
		expect(await failureOf(b.send(REQUESTS.act))).toMatchObject({ outcome: 'notSent' });
		expect(b.wire).toHaveLength(0);
	});

	test.each([
		['act', 'unknown'],
		['set', 'unknown'],
	] as const)('during the attempt of a %s reports the outcome %s', async (effect, outcome) => {
		const b = cancelled(cut);
		expect(await failureOf(b.send(REQUESTS[effect]))).toMatchObject({ outcome });
		expect(b.wire).toHaveLength(1);
	});

	test.each([
		['read', 'unknown'],
		['set', 'unknown'],
	] as const)('that only the host knows of: a %s is not sent again', async (effect, outcome) => {
		const b = bench();
		b.answer(async () => {
			throw Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
		});
		expect(await failureOf(b.send(REQUESTS[effect]))).toMatchObject({ outcome });
		expect(b.wire).toHaveLength(1);
	});

	test('during the wait before a retry reports an unknown outcome', async () => {
		const b = cancelled(() => 503);
		expect(await failureOf(b.send(REQUESTS.set))).toMatchObject({ outcome: 'unknown' });
		expect(b.wire).toHaveLength(1);
	});

	test('during the wait after a 429 does not report an unknown outcome', async () => {
		const b = cancelled(() => 429);
		const error = await failureOf(b.send(REQUESTS.act));
		expect(error.outcome).not.toBe('unknown');
		expect(b.wire).toHaveLength(1);
	});
});
