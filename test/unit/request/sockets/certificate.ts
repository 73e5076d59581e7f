import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/* Certificates of a test authority, generated as DER so that no key is stored in a file. */

const der = (tag: number, ...parts: Buffer[]): Buffer => {
	const body = Buffer.concat(parts);
	const { length } = body;
	const size =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, 'hex');
const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));

/** Object identifiers, encoded. */
const OID = {
	ecdsaWithSha256: der(0x06, hex('2a8648ce3d040302')),
	commonName: der(0x06, hex('550403')),
	basicConstraints: der(0x06, hex('551d13')),
	subjectAltName: der(0x06, hex('551d11')),
};
const ALGORITHM = sequence(OID.ecdsaWithSha256);
const TRUE = der(0x01, hex('ff'));

const nameOf = (commonName: string) =>
	sequence(der(0x31, sequence(OID.commonName, der(0x0c, Buffer.from(commonName)))));

/** A DNS name or an IPv4 address. */
const alternative = (host: string) =>
	isIP(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));

const DAY_MS = 86_400_000;

interface Issuer {
	name: string;
	key: KeyObject;
}

/** A certificate with its key, both as PEM. */
interface Certificate {
	cert: string;
	key: string;
}

interface Wanted {
	name: string;
	/** Host names and IPv4 addresses of the certificate; an empty list makes it an authority. */
	hosts?: string[];
	/** The period of validity in days from now. */
	days?: [from: number, to: number];
	issuer?: Issuer;
}

function certify({ name, hosts = [], days = [-1, 30], issuer }: Wanted) {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const by = issuer ?? { name, key: privateKey };
	const [from, to] = days.map((day) => time(new Date(Date.now() + day * DAY_MS)));
	const extension =
		hosts.length === 0
			? sequence(OID.basicConstraints, TRUE, der(0x04, sequence(TRUE)))
			: sequence(OID.subjectAltName, der(0x04, sequence(...hosts.map(alternative))));
	const content = sequence(
		der(0xa0, der(0x02, hex('02'))),
		der(0x02, Buffer.concat([hex('01'), randomBytes(8)])),
		ALGORITHM,
		nameOf(by.name),
		sequence(from!, to!),
		nameOf(name),
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, sequence(extension)),
	);
	const signature = der(0x03, hex('00'), sign('sha256', content, by.key));
	const pem = sequence(content, ALGORITHM, signature)
		.toString('base64')
		.match(/.{1,64}/g)!;
	return {
		cert: ['-----BEGIN CERTIFICATE-----', ...pem, '-----END CERTIFICATE-----', ''].join('\n'),
		key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
		privateKey,
	};
}

// Unique, since a process may trust the authorities of several test files.
const name = `Authority of the tests ${randomBytes(8).toString('hex')}`;
const authority = certify({ name });
const issuer: Issuer = { name, key: authority.privateKey };
const hosts = ['127.0.0.1', 'localhost'];

/** The authority that a client should trust. */
export const AUTHORITY = authority.cert;

/** Certificates for a server on loopback: a good one, and those that a client must refuse. */
export const certificates: Record<
	'good' | 'expired' | 'otherHost' | 'selfSigned' | 'unknownAuthority',
	Certificate
> = {
	good: certify({ name: 'service', hosts, issuer }),
	expired: certify({ name: 'service', hosts, issuer, days: [-9, -2] }),
	otherHost: certify({ name: 'service', hosts: ['other.example'], issuer }),
	selfSigned: certify({ name: 'service', hosts }),
	unknownAuthority: certify({
		name: 'service',
		hosts,
		issuer: { name: 'Another authority', key: certify({ name: 'Another authority' }).privateKey },
	}),
};
