import { unexpectedSuccess } from '../../../src/request/attempt/documented';

/* Which 2xx is the documented success, and which says nothing of what became of a request. */

const answer = (status: number, body?: unknown) => ({ status, headers: {}, body });
const act = { effect: 'act', lane: 'single' } as const;

test.each([
	['text', 201, 'OK', /201 with text/],
	['a page', 200, '\n<!doctype html><title>Sign in</title>', /200 with a page/],
	['an error in a word', 200, { error: 'invalid_request' }, /error inside/],
	['an envelope', 201, { error_code: 1400, message: 'no' }, /error inside/],
	['a list of errors', 200, { message: 'failed', errors: [{}] }, /error inside/],
	['the empty 200 of a portal', 200, '', /empty body/],
	['202: accepted, which is not done', 202, {}, /202, where 200 or 201 or 204/],
	['207: done in part', 207, [], /207, where/],
])('to something that acts, %s is no success', (_, status, body, why) => {
	expect(unexpectedSuccess(answer(status, body), act)).toMatch(why);
});

test.each([
	['an empty 201', 201, ''],
	['a 201 without a body', 201, undefined],
	['an empty object', 201, {}],
	['an object whose errors are none', 200, { id: 7, errors: [] }],
	['a 204', 204, undefined],
])('%s is a success', (_, status, body) => {
	expect(unexpectedSuccess(answer(status, body), act)).toBeUndefined();
});

test('an entry names its own successes', () => {
	const send = { ...act, success: [201] };
	expect(unexpectedSuccess(answer(201, ''), send)).toBeUndefined();
	expect(unexpectedSuccess(answer(200, {}), send)).toBe('200, where 201 is documented');
	expect(unexpectedSuccess(answer(202, ''), { ...act, success: [202] })).toBeUndefined();
});

test('what is read or set takes any 2xx but text, a page or an error', () => {
	const set = { effect: 'set', lane: 'single' } as const;
	expect(unexpectedSuccess(answer(202), set)).toBeUndefined();
	expect(unexpectedSuccess(answer(200, ''), set)).toBeUndefined();
	expect(unexpectedSuccess(answer(200, 'OK'), set)).toBeDefined();
	expect(unexpectedSuccess(answer(200, { error: 'x' }), { ...set, effect: 'read' })).toBeDefined();
	expect(
		unexpectedSuccess(answer(200, [{ error: 'x' }]), { ...set, effect: 'read' }),
	).toBeUndefined();
});

test('an answer that is read item by item is judged there', () => {
	const many = { ...act, byItem: true };
	expect(unexpectedSuccess(answer(207, { errors: [{}] }), many)).toBeUndefined();
	expect(unexpectedSuccess(answer(200, 'OK'), many)).toBeDefined();
});
