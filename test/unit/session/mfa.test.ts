import { DAY, logins, MINUTE, statusWith, userAccount, Worker } from '../../support/session';
import { turns } from '../../support/turns';
import { until } from '../../support/until';
import type { Transport } from '../../../src/wire';
import { directTransport } from '../../support/directTransport';
import { useSimulator } from '../../support/useSimulator';
import { failureOf, isSecret } from '../../support/secrets';
import { USERS } from '../../../simulator';

const sim = useSimulator();

const devices = () => [...sim.store.trustedDevices.values()];

describe('an account without MFA', () => {
	it('logs in with one call and registers no trusted device', async () => {
		const worker = new Worker(sim, userAccount(sim, 'trial'));
		expect(await worker.status()).toBe(200);
		expect(logins(sim)).toBe(1);
		expect(devices()).toEqual([]);
	});
});

describe('an authenticator app', () => {
	it('logs in unattended and registers this n8n as a trusted device', async () => {
		const worker = new Worker(sim, userAccount(sim, 'totp'));
		expect(await worker.status()).toBe(200);
		expect(logins(sim)).toBe(2);
		expect(devices()).toMatchObject([{ userId: USERS.totp.id, name: 'n8n test' }]);
		expect(devices()[0]?.fingerprint.length).toBeGreaterThanOrEqual(16);
	});

	it('needs no code for 90 days, and then registers the same device again', async () => {
		const worker = new Worker(sim, userAccount(sim, 'totp'));
		await worker.token();
		const [{ fingerprint } = {}] = devices();

		sim.clock.advance(89 * DAY);
		await worker.token();
		expect(logins(sim)).toBe(2 + 1);

		sim.clock.advance(2 * DAY);
		await worker.token();
		expect(logins(sim)).toBe(2 + 1 + 2);
		expect(devices()).toHaveLength(1);
		expect(devices()[0]?.fingerprint).toBe(fingerprint);
	});

	it('uses the next code when another worker has used the current one', async () => {
		await new Worker(sim, userAccount(sim, 'totp')).token();
		const late = new Worker(sim, userAccount(sim, 'totp'));
		expect(await late.status()).toBe(200);
		expect(late.slept).toHaveLength(1);
		// Until one of the next two codes: second tries of several workers are spread over both.
		expect(late.slept[0]).toBeLessThanOrEqual(2 * 30_000 + 500);
	});

	it('never sends a used code when several workers share its secret over Redis', async () => {
		const taken = new Set<string>();
		const once = async (what: string) => !taken.has(what) && !!taken.add(what);
		// One after the other, since each worker advances the shared clock while it waits for its code.
		for (let i = 0; i < 4; i++) {
			const worker = new Worker(sim, userAccount(sim, 'totp'));
			worker.host.once = once;
			expect(await worker.status()).toBe(200);
			expect(worker.slept).toHaveLength(i === 0 ? 0 : 1);
		}
		const refused = sim.ledger().requests.filter(({ status }) => status === 401);
		expect(refused).toEqual([]);
	});

	it('whose code expires during the password asks for no other until the time of the taken one is over', async () => {
		const asked: string[] = [];
		const slow: Transport = async (request) => {
			const answer = await directTransport(request);
			if (asked.length === 1) sim.clock.advance(30_000);
			return answer;
		};
		const worker = new Worker(sim, userAccount(sim, 'totp'), undefined, slow);
		// Another worker has the second code.
		worker.host.once = async (what) => {
			asked.push(what);
			return asked.length !== 2;
		};
		let end: (() => void) | undefined;
		worker.host.sleep = async (ms) => {
			if (ms > 0) await new Promise<void>((resolve) => (end = resolve));
			sim.clock.advance(ms);
		};
		const token = worker.token();
		await until('the wait for the next code', () => end !== undefined);
		await turns();
		expect(asked).toHaveLength(2);
		end?.();
		expect(await statusWith(sim, await token)).toBe(200);
		expect(new Set(asked).size).toBe(3);
	});

	it('accepts a secret in groups of four characters, and refuses an invalid one', async () => {
		const grouped = USERS.totp.totpSecret.replace(/(.{4})/g, '$1 ').toLowerCase();
		const worker = new Worker(sim, userAccount(sim, 'totp', { totpSecret: grouped }));
		expect(await worker.status()).toBe(200);

		// Before any request: three failed logins lock the account.
		expect(() => userAccount(sim, 'totp', { totpSecret: '0189!' })).toThrow(
			/^Authenticator Secret must be the secret that the service showed/,
		);
	});

	it('with a wrong secret is reported, and does not lock the account', async () => {
		const totpSecret = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU';
		isSecret(totpSecret, 'wrong authenticator secret');
		const worker = new Worker(sim, userAccount(sim, 'totp', { totpSecret }));
		const error = await failureOf(worker.token());
		expect(error.message).toMatch(/refused the one-time code/);
		expect(error.hint).toMatch(/For an authenticator app, check its secret and the clock/);
		await failureOf(worker.token());
		expect(logins(sim)).toBe(4);
		const corrected = new Worker(sim, userAccount(sim, 'totp'));
		expect(await corrected.status()).toBe(200);
	});

	it('uses a fingerprint that the service already trusts', async () => {
		const first = new Worker(sim, userAccount(sim, 'totp'));
		await first.token();
		const [{ fingerprint } = {}] = devices();
		const other = new Worker(sim, userAccount(sim, 'totp', { fingerprint, mfaMethod: 'none' }));
		expect(await other.status()).toBe(200);
		expect(logins(sim)).toBe(3);
	});
});

describe('a typed one-time code', () => {
	const typed = (oneTimeCode?: string) => userAccount(sim, 'mail', { oneTimeCode });
	const mailed = () => sim.codeFor(USERS.mail.username);

	it('is requested by the error, completes the same login, and is needed once in 90 days', async () => {
		const worker = new Worker(sim, typed());
		const error = await failureOf(worker.token());
		expect(error.message).toMatch(/has sent a one-time code to the e-mail address/);
		expect(error.hint).toMatch(/Type the code into the field "One-Time Code" of the credential/);
		expect(logins(sim)).toBe(1);
		const code = mailed();

		sim.clock.advance(19 * MINUTE);
		expect(await worker.status(typed(code))).toBe(200);
		// Only the code was sent: a second login would have caused another e-mail.
		expect(logins(sim)).toBe(2);
		expect(devices()).toMatchObject([{ userId: USERS.mail.id }]);

		// The code is still in the field, but is not sent again.
		sim.clock.advance(89 * DAY);
		expect(await worker.status()).toBe(200);
		expect(logins(sim)).toBe(3);
	});

	it('is not requested again by further calls while the first code is valid', async () => {
		const worker = new Worker(sim, typed());
		await failureOf(worker.token());
		const code = mailed();
		for (let minute = 0; minute < 18; minute++) {
			sim.clock.advance(MINUTE);
			expect((await failureOf(worker.token())).problem).toBe('codeNeeded');
		}
		expect(logins(sim)).toBe(1);
		expect(await worker.status(typed(code))).toBe(200);
	});

	it('is replaced by a new code after 20 minutes', async () => {
		const worker = new Worker(sim, typed());
		await failureOf(worker.token());
		const old = mailed();
		sim.clock.advance(20 * MINUTE);
		worker.account = typed(old);
		expect((await failureOf(worker.token())).problem).toBe('codeNeeded');
		expect(logins(sim)).toBe(2);
		expect(await worker.status(typed(mailed()))).toBe(200);
	});

	it('is requested even if an old code is still in the field', async () => {
		const worker = new Worker(sim, typed('123456'));
		expect((await failureOf(worker.token())).problem).toBe('codeNeeded');
		expect((await failureOf(worker.token())).problem).toBe('codeNeeded');
		expect(logins(sim)).toBe(1);
		expect(await worker.status(typed(mailed()))).toBe(200);
	});

	it('may be mistyped once: the correct code completes the same login', async () => {
		const worker = new Worker(sim, typed());
		await failureOf(worker.token());
		const code = mailed();
		const wrong = code === '111111' ? '222222' : '111111';
		worker.account = typed(wrong);
		expect((await failureOf(worker.token())).message).toMatch(/refused the one-time code/);
		expect((await failureOf(worker.token())).message).toMatch(/refused the one-time code/);
		expect(logins(sim)).toBe(2);
		expect(await worker.status(typed(` ${code.slice(0, 3)} ${code.slice(3)} `))).toBe(200);
	});

	it('is not requested when the credential says that there is no second factor', async () => {
		const worker = new Worker(sim, userAccount(sim, 'mail', { mfaMethod: 'none' }));
		const error = await failureOf(worker.token());
		expect(error.message).toMatch(/asks for a second factor/);
		expect(error.hint).toMatch(/Set "MFA Method"/);
		await failureOf(worker.token());
		expect(logins(sim)).toBe(1);
	});

	it('completes a login that another worker has started and stored', async () => {
		const worker = new Worker(sim, typed());
		await failureOf(worker.token());
		worker.save();
		const other = new Worker(sim, typed(mailed()), worker.store);
		expect(await other.status()).toBe(200);
		expect(logins(sim)).toBe(2);
	});
});
