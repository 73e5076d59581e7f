import { causesOf } from './errors';

const UNKNOWN_AUTHORITY = 'this n8n does not trust its certificate';

/**
 * Reasons for a missing answer, in our words: n8n replaces a message that contains one of these codes
 * by one of its own, and the information on the outcome would be lost.
 */
export const NETWORK_REASONS: Record<string, string> = {
	ECONNREFUSED: 'the connection was refused',
	ENOTFOUND: 'the host name is not known',
	EAI_AGAIN: 'the host name could not be looked up',
	EHOSTUNREACH: 'the host is out of reach',
	ENETUNREACH: 'the network is out of reach',
	ECONNRESET: 'the connection was cut',
	EPIPE: 'the connection was cut',
	ECONNABORTED: 'no answer came in time',
	// Of an attempt that its deadline has ended: a cancelled run has its own words.
	ERR_CANCELED: 'no answer came in time',
	ETIMEDOUT: 'no answer came in time',
	ERR_BAD_RESPONSE: 'the answer was cut off',
	CERT_HAS_EXPIRED: 'its certificate has expired',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
	UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
	CERT_NOT_YET_VALID: 'its certificate is not valid yet',
	ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

/** What OpenSSL says of bytes that are no TLS. */
const NO_TLS = /wrong version number|packet length too long|http request/;
/** Its own words in an error of OpenSSL: `…:SSL routines:function:words:file:line:…`. */
const OPENSSL_WORDS = /:SSL routines:[^:]*:([^:]+):/;
/** What OpenSSL puts before the words of the other side: `sslv3 alert handshake failure`. */
const ALERT = /^(?:\S+ )?alert /;

/** The server does not speak TLS. */
export const SPEAKS_NO_TLS = 'what answers there does not speak TLS';

/** What OpenSSL says in an error; undefined for any other error. */
function openSslWords(error: unknown): string | undefined {
	return causesOf(error)
		.map((cause) => OPENSSL_WORDS.exec((cause as { message?: string }).message ?? '')?.[1])
		.map((words) => words?.replace(ALERT, ''))
		.find((words) => words !== undefined);
}

/** Our words for the first known code among the causes, else the innermost error's own message. */
export function reasonOf(error: unknown): string {
	const causes = causesOf(error);
	for (const cause of causes) {
		const known = NETWORK_REASONS[String((cause as { code?: unknown }).code)];
		if (known !== undefined) return known;
	}
	const tls = openSslWords(error);
	if (tls !== undefined) {
		return NO_TLS.test(tls) ? SPEAKS_NO_TLS : `TLS failed: ${tls}`;
	}
	const inner = causes.findLast((cause) => cause instanceof Error);
	return inner instanceof Error ? inner.message : String(error);
}
