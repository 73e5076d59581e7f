import type { IDataObject } from 'n8n-workflow';

import { USERS } from '../../../../simulator';
import type { CredentialStore } from '../../../support/credentials';
import { runNode, storeFor } from '../../../support/n8n/n8n';
import { simulated } from '../../../support/simulator';

/* A one-time code is requested, typed into a form or chat by a person, and verified. */

const sim = simulated({}, 'new');

const { username, password } = USERS.mail;
const TYPE = 'cellularIotUserApi';
const newStore = () => storeFor(sim.url, { user: { username, password, mfaMethod: 'code' } });

type Run = (store: CredentialStore, operation: string, code?: string) => Promise<IDataObject[]>;

/** Runs the node; the code comes in an item, as from a form or chat. */
const runner =
	(start_: typeof runNode): Run =>
	async (store, operation, code) => {
		const resource = operation === 'getAll' ? 'trustedDevice' : 'session';
		const { items, error } = await start_({
			credentials: store,
			credential: TYPE,
			items: [{ typed: code ?? '' }],
			parameters: { resource, operation, returnAll: true, code: '={{ $json.typed }}' },
		});
		if (error) throw error;
		return items.map(({ json }) => json);
	};
const run = runner(runNode);
const stateOf = (store: CredentialStore) =>
	JSON.parse(String(store.get(TYPE).sessionState)) as IDataObject;

/** Another n8n worker, which shares the credential but not this process's memory. */
async function inAnotherProcess(
	store: CredentialStore,
	job: (run: Run, there: CredentialStore) => Promise<void>,
) {
	await jest.isolateModulesAsync(async () => {
		const other = (await import('../../../support/n8n/n8n')) as {
			runNode: typeof runNode;
			storeFor: typeof storeFor;
		};
		const there = other.storeFor(sim.url);
		there.set(TYPE, store.get(TYPE));
		await job(runner(other.runNode), there);
		store.set(TYPE, there.get(TYPE));
	});
}

test('a code completes the login, and the credential keeps the session and the device', async () => {
	const store = newStore();
	const [asked] = await run(store, 'requestCode');
	expect(asked).toMatchObject({ code_needed: true, code_sent: true });
	const code = sim.codeFor(username);
	const [done] = await run(store, 'verifyCode', code);
	expect(done).toMatchObject({ verified: true, trusted_devices: 1 });

	const { tokens, fingerprint, pending } = stateOf(store) as Record<string, IDataObject>;
	expect(tokens).toMatchObject({ authToken: store.get(TYPE).accessToken });
	expect([...sim.store.trustedDevices.values()]).toEqual([
		expect.objectContaining({ fingerprint, name: 'n8n test' }),
	]);
	expect(pending).toBeUndefined();
	// No token, code or fingerprint is in the workflow's data.
	const data = JSON.stringify([asked, done]);
	const secrets = [tokens?.authToken, tokens?.refreshToken, fingerprint, code, password];
	for (const secret of secrets) expect(data).not.toContain(String(secret));
	expect(data).not.toMatch(/eyJ/);
});

test('no code is needed after a completed login', async () => {
	const store = newStore();
	await run(store, 'requestCode');
	await run(store, 'verifyCode', sim.codeFor(username));
	sim.revokeTokens();
	expect(await run(store, 'getAll')).toHaveLength(1);
	expect(await run(store, 'requestCode')).toEqual([
		expect.objectContaining({ code_needed: false, code_sent: false }),
	]);
});

test('a code can be verified by another worker', async () => {
	const store = newStore();
	await run(store, 'requestCode');
	expect(stateOf(store)).toMatchObject({ pending: { mfaToken: expect.any(String) } });
	const code = sim.codeFor(username);
	await inAnotherProcess(store, async (runThere, there) => {
		expect(await runThere(there, 'verifyCode', code)).toMatchObject([{ verified: true }]);
	});
	expect(stateOf(store)).toMatchObject({ tokens: { authToken: expect.any(String) } });
	expect(sim.store.trustedDevices.size).toBe(1);
});

test('other workflows that need the session in the meantime request no new code', async () => {
	const store = newStore();
	await run(store, 'requestCode');
	const code = sim.codeFor(username);
	await expect(run(store, 'getAll')).rejects.toMatchObject({
		message: expect.stringContaining('one-time code'),
	});
	expect(await run(store, 'requestCode')).toEqual([
		expect.objectContaining({ code_needed: true, code_sent: false }),
	]);
	expect(sim.codeFor(username)).toBe(code);
	expect(await run(store, 'verifyCode', code)).toHaveLength(1);
});

test('a wrong code is sent once, and the right code still works', async () => {
	const store = newStore();
	await run(store, 'requestCode');
	const right = sim.codeFor(username);
	const wrong = right === '000000' ? '000001' : '000000';
	const calls = () => sim.ledger().counters.authenticate;
	for (let i = 0; i < 2; i++) {
		const before = calls();
		await expect(run(store, 'verifyCode', wrong)).rejects.toMatchObject({
			message: expect.stringContaining('one-time code'),
		});
		expect(calls() - before).toBe(i === 0 ? 1 : 0);
	}
	expect(await run(store, 'verifyCode', right)).toHaveLength(1);
});

test('a code that was not requested gives an error with the step to do first', async () => {
	await expect(run(newStore(), 'verifyCode', '123456')).rejects.toMatchObject({
		message: expect.stringContaining('No one-time code was requested'),
		description: expect.stringContaining('Request Code'),
	});
	expect(sim.ledger().counters.authenticate).toBe(0);
});

test('a wrong password is reported, and no code is pending', async () => {
	const user = { username, password: 'wrong', mfaMethod: 'code' };
	const store = storeFor(sim.url, { user });
	await expect(run(store, 'requestCode')).rejects.toMatchObject({
		message: expect.stringContaining('refused the user name or password'),
	});
	expect(String(store.get(TYPE).sessionState ?? '')).not.toContain('pending');
});
