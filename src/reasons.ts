import { causesOf } from './errors';

/**
 * Reasons for a missing answer, in our words: n8n replaces a message that holds one of these codes
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
	ETIMEDOUT: 'no answer came in time',
	ERR_BAD_RESPONSE: 'the answer was cut off',
	CERT_HAS_EXPIRED: 'its certificate has expired',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
	ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

/** Our words for the first known code among the causes, else the innermost error's own message. */
export function reasonOf(error: unknown): string {
	const causes = causesOf(error);
	for (const cause of causes) {
		const known = NETWORK_REASONS[String((cause as { code?: unknown }).code)];
		if (known !== undefined) return known;
	}
	const inner = causes.findLast((cause) => cause instanceof Error);
	return inner instanceof Error ? inner.message : String(error);
}
