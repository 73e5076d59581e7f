import { accountFrom, accountKey, bindingOf, parseBaseUrl } from '../../src/account';
import { InputError } from '../../src/errors';

describe('base URL', () => {
	test.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		[' https://API.example.com// ', 'https://api.example.com'],
		['https://api.example.com:8443', 'https://api.example.com:8443'],
		['https://api.example.com/api/v1', 'https://api.example.com'],
		['https://api.example.com/api/v2/', 'https://api.example.com'],
		['https://gateway.example.com/iot/', 'https://gateway.example.com/iot'],
		['https://gateway.example.com/iot/api/v1', 'https://gateway.example.com/iot'],
		['http://localhost:4010', 'http://localhost:4010'],
		['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
		['http://[::1]:4010', 'http://[::1]:4010'],
	])('%j becomes %s', (text, url) => expect(parseBaseUrl(text)).toBe(url));

	test.each([
		['', /must not be empty/],
		['   ', /must not be empty/],
		[undefined, /must not be empty/],
		['api.example.com', /must be an address such as https:\/\/api\.example\.com/],
		['https://', /must be an address/],
		['http://api.example.com', /must start with https:\/\//],
		['http://127.0.0.1.example.com', /must start with https:\/\//],
		['http://localhost.example.com', /must start with https:\/\//],
		['http://10.0.0.1', /must start with https:\/\//],
		['ftp://api.example.com', /must start with https:\/\//],
		['file:///etc/hosts', /must start with https:\/\//],
		['javascript:alert(1)', /must start with https:\/\//],
		['https://me@api.example.com', /must not contain a user name or password/],
		['https://me:pw@api.example.com', /must not contain a user name or password/],
		['https://api.example.com?x=1', /must not contain \? or #/],
		['https://api.example.com/#top', /must not contain \? or #/],
	])('%j is refused with the reason', (text, reason) => {
		expect(() => parseBaseUrl(text)).toThrow(reason);
		expect(() => parseBaseUrl(text)).toThrow(InputError);
	});

	test('a refused password in the address is not repeated', () => {
		expect(() => parseBaseUrl('https://me:hidden-pw@api.example.com')).toThrow(
			expect.objectContaining({ message: expect.not.stringContaining('hidden-pw') }),
		);
	});
});

const USER = {
	baseUrl: 'https://api.example.com',
	username: 'a@example.com',
	password: 'pw',
	mfaMethod: 'none',
};

describe('a credential', () => {
	test.each([
		[{ username: '' }, 'username', /^User Name must not be empty/],
		[{ password: '' }, 'password', /^Password must not be empty/],
		[{ mfaMethod: 'totp' }, 'totpSecret', /^Authenticator Secret must not be empty/],
		[{ mfaMethod: 'totp', totpSecret: '123456' }, 'totpSecret', /not a code of six digits/],
		[{ mfaMethod: 'totp', totpSecret: 'not a secret!' }, 'totpSecret', /letters A to Z/],
		[{ workspaceId: 'mine' }, 'workspaceId', /^Workspace ID must be a whole number/],
		[{ workspaceId: '0' }, 'workspaceId', /^Workspace ID must be a whole number/],
		[{ baseUrl: 'nowhere' }, 'baseUrl', /^Base URL must be an address/],
	])('with %j is refused with the name of the field', (changes, field, message) => {
		const read = () => accountFrom('user', { ...USER, ...changes });
		expect(read).toThrow(message);
		expect(read).toThrow(expect.objectContaining({ field, outcome: 'notSent' }));
	});

	test('without an application token is refused with the name of that field', () => {
		expect(() => accountFrom('token', { baseUrl: USER.baseUrl })).toThrow(/^Application Token/);
	});

	test('is read without keeping the clear-text password', () => {
		expect(JSON.stringify(accountFrom('user', { ...USER, password: 'clear-text' }))).not.toContain(
			'clear-text',
		);
	});
});

describe('a session is shared', () => {
	const user = (changes = {}) => accountFrom('user', { ...USER, ...changes });
	const token = (applicationToken: string) =>
		accountFrom('token', { baseUrl: USER.baseUrl, applicationToken });

	test('by the same user at the same address in any spelling', () => {
		const same = user({ baseUrl: 'https://API.example.com/api/v1/', username: ' A@Example.com ' });
		expect(accountKey(same)).toBe(accountKey(user()));
		expect(bindingOf(same)).toBe(bindingOf(user()));
	});

	test('by no other user, address or application token', () => {
		const others = [
			user({ username: 'b@example.com' }),
			user({ baseUrl: 'https://api.example.com/iot' }),
			user({ baseUrl: 'https://api.example.com:8443' }),
			token('a@example.com'),
		];
		const keys = [user(), ...others].map(accountKey);
		expect(new Set(keys).size).toBe(keys.length);
	});

	test('only with the same password, second factor and device', () => {
		const bindings = [
			user(),
			user({ password: 'other' }),
			user({ mfaMethod: 'code' }),
			user({ mfaMethod: 'totp', totpSecret: 'JBSWY3DPEHPK3PXP' }),
			user({ mfaMethod: 'totp', totpSecret: 'JBSWY3DPEHPK3PXQ' }),
			user({ fingerprint: 'of-another-device' }),
		].map(bindingOf);
		expect(new Set(bindings).size).toBe(bindings.length);
	});

	test('with the same secret in a different notation, and regardless of hidden fields', () => {
		const totp = (totpSecret: string) => user({ mfaMethod: 'totp', totpSecret });
		expect(bindingOf(totp('jbsw y3dp-ehpk 3pxp '))).toBe(bindingOf(totp('JBSWY3DPEHPK3PXP')));
		expect(bindingOf(user({ totpSecret: 'left over' }))).toBe(bindingOf(user()));
		expect(bindingOf(user({ mfaMethod: 'code', oneTimeCode: '123456' }))).toBe(
			bindingOf(user({ mfaMethod: 'code' })),
		);
	});

	test('under hashed keys that reveal nothing of the credential', () => {
		expect(accountKey(token('secret-token'))).toMatch(/^[0-9a-f]{64}$/);
		expect(bindingOf(user())).toMatch(/^[0-9a-f]{64}$/);
	});
});
