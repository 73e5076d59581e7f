import { USERS } from '../../../simulator';
import { failureOf } from '../../support/secrets';
import { HOUR, logins, MINUTE, userAccount, Worker } from '../../support/session';
import { useSimulator } from '../../support/useSimulator';

/* Mistyped one-time codes: three failures in a row lock the account. */

const sim = useSimulator();

const typed = (oneTimeCode?: string) => userAccount(sim, 'mail', { oneTimeCode });
const mailed = () => sim.codeFor(USERS.mail.username);
/** Codes that differ from the one in the e-mail. */
const wrong = (count: number) =>
	['111111', '222222', '333333', '444444'].filter((code) => code !== mailed()).slice(0, count);

/** A worker after the service has e-mailed a code. */
async function waiting(): Promise<Worker> {
	const worker = new Worker(sim, typed());
	await failureOf(worker.token());
	return worker;
}

async function type(worker: Worker, code: string) {
	worker.account = typed(code);
	return await failureOf(worker.token());
}

it.each(['12', '1234567', 'abcdef'])(
	'refuses %s, which is not six digits, without sending it',
	async (code) => {
		const worker = await waiting();
		const error = await type(worker, code);
		expect(error.message).toBe('The one-time code must be 6 digits');
		expect(error.hint).toMatch(/Nothing was sent, so that no try is lost/);
		expect(logins(sim)).toBe(1);
		expect(await worker.status(typed(mailed()))).toBe(200);
	},
);

it('says after each wrong code how many tries are left', async () => {
	const worker = await waiting();
	const [first = '', second = ''] = wrong(2);
	expect((await type(worker, first)).message).toMatch(/at most 2 tries before it locks/);
	expect((await type(worker, second)).message).toMatch(/at most one try before it locks/);
	expect(await worker.status(typed(mailed()))).toBe(200);
});

it('reports wrong codes after the third failure, and accepts a new code when the lock has ended', async () => {
	const worker = await waiting();
	const right = mailed();
	for (const code of wrong(2)) await type(worker, code);
	const error = await type(worker, wrong(3)[2]!);
	expect(error.message).toMatch(/locked the account after three failed logins, wrong codes among/);
	expect(error.hint).toMatch(/Wait five minutes, then have a new code sent/);

	sim.clock.advance(5 * MINUTE + 1000);
	expect((await type(worker, right)).problem).toBe('codeNeeded');
	expect(mailed()).not.toBe(right);
	expect(await worker.status(typed(mailed()))).toBe(200);
});

it('of an operation may be mistyped once: the correct one completes the same login', async () => {
	const worker = new Worker(sim, typed());
	expect(await worker.session.requestCode(worker.logins)).toBe('sent');
	const [mistyped = ''] = wrong(1);
	const refused = worker.session.enterCode(worker.logins, mistyped);
	expect((await failureOf(refused)).message).toMatch(/refused the one-time code/);
	await worker.session.enterCode(worker.logins, mailed());
	expect(logins(sim)).toBe(3);
	expect(await worker.status()).toBe(200);
});

describe('a clock that was two days ahead', () => {
	const AHEAD = 48 * HOUR;

	it('does not keep a code waiting that nobody can enter any more', async () => {
		const worker = new Worker(sim, typed());
		worker.host.clock = { now: () => sim.clock.now() + AHEAD };
		expect((await failureOf(worker.token())).problem).toBe('codeNeeded');
		// The clock is set right, and the code has expired.
		const expired = mailed();
		worker.host.clock = sim.clock;
		sim.clock.advance(HOUR);
		expect((await type(worker, expired)).problem).toBe('codeNeeded');
		expect(mailed()).not.toBe(expired);
		expect(await worker.status(typed(mailed()))).toBe(200);
	});

	it('does not hide the code that another process has waiting since', async () => {
		const store = { state: '' };
		const [first, second] = [new Worker(sim, typed(), store), new Worker(sim, typed(), store)];
		first.host.clock = { now: () => sim.clock.now() + AHEAD };
		await failureOf(first.token());
		first.save();
		first.host.clock = sim.clock;
		sim.clock.advance(HOUR);
		await failureOf(second.token());
		second.save();
		const sent = logins(sim);
		expect(await first.status(typed(mailed()))).toBe(200);
		// The code was entered; no other login was begun for it.
		expect(logins(sim)).toBe(sent + 1);
	});
});
