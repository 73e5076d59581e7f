import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { constants, gzipSync } from 'node:zlib';
import { storeFor } from '../../../support/n8n/n8n';
import { CALLS, closeAll, isSend, messageOf, run, serve, session, verdicts } from './drive';
import * as f from './faults';
import type { Line } from './service';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Answers of any length: long lists are read in full, endless bodies are abandoned. */

afterAll(closeAll);

const MB = 1024 * 1024;
const MOST = 32;
const TOO_LONG = /the answer is longer than 32 MB/;
const chunk = Buffer.concat([
	Buffer.from(`${MB.toString(16)}\r\n`),
	Buffer.alloc(MB, ' '),
	Buffer.from('\r\n'),
]);

/** Resolves when the other side has read the data or closed the connection. */
async function drained(stream: Duplex): Promise<void> {
	const over = new AbortController();
	const { signal } = over;
	await Promise.race(['drain', 'close'].map((event) => once(stream, event, { signal })));
	over.abort();
}

/** A body that grows as long as it is read, up to 200 MB; records how much was sent. */
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

/** 200 MB of spaces, compressed to less than 0.25 MB. */
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

test('reports unknown and stops reading when the answer to an SMS never ends', async () => {
	const service = await serve();
	const store = await session(service);
	const { strike, sent } = endless(201);
	service.fail(f.at('applied', strike, { when: isSend }));
	const output = await run(store, CALLS.act);
	expect(verdicts(output)).toEqual(['unknown']);
	expect(messageOf(output)).toMatch(TOO_LONG);
	expect(service.arrivals.filter(isSend)).toHaveLength(1);
	// The socket buffers of both sides count as sent.
	expect(sent.most).toBeLessThan(MOST + 16);
});

test.each([
	['a success', 200],
	['a refusal', 403],
])(
	'fails a read with a clear message when 200 MB are compressed to 0.2 MB in %s',
	async (_, status) => {
		const service = await serve();
		const store = await session(service);
		expect(bomb.length).toBeLessThan(0.25 * MB);
		service.fail(f.at('read', unpacked(status), { when: ({ method }) => method === 'GET' }));
		expect(messageOf(await run(store, CALLS.read))).toMatch(TOO_LONG);
	},
);

test('sends nothing when the answer to the login never ends', async () => {
	const service = await serve();
	const { strike, sent } = endless(200);
	service.fail(f.at('read', strike));
	const output = await run(storeFor(service.url), CALLS.act);
	expect(verdicts(output)).toEqual(['notSent']);
	expect(messageOf(output)).toMatch(TOO_LONG);
	expect(service.arrivals.filter(isSend)).toEqual([]);
	expect(sent.most).toBeLessThan(MOST + 16);
});

test('reads a page of 2,500 endpoints of 4 kB each in full', async () => {
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
