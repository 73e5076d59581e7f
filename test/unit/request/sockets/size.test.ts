import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { constants, gzipSync } from 'node:zlib';
import { storeFor } from '../../../support/n8n/n8n';
import { CALLS, closeAll, isSend, messageOf, run, serve, session, verdicts } from './drive';
import * as f from './faults';
import type { Line } from './service';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/quickWaits'));

/* Answers of any length: full lists come whole, what has no end is not read on. */

afterAll(closeAll);

const MB = 1024 * 1024;
const MOST = 32;
const TOO_LONG = /the answer is longer than 32 MB/;
const chunk = Buffer.concat([
	Buffer.from(`${MB.toString(16)}\r\n`),
	Buffer.alloc(MB, ' '),
	Buffer.from('\r\n'),
]);

/** Ends when the other side has read, or has gone. */
async function drained(stream: Duplex): Promise<void> {
	const over = new AbortController();
	const { signal } = over;
	await Promise.race(['drain', 'close'].map((event) => once(stream, event, { signal })));
	over.abort();
}

/** A body that is as long as it is read, 200 MB at most; tells how much went out. */
function endless(status: number) {
	const sent = { mb: 0, most: 0 };
	const strike = async ({ stream, raw }: Line) => {
		const lines = [`HTTP/1.1 ${status} X`, 'Content-Type: application/json'];
		stream.write([...lines, 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
		for (sent.mb = 0; sent.mb < 200 && !raw.destroyed; sent.mb++) {
			if (!stream.write(chunk)) await drained(stream);
			sent.most = Math.max(sent.most, sent.mb);
		}
		stream.end();
	};
	return { strike, sent };
}

/** 200 MB of blanks in less than a quarter of one. */
const bomb = gzipSync(Buffer.alloc(200 * MB, ' '), { level: constants.Z_BEST_COMPRESSION });
const unpacked = (status: number) => (line: Line) => {
	const head = [
		`HTTP/1.1 ${status} X`,
		'Content-Type: application/json',
		'Content-Encoding: gzip',
		`Content-Length: ${bomb.length}`,
	];
	line.stream.write([...head, '', ''].join('\r\n'));
	line.stream.end(bomb);
};

test('a body without an end, to a send: unknown, sent once, and not read on', async () => {
	const service = await serve();
	const store = await session(service);
	const { strike, sent } = endless(201);
	service.fail(f.at('applied', strike, { when: isSend }));
	const output = await run(store, CALLS.act);
	expect(verdicts(output)).toEqual(['unknown']);
	expect(messageOf(output)).toMatch(TOO_LONG);
	expect(service.arrivals.filter(isSend)).toHaveLength(1);
	// Bytes that the sockets of both sides hold are sent, too.
	expect(sent.most).toBeLessThan(MOST + 16);
});

test.each([
	['a success', 200],
	['a refusal', 403],
])('200 MB packed into a fifth of one, as %s: the read fails in words', async (_, status) => {
	const service = await serve();
	const store = await session(service);
	expect(bomb.length).toBeLessThan(0.25 * MB);
	service.fail(f.at('read', unpacked(status), { when: ({ method }) => method === 'GET' }));
	expect(messageOf(await run(store, CALLS.read))).toMatch(TOO_LONG);
});

test('a login answered without an end: nothing is sent', async () => {
	const service = await serve();
	const { strike, sent } = endless(200);
	service.fail(f.at('read', strike));
	const output = await run(storeFor(service.url), CALLS.act);
	expect(verdicts(output)).toEqual(['notSent']);
	expect(messageOf(output)).toMatch(TOO_LONG);
	expect(service.arrivals.filter(isSend)).toEqual([]);
	expect(sent.most).toBeLessThan(MOST + 16);
});

test('a page of 2,500 endpoints of 4 kB each comes whole', async () => {
	const service = await serve();
	const store = await session(service);
	const tags = Array.from({ length: 70 }, (_, i) => ({ id: i, name: 'x'.repeat(40) }));
	const body = Array.from({ length: 2_500 }, (_, i) => ({ id: i + 1, name: `ü${i}`, tags }));
	expect(JSON.stringify(body).length).toBeGreaterThan(2_500 * 4_000);
	const headers = { 'X-Total-Count': '2500', 'X-Total-Pages': '1', 'X-Current-Page': '1' };
	service.fail(f.at('read', f.answer({ status: 200, headers, body })));
	const many = { resource: 'endpoint', operation: 'getAll', returnAll: true, simplify: false };
	const { items } = await run(store, many);
	expect(items.map(({ json }) => json.name)).toEqual(body.map(({ name }) => name));
});
