import { accountFrom, hashPassword, parseBaseUrl } from '../../src/account';
import { hasInOrder } from '../../src/table/entries/searched';
import { isTagName } from '../../src/table/entries/endpoint/tag';
import { isSigned } from '../../src/triggers/sms/signature';
import { decodeText } from '../../src/triggers/sms/text';
import { allExpressions, type Expression } from '../house/expressions';
import type { Figure } from './figures';

const LENGTH = 100_000;
const LIMIT_MS = 50;
const TRIES = 5;

/** CPU time in milliseconds: the minimum of several tries, because of garbage collection. */
async function cpuOf(work: () => unknown): Promise<number> {
	let least = Infinity;
	for (let tried = 0; tried < TRIES && least > LIMIT_MS / 5; tried += 1) {
		const before = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, (user + system) / 1000);
	}
	return least;
}

const repeated = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);

/** The characters that the expression names, directly or in a class. */
function alphabetOf(source: string): string[] {
	const named = source
		.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
		.replace(/\\d/g, '7')
		.replace(/\\w/g, 'w')
		.replace(/\\s/g, ' ')
		.replace(/\\n/g, '\n')
		.replace(/\\r/g, '\r')
		.replace(/\\[SDWbB]/g, 'x')
		.replace(/\\(.)/g, '$1');
	return [...new Set(named)];
}

/** Adversarial texts for an expression: matching parts, repeated, with an end that does not match. */
function attacks({ source }: Expression): string[] {
	const letters = alphabetOf(source);
	const pairs = letters.flatMap((letter) => letters.slice(0, 6).map((other) => letter + other));
	const units = [...letters, ...pairs];
	return units.flatMap((unit) => [repeated(unit), `${repeated(unit)}\u2603`]);
}

async function slowestExpression(): Promise<{ count: number; ms: number; where: string }> {
	const expressions = allExpressions();
	let worst = { ms: 0, where: '' };
	for (const expression of expressions) {
		const { source, flags, place } = expression;
		for (const text of attacks(expression)) {
			const pattern = new RegExp(source, flags);
			const ms = await cpuOf(() => text.search(pattern));
			if (ms > worst.ms) worst = { ms, where: place };
		}
	}
	return { count: expressions.length, ...worst };
}

/** Parsers of untrusted texts, with texts that once took seconds. */
const READERS: Record<string, () => unknown> = {
	'an SMS of latin characters': () => decodeText([repeated('a')], 8),
	'an SMS of NUL characters and one that is no byte': () =>
		decodeText([`${repeated('\0')}\u2603`], 8),
	'an SMS of hexadecimal digits': () => decodeText([repeated('4e2d6587')], 8),
	'a search in the picker': () => hasInOrder(repeated('a'), ['a', 'a', 'a', 'a', 'a', 'b']),
	'slashes in a base URL': () => {
		parseBaseUrl(`https://api.example.com${repeated('/')}a`);
	},
	'newlines in a password': () => hashPassword(`${repeated('\n')}a`),
	'an authenticator secret': () => {
		const fields = { baseUrl: 'https://api.example.com', username: 'a', password: 'b' };
		try {
			accountFrom('user', { ...fields, mfaMethod: 'totp', totpSecret: `${repeated('=')}1` });
		} catch {
			// It is not a secret.
		}
	},
	'a name of a tag': () => isTagName(repeated(' ')),
	'an Authorization header': async () =>
		await isSigned(`Bearer ${repeated('a.')}`, 'x'.repeat(32), 0),
};

/** Figure 16: the cost of untrusted texts is linear in their length. */
export async function texts(): Promise<Figure[]> {
	const { count, ms, where } = await slowestExpression();
	let slowest = { ms: 0, name: '' };
	for (const [name, read] of Object.entries(READERS)) {
		const took = await cpuOf(read);
		if (took > slowest.ms) slowest = { ms: took, name };
	}
	const within = `at most ${LIMIT_MS} ms of CPU for 100 kB`;
	return [
		{
			name: '16 (expressions)',
			wanted: `${count} regular expressions, ${within}`,
			got: `${ms.toFixed(1)} ms at most (${where})`,
			held: count > 80 && ms <= LIMIT_MS,
		},
		{
			name: '16 (readers)',
			wanted: `${Object.keys(READERS).length} readers of foreign texts, ${within}`,
			got: `${slowest.ms.toFixed(1)} ms at most (${slowest.name})`,
			held: slowest.ms <= LIMIT_MS,
		},
	];
}
