import type { IDataObject } from 'n8n-workflow';

import { USERS } from '../../../../simulator';
import type { CredentialStore } from '../../../support/credentials';
import { storeFor } from '../../../support/n8n/n8n';
import { faultAt, runAt, simulated } from '../../../support/simulator';

/* Authenticator keys: creation with a user login, and the usual mistakes. */

const sim = simulated({}, 'new');
let store: CredentialStore;
const { username, password } = USERS.trial;
beforeEach(() => {
	store = storeFor(sim.url, { user: { username, password, mfaMethod: 'none' } });
});

const create = async (typed: IDataObject, credential = 'cellularIotUserApi') =>
	await runAt(
		sim,
		'mfaKey create',
		{ typeId: '={{ $json.type ?? 0 }}', options: { password: '={{ $json.typed ?? "" }}' } },
		{ credentials: store, credential, items: [typed], onError: 'continueErrorOutput' },
	);
const detailsOf = (run: Awaited<ReturnType<typeof create>>) =>
	run.errors[0]?.json.details as IDataObject;
const created = () => sim.ledger().effects.filter(({ kind }) => kind === 'mfaKey.created').length;

test('a key is created with the password of the credential, and its secret is returned', async () => {
	const { items } = await create({});
	expect(items[0]?.json).toMatchObject({
		id: expect.any(Number),
		secret_key: expect.stringMatching(/^[A-Z2-7]+$/),
		otpauth: expect.stringMatching(/^otpauth:\/\/totp\//),
	});
	expect(created()).toBe(1);
});

test('a wrong password is reported, and neither locks the account nor ends the session', async () => {
	const failed = await create({ typed: 'not my password' });
	expect(detailsOf(failed)).toMatchObject({
		status: 401,
		outcome: 'refused',
		hint: expect.stringContaining('password is wrong'),
	});
	expect((await create({})).items).toHaveLength(1);
	expect(created()).toBe(1);
});

test('a wrong password is sent once and causes no new login', async () => {
	const { errors } = await create({ typed: 'not my password' });
	expect(errors[0]?.json.error).toMatch(/password/i);
	const sent = (path: RegExp) => sim.ledger().requests.filter((r) => path.test(r.path)).length;
	expect(sent(/user\/mfa$/)).toBe(1);
	expect(sent(/authenticate$/)).toBe(1);
});

test('a refused session is not reported as a wrong password', async () => {
	faultAt(sim, 'user/mfa$', { kind: 'errorBefore', status: 401, times: 2 });
	const hint = String(detailsOf(await create({})).hint);
	expect(hint).not.toMatch(/password is wrong/);
});

test('a second key is refused with the hint to delete the first', async () => {
	await create({});
	expect(detailsOf(await create({}))).toMatchObject({
		status: 409,
		error_code: 1405,
		hint: expect.stringContaining('delete it first'),
	});
});

test('an unknown type is refused with the hint to list the types', async () => {
	expect(detailsOf(await create({ type: 7 }))).toMatchObject({
		status: 422,
		errors: [expect.objectContaining({ error_code: 1400 })],
		hint: expect.stringContaining('Get Types'),
	});
});

test('an application token is refused with the hint to use a user login', async () => {
	expect(detailsOf(await create({ typed: password }, 'cellularIotTokenApi'))).toMatchObject({
		status: 403,
		hint: expect.stringContaining('User Login'),
	});
});
