import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { Mfa } from '../../simulator/account/mfa';
import { TokenIssuer } from '../../simulator/account/tokens';
import { APPLICATION_TOKENS, USERS } from '../../simulator/seed/data';

/*
 * Collects all output of a test file (console, standard streams, results and errors of runs) and all
 * secrets used in it, so that setup.ts can search the output for the secrets.
 */

/** Secrets of the simulator's users, with their names in a report. */
const known = new Map<string, string>();
/** One-time codes, which are only matched as whole numbers because they are short. */
const codes = new Map<string, string>();
const outputs: Array<{ source: string; text: string }> = [];

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

for (const [name, user] of Object.entries(USERS)) {
	known.set(user.password, `password of ${name}`);
	known.set(sha1(user.password), `SHA-1 of the password of ${name}`);
	if ('totpSecret' in user) known.set(user.totpSecret, `authenticator secret of ${name}`);
}
for (const [name, token] of Object.entries(APPLICATION_TOKENS)) {
	known.set(token, `application token of ${name}`);
}

/** Adds a secret that a test defines. */
export const isSecret = (value: string, name: string): Map<string, string> =>
	known.set(value, name);

/** Records text that leaves the package: n8n would show, log or store it. */
export const putOut = (source: string, value: unknown): void => {
	const text =
		typeof value === 'string'
			? value
			: inspect(value, {
					depth: 12,
					maxArrayLength: null,
					maxStringLength: null,
					showHidden: true,
					// A readable layout would take longer than the search.
					compact: false,
					breakLength: Infinity,
				});
	outputs.push({ source, text });
};

/** Number of collected outputs, to check that the search is not empty. */
export const collected = (): number => outputs.length;

/** Names of the known secrets, such as `auth_token`, to check that the search is not empty. */
export const knownSecrets = (): Set<string> => new Set([...known.values(), ...codes.values()]);

/** Names of the known secrets that a text contains; the secrets themselves are not repeated. */
export const secretsIn = (text: string): string[] => [
	...[...known].filter(([secret]) => text.includes(secret)).map(([, name]) => name),
	...[...codes]
		.filter(([code]) => new RegExp(`(?<![\\w.-])${code}(?![\\w-]|\\.\\d)`).test(text))
		.map(([, name]) => name),
];

/** Names of secrets in the output, and where they are. */
export const leaks = (): string[] => [
	...new Set(
		outputs.flatMap(({ source, text }) => secretsIn(text).map((name) => `${name} in ${source}`)),
	),
];

/** Clears the collected output, for tests of the search itself. */
export const forgetOutputs = (): void => void (outputs.length = 0);

/** Returns the error of a promise that must reject, and records it as output. */
export async function failureOf(what: Promise<unknown>): Promise<Error & Record<string, unknown>> {
	const error = await what.then(
		() => {
			throw new Error('it should have failed');
		},
		(e: unknown) => e,
	);
	putOut('error', error);
	return error as Error & Record<string, unknown>;
}

/** Collects the secrets that the simulator issues and receives: tokens, codes and fingerprints. */
export function learnFromSimulator(): void {
	const { issue, issueRefresh } = TokenIssuer.prototype;
	TokenIssuer.prototype.issue = async function (...args) {
		const token = await issue.apply(this, args);
		known.set(token, 'auth_token');
		return token;
	};
	TokenIssuer.prototype.issueRefresh = function (...args) {
		const token = issueRefresh.apply(this, args);
		known.set(token, 'refresh_token');
		return token;
	};
	const { begin, trust, complete } = Mfa.prototype;
	Mfa.prototype.begin = function (...args) {
		const token = begin.apply(this, args);
		known.set(token, 'mfa_token');
		return token;
	};
	Mfa.prototype.complete = function (mfaToken, code) {
		if (/^\d{6}$/.test(code)) codes.set(code, 'one-time code');
		return complete.call(this, mfaToken, code);
	};
	Mfa.prototype.trust = function (userId, device) {
		known.set(device.fingerprint, 'fingerprint');
		return trust.call(this, userId, device);
	};
}

/** Records the console and the standard streams; returns a function that stops it. */
export function listen(): () => void {
	const undo: Array<() => void> = [];
	const tap = <K extends string>(holder: Record<K, unknown>, method: K, source: string) => {
		const original = holder[method] as (...args: unknown[]) => unknown;
		holder[method] = (...args: unknown[]) => {
			for (const arg of args) if (typeof arg !== 'function') putOut(source, arg);
			return original.apply(holder, args);
		};
		undo.push(() => (holder[method] = original));
	};
	for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
		tap(console as never, method, `console.${method}`);
	}
	tap(process.stdout as never, 'write', 'standard output');
	tap(process.stderr as never, 'write', 'standard error');
	return () => undo.forEach((restore) => restore());
}
