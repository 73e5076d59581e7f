import { reasonOf } from '../../reasons';

/* What a person reads where the proxy of this n8n stands between a request and the service. */

/** A proxy that let nothing through: no part of the request has left this n8n. */
export interface ProxyFailure {
	/** Address of the proxy, without its user name and password. */
	proxy: string;
	/** The host that it was asked to connect to, with its port. */
	host: string;
	/** Status of its own answer; undefined where there was no connection to it. */
	status?: number | undefined;
}

/** Why a proxy let nothing through, in words that follow "could not be reached:". */
export class ProxyError extends Error {
	/** What a person can do about it. */
	readonly hint: string;

	constructor({ proxy, host, status }: ProxyFailure, cause: unknown) {
		super(
			status === undefined
				? `no connection to the proxy ${proxy}: ${reasonOf(cause)}`
				: `the proxy ${proxy} does not connect to ${host}, it answered ${status}`,
		);
		this.hint = `${hintFor(host, status)} Nothing was sent.`;
	}
}

function hintFor(host: string, status: number | undefined): string {
	if (status === undefined) {
		return 'Check the variables HTTPS_PROXY and HTTP_PROXY of this n8n, and that the proxy runs. Its address begins with http:// as a rule; for n8n in Docker it must be one that the container can reach, which localhost is not. NO_PROXY names hosts to reach without it.';
	}
	if (status === 407) {
		return 'The proxy asks for a user name and a password, or refuses those it got: put them into HTTPS_PROXY of this n8n, as http://user:password@host:port, and restart it.';
	}
	if (status >= 500) {
		return `The proxy cannot reach ${host}: check the Base URL of the credential, and the proxy's own network and name server.`;
	}
	return `This is the proxy's answer, not that of the service: ask whoever runs the proxy to allow ${host}, or name the host in NO_PROXY of this n8n if it can be reached without the proxy.`;
}
