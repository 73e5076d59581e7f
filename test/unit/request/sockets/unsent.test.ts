import { CALLS, closeAll, run, serve, session, verdicts } from './drive';
import { inNoTime, runAt } from './fastTime';
import { silence } from './silence';

/*
 * Requests that certainly never left, and some that may have: a SYN without an answer, a frozen
 * process.
 */

afterAll(closeAll);
beforeAll(() => runAt(30));

/** A store whose session works, and then this happens at the service's port. */
async function sessionThen(full: boolean) {
	for (let tries = 1; ; tries++) {
		const service = await serve();
		const store = await session(service);
		const port = Number(new URL(service.url).port);
		await service.close();
		try {
			return { store, end: await inNoTime(async () => await silence(port, full)) };
		} catch (error) {
			// Another test of this machine may have got the port meanwhile.
			if (tries === 5) throw error;
		}
	}
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
