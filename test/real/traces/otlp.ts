import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/* A receiver of traces: OTLP over HTTP, in protobuf. Source: opentelemetry-proto, trace/v1. */

/** A span, with its attributes as text. */
export interface Span {
	name: string;
	attributes: Record<string, string>;
}

/** The fields of a message, by their numbers: bytes of nested fields, or a number. */
type Message = Map<number, Array<Uint8Array | bigint>>;

const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 };

/** Reads one message of protobuf. @throws RangeError where it is cut off */
function messageIn(bytes: Uint8Array): Message {
	const fields: Message = new Map();
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let at = 0;
	const varint = (): bigint => {
		let value = 0n;
		for (let shift = 0n; ; shift += 7n) {
			const byte = view.getUint8(at);
			at += 1;
			value |= BigInt(byte & 0x7f) << shift;
			if (byte < 0x80) return value;
		}
	};
	while (at < bytes.byteLength) {
		const tag = Number(varint());
		const wire = tag & 7;
		let value: Uint8Array | bigint;
		if (wire === WIRE.varint) value = varint();
		else if (wire === WIRE.bytes) {
			const length = Number(varint());
			value = bytes.subarray(at, at + length);
			at += length;
		} else {
			const length = wire === WIRE.fixed64 ? 8 : 4;
			value = bytes.subarray(at, at + length);
			at += length;
		}
		const field = tag >> 3;
		fields.set(field, [...(fields.get(field) ?? []), value]);
	}
	return fields;
}

const nested = (message: Message, field: number): Message[] =>
	(message.get(field) ?? []).flatMap((part) => (typeof part === 'bigint' ? [] : [messageIn(part)]));
const textOf = (message: Message, field: number): string => {
	const [bytes] = message.get(field) ?? [];
	return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('utf8') : '';
};

/** A value of an attribute as text: a text itself, a truth value or a whole number. */
function valueOf(value: Message | undefined): string {
	if (!value) return '';
	const [number] = [...(value.get(2) ?? []), ...(value.get(3) ?? [])];
	return typeof number === 'bigint' ? String(number) : textOf(value, 1);
}

/** The spans of an export: resources, scopes and spans are nested. */
function spansIn(body: Uint8Array): Span[] {
	const scopes = nested(messageIn(body), 1).flatMap((resource) => nested(resource, 2));
	return scopes
		.flatMap((scope) => nested(scope, 2))
		.map((span) => ({
			name: textOf(span, 5),
			attributes: Object.fromEntries(
				nested(span, 9).map((pair) => [textOf(pair, 1), valueOf(nested(pair, 2)[0])]),
			),
		}));
}

/** Receives traces on a free port of loopback. */
export async function traceReceiver() {
	const spans: Span[] = [];
	const server = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		if (request.url === '/v1/traces') spans.push(...spansIn(Buffer.concat(parts)));
		response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		spans,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
