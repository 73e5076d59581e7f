import { CALLS, closeAll, failing, isSend, itemsOf, run, serve, verdicts } from './drive';
import { elapsed, pass, stepClock } from './stillTime';
import * as f from './faults';
import { isLogin } from './loginFailures';

/* A service that answers 429 with various Retry-After headers. */

afterAll(closeAll);

const MINUTE = 60_000;
const busy = (headers: Record<string, string> = {}) =>
	f.answer({ status: 429, headers, body: { error_code: 1105, error_token: 'TooManyRequests' } });

test.each<[string, Record<string, string>]>([
	['the year 9999', { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }],
	['400 digits', { 'Retry-After': '9'.repeat(400) }],
	['a billion seconds', { 'Retry-After': '1000000000' }],
	[
		'a date beside a Date of 1970',
		{
			'Retry-After': new Date(Date.now() + 1_000).toUTCString(),
			Date: 'Thu, 01 Jan 1970 00:00:00 GMT',
		},
	],
	['a negative number', { 'Retry-After': '-5' }],
	['words', { 'Retry-After': 'soon' }],
	['two values', { 'Retry-After': '1, 2' }],
])('reopens the lane within minutes after a single Retry-After of %s', async (_, headers) => {
	const { service, store } = await failing(f.at('read', busy(headers), { times: 1, when: isSend }));
	const [first = 'none'] = verdicts(await run(store, CALLS.act));
	expect(['done', 'notSent', 'refused']).toContain(first);
	await pass(7 * MINUTE);
	expect(verdicts(await run(store, CALLS.act, [{ key: 'later' }]))).toEqual(['done']);
	expect(service.api.times('one')).toBe(first === 'done' ? 1 : 0);
});

test('setting the clock back does not extend a pause', async () => {
	const { store } = await failing(
		f.at('read', busy({ 'Retry-After': '20' }), { times: 1, when: isSend }),
	);
	const first = run(store, CALLS.act);
	await pass(5_000);
	stepClock(-120 * MINUTE);
	const done = await Promise.race([first.then((out) => verdicts(out)[0]), pass(3 * MINUTE)]);
	expect(done).toBe('done');
	stepClock(120 * MINUTE);
});

test('sends every SMS exactly once despite 429s', async () => {
	const { service, store } = await failing(
		f.at('read', busy({ 'Retry-After': '3' }), { times: 5, when: isSend }),
	);
	const items = itemsOf(60);
	const said = verdicts(await run(store, CALLS.act, items), items.length);
	expect(said).toEqual(items.map(() => 'done'));
	expect(service.api.effects).toHaveLength(60);
});

test.each([
	['without a time', {}],
	['asking for 20 s each time', { 'Retry-After': '20' }],
])('a run gives up within minutes when every answer is a 429 %s', async (_, headers) => {
	const { service, store } = await failing(f.at('read', busy(headers), { when: isSend }));
	const items = itemsOf(300);
	const began = elapsed();
	const said = verdicts(await run(store, CALLS.act, items), items.length);
	for (const outcome of said) expect(['notSent', 'refused']).toContain(outcome);
	expect(said.filter((outcome) => outcome === 'notSent').length).toBeGreaterThan(200);
	expect(service.api.effects).toEqual([]);
	// A run waits six minutes at most, measured by the clock that this file moves.
	expect(elapsed() - began).toBeLessThan(9 * MINUTE);
});

test('a run gives up within minutes and sends nothing when every login gets a 429', async () => {
	const service = await serve();
	const { storeFor } = await import('../../../support/n8n/n8n');
	service.fail(f.at('read', busy({ 'Retry-After': '30' }), { when: isLogin }));
	const items = itemsOf(20);
	const began = elapsed();
	const said = verdicts(await run(storeFor(service.url), CALLS.act, items), items.length);
	for (const outcome of said) expect(['notSent', 'refused']).toContain(outcome);
	expect(elapsed() - began).toBeLessThan(9 * MINUTE);
});

test.each<[string, Record<string, string>]>([
	['no Retry-After', {}],
	['a Retry-After of two minutes', { 'Retry-After': '120' }],
])('the editor shows the wait for repeated 429s with %s within ten seconds', async (_, headers) => {
	const { service, store } = await failing(f.at('read', busy(headers), { when: isSend }));
	const begin = elapsed();
	const shown: Array<{ after: number; text: string }> = [];
	const onMessage = (text: string) => void shown.push({ after: elapsed() - begin, text });
	expect(verdicts(await run(store, CALLS.act, undefined, { onMessage }))).not.toEqual(['done']);
	expect(shown[0]?.text).toMatch(/waiting for .*429.*, .* at most$/);
	expect(shown[0]?.after).toBeLessThan(10_000);
	expect(service.api.effects).toEqual([]);
});
