import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nApi } from '../../../demo/lib/api';
import { createEncryptionKey, type Owner, type RunningN8n, startN8n } from '../../../demo/lib/n8n';
import { buildPackage } from '../../../demo/lib/package';
import { requireFromN8n, rootDir } from '../../../demo/lib/paths';
import { choosePort } from '../../../demo/lib/preflight';
import { keepSecret, look } from '../../faults/secrets';
import { Registry } from '../../support/n8n/registry';
import { RedisServer } from '../../support/redis/redis';
import { postgresEnv } from './instance';
import { createDatabase, dropDatabase } from './services';

/* Runs docs/docker/compose.yaml as processes, for a machine without Docker. */

interface Service {
	command?: string;
	environment: Record<string, string>;
	volumes?: string[];
	deploy?: { replicas: number };
}
type Services = Record<'n8n' | 'worker' | 'postgres' | 'redis', Service>;

const FILE = join(rootDir, 'docs', 'docker', 'compose.yaml');
const PACKAGE = 'n8n-nodes-cellular-iot';

/** The services of the file. @throws for a missing required variable, like Docker */
function servicesOf(text: string, values: Record<string, string>): Services {
	const filled = text.replace(/\$\{(\w+):\?\}/g, (_, name: string) => {
		const value = values[name];
		if (value === undefined) throw new Error(`compose.yaml asks for ${name}`);
		return value;
	});
	const { parse } = requireFromN8n<{ parse(text: string, options: object): unknown }>('yaml');
	return (parse(filled, { merge: true }) as { services: Services }).services;
}

/** Settings of the test's n8n that must not replace settings of the file. */
const NOT_GIVEN = {
	N8N_HOST: undefined,
	N8N_SECURE_COOKIE: undefined,
	N8N_UNVERIFIED_PACKAGES_ENABLED: undefined,
	N8N_VERIFIED_PACKAGES_ENABLED: undefined,
};

/** All services of the file. Service names are replaced with addresses on this machine. */
export class Composed {
	readonly workers: RunningN8n[] = [];
	main!: RunningN8n;
	api!: N8nApi;
	private readonly all: RunningN8n[] = [];
	private begun = 0;

	private constructor(
		private readonly folder: string,
		private readonly services: Services,
		private readonly redis: RedisServer,
		private readonly database: string,
		private readonly registry: Registry,
		/** The Redis URL for the credential, from the comment at the top of the file. */
		readonly redisUrl: string,
	) {}

	static async start(): Promise<Composed> {
		const folder = mkdtempSync(join(tmpdir(), 'cellular-iot-compose-'));
		await buildPackage(join(folder, 'build.log'));
		const text = readFileSync(FILE, 'utf8');
		const values = {
			N8N_ENCRYPTION_KEY: keepSecret(createEncryptionKey()),
			POSTGRES_PASSWORD: keepSecret('compose-Postgres-Passw0rd'),
			REDIS_PASSWORD: keepSecret('compose-Redis-Passw0rd'),
			CELLULAR_IOT_REDIS_PASSWORD: keepSecret('compose-Package-Passw0rd'),
			N8N_HOST: 'n8n.example.com',
		};
		const services = servicesOf(text, values);
		const redis = await RedisServer.start(services.redis.command!.split(' ').slice(1));
		const [said = ''] = /redis:\/\/[\w-]+:\w+@redis:\d+\/\d+/.exec(text) ?? [];
		const redisUrl = said
			.replace('CELLULAR_IOT_REDIS_PASSWORD', values.CELLULAR_IOT_REDIS_PASSWORD)
			.replace('redis:6379', `127.0.0.1:${redis.port}`);
		const database = await createDatabase();
		const registry = await Registry.start(join(folder, 'registry'));
		const composed = new Composed(folder, services, redis, database, registry, redisUrl);
		try {
			await composed.startMain();
			const { replicas = 1 } = services.worker.deploy ?? {};
			await Promise.all(Array.from({ length: replicas }, () => composed.addWorker()));
			return composed;
		} catch (error) {
			await composed.stop();
			throw error;
		}
	}

	/** Another container of the worker service. */
	async addWorker(): Promise<RunningN8n> {
		const [mode, concurrency = ''] = this.services.worker.command!.split(' --concurrency=');
		if (mode !== 'worker') throw new Error(`compose.yaml has a worker run "${mode}"`);
		const worker = await this.run(this.services.worker, { mode, concurrency: Number(concurrency) });
		this.workers.push(worker);
		return worker;
	}

	/** Installs the package in the editor, as described at the top of the file. */
	async install(): Promise<void> {
		await this.api.installPackage(PACKAGE);
	}

	/** The processes that have installed the package, by their logs. */
	get installed(): RunningN8n[] {
		const line = `Community package installed: ${PACKAGE}`;
		return this.all.filter(({ logFile }) => readFileSync(logFile, 'utf8').includes(line));
	}

	/** The workers that have started an execution, by their logs. */
	begunBy(executionId: string): RunningN8n[] {
		const line = `Worker started execution ${executionId} `;
		return this.workers.filter(({ logFile }) => readFileSync(logFile, 'utf8').includes(line));
	}

	/** Ends all workers, like removing their containers. */
	async endWorkers(): Promise<void> {
		await Promise.all(this.workers.splice(0).map(async (worker) => await worker.stop()));
	}

	async stop(): Promise<void> {
		await Promise.all(this.all.map(async (service) => await service.stop()));
		for (const { logFile } of this.all) look(readFileSync(logFile, 'utf8'));
		await this.registry.stop();
		await this.redis.down();
		await dropDatabase(this.database);
		rmSync(this.folder, { recursive: true, force: true });
	}

	private async startMain(): Promise<void> {
		const owner: Owner = {
			email: 'owner@example.test',
			firstName: 'Compose',
			lastName: 'Owner',
			password: keepSecret(`Compose-${randomBytes(6).toString('hex')}1`),
		};
		this.main = await this.run(this.services.n8n, { mode: 'main', owner });
		this.api = await N8nApi.login(this.main.url, owner);
	}

	private async run(
		{ environment, volumes = [] }: Service,
		options: Pick<Parameters<typeof startN8n>[0], 'mode' | 'owner' | 'concurrency'> & object,
	): Promise<RunningN8n> {
		const number = this.begun++;
		const [volume] = volumes.map((mount) => mount.split(':')[0]!);
		const userFolder = join(this.folder, volume ?? `container-${number}`);
		const process = await startN8n({
			...options,
			userFolder,
			logFile: join(this.folder, `n8n-${number}.log`),
			port: await choosePort(`compose ${number}`, 5900 + 10 * number),
			env: { ...NOT_GIVEN, ...this.registry.env, ...environment, ...this.here(environment) },
		});
		this.all.push(process);
		return process;
	}

	/** The addresses of the file's other services on this machine. */
	private here(environment: Record<string, string>): NodeJS.ProcessEnv {
		const hosts = [environment.QUEUE_BULL_REDIS_HOST, environment.DB_POSTGRESDB_HOST];
		if (hosts.join() !== 'redis,postgres')
			throw new Error(`compose.yaml has n8n ask ${hosts.join()}`);
		return {
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(this.redis.port),
			...postgresEnv(this.database),
		};
	}
}
