import { checkSync } from 'recheck';
import { allExpressions, type Expression } from './expressions';

// The checker that needs no external program.
process.env.RECHECK_BACKEND = 'pure';

/*
 * These expressions process untrusted text (messages, answers, user input), so each must run in time
 * linear in the length of the text. The test analyses the automaton of each expression.
 */

/** The reason why an expression is not linear; undefined for a linear expression. */
function problem({ place, source, flags }: Expression): string | undefined {
	const verdict = checkSync(source, flags, { checker: 'automaton', timeout: 60_000 });
	if (verdict.status === 'safe') return undefined;
	const why = verdict.status === 'vulnerable' ? verdict.complexity.summary : 'cannot be checked';
	return `${place} /${source}/${flags}: ${why}`;
}

test('every regular expression of the package is linear', () => {
	const expressions = allExpressions();
	expect(expressions.length).toBeGreaterThan(80);
	expect(expressions.map(problem).filter(Boolean)).toEqual([]);
}, 300_000);

test.each([
	['/+$', ''],
	['[\\r\\n]+$', ''],
	['a.*a.*a.*b', 's'],
	['^[\\u0000-\\u00ff]*\\u0000[\\u0000-\\u00ff]*$', ''],
	['^(a+)+$', ''],
])('the check detects that /%s/%s is not linear', (source, flags) => {
	expect(problem({ place: 'here', source, flags })).toMatch(/polynomial|exponential/);
});
