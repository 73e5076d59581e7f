import { Postman } from '../../../../src/triggers/mailbox/postman';
import { memoryBox, sms, waitFor } from './support';

/* If n8n was killed during a resumed run, it answers every later call that resumes the run with 500. */

const ASKER = { name: 'run', turn: 0 };
const CRASHED = {
	code: 0,
	message: "Cannot read properties of undefined (reading 'inputOverride')",
};

/** A mailbox with a waiting run that has its reply, and a postman whose calls n8n answers with `body`. */
async function setUp(key: string, body: object) {
	const mailbox = memoryBox();
	await waitFor(mailbox, ASKER.name, [{ endpointId: 10001 }]);
	await mailbox.take(sms(10001, 'OK'), ['m1']);
	const warned: string[] = [];
	const calls: string[] = [];
	const postman = new Postman(key, mailbox, {
		post: async (address) => {
			calls.push(address);
			return { status: 500, body };
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
