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

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* A service that refuses every session, or the login itself. */

afterAll(closeAll);

const refusal = f.answer({ status: 401, body: { message: 'Unauthorized' } });
/** Every session is refused. */
const REFUSING = f.at('read', refusal, { when: (request) => !isLogin(request) });
const many = itemsOf(500);

test('logs in three times at most per run when every request gets a 401', async () => {
	const { service, store } = await failing(REFUSING);
	const before = service.api.logins;
	const said = verdicts(await run(store, CALLS.act, many), many.length);
	expect(service.api.logins - before).toBeLessThanOrEqual(3);
	for (const outcome of said) expect(['refused', 'notSent']).toContain(outcome);
	// Items do not keep sending after a renewed session was refused.
	expect(service.arrivals.length).toBeLessThan(many.length);
});

test('the next run logs in again after a run that was refused with 401', async () => {
	const { service, store } = await failing(REFUSING);
	await run(store, CALLS.act, many);
	service.fail();
	expect(verdicts(await run(store, CALLS.act))).toEqual(['done']);
});

test('renews a revoked session with one login and sends every item exactly once', async () => {
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

test('sends a request twice at most when it gets a 401 each time', async () => {
	const { service, store } = await failing(REFUSING);
	await run(store, CALLS.act);
	expect(service.arrivals.filter(isSend)).toHaveLength(2);
});
