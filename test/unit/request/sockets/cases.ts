import { isSend } from './drive';
import * as f from './faults';
import type { Fault } from './service';

/* The socket failures used by the tests and the fault statistics. */

/** A fault during an SMS, and the verdicts allowed for it. */
export type Case = [what: string, fault: Fault, verdict: string[]];

const NEVER = ['notSent'];
/** Node cannot distinguish this failure from one on an established connection. */
const NEVER_OR_UNKNOWN = ['notSent', 'unknown'];
const UNKNOWN = ['unknown'];

const plainHttp = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');

/** Faults before TLS is established: nothing can have been sent. */
export const HANDSHAKE: Case[] = [
	['reset before anything', f.at('accepted', f.reset), NEVER_OR_UNKNOWN],
	['FIN before anything', f.at('accepted', f.fin), NEVER],
	['reset at the ClientHello', f.at('hello', f.reset), NEVER_OR_UNKNOWN],
	['FIN at the ClientHello', f.at('hello', f.fin), NEVER],
	['plain HTTP on the port', f.at('hello', f.inject(plainHttp)), NEVER],
	['records of a wrong version', f.at('hello', f.inject(f.WRONG_VERSION)), NEVER],
	['garbage', f.at('hello', f.inject(Buffer.alloc(64, 0xff))), NEVER],
	['alert: handshake failure', f.at('hello', f.inject(f.ALERTS.handshakeFailure)), NEVER],
	['alert: protocol version', f.at('hello', f.inject(f.ALERTS.protocolVersion)), NEVER],
	['alert: internal error', f.at('hello', f.inject(f.ALERTS.internalError)), NEVER],
	['alert: close notify', f.at('hello', f.inject(f.ALERTS.closeNotify)), NEVER],
	['FIN in the middle of the handshake', f.at('handshake', f.fin), NEVER],
	['reset in the middle of the handshake', f.at('handshake', f.reset), NEVER_OR_UNKNOWN],
];

/** Strikes at an established TLS connection. */
const STRIKES: Array<[what: string, strike: f.Strike]> = [
	['records of a wrong version', f.inject(f.WRONG_VERSION)],
	['plain HTTP', f.inject(f.GARBAGE)],
	['a record that does not decrypt', f.inject(f.BAD_RECORD)],
	['alert: handshake failure', f.inject(f.ALERTS.handshakeFailure)],
	['alert: protocol version', f.inject(f.ALERTS.protocolVersion)],
	['its own alert about a wrong version', f.upset(f.WRONG_VERSION)],
	['its own alert about plain HTTP', f.upset(f.GARBAGE)],
	['its own alert about a bad record', f.upset(f.BAD_RECORD)],
	['FIN without close notify', f.fin],
	['reset', f.reset],
	['half an answer, then FIN without close notify', f.write(f.half, (line) => line.fin())],
	['half an answer, then garbage', f.write(f.half, (line) => line.inject(f.WRONG_VERSION))],
];

/** Faults on established TLS after the request was read or applied. */
export const established = (moment: 'read' | 'applied'): Case[] =>
	STRIKES.map(([what, strike]) => [what, f.at(moment, strike, { when: isSend }), UNKNOWN]);

/** The documented success of a send. */
export const SENT = { status: 201, headers: { 'Content-Type': 'text/html', Location: '/1' } };
const flood = Buffer.from(`HTTP/1.1 201 Created\r\n${'X-Filler: 0123456789\r\n'.repeat(5000)}\r\n`);
/** Broken answers, on plain sockets and on TLS alike, after which an `act` is unknown. */
export const SPOILT: Array<[what: string, strike: f.Strike]> = [
	['reset', f.reset],
	['FIN', f.fin],
	['half a status line', f.write('HTTP/1.1 20')],
	['half the headers', f.write('HTTP/1.1 201 Created\r\nLocation: /1\r\nX-')],
	['half a body, then FIN', f.write(f.half)],
	['half a body, then a reset', f.write(f.half, (line) => line.reset())],
	['half a chunk', f.write('HTTP/1.1 201 C\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{"id"')],
	['no HTTP at all', f.write('SSH-2.0-OpenSSH_9.2\r\n')],
	['a flood of headers', f.write(flood)],
	['a length that is no number', f.write('HTTP/1.1 201 C\r\nContent-Length: abc\r\n\r\n{}')],
	['two lengths', f.write('HTTP/1.1 201 C\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}')],
	['502', f.answer({ status: 502, headers: { 'Content-Type': 'text/html' }, body: '<html>' })],
	['503', f.answer({ status: 503 })],
	['504', f.answer({ status: 504 })],
	['500 with an envelope', f.answer({ status: 500, body: { message: 'oops', error_code: 1 } })],
];
