import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { N8nApi } from '../../../demo/lib/api';
import { createEncryptionKey, type RunningN8n, startN8n } from '../../../demo/lib/n8n';
import { buildPackage, placePackage } from '../../../demo/lib/package';
import { choosePort } from '../../../demo/lib/preflight';
import { keepSecret, look } from '../../faults/secrets';
import { StagedN8n } from '../../support/n8n/stagedN8n';
import { until } from '../../support/until';
import { createDatabase, dropDatabase, dropQueue, postgres, queueRedis } from './services';

/** n8n in queue mode: a main process and its helpers, with their own database and queue. */
export class Cluster {
	readonly workers: RunningN8n[] = [];
	/** Webhook-only processes. */
	readonly webhooks: RunningN8n[] = [];
	readonly logs: string[] = [];

	private constructor(
		readonly folder: string,
		readonly database: string,
		private readonly env: NodeJS.ProcessEnv,
		readonly main: StagedN8n,
		readonly api: N8nApi,
	) {
		this.logs.push(main.logFile);
	}

	static async start({ workers = 2, webhooks = 0 } = {}): Promise<Cluster> {
		const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-cluster-'));
		await buildPackage(join(folder, 'build.log'));
		const database = await createDatabase();
		try {
			const env = queueMode(database);
			const staging = { name: 'Cluster', folder: join(folder, 'main'), port: 5700, env };
			const main = await StagedN8n.stage(staging);
			keepSecret(main.owner.password);
			const cluster = new Cluster(folder, database, env, main, main.api);
			await Promise.all([
				...Array.from({ length: workers }, async () => await cluster.addWorker()),
				...Array.from({ length: webhooks }, async () => await cluster.addWebhook()),
			]);
			return cluster;
		} catch (error) {
			await dropDatabase(database).catch(() => {});
			throw error;
		}
	}

	async addWorker(): Promise<RunningN8n> {
		const worker = await this.add('worker');
		this.workers.push(worker);
		return worker;
	}

	async addWebhook(): Promise<RunningN8n> {
		const webhook = await this.add('webhook');
		this.webhooks.push(webhook);
		return webhook;
	}

	private async add(mode: 'worker' | 'webhook'): Promise<RunningN8n> {
		const userFolder = join(this.folder, `${mode}-${this.logs.length}`);
		this.logs.push(join(userFolder, 'n8n.log'));
		placePackage(userFolder);
		const port = await choosePort(`a ${mode}`, 5750 + 10 * this.logs.length);
		const { env } = this;
		return await startN8n({ mode, userFolder, port, env, concurrency: 10 });
	}

	/** Kills a process and its children, like a crash of its machine. */
	async kill(killed: RunningN8n): Promise<void> {
		process.kill(-killed.pid, 'SIGKILL');
		await killed.exited;
		for (const list of [this.workers, this.webhooks]) {
			if (list.includes(killed)) list.splice(list.indexOf(killed), 1);
		}
	}

	/** The worker that runs an execution, by its log. */
	workerOf(executionId: string): RunningN8n | undefined {
		return this.workers.find((worker) => this.begunBy(worker).has(executionId));
	}

	/** Ids of the executions that a worker has started, by its log. */
	begunBy({ logFile }: RunningN8n): Set<string> {
		const lines = readFileSync(logFile, 'utf8').matchAll(/Worker started execution (\d+) /g);
		return new Set([...lines].map(([, id]) => id!));
	}

	/** Starts executions through the webhook, without waiting for them to finish. */
	async call(path: string, bodies: unknown[]): Promise<void> {
		await Promise.all(
			bodies.map(async (body) => {
				// n8n reports a workflow as active before its webhook exists; a 404 started nothing.
				const answer = await until(`webhook ${path}`, async () => {
					const given = await fetch(`${this.main.url}/webhook/${path}`, {
						method: 'POST',
						headers: { 'Content-Type': 'application/json' },
						body: JSON.stringify(body),
					});
					return given.status === 404 ? undefined : given;
				});
				if (!answer.ok) throw new Error(`webhook: ${answer.status} ${await answer.text()}`);
			}),
		);
	}

	/** Ids of ended executions by status, once `count` of a workflow have ended. */
	async ended(workflowId: string, count: number): Promise<Map<string, string>> {
		const over = ['success', 'error', 'crashed', 'canceled'];
		return await until(
			`${count} executions ended`,
			async () => {
				const all = await this.api.listExecutions(workflowId);
				const ended = all.filter(({ status }) => over.includes(status));
				return (
					ended.length >= count && new Map(ended.map(({ id, status }) => [String(id), status]))
				);
			},
			// After a restart of Redis between two turns, workers wait for two minutes.
			300,
			500,
		);
	}

	/** Keeps logs and an execution's data for the search for secrets. */
	async record(ids: Iterable<string>): Promise<void> {
		for (const id of ids) look(JSON.stringify(await this.api.waitForExecution(id, 5_000)));
	}

	async stop(): Promise<void> {
		await Promise.all(
			[...this.webhooks, ...this.workers, this.main].map(async (n8n) => await n8n.stop()),
		);
		for (const log of this.logs) look(readFileSync(log, 'utf8'));
		await dropDatabase(this.database);
		await dropQueue(this.database);
		rmSync(this.folder, { recursive: true, force: true });
	}
}

function queueMode(database: string): NodeJS.ProcessEnv {
	const redis = queueRedis();
	return {
		N8N_ENCRYPTION_KEY: keepSecret(createEncryptionKey()),
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: redis.hostname,
		QUEUE_BULL_REDIS_PORT: redis.port || '6379',
		QUEUE_BULL_REDIS_DB: redis.pathname.slice(1) || '0',
		...(redis.username !== '' && { QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(redis.username) }),
		...(redis.password !== '' && { QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password) }),
		// A separate queue for this run, on a Redis that others may use.
		QUEUE_BULL_PREFIX: database,
		N8N_REDIS_KEY_PREFIX: database,
		...postgresEnv(database),
		N8N_LOG_LEVEL: 'debug',
	};
}

/** n8n's settings for a database of the available PostgreSQL. */
export function postgresEnv(database: string): NodeJS.ProcessEnv {
	const { host, port, user, password } = postgres();
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: host,
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_USER: user,
		DB_POSTGRESDB_PASSWORD: password,
		DB_POSTGRESDB_DATABASE: database,
	};
}
