import { serviceError } from '../../../src/request/attempt/errors';
import { sentWith, withoutSecrets } from '../../../src/request/attempt/withoutSecrets';
import type { HttpRequest } from '../../../src/wire';

/* What a login was sent with does not come back in an error, and what a 5xx is. */

const request = (lane: HttpRequest['lane']): HttpRequest => ({
	method: 'POST',
	path: '/api/v1/authenticate',
	body: { username: 'a@example.com', password: 'hash-of-a-password', device: { code: '123456' } },
	headers: { Authorization: 'Bearer token-of-a-login' },
	lane,
	effect: 'set',
	what: 'Login',
});
const echo = (): { status: number; headers: Record<string, string>; body: object } => ({
	status: 400,
	headers: { 'x-echo': 'token-of-a-login' },
	body: { message: 'not hash-of-a-password', errors: [{ 'hash-of-a-password': '123456' }] },
});

test('an answer to a login has none of its texts, at any depth, also as names', () => {
	const answer = withoutSecrets(echo(), sentWith(request('auth')));
	const text = JSON.stringify(answer);
	for (const secret of ['hash-of-a-password', '123456', 'token-of-a-login']) {
		expect(text).not.toContain(secret);
	}
	expect(answer.body).toMatchObject({ message: 'not (hidden)' });
});

test('an answer to any other request stays as it is', () => {
	expect(withoutSecrets(echo(), sentWith(request('single')))).toEqual(echo());
});

test('an empty value and an absent one hide nothing', () => {
	expect(withoutSecrets(echo(), ['', undefined])).toEqual(echo());
});

test.each([
	[499, 'refused', /unexpected answer \(499\)/],
	[500, 'unknown', /failed \(500\)/],
	[503, 'unknown', /failed \(503\)/],
])('%i has the outcome %s', (status, outcome, message) => {
	const error = serviceError({ status, headers: {}, body: {} });
	expect(error.outcome).toBe(outcome);
	expect(error.message).toMatch(message);
});
