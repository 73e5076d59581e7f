import { Postman } from '../../../../src/triggers/mailbox/postman';
import { ASKING, HOME, memoryBox, sms, waitFor } from './support';

/* If n8n was killed during a resumed run, it answers every later call that resumes the run with 500. */

const ASKER = { name: 'run', turn: 0 };
const CRASHED = {
	code: 0,
	message: "Cannot read properties of undefined (reading 'inputOverride')",
};

/** A mailbox with a waiting run that has its reply, and a postman whose calls n8n answers with `body`. */
async function setUp(key: string, body: unknown, { status = 500, home = HOME } = {}) {
	const mailbox = memoryBox();
	await waitFor(mailbox, ASKER.name, [{ endpointId: 10001 }]);
	await mailbox.take(sms(10001, 'OK'), ['m1']);
	const warned: string[] = [];
	const calls: string[] = [];
	const postman = new Postman(key, mailbox, {
		home,
		post: async (address) => {
			calls.push(address);
			return { status, body };
		},
		warn: (message) => void warned.push(message),
	});
	return { mailbox, postman, warned, calls };
}

const look = async (postman: Postman, times: number) => {
	for (let i = 0; i < times; i += 1) await postman.look();
};

test('gives up a run that crashed after it got its reply, and logs the endpoint', async () => {
	const { mailbox, postman, warned, calls } = await setUp('crashed', CRASHED);
	await mailbox.hand(ASKER);
	await look(postman, 20);
	expect(calls).toHaveLength(1);
	expect(warned).toEqual([expect.stringMatching(/shows it as crashed: .* endpoints 10001$/)]);
	expect(await mailbox.find(ASKER.name)).toBeUndefined();
});

test.each([
	['before the run had its reply', CRASHED, false],
	['for a reason that may pass', { code: 0, message: 'Database is not ready' }, true],
])('keeps the reply after a 500 %s', async (reason, body, isHanded) => {
	const { mailbox, postman, calls } = await setUp(reason, body);
	if (isHanded) await mailbox.hand(ASKER);
	await look(postman, 20);
	expect(calls.length).toBeGreaterThan(2);
	expect(await mailbox.endings(ASKER)).toMatchObject([{ reply: { text: 'OK' } }]);
});

test.each([
	['a page of a proxy', 404, '<html>404 Not Found</html>'],
	['the page of an n8n that is starting', 404, 'Cannot POST /webhook-waiting/1/sms-reply'],
	['its words while it starts', 200, 'n8n is starting up. Please wait'],
	['an n8n that does not know the address', 404, { code: 404, message: 'not registered' }],
	['a login page of a proxy', 401, '<html>Log in</html>'],
	['another program', 409, { message: 'Conflict' }],
])('keeps the reply after %s', async (who, status, body) => {
	const { mailbox, postman } = await setUp(who, body, { status });
	await look(postman, 20);
	expect(await mailbox.endings(ASKER)).toMatchObject([{ reply: { text: 'OK' } }]);
});

test.each([
	[404, { code: 404, message: 'The execution "1" does not exist.' }],
	[409, { code: 409, message: 'The execution "1 has finished already.' }],
	[409, { code: 409, message: 'The execution "1" has finished with error.' }],
	[401, { error: 'Invalid token' }],
])("ends a wait by n8n's own words: %i %j", async (status, body) => {
	const { mailbox, postman, calls } = await setUp(JSON.stringify(body), body, { status });
	await look(postman, 1);
	expect(calls).toHaveLength(1);
	expect(await mailbox.find(ASKER.name)).toBeUndefined();
});

test('leaves the waits of another n8n alone, also those that were not woken for days', async () => {
	const gone = { code: 404, message: 'The execution "1" does not exist.' };
	const home = { owner: 'elsewhere', origin: 'http://another' };
	const { mailbox, postman, calls } = await setUp('another', gone, { status: 404, home });
	await look(postman, 20);
	await postman.wake(ASKER.name);
	jest.useFakeTimers({ now: Date.now() + 30 * 86_400_000, doNotFake: ['nextTick'] });
	await look(postman, 1);
	jest.useRealTimers();
	expect(calls).toEqual([]);
	expect(await mailbox.endings(ASKER)).toMatchObject([{ reply: { text: 'OK' } }]);
});

test('calls its own address, whichever host the mailbox names', async () => {
	const mailbox = memoryBox();
	const calls: string[] = [];
	const postman = new Postman('own address', mailbox, {
		home: HOME,
		post: async (address) => {
			calls.push(address);
			return { status: 200, body: { state: 'resumed' } };
		},
		warn: () => {},
	});
	const address = 'http://169.254.169.254/webhook-waiting/1/sms-reply?signature=abc';
	await mailbox.begin(ASKER, address, HOME.owner);
	await mailbox.ask(ASKER, 0, ASKING, async () => ({ endpoint_id: 1, sms_ids: [1] }));
	await mailbox.open(ASKER, []);
	await mailbox.take(sms(1, 'OK'), ['m1']);
	await look(postman, 1);
	expect(calls).toEqual(['http://n8n/webhook-waiting/1/sms-reply?signature=abc&turn=0']);
});
