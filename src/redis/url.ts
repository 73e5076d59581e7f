import { InputError } from '../errors';

/** Address and credentials of a Redis, as options of its client. */
interface RedisAddress {
	host: string;
	port: number;
	db: number;
	username?: string;
	password?: string;
	/** TLS options; empty for Node's defaults. */
	tls?: object;
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])$/i;

/**
 * The address of a Redis as the credential has it, in one spelling.
 * @throws InputError when it is not a `redis://` or `rediss://` address with a host. A query is
 * refused: Redis clients take options from it, one of which names a socket of this machine.
 */
export function parseRedisUrl(text: unknown): string {
	const refuse = (): never => {
		throw new InputError(
			'redisUrl',
			'must be an address such as redis://:password@host:6379/0, or rediss:// for TLS',
			'Redis URL',
		);
	};
	if (typeof text !== 'string' || !URL.canParse(text.trim())) return refuse();
	const url = new URL(text.trim());
	if (!/^rediss?:$/.test(url.protocol) || !HOST.test(url.hostname)) return refuse();
	if (!/^(\/\d{0,6})?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return refuse();
	// Parsed as https, which normalises 0x7f.1 to 127.0.0.1: the checked host is the connected one.
	if (!URL.canParse(`https://${url.hostname}`)) return refuse();
	url.hostname = new URL(`https://${url.hostname}`).hostname;
	try {
		redisAddress(url.href);
	} catch {
		return refuse();
	}
	return url.href;
}

/** Splits an address that `parseRedisUrl` returned. */
export function redisAddress(text: string): RedisAddress {
	const url = new URL(text);
	const given = (part: string) => (part === '' ? undefined : decodeURIComponent(part));
	return {
		host: url.hostname.replace(/^\[|\]$/g, ''),
		port: Number(url.port || 6379),
		db: Number(url.pathname.slice(1)),
		username: given(url.username),
		password: given(url.password),
		...(url.protocol === 'rediss:' && { tls: {} }),
	};
}
