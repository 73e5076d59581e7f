import {
	CALLS,
	closeAll,
	dishonest,
	failing,
	isSend,
	itemsOf,
	run,
	serve,
	session,
	verdicts,
} from './drive';
import * as f from './faults';
import { isLogin } from './loginFailures';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/quickWaits'));

/* A service that refuses every session, or the login itself. */

afterAll(closeAll);

const refusal = f.answer({ status: 401, body: { message: 'Unauthorized' } });
/** Every session is refused. */
const REFUSING = f.at('read', refusal, { when: (request) => !isLogin(request) });
const many = itemsOf(500);

test('401 for ever: three logins a run at most, and every item has its verdict', async () => {
	const { service, store } = await failing(REFUSING);
	const before = service.api.logins;
	const said = verdicts(await run(store, CALLS.act, many), many.length);
	expect(service.api.logins - before).toBeLessThanOrEqual(3);
	for (const one of said) expect(['refused', 'notSent']).toContain(one);
	// A request that a renewal did not help is not tried five hundred times.
	expect(service.arrivals.length).toBeLessThan(many.length);
});

test('and the next run may log in again', async () => {
	const { service, store } = await failing(REFUSING);
	await run(store, CALLS.act, many);
	service.fail();
	expect(verdicts(await run(store, CALLS.act))).toEqual(['done']);
});

test('sessions that are revoked again and again: all done, each once', async () => {
	const service = await serve();
	const store = await session(service);
	let calls = 0;
	service.fail(
		f.at('read', () => {
			calls += 1;
			if (calls === 50) service.api.tokens.clear();
			return true;
		}),
	);
	const items = itemsOf(100);
	const before = service.api.logins;
	const said = verdicts(await run(store, CALLS.act, items), items.length);
	expect(said).toEqual(items.map(() => 'done'));
	expect(service.api.logins - before).toBe(1);
	for (const { key } of items) expect(dishonest(service, key, 'done')).toBeUndefined();
});

test('401 after the request was applied is no reason to send it again for ever', async () => {
	const { service, store } = await failing(REFUSING);
	await run(store, CALLS.act);
	expect(service.arrivals.filter(isSend)).toHaveLength(2);
});
