/**
 * The longest answer that is read, in bytes after unpacking. Full entries of 2,000 endpoints take
 * one to eight million.
 */
const LONGEST_ANSWER = 32 * 1024 * 1024;

/** An answer that was not read to its end. */
class AnswerTooLong extends Error {
	constructor() {
		super(`the answer is longer than ${LONGEST_ANSWER / 1024 / 1024} MB`);
	}
}

/** The bytes of an answer, as they come. */
type Incoming = AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown };

const isIncoming = (body: unknown): body is Incoming =>
	typeof (body as Incoming | null)?.[Symbol.asyncIterator] === 'function' &&
	typeof (body as Incoming).destroy === 'function';

/**
 * The body of an answer: JSON where it parses, else text. A body the host has read is kept as is.
 * @throws AnswerTooLong, the signal's reason, or why the answer was cut off.
 */
export async function readAnswerBody(body: unknown, signal?: AbortSignal): Promise<unknown> {
	if (!isIncoming(body)) return body;
	const stop = () => void body.destroy(signal?.reason as Error);
	if (signal?.aborted) stop();
	signal?.addEventListener('abort', stop, { once: true });
	try {
		return jsonOrText(await bodyText(body));
	} finally {
		signal?.removeEventListener('abort', stop);
	}
}

async function bodyText(body: Incoming): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.byteLength;
		if (bytes > LONGEST_ANSWER) throw new AnswerTooLong();
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

function jsonOrText(text: string): unknown {
	try {
		return text === '' ? text : JSON.parse(text);
	} catch {
		return text;
	}
}
