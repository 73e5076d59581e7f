import { Redis } from 'ioredis';
import { installN8n, n8nIsInstalled } from '../../../demo/lib/install';
import { findNode } from '../../../demo/lib/node';
import { requireFromN8n } from '../../../demo/lib/paths';
import { checkDisk } from '../../../demo/lib/preflight';
import { keepSecret } from '../../faults/secrets';
import { hasRedisServer } from '../../support/redis/redis';

/* The services that a cluster needs, with instructions to start missing ones. */

/** A service that must be started or installed first. */
class MissingService extends Error {
	/** The user must act; a stack trace would not help. */
	override stack = '';
}

const HOW_REDIS =
	'Install it (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis) and start it: redis-server --daemonize yes';
const HOW_POSTGRES =
	'Start it (Debian, Ubuntu: service postgresql start; with Docker: docker run -d -p 5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres), or name another with PGHOST, PGPORT, PGUSER and PGPASSWORD';

/** Redis of n8n's own queue: REDIS_URL, else the machine's. */
export const queueRedis = () => new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');

export const postgres = () => ({
	host: process.env.PGHOST ?? '127.0.0.1',
	port: Number(process.env.PGPORT ?? 5432),
	user: process.env.PGUSER ?? 'postgres',
	password: process.env.PGPASSWORD ?? '',
});

interface PgClient {
	connect(): Promise<void>;
	query(text: string): Promise<{ rows: unknown[] }>;
	end(): Promise<void>;
}

async function asAdmin<T>(
	job: (client: PgClient) => Promise<T>,
	database = 'postgres',
): Promise<T> {
	const { Client } = requireFromN8n<{ Client: new (options: object) => PgClient }>('pg');
	const client = new Client({ ...postgres(), database, connectionTimeoutMillis: 5000 });
	await client.connect();
	try {
		return await job(client);
	} finally {
		await client.end();
	}
}

/** @throws MissingService that says what to start and how. */
export async function checkRedisServer(): Promise<void> {
	if (!hasRedisServer()) {
		throw new MissingService(`There is no redis-server on this machine. ${HOW_REDIS}`);
	}
}

/** @throws MissingService that says what to start and how. */
export async function checkServices(): Promise<void> {
	await checkRedisServer();
	const url = queueRedis();
	if (url.password !== '') keepSecret(decodeURIComponent(url.password));
	const redis = new Redis(url.href, {
		lazyConnect: true,
		connectTimeout: 3000,
		retryStrategy: () => null,
	});
	redis.on('error', () => {});
	try {
		await redis.ping();
	} catch {
		throw new MissingService(
			`No Redis answers at ${url.host}. ${HOW_REDIS}, or name another with REDIS_URL`,
		);
	} finally {
		redis.disconnect();
	}
	const node = findNode();
	await checkDisk(!n8nIsInstalled(node));
	await installN8n(node);
	try {
		await asAdmin(async (client) => await client.query('select 1'));
	} catch (error) {
		const { host, port, user } = postgres();
		throw new MissingService(
			`PostgreSQL at ${host}:${port} lets nobody in as ${user} (${(error as Error).message}). ${HOW_POSTGRES}`,
		);
	}
}

/** Removes the keys of n8n's queue under a prefix from a shared Redis. */
export async function dropQueue(prefix: string): Promise<void> {
	const redis = new Redis(queueRedis().href, { lazyConnect: true, retryStrategy: () => null });
	try {
		for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 1000 })) {
			if ((keys as string[]).length > 0) await redis.del(...(keys as string[]));
		}
	} finally {
		redis.disconnect();
	}
}

/** Creates a database for this run; pass its name to `dropDatabase` at the end. */
export async function createDatabase(): Promise<string> {
	const name = `cellular_iot_test_${process.pid}_${Date.now()}`;
	await asAdmin(async (client) => await client.query(`create database ${name}`));
	return name;
}

/** Queries a database of this run. @returns the rows */
export const query = async <T>(database: string, text: string): Promise<T[]> =>
	await asAdmin(async (client) => (await client.query(text)).rows as T[], database);

export async function dropDatabase(name: string): Promise<void> {
	await asAdmin(
		async (client) => await client.query(`drop database if exists ${name} with (force)`),
	);
}
