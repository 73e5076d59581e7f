import { leave, takeUp } from './left';
import type { Fault, Line, Moment, Strike } from './service';

export type { Strike };
import { bytesOf, type RawAnswer } from './wire';

/* Faults: strikes on a connection. */

export const reset: Strike = (line) => line.reset();
export const fin: Strike = (line) => line.fin();
export const silent: Strike = (line) => leave(line.raw);

/** Does this a moment later, so that what was written before arrives before it. */
const soon = (line: Line, what: () => void): void => {
	leave(line.raw);
	setTimeout(() => {
		takeUp(line.raw);
		what();
	}, 20);
};

/** Writes these bytes past TLS, then ends the connection. */
export const inject =
	(bytes: Buffer | string): Strike =>
	(line) => {
		line.inject(bytes);
		soon(line, () => line.fin());
	};

/** Feeds garbage to the service's TLS engine, which sends its alert. */
export const upset =
	(bytes: Buffer): Strike =>
	(line) => {
		line.upset(bytes);
		soon(line, () => line.fin());
	};

/** Replaces the answer of the service. */
export const answer =
	(given: RawAnswer): Strike =>
	(line) =>
		line.reply(given);

/** Writes bytes in place of an answer, then ends the connection. */
export const write =
	(bytes: Buffer | string, end: (line: Line) => void = (line) => line.stream.end()): Strike =>
	(line) => {
		line.send(bytes);
		soon(line, () => end(line));
	};

/** Writes bytes, and nothing after them. */
export const writeOnly =
	(bytes: Buffer | string): Strike =>
	(line) => {
		line.send(bytes);
		leave(line.raw);
	};

/** Writes one byte every `everyMs`, endlessly with `loop`. */
export const drip =
	(bytes: Buffer, everyMs: number, loop = false): Strike =>
	(line) => {
		let at = 0;
		leave(line.raw);
		const timer = setInterval(() => {
			if (line.raw.destroyed || (at >= bytes.length && !loop)) return clearInterval(timer);
			line.send(bytes.subarray(at % bytes.length, (at % bytes.length) + 1));
			at += 1;
		}, everyMs);
		line.raw.once('close', () => clearInterval(timer));
	};

/** Strikes now, while the service applies the request later. */
export const andLater =
	(strike: Strike, afterMs: number): Strike =>
	async (line) => {
		void line.apply(afterMs);
		return await strike(line);
	};

export const at = (moment: Moment, strike: Strike, more: Partial<Fault> = {}): Fault => ({
	at: moment,
	strike,
	...more,
});

/** A TLS record: its type, version and content. */
const record = (type: number, version: number, ...content: number[]): Buffer =>
	Buffer.from([
		type,
		version >> 8,
		version & 0xff,
		content.length >> 8,
		content.length & 0xff,
		...content,
	]);

export const ALERTS = {
	closeNotify: record(0x15, 0x0303, 1, 0),
	handshakeFailure: record(0x15, 0x0303, 2, 40),
	protocolVersion: record(0x15, 0x0303, 2, 70),
	internalError: record(0x15, 0x0303, 2, 80),
};
/** Records that no version of TLS knows. */
export const WRONG_VERSION = record(0x17, 0x0909, 1, 2, 3, 4, 5, 6, 7, 8);
export const GARBAGE = Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
export const BAD_RECORD = record(0x17, 0x0303, ...Array.from({ length: 64 }, (_, i) => i));

/** The start of an answer whose Content-Length exceeds its body. */
export const half = bytesOf({
	status: 201,
	body: '{"id":1,"rest":"' + 'x'.repeat(100) + '"}',
}).subarray(0, 200);
