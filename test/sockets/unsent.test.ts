import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { runAt } from './fastTime';
import { CALLS, closeAll, messageOf, run, serve, session, verdicts } from './drive';
import { silence } from './silence';

/* What certainly never left: a SYN without an answer, and what n8n itself holds back. */

afterAll(closeAll);
beforeAll(() => runAt(30));

/** A store whose session works, and then this happens at the service's port. */
async function sessionThen(full: boolean) {
	const service = await serve();
	const store = await session(service);
	const port = Number(new URL(service.url).port);
	await service.close();
	return { store, end: await silence(port, full) };
}

test('a SYN that is not answered: not sent', async () => {
	const { store, end } = await sessionThen(true);
	try {
		expect(verdicts(await run(store, CALLS.act))).toEqual(['notSent']);
	} finally {
		end();
	}
});

test('a connection that is made, to a process that is frozen: unknown', async () => {
	const { store, end } = await sessionThen(false);
	try {
		expect(verdicts(await run(store, CALLS.act))).toEqual(['unknown']);
	} finally {
		end();
	}
});

test("a request that n8n's own guard blocks: not sent, and said so", async () => {
	const service = await serve();
	const store = await session(service);
	const guard = Container.get(SsrfProtectionConfig);
	guard.enabled = true;
	try {
		const before = service.arrivals.length;
		const output = await run(store, CALLS.act);
		expect(verdicts(output)).toEqual(['notSent']);
		expect(messageOf(output)).toMatch(/blocked/);
		expect(service.arrivals).toHaveLength(before);
	} finally {
		guard.enabled = false;
	}
});

test('a host that the credential does not allow: not sent, and said so', async () => {
	const service = await serve();
	const store = await session(service);
	const id = 'cellularIotTokenApi';
	store.set(id, {
		...store.get(id),
		allowedHttpRequestDomains: 'domains',
		allowedDomains: 'api.example.com',
	});
	const output = await run(store, CALLS.act);
	expect(verdicts(output)).toEqual(['notSent']);
	expect(messageOf(output)).toMatch(/allow/i);
});
