import { causesOf } from '../../errors';
import { reasonOf, SPEAKS_NO_TLS } from '../../reasons';

/* What a person can do where TLS did not come about. */

/**
 * Node's codes for a certificate that no trusted authority has signed. Source: Node 24, `tls`, and OpenSSL,
 * X509_STORE_CTX_get_error.
 */
const UNTRUSTED = new Set([
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** n8n's own image trusts what lies in this folder. Source: n8n, docker/images/n8n/docker-entrypoint.sh. */
const TRUST =
	'If your company has its own authority, or a proxy that reads TLS, make this n8n trust it: set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate of the authority, and restart n8n. For n8n in Docker, mount that file and set the variable for the container, also for workers; or mount a folder with it as /opt/custom-certificates. Otherwise check the Base URL of the credential. Nothing was sent.';

const WRONG_PORT =
	'The Base URL begins with https://, but its host and port answer without TLS, such as a web server of plain http: correct the host or the port. Nothing was sent.';

/** The advice on a certificate without a trusted authority, or a server without TLS; undefined otherwise. */
export function tlsHint(error: unknown): string | undefined {
	const codes = causesOf(error).map((cause) => String((cause as { code?: unknown }).code));
	if (codes.some((code) => UNTRUSTED.has(code))) return TRUST;
	return reasonOf(error) === SPEAKS_NO_TLS ? WRONG_PORT : undefined;
}
