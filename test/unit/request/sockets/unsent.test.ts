import { CALLS, closeAll, run, serve, session, verdicts } from './drive';
import { inNoTime, unanswered } from './stillTime';
import { silence } from './silence';

/*
 * Requests that were certainly not sent, and requests that may have been: an unanswered SYN and a
 * frozen process.
 */

afterAll(closeAll);

/** A store with a working session, after which a frozen process takes over the port. */
async function sessionThen(full: boolean) {
	for (let tries = 1; ; tries++) {
		const service = await serve();
		const store = await session(service);
		const port = Number(new URL(service.url).port);
		await service.close();
		try {
			return { store, end: await inNoTime(async () => await silence(port, full)) };
		} catch (error) {
			// Another process may have taken the port in the meantime.
			if (tries === 5) throw error;
		}
	}
}

test('reports notSent when a SYN is not answered', async () => {
	const { store, end } = await sessionThen(true);
	try {
		expect(verdicts(await unanswered(async () => await run(store, CALLS.act)))).toEqual([
			'notSent',
		]);
	} finally {
		end();
	}
});

test('reports unknown when the connected process is frozen', async () => {
	const { store, end } = await sessionThen(false);
	try {
		expect(verdicts(await unanswered(async () => await run(store, CALLS.act)))).toEqual([
			'unknown',
		]);
	} finally {
		end();
	}
});
