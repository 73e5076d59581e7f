import { causesOf } from '../errors';

/**
 * Why there is no answer, in our words: n8n replaces a message that holds one of these codes by one of
 * its own, and with it what was known of the outcome.
 */
export const REASONS: Record<string, string> = {
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

/** In words where a cause has a code that is known, else those of the innermost error. */
export function reasonOf(error: unknown): string {
	const causes = causesOf(error);
	for (const cause of causes) {
		const known = REASONS[String((cause as { code?: unknown }).code)];
		if (known !== undefined) return known;
	}
	const inner = causes.findLast((cause) => cause instanceof Error);
	return inner instanceof Error ? inner.message : String(error);
}
