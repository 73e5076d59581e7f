import { type RegexEngine, setSafeRegexEngine } from 'n8n-workflow';

const withG = (flags = '') => (flags.includes('g') ? flags : `${flags}g`);

const native: RegexEngine = {
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, withG(flags)))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
};

/**
 * Removes the time limit of n8n's regular expressions. n8n-workflow stops them after 250 ms of real time,
 * which also stops short ones in a process that a test freezes or starves.
 */
export const giveRegexesTime = () => setSafeRegexEngine(native);
