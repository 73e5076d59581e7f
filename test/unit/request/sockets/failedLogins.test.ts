import { storeFor } from '../../../support/n8n/n8n';
import { CALLS, closeAll, isSend, itemsOf, run, serve, verdicts } from './drive';
import * as f from './faults';
import { isLogin, LOGIN_FAILURES } from './loginFailures';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* A failed login is not repeated for each item. */

afterAll(closeAll);

const items = itemsOf(300);

describe.each([
	['an application token', 'cellularIotTokenApi', {}],
	['a user', 'cellularIotUserApi', { mfaMethod: 'none' }],
])('a login with %s', (account, credential, user) => {
	test.each(LOGIN_FAILURES)(
		'is tried twice at most for 300 items when it fails with %s',
		async (_, strike) => {
			const service = await serve();
			service.fail(f.at('read', strike, { when: isLogin }));
			const store = storeFor(service.url, { user });
			const output = await run(store, CALLS.act, items, { credential });
			for (const said of verdicts(output, items.length)) {
				expect(['notSent', 'refused']).toContain(said);
			}
			expect(service.arrivals.filter(isLogin).length).toBeLessThanOrEqual(2);
			expect(service.arrivals.filter(isSend)).toEqual([]);
			// Other executions do not try it again immediately.
			for (let i = 0; i < 20; i++) await run(store, CALLS.act, items.slice(0, 2), { credential });
			expect(service.arrivals.filter(isLogin).length).toBeLessThanOrEqual(2);
		},
	);
});

test('logs in three times at most per run when the service refuses every other request', async () => {
	const service = await serve();
	let calls = 0;
	const refuse = f.answer({ status: 401, body: { message: 'Unauthorized' } });
	const storm = f.at('read', refuse, { when: (it) => !isLogin(it) && ++calls % 2 === 0 });
	service.fail(storm);
	const output = await run(storeFor(service.url), CALLS.act, items);
	expect(service.api.logins).toBeLessThanOrEqual(3);
	const said = verdicts(output, items.length);
	expect(said.filter((verdict) => verdict === 'done').length).toBeGreaterThan(100);
	for (const [index, verdict] of said.entries()) {
		expect(service.api.times(`m${index}`)).toBe(verdict === 'done' ? 1 : 0);
	}
});
