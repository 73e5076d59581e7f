import { Redis } from 'ioredis';
import { RedisStore } from '../../src/triggers/runtime/redisStore';
import { streamKind } from '../../src/triggers/stream/kind';
import { smsKind } from '../../src/triggers/sms/kind';
import { BY_NUMBER, type Cell, type LedgerKind } from '../../src/triggers/runtime/store';
import { RedisServer } from '../support/redis/redis';
import { markerOf } from './rows';

/* Maximum size of the keys of triggers and jobs on an account's Redis. */

/** Records per call of the service. */
const IN_A_CALL = 1_000;

/** Bytes that the keys of a job take on a Redis. */
async function bytesOf(job: (url: string) => Promise<void>): Promise<number> {
	const server = await RedisServer.start();
	await job(server.url);
	const redis = new Redis(server.url);
	let bytes = 0;
	for (const key of await redis.keys('*')) {
		bytes += Number(await redis.memory('USAGE', key, 'SAMPLES', 0));
	}
	redis.disconnect();
	await server.down();
	return bytes;
}

const ledgerOf = async <C extends Cell>(kind: LedgerKind<C>, nameOf: (id: number) => string) =>
	await bytesOf(async (url) => {
		const store = new RedisStore(url, 'scale', kind, BY_NUMBER);
		for (let first = 0; first < kind.most.redis; first += IN_A_CALL) {
			const ids = Array.from({ length: IN_A_CALL }, (_, i) => 710_000_000_000 + first + i);
			await store.claim(ids.map(nameOf), `run-${first}`);
		}
	});

const markerBytes = async (devices: number) =>
	await bytesOf(async (url) => {
		const redis = new Redis(url);
		await redis.set('marker', markerOf(devices));
		redis.disconnect();
	});

/** Bytes by purpose. */
export const redisSizes = async (): Promise<Record<string, number>> => ({
	'Stream Trigger: the newest 200,000 records': await ledgerOf(streamKind, (id) => `u${id}`),
	'SMS Trigger: the newest 200,000 messages': await ledgerOf(smsKind, (id) => `m${id}`),
	'Only What Changed: 100,000 endpoints': await markerBytes(100_000),
});
