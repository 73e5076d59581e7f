import { CellularIotError } from '../../../src/errors';
import { doneAnswer, failureAnswer, readAnswer } from '../../../src/run/tool/answer';
import { findOperation } from '../../../src/operations';

/* The answer to a tool call, as a model reads it. */

test.each([
	['unknown', /not known whether it happened\. Do not call this again/],
	['partial', /Only a part of it happened\. Do not call this again/],
	['refused', /Refused by the service: nothing was changed\./],
	['notSent', /Nothing was done\./],
] as const)(
	'puts the outcome first and the advice last when the outcome is %s',
	(outcome, certain) => {
		const error = new CellularIotError('It broke', 'Mend it', outcome);
		const answer = failureAnswer(error, { underWay: true });
		expect(answer.outcome).toBe(outcome);
		expect(answer.message).toMatch(certain);
		expect(answer.message).toMatch(/The reason is in items\.$/);
		expect(answer.items).toEqual([{ error: 'It broke', hint: 'Mend it' }]);
	},
);

test('reports unknown for a foreign error after sending has begun, and notSent before', () => {
	const error = new TypeError('x is undefined');
	expect(failureAnswer(error, { underWay: true }).outcome).toBe('unknown');
	expect(failureAnswer(error).outcome).toBe('notSent');
});

test('omits secrets and empty values from the answer to a model', () => {
	const items = [
		{ id: 7, secret_key: 'JBSWY3DP', otpauth: 'otpauth://totp/x?secret=JBSWY3DP', note: null },
	];
	const answer = doneAnswer(findOperation('mfaKey', 'create'), items);
	expect(JSON.stringify(answer)).not.toContain('JBSWY3DP');
	expect(answer.items![0]).toMatchObject({ id: 7, secret_key: '(not shown to a model)' });
	expect(answer.items![0]).not.toHaveProperty('note');
});

test.each([
	[3, 3, 'These are all 3.'],
	[1, 1, 'This is the only one.'],
	[2, 9, '2 of 9 are shown. Use a filter to find others.'],
	[2, undefined, '2 are shown; there may be more. Use a filter to find others.'],
])('says how many entries are shown: %d of %s', (count, total, message) => {
	const items = Array.from({ length: count }, (_, id) => ({ id }));
	expect(readAnswer(items, { ...(total !== undefined && { total }) }).message).toBe(message);
});
