import * as f from './faults';
import type { RawRequest } from './wire';

export const isLogin = ({ path }: Pick<RawRequest, 'path'>) =>
	path.startsWith('/api/v1/authenticate');

const html = { 'Content-Type': 'text/html' };

/** Ways a login can fail. */
export const LOGIN_FAILURES: Array<[what: string, strike: f.Strike]> = [
	['401', f.answer({ status: 401, body: { error_code: 1101, message: 'Unauthorized' } })],
	['403', f.answer({ status: 403, body: { error_code: 1104, message: 'Forbidden' } })],
	['422', f.answer({ status: 422, body: { error_code: 1400, message: 'Validation' } })],
	['404', f.answer({ status: 404, body: { message: 'Not found' } })],
	['500', f.answer({ status: 500, body: { message: 'oops' } })],
	['503', f.answer({ status: 503 })],
	['204', f.answer({ status: 204 })],
	['a page', f.answer({ status: 200, headers: html, body: '<title>Sign in</title>' })],
	['an answer without a token', f.answer({ status: 200, body: { hello: 'world' } })],
	['a redirect', f.answer({ status: 302, headers: { Location: 'https://example.com/' } })],
	['a reset', f.reset],
	['half an answer', f.write(f.half)],
];
