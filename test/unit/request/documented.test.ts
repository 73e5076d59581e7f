import { unexpectedSuccess } from '../../../src/request/attempt/documented';

/* Which 2xx answers are the documented success, and which leave the outcome open. */

const answer = (status: number, body?: unknown) => ({ status, headers: {}, body });
const act = { effect: 'act', lane: 'single' } as const;

test.each([
	['text', 201, 'OK', /201 with text/],
	['a page', 200, '\n<!doctype html><title>Sign in</title>', /200 with a page/],
	['an error field', 200, { error: 'invalid_request' }, /error inside/],
	['an error envelope', 201, { error_code: 1400, message: 'no' }, /error inside/],
	['a list of errors', 200, { message: 'failed', errors: [{}] }, /error inside/],
	['the empty 200 of a captive portal', 200, '', /empty body/],
	['202 Accepted', 202, {}, /202, where 200 or 201 or 204/],
	['207 Multi-Status', 207, [], /207, where/],
])('does not accept %s as the success of an act', (_, status, body, why) => {
	expect(unexpectedSuccess(answer(status, body), act)).toMatch(why);
});

test.each([
	['an empty 201', 201, ''],
	['a 201 without a body', 201, undefined],
	['an empty object', 201, {}],
	['an object with an empty list of errors', 200, { id: 7, errors: [] }],
	['a 204', 204, undefined],
])('accepts %s as the success of an act', (_, status, body) => {
	expect(unexpectedSuccess(answer(status, body), act)).toBeUndefined();
});

test('accepts only the success statuses that an entry names', () => {
	const send = { ...act, success: [201] };
	expect(unexpectedSuccess(answer(201, ''), send)).toBeUndefined();
	expect(unexpectedSuccess(answer(200, {}), send)).toBe('200, where 201 is documented');
	expect(unexpectedSuccess(answer(202, ''), { ...act, success: [202] })).toBeUndefined();
});

test('a read or a set accepts any 2xx except text, a page or an error', () => {
	const set = { effect: 'set', lane: 'single' } as const;
	expect(unexpectedSuccess(answer(202), set)).toBeUndefined();
	expect(unexpectedSuccess(answer(200, ''), set)).toBeUndefined();
	expect(unexpectedSuccess(answer(200, 'OK'), set)).toBeDefined();
	expect(unexpectedSuccess(answer(200, { error: 'x' }), { ...set, effect: 'read' })).toBeDefined();
	expect(
		unexpectedSuccess(answer(200, [{ error: 'x' }]), { ...set, effect: 'read' }),
	).toBeUndefined();
});

test('accepts errors in an answer that is read item by item, but no text', () => {
	const many = { ...act, byItem: true };
	expect(unexpectedSuccess(answer(207, { errors: [{}] }), many)).toBeUndefined();
	expect(unexpectedSuccess(answer(200, 'OK'), many)).toBeDefined();
});

test('an empty 200 is success where it is documented as one, and a page is not', () => {
	const retries = { ...act, success: [200, 202, 204], isEmptySuccess: true };
	expect(unexpectedSuccess(answer(200, ''), retries)).toBeUndefined();
	expect(unexpectedSuccess(answer(200, '<html>'), retries)).toMatch(/a page/);
	expect(unexpectedSuccess(answer(200, ''), act)).toMatch(/empty body/);
});
