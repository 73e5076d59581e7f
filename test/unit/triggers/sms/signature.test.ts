import { createHmac } from 'node:crypto';
import { compactVerify } from 'jose';
import { isSigned } from '../../../../src/triggers/sms/signature';
import vectors from './vectors/wycheproof-jws.json';

/*
 * The vectors of Project Wycheproof for JSON web signatures with a symmetric key: as they are, before the
 * library that verifies tokens; and each done to a token of this test's own, before the trigger's check,
 * which takes claims and a secret that is a text.
 */

type Vector = (typeof vectors.groups)[0]['tests'][0];

/** Marked invalid, and the very text of 357, which is valid. */
const SAME_AS_VALID = [367, 370];
/** Marked valid, for readers that skip characters which are none of base64url; refused here. */
const SKIPPED_CHARACTERS = [372, 373];
/** Blanks inside a part, and bits that no byte has: the library takes them, the trigger's check does not. */
const LENIENT = [360, 365, 368, 375];

const all = vectors.groups.flatMap(({ k, tests }) => {
	const valid = tests.filter(
		({ result, tcId }) => result === 'valid' && tcId !== 372 && tcId !== 373,
	);
	return tests
		.filter(({ tcId }) => !SAME_AS_VALID.includes(tcId))
		.map((vector) => ({ ...vector, key: Buffer.from(k, 'base64url'), valid }));
});
const accepted = ({ tcId, result }: Vector) =>
	result === 'valid' && !SKIPPED_CHARACTERS.includes(tcId);

const SECRET = 'a-signing-secret-of-32-characters';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const CLAIMS = Buffer.from(JSON.stringify({ exp: NOW / 1000 + 60, iat: NOW / 1000 })).toString(
	'base64url',
);
const mac = (key: Buffer | string, header = '', payload = '') =>
	createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');

/** The change to a vector's signature, made to another one. */
function changed(signature: string, from: string, own: string): string {
	if (signature.startsWith(from)) return own + signature.slice(from.length);
	if (signature.endsWith(from)) return signature.slice(0, -from.length) + own;
	let same = 0;
	while (same < from.length && signature.at(-1 - same) === from.at(-1 - same)) same += 1;
	return signature.slice(0, signature.length - same) + own.slice(own.length - same);
}

/** The vector with claims as its payload, signed with the secret where it was signed with its key. */
function ownOf({ jws, key, valid }: (typeof all)[0]): string {
	const base = valid.find((one) => jws.includes(one.jws.split('.')[1]!)) ?? valid[0]!;
	const [header = '', payload = '', signature = ''] = base.jws.split('.');
	const own = mac(SECRET, header, CLAIMS);
	const parts = jws.split('.');
	const claims = (text: string) => text.replace(payload, CLAIMS);
	if (parts.length === 3 && parts[2] === mac(key, parts[0], parts[1])) {
		const [first, second] = [parts[0]!, claims(parts[1]!)];
		return `${first}.${second}.${mac(SECRET, first, second)}`;
	}
	const tail = parts.findLastIndex((part) => part.length > 40 && part !== header);
	return parts
		.map((part, i) => (i === tail ? changed(part, signature, own) : claims(part)))
		.join('.');
}

test('all vectors with a symmetric key are here, valid and invalid ones', () => {
	expect(all).toHaveLength(37);
	expect(all.filter(accepted)).toHaveLength(7);
});

test.each(all)('$tcId $comment: the library says so', async (vector) => {
	const verified = await compactVerify(vector.jws, vector.key, { algorithms: ['HS256'] }).then(
		() => true,
		() => false,
	);
	expect(verified).toBe(accepted(vector) || LENIENT.includes(vector.tcId));
});

test.each(all)('$tcId $comment: done to a token of a callback', async (vector) => {
	const token = ownOf(vector);
	expect(await isSigned(`Bearer ${token}`, SECRET, NOW)).toBe(accepted(vector));
});
