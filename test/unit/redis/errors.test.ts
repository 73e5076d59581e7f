import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import { systemSleep } from '../../../src/ports';
import { checkSharedLane, redisLane } from '../../../src/request/sharedLane';
import { hold } from '../../support/attempt';
import { freePort, RedisServer } from '../../support/redis/redis';
import { describeWithRedis } from '../../support/redis/useRedis';
import { failureOf, isSecret } from '../../support/secrets';
import { AUTHORITY, certificates } from '../request/sockets/certificate';

/* Errors about Redis are in our own words: they quote neither Redis nor another server. */

// A server that does not answer is given up as early as in n8n.
jest.unmock('../../../src/redis/errors');

const PASSWORD = 'redis-Passw0rd-in-an-address';
isSecret(PASSWORD, 'Redis password');

const checkShared = async (redisUrl: string) =>
	await checkSharedLane({ shareLimits: true, redisUrl }, async () => {});
const check = async (redisUrl: string) => await failureOf(checkShared(redisUrl));

describe('another server at the Redis address', () => {
	const echo = (socket: Socket) => socket.pipe(socket);
	const saying = (text: string) => (socket: Socket) =>
		void socket.once('data', () => socket.write(text));
	const PEERS: Array<[string, (socket: Socket) => unknown]> = [
		['an echo server', echo],
		[
			'a Redis without AUTH that quotes the arguments',
			(socket) =>
				socket.on('data', () =>
					socket.write(`-ERR unknown command 'auth', with args beginning with: '${PASSWORD}'\r\n`),
				),
		],
		[
			'a refusal that quotes the password',
			(socket) => socket.on('data', () => socket.write(`-WRONGPASS ${PASSWORD} is wrong\r\n`)),
		],
		['a mail server', saying(`220 mail.internal secret-of-a-peer ${PASSWORD}\r\n`)],
		['a web server', saying(`HTTP/1.1 400 secret-of-a-peer ${PASSWORD}\r\n\r\n`)],
		['a TLS-only server that refuses with an alert', saying('\x15\x03\x03\x00\x02\x02\x46')],
		['a server that closes the connection', (socket) => socket.end()],
	];

	const said = async (url: string) => {
		const lane = redisLane(url, { sleep: systemSleep, outageMs: 300 });
		// To the lock, an echo looks as if another worker held it.
		const wait = AbortSignal.timeout(2_000);
		const turn = hold(lane, 'k', async () => {}, wait).catch((error: unknown) => {
			if (!wait.aborted) throw error;
		});
		const errors = [await check(url), await turn.catch((error: Error) => error)];
		return errors.filter((error) => error !== undefined);
	};

	test.each(PEERS)('%s: the error quotes neither the answer nor the request', async (_, talk) => {
		const sockets = new Set<Socket>();
		const server = createServer((socket) => {
			sockets.add(socket.on('error', () => {}));
			talk(socket);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as { port: number };
		try {
			const url = `redis://:${PASSWORD}@127.0.0.1:${port}`;
			for (const error of await said(url)) {
				expect(error.message).toMatch(
					/^The Redis at 127\.0\.0\.1:\d+ \("Share Limits Across Workers"\) (cannot be used: |could not be reached \(|did not answer)/,
				);
				expect(error).toMatchObject({ outcome: 'notSent', hint: expect.any(String) });
				// The whole error is searched, including its causes.
				const peers = `secret-of-a-peer|mail\\.internal|${PASSWORD}`;
				const clients = 'Protocol error|reply type byte|Please report';
				expect(inspect(error)).not.toMatch(new RegExp(`${peers}|${clients}`));
			}
		} finally {
			for (const socket of sockets) socket.destroy();
			server.close();
		}
	});
});

test.each([
	'redis://h?path=/var/run/redis.sock',
	'redis://h:6379/0?host=elsewhere',
	'redis://h#x',
	'redis://%2Fvar%2Frun%2Fredis.sock',
	'redis://a%2Fb',
	'redis://:p%zz@h',
])('%s is refused: a client would read more from it than a host', async (url) => {
	expect((await check(url)).message).toMatch(/^Redis URL must be an address such as/);
});

describeWithRedis('a real Redis', () => {
	const servers: RedisServer[] = [];
	const start = async (args: string[] = []) => {
		const server = await RedisServer.start(args);
		servers.push(server);
		return server;
	};
	afterAll(async () => await Promise.all(servers.map(async (server) => await server.down())));

	test('without the requested database is refused, and no other database is used', async () => {
		const redis = await start();
		const error = await check(`${redis.url}/99`);
		expect(error.message).toMatch(/cannot be used: it has no database of this number/);
		const lane = redisLane(`${redis.url}/99`, { sleep: systemSleep, outageMs: 300 });
		const job = jest.fn();
		await expect(hold(lane, 'k', job)).rejects.toMatchObject({ problem: 'refused' });
		expect(job).not.toHaveBeenCalled();
		await checkShared(`${redis.url}/15`);
	});

	test('is reported when only one side uses TLS, or its certificate is not trusted', async () => {
		const dir = mkdtempSync(join(tmpdir(), 'redis-tls-'));
		const file = (name: 'cert' | 'key') => {
			writeFileSync(join(dir, name), certificates.good[name]);
			return join(dir, name);
		};
		const port = await freePort();
		const keys = ['--tls-cert-file', file('cert'), '--tls-key-file', file('key')];
		await start(['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no', ...keys]);
		const plain = await start();

		const withoutTls = await check(`redis://127.0.0.1:${port}`);
		expect(withoutTls.message + String(withoutTls.hint)).toMatch(/TLS \(rediss:\/\/\)|rediss:\/\//);
		// Redis waits for the end of a line, which a TLS handshake does not have.
		expect(await check(`rediss://127.0.0.1:${plain.port}`)).toMatchObject({
			problem: 'slow',
			hint: expect.stringContaining('that it speaks TLS where the address begins with rediss://'),
		});
		expect((await check(`rediss://127.0.0.1:${port}`)).message).toMatch(
			/could not be reached \(this n8n does not trust its certificate\)/,
		);
		setDefaultCACertificates([...getCACertificates('default'), AUTHORITY]);
		await checkShared(`rediss://127.0.0.1:${port}`);
	});

	test('is refused when its user lacks a permission', async () => {
		const redis = await start('--user default on nopass ~other:* +@all'.split(' '));
		expect((await check(redis.url)).message).toMatch(
			/cannot be used: its user lacks a permission that SECURITY\.md of this package lists/,
		);
	});
});
