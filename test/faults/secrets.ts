import { createHash } from 'node:crypto';

import { APPLICATION_TOKENS, USERS } from '../../simulator';
import type { CredentialStore } from '../support/credentials';
import type { NodeOutput } from '../support/n8n/n8n';

/* All output, and all secrets that must not be in it. */

const secrets = new Set<string>();
const texts: string[] = [];
let searched = 0;
const found = new Set<string>();

const JWT = /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g;

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

for (const token of Object.values(APPLICATION_TOKENS)) secrets.add(token);
for (const user of Object.values(USERS) as Array<{ password: string; totpSecret?: string }>) {
	for (const secret of [user.password, sha1(user.password)]) secrets.add(secret);
}
secrets.add('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');

/** A secret that must not appear. */
export const keepSecret = (secret: string): string => {
	secrets.add(secret);
	return secret;
};

/** The tokens and fingerprints that n8n stores. */
export function keepSessionsSecret(store: CredentialStore): void {
	for (const { accessToken, sessionState, redisUrl } of store.data.values()) {
		if (typeof accessToken === 'string' && accessToken !== '') keepSecret(accessToken);
		if (typeof redisUrl === 'string') keepSecret(new URL(redisUrl).password || 'none-set');
		for (const value of String(sessionState).match(/"(?:[^"\\]|\\.)*"/g) ?? []) {
			const text = value.slice(1, -1);
			if (text.length >= 20) keepSecret(text);
		}
	}
}

const print = process.stdout.write.bind(process.stdout) as typeof process.stdout.write;

/** Captures all console output, including n8n's logs, for the search; prints nothing. */
export function recordConsole(): void {
	for (const stream of [process.stdout, process.stderr]) {
		stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
			look(String(chunk));
			(rest.find((argument) => typeof argument === 'function') as (() => void) | undefined)?.();
			return true;
		}) as typeof stream.write;
	}
}

/** Prints one line for the user. */
export function say(line: string): void {
	look(line);
	print(`${line}\n`);
}

/** Items, errors with all their causes and contexts, and logs. */
export function lookAt(output: NodeOutput): void {
	look(describe(output.items));
	look(describe(output.errors));
	look(describe(output.error));
}

export function look(text: string): void {
	texts.push(text);
}

/** Includes data that JSON omits: stacks, causes, and non-enumerable fields. */
function describe(value: unknown): string {
	const seen = new WeakSet<object>();
	return (
		JSON.stringify(value, (_, entry: unknown) => {
			if (!(entry instanceof Error)) return entry;
			if (seen.has(entry)) return '(again)';
			seen.add(entry);
			const own = Object.getOwnPropertyNames(entry).map((key) => [
				key,
				Reflect.get(entry, key) as unknown,
			]);
			return Object.fromEntries(own);
		}) ?? ''
	);
}

/** Searches all recorded output for all known secrets. */
export function searchSecrets(): { characters: number; secrets: number; found: number } {
	for (const text of texts) {
		searched += text.length;
		// Unregistered sessions: tokens of the service, recognised by their claim.
		for (const token of text.match(JWT) ?? []) {
			const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
			if (/"esc["\.]/.test(claims)) found.add(token);
		}
		for (const secret of secrets) if (text.includes(secret)) found.add(secret);
	}
	return { characters: searched, secrets: secrets.size, found: found.size };
}
