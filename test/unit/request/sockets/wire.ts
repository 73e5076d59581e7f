import type { Duplex } from 'node:stream';

/* HTTP/1.1 written by hand, so that a test controls every byte of an answer. */

export interface RawRequest {
	method: string;
	/** The path with its query. */
	target: string;
	path: string;
	query: URLSearchParams;
	/** Keyed by lower-case name. */
	headers: Record<string, string>;
	body: unknown;
}

export interface RawAnswer {
	status: number;
	headers?: Record<string, string>;
	/** Sent as JSON unless it is text; no body when undefined. */
	body?: unknown;
}

const REASONS: Record<number, string> = { 101: 'Switching Protocols', 200: 'OK', 201: 'Created' };

/** The bytes of an answer, with its length and `Connection: close`. */
export function bytesOf({ status, headers = {}, body }: RawAnswer): Buffer {
	const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
	const all = {
		Date: new Date(Date.now()).toUTCString(),
		'Content-Type': 'application/json',
		...(status !== 204 && status >= 200 && { 'Content-Length': Buffer.byteLength(text) }),
		Connection: 'close',
		...headers,
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
	return Buffer.from(
		[`HTTP/1.1 ${status} ${REASONS[status] ?? 'Status'}`, ...lines, '', text].join('\r\n'),
	);
}

function parse(head: string, body: string): RawRequest {
	const [first = '', ...lines] = head.split('\r\n');
	const [method = '', target = ''] = first.split(' ');
	const url = new URL(target, 'http://service');
	const headers = Object.fromEntries(
		lines.map((line) => {
			const colon = line.indexOf(':');
			return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
		}),
	);
	let json: unknown;
	try {
		json = body === '' ? undefined : JSON.parse(body);
	} catch {
		json = body;
	}
	return { method, target, path: url.pathname, query: url.searchParams, headers, body: json };
}

/**
 * Reads the one request of a connection; undefined when the connection ends before it is complete.
 * `onPart` is called once the head and a part of a body over 100 kB have arrived.
 */
export async function readRequest(
	stream: Duplex,
	onPart: () => void = () => {},
): Promise<RawRequest | undefined> {
	return await new Promise((resolve) => {
		let bytes = Buffer.alloc(0);
		let told = false;
		const onData = (chunk: Buffer) => {
			bytes = Buffer.concat([bytes, chunk]);
			const end = bytes.indexOf('\r\n\r\n');
			if (end < 0) return;
			const head = bytes.subarray(0, end).toString();
			const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
			if (bytes.length < end + 4 + length) {
				if (!told && bytes.length > end + 4 && length > 100_000) {
					told = true;
					onPart();
				}
				return;
			}
			stream.off('data', onData);
			resolve(parse(head, bytes.subarray(end + 4, end + 4 + length).toString()));
		};
		stream.on('data', onData);
		for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve(undefined));
	});
}
