import { stub } from '../support/stub';
import { Mfa } from '../../simulator/account/mfa';
import { USERS } from '../../simulator/seed/data';
import { collected, forgetOutputs, isSecret, leaks, listen, putOut } from '../support/secrets';

/* The search for secrets after every test file (support/setup.ts) must be able to fail. */

afterEach(forgetOutputs);

const hidden = (value: string) => {
	const request = { config: { headers: { Authorization: `Bearer ${value}` } } };
	return new Error('refused', { cause: Object.assign(new Error('inner'), request) });
};

test.each([
	['in a line', (secret: string) => `login of totp@example.com with ${secret}`],
	['in the cause of an error', hidden],
	['deep in an item', (secret: string) => ({ json: { a: [{ b: { c: { d: secret } } }] } })],
])('a secret is found %s and not repeated in the report', (_where, wrap) => {
	putOut('a test', wrap(USERS.totp.password));
	expect(leaks()).toEqual(['password of totp in a test']);
});

test('a secret is found on the console and on the standard streams', () => {
	isSecret('made-up-token', 'made-up token');
	const [log, write] = [console.log, process.stdout.write];
	console.log = () => {};
	process.stdout.write = () => true;
	const stop = listen();
	console.log('made-up-token');
	process.stdout.write('made-up-token');
	stop();
	[console.log, process.stdout.write] = [log, write];
	expect(leaks().sort()).toEqual([
		'made-up token in console.log',
		'made-up token in standard output',
	]);
});

test('a one-time code is found as a word, not inside longer numbers', () => {
	const mfa = new Mfa(stub({ now: () => 0 }), () => stub({}));
	mfa.complete('', '428173');
	putOut('a test', 'ICCID 8988303428173000017, 428173.5 or x428173');
	expect(leaks()).toEqual([]);
	putOut('a test', 'code "428173" refused');
	expect(leaks()).toEqual(['one-time code in a test']);
});

test('outputs are counted, so that an empty search is noticed', () => {
	expect(collected()).toBe(0);
	putOut('a test', {});
	expect(collected()).toBe(1);
});
