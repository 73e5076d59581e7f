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
 * Takes the clock off n8n's regular expressions. n8n-workflow ends one after 250 ms of real time,
 * which a process that is frozen or starved on purpose outlives in the middle of a short one.
 */
export const giveRegexesTime = () => setSafeRegexEngine(native);
