import { createHmac } from 'node:crypto';
import { compactVerify } from 'jose';
import { isSigned } from '../../../../src/triggers/sms/signature';
import vectors from './vectors/wycheproof-jws.json';

/*
 * The Project Wycheproof vectors for JSON web signatures with a symmetric key: unchanged, against the
 * library that verifies tokens; and applied to a token of this test, against the trigger's check, which
 * takes claims and a text secret.
 */

type Vector = (typeof vectors.groups)[0]['tests'][0];

/** Marked invalid, but identical to vector 357, which is valid. */
const SAME_AS_VALID = [367, 370];
/** Marked valid for readers that skip characters outside base64url; refused here. */
const SKIPPED_CHARACTERS = [372, 373];
/** Spaces inside a part, or surplus bits: accepted by the library, refused by the trigger's check. */
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

/** Applies the change of a vector's signature to another signature. */
function changed(signature: string, from: string, own: string): string {
	if (signature.startsWith(from)) return own + signature.slice(from.length);
	if (signature.endsWith(from)) return signature.slice(0, -from.length) + own;
	let same = 0;
	while (same < from.length && signature.at(-1 - same) === from.at(-1 - same)) same += 1;
	return signature.slice(0, signature.length - same) + own.slice(own.length - same);
}

/** The vector with claims as its payload, signed with the secret if it was signed with its key. */
function ownOf({ jws, key, valid }: (typeof all)[0]): string {
	const base = valid.find((sample) => jws.includes(sample.jws.split('.')[1]!)) ?? valid[0]!;
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

test('the file has all vectors with a symmetric key, valid and invalid', () => {
	expect(all).toHaveLength(37);
	expect(all.filter(accepted)).toHaveLength(7);
});

test.each(all)(
	'the library gives the expected result for vector $tcId: $comment',
	async (vector) => {
		const verified = await compactVerify(vector.jws, vector.key, { algorithms: ['HS256'] }).then(
			() => true,
			() => false,
		);
		expect(verified).toBe(accepted(vector) || LENIENT.includes(vector.tcId));
	},
);

test.each(all)(
	'the check of callback tokens gives the expected result for vector $tcId: $comment',
	async (vector) => {
		const token = ownOf(vector);
		expect(await isSigned(`Bearer ${token}`, SECRET, NOW)).toBe(accepted(vector));
	},
);
